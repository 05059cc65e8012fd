// SPDX-License-Identifier: Apache-2.0
#include "spec/check.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/near_name.h"
#include "spec/source_text.h"
#include "stats/early_stopping.h"

namespace assay::spec {
namespace {

// Executors that the grammar has; those of them that Names lacks aren't built.
constexpr std::string_view kGrammarExecutors[] = {
    "onnxruntime", "openvino", "llama_cpp", "openai",   "kserve",    "http", "process",
    "plugin",      "network",  "bm25",      "pipeline", "synthetic", "null"};

bool Contains(std::span<const std::string> list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// "confusion.tp" -> "confusion"; a name with no dot is its own metric.
std::string_view MetricOf(std::string_view id) { return id.substr(0, id.find('.')); }

bool IsLatency(std::string_view metric) {
  return metric.starts_with("latency_") || metric.starts_with("query_latency_");
}
bool IsCost(std::string_view metric) {
  return metric.starts_with("cost_per_") || metric.starts_with("error_cost_per_");
}

bool HasYear(std::string_view text) {
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    const std::string_view four = text.substr(i, 4);
    const bool century = four.starts_with("19") || four.starts_with("20");
    if (century && four.find_first_not_of("0123456789") == std::string_view::npos) return true;
  }
  return false;
}

// Queries without which the latency percentile can't pass, however fast the system: for Server and
// own traffic with no query over the limit; a percentile estimate of SingleStream and MultiStream
// discards one more.
std::uint64_t QueriesNeeded(const Traffic& traffic) {
  const bool estimates = std::holds_alternative<SingleStream>(traffic.scenario) ||
                         std::holds_alternative<MultiStream>(traffic.scenario);
  const std::uint64_t over = estimates ? 1 : 0;
  const auto passing = stats::MinPassing(traffic.latency->percentile, over);
  return passing ? *passing + over : 0;
}

// Queries that the duration asks for; 0 when that isn't known before a probe.
double QueriesInDuration(const Traffic& traffic) {
  const double seconds = static_cast<double>(traffic.duration_ns) / 1e9;
  if (const auto* server = std::get_if<Server>(&traffic.scenario))
    return server->target_qps * seconds;
  if (const auto* own = std::get_if<OwnTraffic>(&traffic.scenario)) return own->rate_qps * seconds;
  return 0;
}

class Checker {
 public:
  explicit Checker(const Spec& spec) : spec_(spec), source_(spec.file, spec.text) {}

  void CheckAll(const Names& names) {
    CheckSystems(names);
    CheckData(names);
    CheckTraffic(names);
    CheckMetricNames(names);
    for (const Claim& claim : spec_.claims) CheckClaim(claim);
    CheckOperatingPoint();
    CheckDecision();
    CheckCurrency();
    CheckPrice();
  }

  void WarnAll() {
    for (const Traffic& traffic : spec_.traffic) WarnTraffic(traffic);
    if (!spec_.traffic.empty() && spec_.claims.empty()) {
      Add("traffic", ErrorCode::kNotMeasured,
          "no claims: the run is measured and nothing is judged",
          "add claims, for example {id: sla, metric: latency_p99, bound: \"<= 10ms\"}");
    }
  }

  Errors Take() { return std::move(errors_); }

 private:
  // At the value of this path, or the nearest thing above it that was written.
  void Add(const std::string& path, ErrorCode code, std::string what, std::string hint = {}) {
    Where where{spec_.file, 0, 0, path, {}};
    for (std::string at = path; !at.empty();
         at.resize(at.rfind('.') == std::string::npos ? 0 : at.rfind('.'))) {
      const auto place = spec_.places.find(at);
      if (place == spec_.places.end()) continue;
      where = place->second;
      where.path = path;
      if (where.line > 0) where.source = source_.Line(where.line);
      break;
    }
    errors_.push_back(Error{code, std::move(what), {std::move(where)}, std::move(hint)});
  }

  template <class Entry>
  std::vector<std::string> NamesOf(const std::vector<Entry>& entries,
                                   std::string Entry::* name) const {
    std::vector<std::string> names;
    for (const Entry& entry : entries) names.push_back(entry.*name);
    return names;
  }

  void NeedReference(const std::string& path, std::string_view kind, const std::string& name,
                     const std::vector<std::string>& known) {
    if (name.empty() || Contains(known, name)) return;
    Add(path, ErrorCode::kBadReference,
        "the spec defines no " + std::string(kind) + " '" + name + "'",
        known.empty() ? "it defines none at all" : NameHint(name, known));
  }

