// SPDX-License-Identifier: Apache-2.0
// The report as one JSON document, "assay.report/1" (docs/formats/report.md): every value of the
// model unrounded, in the order of the model. What is undefined is null, with its reason in `note`
// or `reason` beside it.
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/json.h"
#include "report/number.h"
#include "report/report_format.h"
#include "verdict/verdict_json.h"

namespace assay {
namespace {

using base::JsonWriter;
using report::ReportModel;

constexpr int kIndent = 1;
constexpr std::string_view kNotFinite = "not a finite number";

std::string_view BetterName(Better better) {
  return better == Better::kHigher ? "higher" : better == Better::kLower ? "lower" : "neither";
}

void Number(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
  json.Member(key, report::Finite(value));
}

template <class T, class Write>
void Array(JsonWriter& json, std::string_view key, const std::vector<T>& values,
           const Write& write) {
  json.Key(key).BeginArray();
  for (const T& value : values) {
    if constexpr (std::is_invocable_v<Write, JsonWriter&, const T&>) {
      write(json, value);
    } else {
      json.BeginObject();
      write(value);
      json.EndObject();
    }
  }
  json.EndArray();
}

void Texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  Array(json, key, texts, [](JsonWriter& to, const std::string& text) { to.Value(text); });
}

void Pairs(JsonWriter& json, std::string_view key, const std::vector<report::NameValue>& pairs) {
  Array(json, key, pairs, [&](const report::NameValue& pair) {
    json.Member("name", pair.name).Member("value", pair.value);
  });
}

void WriteInterval(JsonWriter& json, std::string_view key,
                   const std::optional<Interval>& interval) {
  json.Key(key);
  if (!interval) {
    json.Null();
    return;
  }
  json.BeginObject();
  Number(json, "low", interval->low);
  Number(json, "high", interval->high);
  Number(json, "level", interval->level);
  json.Member("method", interval->method).EndObject();
}

void Measurements(JsonWriter& json, const std::vector<Measurement>& measurements,
                  std::string_view key = "measurements") {
  Array(json, key, measurements, [&](const Measurement& m) {
    json.Member("metric", m.metric);
    Number(json, "value", m.value);
    json.Member("unit", verdict::UnitWord(m.unit)).Member("better", BetterName(m.better)).Member("n", m.n);
    WriteInterval(json, "interval", m.interval);
    const bool spoiled = m.value && !report::Finite(m.value);
    json.Member("note", spoiled && m.note.empty() ? kNotFinite : std::string_view(m.note));
  });
}

void Systems(JsonWriter& json, const ReportModel& model) {
  Array(json, "systems", model.systems, [&](const report::SystemRow& system) {
    json.Member("id", system.id)
        .Member("executor", system.executor)
        .Member("runtime", system.runtime);
    json.Member("model", system.model).Member("model_sha256", system.model_sha256);
    json.Member("precision", system.precision).Member("device", system.device);
    json.Member("threads", system.threads).Member("batch", system.batch);
    Pairs(json, "details", system.details);
  });
}

void Splits(JsonWriter& json, const ReportModel& model) {
  Array(json, "splits", model.splits, [&](const report::SplitRow& split) {
    json.Member("name", split.name).Member("path", split.path).Member("sha256", split.sha256);
    json.Member("n", split.n).Member("positives", split.positives);
    Number(json, "prevalence", split.prevalence);
    json.Member("disjointness", split.disjointness);
  });
}

void WriteVerdict(JsonWriter& json, const verdict::RunVerdict& verdict) {
  json.Member("valid", verdict.valid);
  Texts(json, "invalid_reasons", verdict.invalid_reasons);
  json.Key("mlperf_validity");
  verdict.mlperf_validity.empty() ? json.Null() : json.Value(verdict.mlperf_validity);
  json.Member("mlperf_reason", verdict.mlperf_reason);
  Array(json, "constraints", verdict.constraints, [&](const verdict::Constraint& c) {
    json.Member("name", c.name).Member("outcome", verdict::OutcomeWord(c.outcome));
    Number(json, "measured", c.measured);
    Number(json, "limit", c.limit);
    json.Member("unit", verdict::UnitWord(c.unit));
    WriteInterval(json, "interval", c.interval);
    Number(json, "margin", c.margin);
    json.Member("reason", c.reason).Member("n", c.n).Member("n_needed", c.n_needed);
  });
  Texts(json, "notes", verdict.notes);
}

void WriteLateness(JsonWriter& json, const std::optional<report::Lateness>& lateness) {
  json.Key("lateness");
  if (!lateness) {
    json.Null();
    return;
  }
  json.BeginObject();
  Number(json, "p50_ns", lateness->p50_ns);
  Number(json, "p99_ns", lateness->p99_ns);
  Number(json, "p999_ns", lateness->p999_ns);
  Number(json, "max_ns", lateness->max_ns);
  Number(json, "limit_ns", lateness->limit_ns);
  json.Member("n", lateness->n).Member("sentence", lateness->sentence).EndObject();
}

void WriteSlowWrong(JsonWriter& json, const std::optional<report::SlowWrong>& table) {
  json.Key("slow_wrong");
  if (!table) {
    json.Null();
    return;
  }
  json.BeginObject();
  Number(json, "limit_ns", table->limit_ns);
  json.Member("fast_right", table->fast_right).Member("fast_wrong", table->fast_wrong);
  json.Member("slow_right", table->slow_right).Member("slow_wrong", table->slow_wrong);
  json.Member("unscored", table->unscored).EndObject();
}

void Cells(JsonWriter& json, const ReportModel& model) {
  Array(json, "cells", model.cells, [&](const report::Cell& cell) {
    json.Member("system", cell.system)
        .Member("traffic", cell.traffic)
        .Member("scenario", cell.scenario);
    json.Member("is_mlperf", cell.is_mlperf);
    Number(json, "rate_asked", cell.rate_asked);
    json.Member("repeat", cell.repeat);
    WriteVerdict(json, cell.verdict);
    Measurements(json, cell.measurements);
    Array(json, "latency_curve", cell.latency_curve, [&](const report::CurvePoint& point) {
      Number(json, "percentile", point.percentile);
      Number(json, "latency_ns", point.latency_ns);
    });
    Number(json, "latency_limit_ns", cell.latency_limit_ns);
    Number(json, "latency_limit_percentile", cell.latency_limit_percentile);
    WriteLateness(json, cell.lateness);
    WriteSlowWrong(json, cell.slow_wrong);
    json.Member("qualification", cell.qualification);
    json.Member("record", cell.record).Member("record_sha256", cell.record_sha256);
  });
}

void WriteOperatingPoint(JsonWriter& json, const std::optional<report::OperatingPoint>& point) {
  json.Key("operating_point");
  if (!point) {
    json.Null();
    return;
  }
  json.BeginObject();
  Number(json, "threshold", point->threshold);
  Number(json, "recall", point->recall);
  WriteInterval(json, "recall_interval", point->recall_interval);
  Number(json, "precision", point->precision);
  WriteInterval(json, "precision_interval", point->precision_interval);
  json.Member("method", point->method).Member("statement", point->statement).EndObject();
}

void WriteConfusion(JsonWriter& json, const std::optional<report::Confusion>& confusion) {
  json.Key("confusion");
  if (!confusion) {
    json.Null();
    return;
  }
  json.BeginObject();
  Texts(json, "classes", confusion->classes);
  Array(json, "counts", confusion->counts,
        [](JsonWriter& to, const std::uint64_t& count) { to.Value(count); });
  json.EndObject();
}

void QualityRows(JsonWriter& json, const ReportModel& model) {
  Array(json, "quality", model.quality, [&](const report::Quality& quality) {
    json.Member("system", quality.system).Member("split", quality.split);
    json.Member("n", quality.n).Member("unscored", quality.unscored);
    Measurements(json, quality.measurements);
    Measurements(json, quality.measurements_at_point, "measurements_at_point");
    WriteConfusion(json, quality.confusion);
    Array(json, "pr_curve", quality.pr_curve, [&](const report::PrPoint& point) {
      Number(json, "recall", point.recall);
      Number(json, "precision", point.precision);
      Number(json, "threshold", point.threshold);
    });
    Array(json, "reliability", quality.reliability, [&](const report::ReliabilityPoint& point) {
      Number(json, "mean_score", point.mean_score);
      Number(json, "positive_share", point.positive_share);
      WriteInterval(json, "interval", point.interval);
      json.Member("n", point.n);
    });
    Number(json, "prevalence", quality.prevalence);
    WriteOperatingPoint(json, quality.operating_point);
    Number(json, "required_recall", quality.required_recall);
    Number(json, "required_precision", quality.required_precision);
    Array(json, "classes", quality.classes, [&](const report::ClassRow& row) {
      json.Member("name", row.name).Member("n", row.n);
      Number(json, "precision", row.precision);
      Number(json, "recall", row.recall);
    });
    Array(json, "cases", quality.cases, [&](const report::CaseRow& row) {
      json.Member("id", row.id).Member("label", row.label).Member("predicted", row.predicted);
      Number(json, "score", row.score);
      json.Member("note", row.note);
    });
    json.Member("cases_note", quality.cases_note);
  });
}

void Claims(JsonWriter& json, const ReportModel& model) {
  Array(json, "claims", model.claims, [&](const verdict::ClaimVerdict& claim) {
    json.Member("claim", claim.claim).Member("metric", claim.metric).Member("system", claim.system);
    json.Member("traffic", claim.traffic).Member("split", claim.split).Member("slice", claim.slice);
    json.Key("slot");
    claim.slot > 0 ? json.Value(claim.slot) : json.Null();
    json.Member("primary", claim.primary).Member("required", claim.required);
    json.Member("outcome", verdict::OutcomeWord(claim.outcome));
    Number(json, "measured", claim.measured);
    WriteInterval(json, "interval", claim.interval);
    json.Member("bound", claim.bound_text);
    Number(json, "limit", claim.limit);
    json.Member("unit", verdict::UnitWord(claim.unit));
    Number(json, "margin", claim.margin);
    json.Member("n", claim.n).Member("n_needed", claim.n_needed).Member("n_unit", claim.n_unit);
    json.Member("reason", claim.reason).Member("qualification", claim.qualification);
    json.Member("correction", claim.correction);
  });
}

void Item(JsonWriter& json, std::string_view key, const decision::LineItem& item) {
  json.Key(key).BeginObject().Member("outcome", verdict::OutcomeWord(item.outcome));
  Texts(json, "claims", item.claims);
  json.Member("reason", item.reason).EndObject();
}

void Decision(JsonWriter& json, const ReportModel& model) {
  json.Key("decision");
  if (!model.decision) {
    json.Null();
    return;
  }
  json.BeginObject().Member("outcome", verdict::OutcomeWord(model.decision->outcome));
  json.Member("sentence", model.decision->sentence).Member("preference", model.preference);
  json.Member("preference_unit", verdict::UnitWord(model.preference_unit));
  Array(json, "candidates", model.decision->candidates, [&](const decision::Candidate& candidate) {
    json.Member("system", candidate.system);
    Item(json, "servable", candidate.servable);
    Item(json, "good_enough", candidate.good_enough);
    Number(json, "preference", candidate.preference);
    json.Member("preferred", candidate.preferred);
  });
  Texts(json, "n_needed", model.decision->n_needed);
  json.EndObject();
}

void Candidates(JsonWriter& json, const ReportModel& model) {
  json.Key("candidates");
  if (!model.candidates) {
    json.Null();
    return;
  }
  const report::CandidatesChart& chart = *model.candidates;
  json.BeginObject().Member("x_title", chart.x_title).Member("x_unit", verdict::UnitWord(chart.x_unit));
  json.Member("y_title", chart.y_title).Member("y_unit", verdict::UnitWord(chart.y_unit));
  Number(json, "x_limit", chart.x_limit);
  Number(json, "y_limit", chart.y_limit);
  Array(json, "points", chart.points, [&](const report::CandidatePoint& point) {
    json.Member("system", point.system).Member("label", point.label);
    Number(json, "x", point.x);
    WriteInterval(json, "x_interval", point.x_interval);
    Number(json, "y", point.y);
    WriteInterval(json, "y_interval", point.y_interval);
    json.Member("outcome", verdict::OutcomeWord(point.outcome));
  });
  json.EndObject();
}

void Costs(JsonWriter& json, const ReportModel& model) {
  Array(json, "costs", model.costs, [&](const report::CostRow& cost) {
    json.Member("system", cost.system).Member("traffic", cost.traffic);
    Measurements(json, cost.measurements);
  });
  json.Member("cost_note", model.cost_note);
  Array(json, "cost_curves", model.cost_curves, [&](const report::CostCurve& curve) {
    json.Member("system", curve.system).Member("split", curve.split).Member("decision", curve.decision);
    json.Member("base_rate", curve.base_rate).Member("base_rate_is_own", curve.own_rate).Member("by_row", curve.by_row);
    json.Member("stated_ratio", curve.stated_ratio);
    Number(json, "pays_from", curve.pays_from);
    Number(json, "pays_to", curve.pays_to);
    json.Member("cost", curve.cost).Member("flag_none", curve.flag_none).Member("flag_all", curve.flag_all);
    Array(json, "points", curve.points, [&](const report::CostCurvePoint& point) {
      json.Member("ratio", point.ratio).Member("weight", point.weight).Member("flag_none", point.flag_none);
      json.Member("flag_all", point.flag_all).Member("rule", point.rule);
      Number(json, "cheapest", point.cheapest);
    });
  });
}

void Provenance(JsonWriter& json, const ReportModel& model) {
  Array(json, "definitions", model.definitions, [&](const report::Definition& definition) {
    json.Member("metric", definition.metric).Member("title", definition.title);
    json.Member("definition", definition.definition).Member("source", definition.source);
  });
  Array(json, "files", model.files, [&](const report::FileHash& file) {
    json.Member("path", file.path).Member("sha256", file.sha256).Member("role", file.role);
  });
  json.Member("reproduce_command", model.reproduce_command);
  Array(json, "settings", model.settings, [&](const report::Setting& setting) {
    json.Member("path", setting.path)
        .Member("value", setting.value)
        .Member("origin", setting.origin);
  });
}

std::string Render(const ReportModel& model, const RenderOptions&) {
  std::string out;
  JsonWriter json(out, kIndent);
  json.BeginObject().Member("schema", "assay.report/1");
  json.Member("title", model.title).Member("assay_version", model.assay_version);
  json.Member("created_utc", model.created_utc).Member("spec_file", model.spec_file);
  json.Member("run_directory", model.run_directory).Member("demo_label", model.demo_label);
  json.Member("currency", model.currency).Member("verdict", model.verdict_word);
  json.Member("exit_code", model.exit_code).Member("sentence", model.sentence);
  Texts(json, "why", model.why);
  json.Member("next_command", model.next_command).Member("next_reason", model.next_reason);
  Texts(json, "notes", model.notes);
  Decision(json, model);
  Claims(json, model);
  Systems(json, model);
  Pairs(json, "host", model.host);
  Pairs(json, "standard_stack", model.standard_stack);
  Splits(json, model);
  Number(json, "base_rate", model.base_rate);
  json.Member("base_rate_source", model.base_rate_source);
  Cells(json, model);
  QualityRows(json, model);
  Costs(json, model);
  Candidates(json, model);
  Provenance(json, model);
  json.EndObject();
  return out + "\n";
}

}  // namespace

extern const ReportFormatInfo kReportFormat_json;
const ReportFormatInfo kReportFormat_json{
    .name = "json",
    .title = "one document, schema assay.report/1, values unrounded",
    .extension = ".json",
    .render = &Render};

}  // namespace assay
