// SPDX-License-Identifier: Apache-2.0
// The blocks that results are held against: costs, serving, claims, decision.
#include <limits>

#include "spec/spec_table.h"
#include "spec/value_type.h"

namespace assay::spec {
namespace {

// `serve: from_serving` or an amount.
struct ServeCost {
  bool from_serving = false;
  Money money;
};

struct CostsKeys : Costs {
  std::optional<ServeCost> serve_key;
};

TypeOf<ServeCost> ServeCostValue() {
  return MakeScalar<ServeCost>(
      {[](const Node& node) -> Result<ServeCost> {
         if (node.kind == NodeKind::kScalar && node.text == "from_serving")
           return ServeCost{true, {}};
         if (node.kind != NodeKind::kScalar) {
           return Fail(ErrorCode::kWrongType,
                       "expected from_serving or an amount, found " + Shown(node));
         }
         auto money = ParseMoney(node.text);
         if (!money) {
           return Fail(
               money.error().code,
               "expected from_serving or an amount such as 0.02EUR/1000, found " + Shown(node));
         }
         if (money->per == Per::kHour) {
           return Fail(ErrorCode::kBadQuantity,
                       "expected an amount per request, found " + Shown(node),
                       "a price per hour goes to serving.price.host");
         }
         return ServeCost{false, *std::move(money)};
       },
       [](const ServeCost& cost) -> std::optional<std::string> {
         return cost.from_serving ? std::string("from_serving") : MoneyText(cost.money);
       },
       [](const Names&, base::JsonWriter& json) { json.Member("type", "string"); },
       "from_serving, amount"});
}

const Table& CostsTable() {
  static const auto amount = [] { return Optional(ErrorCostValue()); };
  static const Table table{
      "costs",
      "What errors and answers cost, in one currency: an amount for all cases, or {column, factor}, each case's own.",
      {Key<&Costs::fn, CostsKeys>("fn", amount(), "A positive case that is missed.", "120.00EUR"),
       Key<&Costs::fp, CostsKeys>("fp", amount(), "A negative case that is flagged.", "4.00EUR"),
       Key<&Costs::review, CostsKeys>("review", amount(), "Looking at a flagged case.", "1.20EUR"),
       Key<&CostsKeys::serve_key>("serve", Optional(ServeCostValue()), "Answering one request.",
                                  "from_serving")}};
  return table;
}

struct SlaKeys {
  std::optional<std::int64_t> p50, p90, p95, p97, p99, p999;
  std::optional<double> errors;
};

struct PriceKeys {
  std::optional<Money> host;
  std::string source;
};

struct ServingKeys {
  SlaKeys sla;
  std::optional<PriceKeys> price;
  double replicas = 1;
  std::optional<Bound> cost_bound;
};

struct SlaPercentile {
  std::string_view key;
  std::optional<std::int64_t> SlaKeys::* member;
};

constexpr SlaPercentile kSlaPercentiles[] = {{"p50", &SlaKeys::p50}, {"p90", &SlaKeys::p90},
                                             {"p95", &SlaKeys::p95}, {"p97", &SlaKeys::p97},
                                             {"p99", &SlaKeys::p99}, {"p999", &SlaKeys::p999}};

// `errors: "<= 0.1%"`: a bound that is a share.
TypeOf<double> ErrorShare() {
  return MakeScalar<double>(
      {[](const Node& node) -> Result<double> {
         constexpr std::string_view kWhat =
             "expected a share with its operator, such as \"<= 0.1%\", found ";
         if (node.kind != NodeKind::kScalar)
           return Fail(ErrorCode::kWrongType, std::string(kWhat) + Shown(node));
         ASSAY_TRY(bound, ParseBound(node.text));
         const bool share =
             bound.limit.kind == QuantityKind::kShare || bound.limit.kind == QuantityKind::kNumber;
         if (bound.op != Op::kLessEqual || bound.is_gate() || !share) {
           return Fail(ErrorCode::kBadBound, std::string(kWhat) + Shown(node));
         }
         if (bound.limit.value < 0 || bound.limit.value > 1) {
           return Fail(ErrorCode::kOutOfRange,
                       "expected a share between 0 and 1 (0% and 100%), found " + Shown(node));
         }
         return bound.limit.value;
       },
       [](const double& share) { return std::optional("\"<= " + NumberText(share) + "\""); },
       [](const Names&, base::JsonWriter& json) {
         json.Member("type", "string").Member("pattern", "^ *<= *[.0-9]+([eE][+-]?[0-9]+)?%?$");
       },
       "bound on a share"});
}

const Table& SlaTable() {
  static const auto duration = [] { return Optional(Duration(false)); };
  static const Table table{
      "serving.sla",
      "What every answer stream must hold: latency percentiles and the share of errors.",
      {Key<&SlaKeys::p50>("p50", duration(), "Median latency at most.", "3ms"),
       Key<&SlaKeys::p90>("p90", duration(), "90th percentile at most.", "5ms"),
       Key<&SlaKeys::p95>("p95", duration(), "95th percentile at most.", "6ms"),
       Key<&SlaKeys::p97>("p97", duration(), "97th percentile at most.", "8ms"),
       Key<&SlaKeys::p99>("p99", duration(), "99th percentile at most.", "10ms"),
       Key<&SlaKeys::p999>("p999", duration(), "99.9th percentile at most.", "20ms"),
       Key<&SlaKeys::errors>("errors", Optional(ErrorShare()), "Share of requests that may fail.",
                             "\"<= 0.1%\""),
       Unbuilt("ttft_p95", "Time to the first token."), Unbuilt("tpot_p95", "Time per token.")}};
  return table;
}

const Table& PriceTable() {
  static const Table table{
      "serving.price",
      "What one replica costs.",
      {Key<&PriceKeys::host>("host", Optional(Amount({Per::kHour})), "Per hour.", "1.84EUR/h")
           .Required(),
       Key<&PriceKeys::source>("source", TextValue(), "Where the price comes from, with its date.",
                               "\"quote 2026-11-03\"")}};
  return table;
}

const Table& ServingTable() {
  static const Table table{
      "serving",
      "What serving must hold, and what it costs.",
      {Key<&ServingKeys::sla>("sla", TableOf<SlaKeys>(SlaTable()), "Latency and errors."),
       Key<&ServingKeys::price>("price", Optional(TableOf<PriceKeys>(PriceTable())),
                                "What one replica costs."),
       Key<&ServingKeys::replicas>("replicas", Number(1, 1e6), "How many are paid for.", "1"),
       Unbuilt("load_curve", "Load over the day."),
       Key<&ServingKeys::cost_bound>("cost_bound", Optional(BoundValue()),
                                     "What a request may cost.", "\"<= 0.02EUR/1000\"")}};
  return table;
}

// `given: operating_point`, or conditions on columns.
struct Given {
  bool operating_point = false;
  std::vector<Condition> conditions;
};

struct ClaimKeys : Claim {
  Given given_key;
  std::optional<int> slot_key;
};

TypeOf<Given> GivenValue() {
  return MakeScalar<Given>(
      {[](const Node& node) -> Result<Given> {
         if (node.kind != NodeKind::kScalar) {
           return Fail(ErrorCode::kWrongType,
                       "expected operating_point or a condition, found " + Shown(node));
         }
         if (node.text == "operating_point") return Given{true, {}};
         ASSAY_TRY(conditions, ParseConditions(node.text));
         return Given{false, std::move(conditions)};
       },
       [](const Given& given) -> std::optional<std::string> {
         if (given.operating_point) return std::string("operating_point");
         if (given.conditions.empty()) return std::nullopt;
         return YamlText(ConditionsText(given.conditions));
       },
       [](const Names&, base::JsonWriter& json) { json.Member("type", "string"); },
       "operating_point, condition"});
}

const Table& ClaimForTable() {
  static const Table table{
      "claims[].for",
      "What the claim is about; what is left out means every.",
      {Key<&ClaimFor::system>("system", Identifier(), "A system's id.", "mlp-int8"),
       Key<&ClaimFor::split>("split", Word({"tune", "certify", "calibrate", "main"}),
                             "Left out: certify, else main.", "certify"),
       Key<&ClaimFor::traffic>("traffic", Identifier(), "A traffic's name.", "online"),
       Key<&ClaimFor::slice>("slice", SliceName(),
                             "A part of the data: a condition on its columns, or worst_decile.",
                             "\"age >= 70\"")}};
  return table;
}

const Table& ClaimTable() {
  static const Table table{
      "claims[]",
      "One sentence that will be judged: PASS, FAIL, UNDECIDED or NOT MEASURED.",
      {Key<&Claim::id, ClaimKeys>("id", Identifier(), "Names the claim.", "recall").Required(),
       Key<&Claim::metric, ClaimKeys>("metric", MetricName(),
                                      "What is measured: `assay list metrics`.", "recall")
           .Required(),
       Key<&Claim::target, ClaimKeys>("for", TableOf<ClaimFor>(ClaimForTable()),
                                      "What the claim is about.", "{system: mlp-int8}"),
       Key<&Claim::bound, ClaimKeys>("bound", BoundValue(), "What the metric must hold.",
                                     "\">= 0.70\"")
           .Required(),
       Key<&ClaimKeys::given_key>("given", GivenValue(),
                                  "At which operating point, or for which cases.",
                                  "operating_point"),
       Unbuilt("compare", "Paired comparison with another system."),
       Key<&ClaimKeys::slot_key>("slot", Optional(Integer<int>(1, 7)),
                                 "Place in the evidence: 1 to 7.", "3"),
       Key<&Claim::primary, ClaimKeys>("primary", Flag(),
                                       "The claim that the decision rests on first.", "true")}};
  return table;
}

struct PreferKeys {
  std::string minimize, maximize;
};

struct DecisionKeys {
  std::vector<std::string> require;
  std::optional<PreferKeys> prefer;
  std::string undecided = Decision{}.undecided;
};

const Table& PreferTable() {
  static const Table table{
      "decision.prefer",
      "Which of several candidates that hold all is taken.",
      {Key<&PreferKeys::minimize>("minimize", MetricName(), "The one with the least.",
                                  "cost_per_request"),
       Key<&PreferKeys::maximize>("maximize", MetricName(), "The one with the most.", "recall")}};
  return table;
}

const Table& DecisionTable() {
  static const Table table{
      "decision",
      "Which claims must hold, and which candidate is preferred then.",
      {Key<&DecisionKeys::require>("require", ListOf(Identifier()), "Claims that must all PASS.",
                                   "[recall, sla]")
           .Required(),
       Key<&DecisionKeys::prefer>("prefer", Optional(TableOf<PreferKeys>(PreferTable())),
                                  "What is preferred.", "{minimize: cost_per_request}"),
       Key<&DecisionKeys::undecided>("undecided", Word({"report_n_needed"}),
                                     "What to do about UNDECIDED.", "report_n_needed")}};
  return table;
}

}  // namespace

TypeOf<Costs> CostsBlock() {
  return TableVia<Costs, CostsKeys>(
      CostsTable(),
      [](const CostsKeys& keys, const Node&, const std::string&, SpecReading&, Costs& costs) {
        costs = keys;
        if (!keys.serve_key) return;
        costs.serve_from_serving = keys.serve_key->from_serving;
        if (!costs.serve_from_serving) costs.serve = keys.serve_key->money;
      },
      [](const Costs& costs) {
        CostsKeys keys;
        static_cast<Costs&>(keys) = costs;
        if (costs.serve_from_serving) keys.serve_key = ServeCost{true, {}};
        if (costs.serve) keys.serve_key = ServeCost{false, *costs.serve};
        return keys;
      });
}

TypeOf<Serving> ServingBlock() {
  return TableVia<Serving, ServingKeys>(
      ServingTable(),
      [](const ServingKeys& keys, const Node&, const std::string&, SpecReading&, Serving& serving) {
        serving = Serving{};
        for (const SlaPercentile& percentile : kSlaPercentiles) {
          if (const auto& limit = keys.sla.*percentile.member)
            serving.sla.percentile_ns[std::string(percentile.key)] = *limit;
        }
        serving.sla.max_errors = keys.sla.errors;
        if (keys.price) {
          serving.host_price = keys.price->host;
          serving.price_source = keys.price->source;
        }
        serving.replicas = keys.replicas;
        serving.cost_bound = keys.cost_bound;
      },
      [](const Serving& serving) {
        ServingKeys keys;
        for (const SlaPercentile& percentile : kSlaPercentiles) {
          const auto at = serving.sla.percentile_ns.find(std::string(percentile.key));
          if (at != serving.sla.percentile_ns.end()) keys.sla.*percentile.member = at->second;
        }
        keys.sla.errors = serving.sla.max_errors;
        if (serving.host_price) keys.price = PriceKeys{serving.host_price, serving.price_source};
        keys.replicas = serving.replicas;
        keys.cost_bound = serving.cost_bound;
        return keys;
      });
}

TypeOf<std::vector<Claim>> ClaimsBlock() {
  return NamedListOf(
      TableVia<Claim, ClaimKeys>(
          ClaimTable(),
          [](const ClaimKeys& keys, const Node&, const std::string&, SpecReading&, Claim& claim) {
            claim = keys;
            claim.given_operating_point = keys.given_key.operating_point;
            claim.given = keys.given_key.conditions;
            claim.slot = keys.slot_key.value_or(0);
          },
          [](const Claim& claim) {
            ClaimKeys keys;
            static_cast<Claim&>(keys) = claim;
            keys.given_key = Given{claim.given_operating_point, claim.given};
            if (claim.slot != 0) keys.slot_key = claim.slot;
            return keys;
          }),
      "id");
}

TypeOf<Decision> DecisionBlock() {
  return TableVia<Decision, DecisionKeys>(
      DecisionTable(),
      [](const DecisionKeys& keys, const Node& node, const std::string& path, SpecReading& reading,
         Decision& decision) {
        decision = Decision{keys.require, true, "", keys.undecided};
        if (!keys.prefer) return;
        if (keys.prefer->minimize.empty() == keys.prefer->maximize.empty()) {
          const Node* prefer = node.Find("prefer");
          reading.Fail(*prefer, path + ".prefer", ErrorCode::kContradiction,
                       "expected one of minimize and maximize");
          return;
        }
        decision.prefer_minimize = !keys.prefer->minimize.empty();
        decision.prefer_metric =
            decision.prefer_minimize ? keys.prefer->minimize : keys.prefer->maximize;
      },
      [](const Decision& decision) {
        DecisionKeys keys{decision.require, std::nullopt, decision.undecided};
        if (!decision.prefer_metric.empty()) {
          keys.prefer = decision.prefer_minimize ? PreferKeys{decision.prefer_metric, ""}
                                                 : PreferKeys{"", decision.prefer_metric};
        }
        return keys;
      });
}

}  // namespace assay::spec