  void CheckSystems(const Names& names) {
    const std::vector<std::string> ids = NamesOf(spec_.systems, &System::id);
    if (ids.empty()) Add("systems", ErrorCode::kMissingKey, "expected at least one system, found none");
    for (const System& system : spec_.systems) {
      const std::string path = "systems." + system.id;
      if (!names.executors.empty() && !system.executor.empty() &&
          !Contains(names.executors, system.executor)) {
        const auto& grammar = kGrammarExecutors;
        if (std::find(std::begin(grammar), std::end(grammar), system.executor) !=
            std::end(grammar)) {
          Add(path + ".executor", ErrorCode::kUnsupported,
              "executor '" + system.executor + "' is known, but isn't built in this release",
              NameHint("", names.executors));
        } else {
          Add(path + ".executor", ErrorCode::kUnknownName,
              "no executor is named '" + system.executor + "'",
              NameHint(system.executor, names.executors));
        }
      }
      NeedReference(path + ".baseline", "system", system.baseline, ids);
      if (!system.baseline.empty() && system.baseline == system.id) {
        Add(path + ".baseline", ErrorCode::kContradiction, "a system can't be its own baseline");
      }
    }
  }

  void CheckData(const Names& names) {
    for (const Split& split : spec_.data.splits) {
      const std::string path = "data." + split.name;
      if (!split.format.empty() && !names.datasets.empty() &&
          !Contains(names.datasets, split.format)) {
        Add(path + ".format", ErrorCode::kUnknownName, "no format is named '" + split.format + "'",
            NameHint(split.format, names.datasets));
      }
      for (const std::string& by : split.disjoint_by) {
        if (by == "content" || by == "id" || by == "group" ||
            (!split.group.empty() && by == split.group) || by == split.id)
          continue;
        std::vector<std::string> known = {"id", "content"};
        known.push_back(split.group.empty() ? "group" : split.group);
        Add(path + ".disjoint_by", ErrorCode::kBadReference,
            "splits can't be held apart by '" + by + "'", NameHint(by, known));
      }
    }
    const Split* tune = spec_.FindSplit("tune");
    const Split* certify = spec_.FindSplit("certify");
    if (tune != nullptr && certify != nullptr && !tune->path.empty() &&
        spec_.Resolve(tune->path) == spec_.Resolve(certify->path) &&
        ConditionsText(tune->where) == ConditionsText(certify->where)) {
      Add("data.certify.path", ErrorCode::kContradiction,
          "certify is the data that tune is: nothing could be certified on it",
          "name another file, or part it by the key split");
    }
    if (spec_.task.kind == TaskKind::kBinary && !spec_.data.splits.empty() &&
        spec_.task.positive.empty()) {
      Add("task.positive", ErrorCode::kMissingKey,
          "a binary task with data needs the key 'positive', found none",
          "for example positive: \"1\"");
    }
  }

  void CheckTraffic(const Names& names) {
    for (const Traffic& traffic : spec_.traffic) {
      const std::string path = "traffic." + traffic.name;
      if (const auto* own = std::get_if<OwnTraffic>(&traffic.scenario);
          own != nullptr && !names.arrivals.empty() && !own->arrival.empty() &&
          !Contains(names.arrivals, own->arrival)) {
        Add(path + ".arrivals", ErrorCode::kUnknownName,
            "no arrivals are named '" + own->arrival + "'", NameHint(own->arrival, names.arrivals));
      }
      if (traffic.sample_count > 0 && traffic.order == IssueOrder::kSame &&
          traffic.same_index >= traffic.sample_count) {
        Add(path + ".issue.same_index", ErrorCode::kOutOfRange,
            "expected an index below sample_count " + std::to_string(traffic.sample_count) +
                ", found " + std::to_string(traffic.same_index));
      }
      CheckDecidable(traffic, path);
    }
  }

  // Only where the spec says itself how many queries there are: otherwise a run takes what the
  // percentile needs.
  void CheckDecidable(const Traffic& traffic, const std::string& path) {
    if (!traffic.latency || traffic.min_queries == 0 || traffic.mode == Mode::kAccuracy) return;
    const double in_duration = QueriesInDuration(traffic);
    if (in_duration == 0 && traffic.duration_ns > 0) return;
    if (const auto* own = std::get_if<OwnTraffic>(&traffic.scenario);
        own != nullptr && own->arrival == "replay")
      return;
    const double planned =
        std::max(static_cast<double>(traffic.min_queries), std::floor(in_duration));
    const std::uint64_t needed = QueriesNeeded(traffic);
    if (planned >= static_cast<double>(needed)) return;
    Add(path + ".min_queries", ErrorCode::kUndecidable,
        "the plan has " + NumberText(planned) + " queries; a " +
            NumberText(100 * traffic.latency->percentile) +
            "th percentile can't pass with fewer than " + std::to_string(needed),
        "set min_queries to at least " + std::to_string(needed) + ", or leave it out");
  }

