// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log_summary.h"

#include <utility>


#include "record/mlperf_number.h"

namespace assay::record {
namespace {

constexpr std::string_view kRule = "================================================";

// Lines of "label + value"; the labels' blanks are part of the form.
class Text {
 public:
  Text& Line(std::string_view text) {
    out_.append(text) += '\n';
    return *this;
  }
  Text& Line(std::string_view label, std::string_view value) {
    out_.append(label);
    return Line(value);
  }
  Text& Line(std::string_view label, const char* value) { return Line(label, std::string_view(value)); }
  Text& Line(std::string_view label, std::int64_t value) {
    AppendInteger(out_.append(label), value);
    return Line("");
  }
  Text& Line(std::string_view label, std::uint64_t value) {
    AppendInteger(out_.append(label), value);
    return Line("");
  }
  Text& Flag(std::string_view label, bool value) { return Line(label, std::uint64_t{value}); }
  Text& Stream(std::string_view label, double value) {
    AppendStreamDouble(out_.append(label), value);
    return Line("");
  }
  Text& Fixed(std::string_view label, double value) {
    AppendFixedDouble(out_.append(label), value, 2);
    return Line("");
  }
  Text& Met(std::string_view label, bool met) { return Line(label, met ? "Yes" : "NO"); }
  Text& Section(std::string_view title) { return Line(kRule).Line(title).Line(kRule); }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

std::string PercentLabel(double percentile, int decimals, std::string_view rest) {
  std::string label;
  AppendFixedDouble(label, percentile * 100, decimals);
  return label.append(rest);
}

void AddPercentiles(const MlperfTail& tail, std::string_view rest, Text& text) {
  for (std::size_t i = 0; i < kMlperfPercentiles.size(); ++i) {
    text.Line(PercentLabel(kMlperfPercentiles[i], 2, rest), tail.percentile_ns[i]);
  }
}

void AddMetric(const MlperfSummary& run, Text& text) {
  const MlperfEffective& settings = run.settings;
  const double samples = static_cast<double>(run.samples);
  const double tokens = static_cast<double>(run.token_count);
  const double factor = static_cast<double>(settings.token_latency_scaling_factor);
  switch (settings.scenario) {
    case MlperfScenario::kSingleStream:
    case MlperfScenario::kMultiStream: {
      const double p = settings.target_latency_percentile;
      const MlperfTail& tail = run.query_latency ? *run.query_latency : run.latency;
      text.Line(PercentLabel(p, 1, "th percentile latency (ns) : "), tail.target_ns);
      if (run.first_token) {
        text.Line(PercentLabel(p, 1, "th first token percentile latency (ns) : "), run.first_token->target_ns);
      }
      break;
    }
    case MlperfScenario::kServer: {
      const double rate = (samples - 1) / run.final_done_s;
      text.Fixed("Completed samples per second    : ", rate);
      if (settings.use_token_latencies) text.Fixed("Completed tokens per second: ", tokens / run.final_done_s);
      if (settings.infer_token_latencies) text.Fixed("Completed tokens per second (inferred): ", factor * rate);
      break;
    }
    case MlperfScenario::kOffline: {
      const double rate = samples / run.max_latency_s;
      text.Stream("Samples per second: ", rate);
      if (settings.use_token_latencies) text.Stream("Tokens per second: ", tokens / run.max_latency_s);
      if (settings.infer_token_latencies) text.Stream("Tokens per second (inferred): ", factor * rate);
      break;
    }
  }
}

void AddVerdict(const MlperfSummary& run, Text& text) {
  text.Line("Result is : ", run.Valid() ? "VALID" : "INVALID");
  if (run.settings.scenario == MlperfScenario::kServer) {
    text.Met("  Performance constraints satisfied : ", run.perf_constraints_met);
  }
  text.Met("  Min duration satisfied : ", run.min_duration_met);
  text.Met("  Min queries satisfied : ", run.min_queries_met);
  text.Met("  Early stopping satisfied: ", run.early_stopping_met);
  if (!run.Valid()) {
    text.Line("Recommendations:");
    for (const std::string& advice : MlperfAdvice(run)) text.Line(" * " + advice);
    if (!run.min_queries_met) text.Line("   See the detailed log for why this may have occurred.");
  }
  if (run.settings.scenario == MlperfScenario::kOffline) return;
  if (run.settings.use_token_latencies) {
    text.Line("TTFT Early Stopping Result:").Line(run.early_stopping_ttft);
    text.Line("TPOT Early Stopping Result:").Line(run.early_stopping_tpot);
  } else {
    text.Line("Early Stopping Result:").Line(run.early_stopping);
  }
}

void AddTokens(const MlperfSummary& run, Text& text) {
  if (!run.settings.use_token_latencies) return;
  const double tokens = static_cast<double>(run.token_count);
  text.Line("");
  if (run.settings.scenario == MlperfScenario::kSingleStream) {
    text.Fixed("TPS w/ loadgen overhead         : ", tokens / run.final_issued_s);
    text.Fixed("TPS w/o loadgen overhead        : ",
               tokens / (static_cast<double>(run.latency.mean_ns) / 1e9 * static_cast<double>(run.samples)));
  } else if (run.settings.scenario == MlperfScenario::kServer) {
    text.Fixed("Completed tokens per second                 : ", tokens / run.final_done_s);
  }
  if (!run.first_token || !run.per_token) return;
  const MlperfTail& first = *run.first_token;
  text.Line("Min First Token latency (ns)                : ", first.min_ns);
  text.Line("Max First Token latency (ns)                : ", first.max_ns);
  text.Line("Mean First Token latency (ns)               : ", first.mean_ns);
  AddPercentiles(first, " percentile first token latency (ns)   : ", text);
  text.Line("");
  const MlperfTail& each = *run.per_token;
  text.Line("Min Time per Output Token (ns)                : ", each.min_ns);
  text.Line("Max Time per Output Token (ns)                : ", each.max_ns);
  text.Line("Mean Time per Output Token (ns)               : ", each.mean_ns);
  AddPercentiles(each, " percentile time to output token (ns)   : ", text);
}

void AddAdditional(const MlperfSummary& run, Text& text) {
  const double samples = static_cast<double>(run.samples);
  if (run.settings.scenario == MlperfScenario::kSingleStream) {
    text.Fixed("QPS w/ loadgen overhead         : ", (samples - 1) / run.final_issued_s);
    text.Fixed("QPS w/o loadgen overhead        : ", 1 / (static_cast<double>(run.latency.mean_ns) / 1e9));
    text.Line("");
  } else if (run.settings.scenario == MlperfScenario::kServer) {
    text.Fixed("Scheduled samples per second : ", (samples - 1) / run.final_scheduled_s);
  } else if (run.settings.scenario == MlperfScenario::kMultiStream) {
    text.Line("Per-query latency:  ");
  }
  const MlperfTail& tail = run.query_latency ? *run.query_latency : run.latency;
  text.Line("Min latency (ns)                : ", tail.min_ns);
  text.Line("Max latency (ns)                : ", tail.max_ns);
  text.Line("Mean latency (ns)               : ", tail.mean_ns);
  AddPercentiles(tail, " percentile latency (ns)   : ", text);
  AddTokens(run, text);
}

void AddParameters(const MlperfEffective& settings, Text& text) {
  text.Line("samples_per_query : ", settings.samples_per_query).Stream("target_qps : ", settings.target_qps);
  if (settings.use_token_latencies) {
    text.Line("ttft_latency (ns): ", settings.ttft_latency_ns).Line("tpot_latency (ns): ", settings.tpot_latency_ns);
  } else {
    text.Line("target_latency (ns): ", settings.target_latency_ns);
  }
  text.Line("max_async_queries : ", settings.max_async_queries)
      .Line("min_duration (ms): ", settings.min_duration_ms)
      .Line("max_duration (ms): ", settings.max_duration_ms)
      .Line("min_query_count : ", settings.min_query_count)
      .Line("max_query_count : ", settings.max_query_count)
      .Line("qsl_rng_seed : ", settings.qsl_rng_seed)
      .Line("sample_index_rng_seed : ", settings.sample_index_rng_seed)
      .Line("schedule_rng_seed : ", settings.schedule_rng_seed)
      .Line("accuracy_log_rng_seed : ", settings.accuracy_log_rng_seed)
      .Stream("accuracy_log_probability : ", settings.accuracy_log_probability)
      .Line("accuracy_log_sampling_target : ", settings.accuracy_log_sampling_target)
      .Flag("print_timestamps : ", settings.print_timestamps)
      .Flag("performance_issue_unique : ", settings.performance_issue_unique)
      .Flag("performance_issue_same : ", settings.performance_issue_same)
      .Line("performance_issue_same_index : ", settings.performance_issue_same_index)
      .Line("performance_sample_count : ", settings.performance_sample_count)
      .Line("accuracy_sample_count : ", settings.accuracy_sample_count);
  if (!settings.sample_concatenate_permutation) return;
  text.Line("WARNING: sample_concatenate_permutation was set to true. ")
      .Line("Generated samples per query might be different as the one in the setting.")
      .Line("Check the generated_samples_per_query line in the detailed log for the real")
      .Line("samples_per_query value");
}

}  // namespace

std::vector<std::string> MlperfAdvice(const MlperfSummary& run) {
  std::vector<std::string> advice;
  if (!run.perf_constraints_met) advice.emplace_back("Reduce target QPS to improve latency.");
  if (!run.min_duration_met) {
    switch (run.settings.scenario) {
      case MlperfScenario::kSingleStream:
      case MlperfScenario::kMultiStream:
        advice.emplace_back("Decrease the expected latency so the loadgen pre-generates more queries.");
        break;
      case MlperfScenario::kServer:
        advice.emplace_back("Increase the target QPS so the loadgen pre-generates more queries.");
        break;
      case MlperfScenario::kOffline:
        advice.emplace_back("Increase expected QPS so the loadgen pre-generates a larger (coalesced) query.");
        break;
    }
  }
  if (!run.min_queries_met) advice.emplace_back("The test exited early, before enough queries were issued.");
  return advice;
}

std::string FormatMlperfSummary(const MlperfSummary& summary) {
  Text text;
  text.Section("MLPerf Results Summary");
  text.Line("SUT name : ", summary.sut_name);
  text.Line("Scenario : ", NameOf(summary.settings.scenario));
  text.Line("Mode     : ", NameOf(summary.settings.mode));
  AddMetric(summary, text);
  AddVerdict(summary, text);
  text.Line("").Section("Additional Stats");
  AddAdditional(summary, text);
  text.Line("").Section("Test Parameters Used");
  AddParameters(summary.settings, text);
  return text.Take();
}

std::string FormatMlperfCounts(const MlperfMessageCounts& counts) {
  Text text;
  text.Line("");
  if (counts.warnings == 0) {
    text.Line("No warnings encountered during test.");
  } else if (counts.warnings == 1) {
    text.Line("1 warning encountered. See detailed log.");
  } else {
    text.Line(std::to_string(counts.warnings), " warnings encountered. See detailed log.");
  }
  text.Line("");
  if (counts.errors == 0) {
    text.Line("No errors encountered during test.");
  } else if (counts.errors == 1) {
    text.Line("1 ERROR encountered. See detailed log.");
  } else {
    text.Line(std::to_string(counts.errors), " ERRORS encountered. See detailed log.");
  }
  return text.Take();
}

}  // namespace assay::record
