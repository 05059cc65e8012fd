// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_difference.h"

#include <algorithm>
#include <string>

#include "citation/match_text.h"

namespace assay::citation {
namespace {

struct Axis {
  std::string_view name, field;
  bool must_declare;
};

// The messaging guidelines name six; the rest limits what the comparison says.
constexpr Axis kAxes[] = {{"benchmark", "benchmark", false},      {"scenario", "scenario", true},
                          {"version", "round", true},             {"division", "division", true},
                          {"category", "category", true},         {"availability", "availability", true},
                          {"accelerators", "accelerators", true}, {"verified", "verified", true},
                          {"precision", "precision", false},      {"software", "software", false},
                          {"model", "model", false},              {"inferred", "inferred", false},
                          {"power", "power", false},              {"unit", "unit", false},
                          {"submitter", "submitter", false}};

const Axis* FindAxis(std::string_view name) {
  const auto found = std::ranges::find(kAxes, name, &Axis::name);
  return found == std::end(kAxes) ? nullptr : &*found;
}

std::string Value(const Facts& stated, const Facts& filled, std::string_view field) {
  if (const auto found = stated.find(field); found != stated.end()) return found->second;
  const auto found = filled.find(field);
  return found == filled.end() ? std::string() : found->second;
}

// The quote names both values, as a field or in its words.
bool Declared(const Subject& subject, const Side& side, const Axis& axis, const std::string& a, const std::string& b) {
  const std::string words = subject.Words();
  const auto says = [&](const Facts& stated, const std::string& value) {
    if (stated.contains(axis.field)) return true;
    return !value.empty() && (Mentions(words, value) || Mentions(words, "v" + value));
  };
  return says(subject.quote.stated, a) && says(side.stated, b);
}

std::vector<SideDifference> OfRows(const Subject& subject, const Side& side) {
  std::vector<SideDifference> differences;
  for (const results::Difference& each : results::DifferencesBetween(*subject.row(), *side.matched.row)) {
    const Axis* axis = FindAxis(each.axis);
    SideDifference difference{std::string(each.axis), each.a, each.b, each.forbids, false, false, true, each.reason};
    if (axis != nullptr) {
      difference.must_declare = axis->must_declare;
      difference.declared = Declared(subject, side, *axis, each.a, each.b);
    }
    if (each.axis == "accelerators") {  // only their number must be stated
      difference.must_declare = subject.row()->system->accelerators.total != side.matched.row->system->accelerators.total;
    }
    differences.push_back(std::move(difference));
  }
  return differences;
}

// Whether two stated values of an axis mean the same, and if not, whether any wording helps.
struct Judged {
  bool differs = false, forbids = false;
  std::string reason;
};

Judged Judge(std::string_view axis, const std::string& a, const std::string& b, const Subject& subject) {
  Judged judged{.differs = Squeezed(a) != Squeezed(b), .forbids = false, .reason = {}};
  if (axis == "benchmark" && judged.differs) {
    // A family and its gate may be one benchmark.
    if (Squeezed(round::FamilyOf(a)) == Squeezed(round::FamilyOf(b))) {
      const bool both_gates = round::GateOf(a) && round::GateOf(b);
      judged.forbids = both_gates;
      judged.differs = both_gates;
      judged.reason = both_gates ? "the accuracy gates differ" : "";
    } else {
      judged.forbids = true;
      judged.reason = "only results of the same benchmark may be compared";
    }
  }
  if (axis == "scenario" && judged.differs) {
    judged.forbids = true;
    judged.reason = "only results of the same scenario may be compared";
  }
  if (axis == "version" && judged.differs) {
    const std::string benchmark(subject.Get("benchmark"));
    const auto scenario = round::ParseScenario(subject.Get("scenario"));
    if (!benchmark.empty() && scenario) {
      const round::Comparable comparable = round::MayCompare(benchmark, *scenario, a, b);
      judged.forbids = !comparable.yes;
      judged.reason = comparable.reason;
    }
  }
  if (axis == "unit" && judged.differs) {
    const auto unit_a = round::ParseUnit(a), unit_b = round::ParseUnit(b);
    judged.differs = !unit_a || !unit_b || *unit_a != *unit_b;
    judged.forbids = judged.differs;
    judged.reason = judged.differs ? "the numbers have different units" : "";
  }
  return judged;
}

std::vector<SideDifference> OfFacts(const Subject& subject, const Side& side) {
  std::vector<SideDifference> differences;
  for (const Axis& axis : kAxes) {
    const std::string a = Value(subject.quote.stated, subject.matched.filled, axis.field);
    std::string b = Value(side.stated, side.matched.filled, axis.field);
    // A comparison in one sentence names what both sides share once.
    const bool shared = axis.name == "benchmark" || axis.name == "scenario" || axis.name == "unit" || axis.name == "version";
    if (b.empty() && shared) b = a;
    if (a.empty() || b.empty()) {
      if (a.empty() && b.empty() && !axis.must_declare) continue;
      if (axis.name == "verified" || !axis.must_declare) continue;
      differences.push_back({std::string(axis.name), a.empty() ? "not stated" : a, b.empty() ? "not stated" : b, false,
                             false, true, false, "whether they differ can't be told"});
      continue;
    }
    const Judged judged = Judge(axis.name, a, b, subject);
    if (!judged.differs) continue;
    differences.push_back({std::string(axis.name), a, b, judged.forbids, Declared(subject, side, axis, a, b),
                           axis.must_declare, true, judged.reason});
  }
  return differences;
}

}  // namespace

std::vector<SideDifference> DifferencesTo(const Subject& subject, const Side& side) {
  if (side.matched.match == Match::kNotInference || subject.matched.match == Match::kNotInference) return {};
  const bool rows = subject.row() != nullptr && side.matched.match == Match::kOne;
  if (!rows) return OfFacts(subject, side);
  std::vector<SideDifference> differences = OfRows(subject, side);
  // Rows know nothing of a status that only the quote states.
  const std::string a = Value(subject.quote.stated, {}, "verified"), b = Value(side.stated, {}, "verified");
  if (!a.empty() && !b.empty() && a != b) {
    differences.push_back({"verified", a, b, false, true, true, true, ""});
  }
  return differences;
}

}  // namespace assay::citation