  void CheckMetric(const std::string& path, const std::string& metric, const Names& names) {
    if (metric.empty() || names.metrics.empty()) return;
    if (Contains(names.metrics, metric) || Contains(names.metrics, MetricOf(metric))) return;
    if (Contains(names.file_metrics, metric) || Contains(names.file_metrics, MetricOf(metric))) {
      return Add(path, ErrorCode::kUnsupported, "'" + metric + "' is known, but a run doesn't measure it in this release",
                 "`assay score FILE` measures it of a file of answers");
    }
    Add(path, ErrorCode::kUnknownName, "no metric is named '" + metric + "'",
        NearName(metric, std::vector<std::string_view>(names.metrics.begin(), names.metrics.end()))
                .empty()
            ? "`assay list metrics` shows the names there are"
            : NameHint(metric, names.metrics));
  }

  void CheckMetricNames(const Names& names) {
    CheckMetric("scoring.primary", spec_.scoring.primary, names);
    for (const std::string& metric : spec_.scoring.report)
      CheckMetric("scoring.report", metric, names);
    if (spec_.operating_point) {
      CheckMetric("operating_point.maximize", spec_.operating_point->maximize, names);
      for (const Condition& condition : spec_.operating_point->subject_to) {
        CheckMetric("operating_point.subject_to", condition.name, names);
      }
    }
    for (const Claim& claim : spec_.claims)
      CheckMetric("claims." + claim.id + ".metric", claim.metric, names);
    if (spec_.decision) {
      CheckMetric(
          spec_.decision->prefer_minimize ? "decision.prefer.minimize" : "decision.prefer.maximize",
          spec_.decision->prefer_metric, names);
    }
  }

  void CheckClaim(const Claim& claim) {
    const std::string path = "claims." + claim.id;
    const std::vector<std::string> systems = NamesOf(spec_.systems, &System::id);
    NeedReference(path + ".for.system", "system", claim.target.system, systems);
    NeedReference(path + ".for.traffic", "traffic", claim.target.traffic,
                  NamesOf(spec_.traffic, &Traffic::name));
    NeedReference(path + ".for.split", "split", claim.target.split,
                  NamesOf(spec_.data.splits, &Split::name));
    NeedReference(path + ".bound", "system", claim.bound.gate_system, systems);
    if (!claim.bound.gate_system.empty() && claim.bound.gate_system == claim.target.system) {
      Add(path + ".bound", ErrorCode::kContradiction,
          "the gate compares '" + claim.target.system + "' with itself");
    }
    if (claim.given_operating_point && !spec_.operating_point) {
      Add(path + ".given", ErrorCode::kBadReference, "the spec has no operating_point",
          "add the block, or leave 'given' out");
    }
    const std::string_view metric = MetricOf(claim.metric);
    if (!claim.target.slice.empty() && (IsLatency(metric) || IsCost(metric) || spec_.JudgedSplit() == nullptr)) {
      Add(path + ".for.slice", ErrorCode::kContradiction,
          "a slice is a part of labelled cases: " + claim.metric + " isn't measured on one",
          "claim a quality metric of it, and name the data to judge on");
    }
    if ((metric == "precision" || metric.ends_with("_at_base_rate")) && !spec_.data.base_rate) {
      Add(path + ".metric", ErrorCode::kMissingKey,
          "precision in service depends on how often the positive class occurs there, and the spec "
          "states no base rate",
          "add data.base_rate: {value: …, source: …}");
    }
    if (IsLatency(metric) && spec_.traffic.empty()) {
      Add(path + ".metric", ErrorCode::kMissingKey,
          "a latency needs traffic, and the spec defines none", "add the block 'traffic'");
    }
    CheckClaimUnit(claim, metric, path);
  }

  // Where the metric's name says which unit it has. A gate is a share of another value and has
  // none.
  void CheckClaimUnit(const Claim& claim, std::string_view metric, const std::string& path) {
    if (claim.bound.is_gate() || claim.bound.text.empty()) return;
    const QuantityKind kind = claim.bound.limit.kind;
    if (IsLatency(metric) && kind != QuantityKind::kDuration) {
      Add(path + ".bound", ErrorCode::kBadBound,
          "expected a duration for " + claim.metric + ", found '" + claim.bound.text + "'",
          "for example \"<= 10ms\"");
    }
    if (IsCost(metric) && kind != QuantityKind::kMoney) {
      Add(path + ".bound", ErrorCode::kBadBound,
          "expected an amount for " + claim.metric + ", found '" + claim.bound.text + "'",
          "for example \"<= 0.02EUR/1000\"");
    }
  }

  void CheckOperatingPoint() {
    if (!spec_.operating_point) return;
    if (spec_.operating_point->at_base_rate && !spec_.data.base_rate) {
      Add("operating_point.at", ErrorCode::kMissingKey, "the spec states no base rate",
          "add data.base_rate: {value: …, source: …}");
    }
    if (spec_.JudgedSplit() == nullptr) {
      Add("operating_point", ErrorCode::kContradiction,
          "a threshold is certified on labelled data, and the spec names none to judge on",
          "add data.certify, or data.main");
    }
  }

  void CheckDecision() {
    if (!spec_.decision) return;
    const std::vector<std::string> ids = NamesOf(spec_.claims, &Claim::id);
    std::vector<std::string> seen;
    for (const std::string& id : spec_.decision->require) {
      NeedReference("decision.require", "claim", id, ids);
      if (Contains(seen, id))
        Add("decision.require", ErrorCode::kDuplicateKey, "claim '" + id + "' stands twice");
      seen.push_back(id);
    }
  }

  void CheckCurrency() {
    std::string first, first_path;
    const auto check = [&](const std::string& path, const std::string& currency) {
      if (currency.empty()) return;
      if (first.empty()) {
        first = currency;
        first_path = path;
      } else if (currency != first) {
        Add(path, ErrorCode::kContradiction,
            "expected one currency in a spec, found " + currency + " here and " + first + " in " +
                first_path);
      }
    };
    if (spec_.costs) {
      for (const auto& [key, cost] : {std::pair{"fn", &spec_.costs->fn},
                                      {"fp", &spec_.costs->fp},
                                      {"review", &spec_.costs->review}}) {
        if (*cost && (*cost)->money) check(std::string("costs.") + key, (*cost)->money->currency);
      }
      if (spec_.costs->serve) check("costs.serve", spec_.costs->serve->currency);
    }
    if (spec_.serving && spec_.serving->host_price)
      check("serving.price.host", spec_.serving->host_price->currency);
    if (spec_.serving && spec_.serving->cost_bound)
      check("serving.cost_bound", spec_.serving->cost_bound->limit.currency);
    for (const Claim& claim : spec_.claims)
      check("claims." + claim.id + ".bound", claim.bound.limit.currency);
  }

  // A cost per request is a price over a rate: without a price that somebody can look up it is no
  // evidence.
  void CheckPrice() {
    const auto needs = [&](const std::string& path) {
      if (!spec_.serving || !spec_.serving->host_price) {
        Add(path, ErrorCode::kMissingKey,
            "a cost needs the price of the host, and the spec states none",
            "add serving.price: {host: 1.84EUR/h, source: \"quote 2026-11-03\"}");
      } else if (!HasYear(spec_.serving->price_source)) {
        Add("serving.price.source", ErrorCode::kMissingKey,
            "expected where the price comes from, with its date, found '" +
                spec_.serving->price_source + "'",
            "for example source: \"quote 2026-11-03\"");
        return true;
      }
      return false;
    };
    for (const Claim& claim : spec_.claims) {
      if (claim.metric.starts_with("cost_per_") && needs("claims." + claim.id + ".metric")) return;
    }
    if (spec_.serving && spec_.serving->cost_bound && needs("serving.cost_bound")) return;
    if (spec_.costs && spec_.costs->serve_from_serving) needs("costs.serve");
  }

  void WarnTraffic(const Traffic& traffic) {
    const std::string path = "traffic." + traffic.name;
    if (std::holds_alternative<Server>(traffic.scenario) && !traffic.latency) {
      Add(path, ErrorCode::kNotMeasured,
          "Server without a latency bound: the run can't say whether the rate was held",
          "add latency: {percentile: 0.99, at_most: 10ms}");
    }
    if (traffic.latency && traffic.min_queries == 0) {
      const double planned = std::floor(QueriesInDuration(traffic));
      const std::uint64_t needed = QueriesNeeded(traffic);
      if (planned > 0 && planned < static_cast<double>(needed)) {
        Add(path + ".duration", ErrorCode::kUndecidable,
            "the duration holds " + NumberText(planned) +
                " queries; the percentile needs at least " + std::to_string(needed) +
                ", so the run takes longer");
      }
    }
    if (traffic.same_index != 0 && traffic.order != IssueOrder::kSame) {
      Add(path + ".issue.same_index", ErrorCode::kContradiction,
          "same_index means something with order: same only");
    }
  }

  const Spec& spec_;
  SourceText source_;
  Errors errors_;
};

}  // namespace

Errors CheckSpec(const Spec& spec, const Names& names) {
  Checker checker(spec);
  checker.CheckAll(names);
  return checker.Take();
}

Errors WarnSpec(const Spec& spec) {
  Checker checker(spec);
  checker.WarnAll();
  return checker.Take();
}

}  // namespace assay::spec
