// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_members.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "run/drawn_cost.h"
#include "run/quality.h"
#include "run/slices/sliced_cases.h"
#include "run/unscored_cases.h"
#include "slice/halves.h"
#include "slice/literal.h"

namespace assay::run {
namespace {

constexpr char kMembersName[] = "/slices.json";

// Four rows a digit, the first in the lowest bit.
std::string ToDigits(const slice::RowSet& rows) {
  std::string digits((rows.rows() + 3) / 4, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) {
    unsigned value = 0;
    for (std::size_t bit = 0; bit < 4 && 4 * i + bit < rows.rows(); ++bit) value |= rows.Has(4 * i + bit) ? 1U << bit : 0;
    digits[i] = "0123456789abcdef"[value];
  }
  return digits;
}

Result<slice::RowSet> FromDigits(const base::JsonValue* value, std::size_t rows) {
  const auto digits = value == nullptr ? std::nullopt : value->AsString();
  slice::RowSet set(rows);
  if (!digits || digits->size() != (rows + 3) / 4) return Fail(ErrorCode::kBadRecord, "slices.json: expected a digit for four cases");
  for (std::size_t i = 0; i < digits->size(); ++i) {
    const std::size_t number = std::string_view("0123456789abcdef").find((*digits)[i]);
    if (number == std::string_view::npos) return Fail(ErrorCode::kBadRecord, "slices.json: expected hexadecimal digits");
    for (std::size_t bit = 0; bit < 4 && 4 * i + bit < rows; ++bit) {
      if (((number >> bit) & 1) != 0) set.Add(4 * i + bit);
    }
  }
  return set;
}

std::vector<std::size_t> EveryPlace(const Dataset& data) {
  std::vector<std::size_t> places(data.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  return places;
}

Result<std::vector<slice::NamedSlice>> Deciles(const spec::Spec& spec, const Dataset& data) {
  const std::vector<std::size_t> places = EveryPlace(data);
  std::vector<slice::NamedSlice> slices;
  if (spec.slices && !spec.slices->declared.empty()) {
    ASSAY_TRY(declared, DeclaredSlices(data, places, spec.slices->declared));
    slices = std::move(declared);
  } else {
    ASSAY_TRY(features, FeaturesOf(data, places, {}));
    for (const slice::Feature& feature : features) {
      for (slice::Literal& literal : slice::MakeLiterals(feature, 0, 1)) slices.push_back({std::move(literal.text), std::move(literal.rows)});
    }
  }
  // Tenths by rank may hold a case less than a tenth.
  std::erase_if(slices, [&](const slice::NamedSlice& slice) { return 10 * (slice.rows.Count() + 1) < data.size(); });
  return slices;
}

void WriteSet(base::JsonWriter& json, const slice::NamedSlice& slice) {
  json.BeginObject().Member("slice", slice.text).Member("members", ToDigits(slice.rows)).EndObject();
}

// Rows of the scored cases by their place in the data; the accuracy pass knows it.
std::unordered_map<std::string_view, std::size_t> PlacesOf(const Evaluation& evaluation, const std::string& system) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (const CellResult& cell : evaluation.cells) {
    if (!cell.context.accuracy || cell.context.cell.system != system) continue;
    for (const record::CaseLine& line : cell.cases) places.emplace(line.id, line.index);
  }
  return places;
}

// Scored rows as sets over those rows, of sets over places.
class RowsOfPlaces {
 public:
  RowsOfPlaces(const Evaluation& evaluation, const QualityResult& quality) {
    const auto places = PlacesOf(evaluation, quality.system);
    for (const std::string& id : quality.cases.ids) places_.push_back(places.at(id));
  }
  slice::RowSet Of(const slice::RowSet& set) const {
    slice::RowSet rows(places_.size());
    for (std::size_t row = 0; row < places_.size(); ++row) {
      if (places_[row] < set.rows() && set.Has(places_[row])) rows.Add(row);
    }
    return rows;
  }

 private:
  std::vector<std::size_t> places_;
};

// What a claim's metric reads, cut down to some rows.
ScoredCases CutTo(const QualityResult& quality, const std::vector<std::int32_t>& decisions, const slice::RowSet& rows) {
  ScoredCases cut;
  cut.classes = quality.cases.classes;
  rows.ForEach([&](std::size_t row) {
    AppendCase(quality.cases, row, cut);
    if (!decisions.empty()) cut.predicted.push_back(decisions[row]);
  });
  return cut;
}

std::vector<std::int32_t> DecisionsFor(const spec::Claim& claim, const QualityResult& quality) {
  if (!claim.given_operating_point) return quality.cases.predicted;
  if (!quality.decisions_at_point.empty()) return quality.decisions_at_point;
  return DecideAt(quality.cases, *quality.operating_point->optimistic);
}

// Where a part of the cases set the threshold, the others judge.
slice::RowSet JudgingRows(const spec::Claim& claim, const QualityResult& quality) {
  slice::RowSet rows(quality.cases.ids.size());
  const bool some = claim.given_operating_point && !quality.operating_point->details.judging_rows.empty();
  if (some) {
    for (const std::size_t row : quality.operating_point->details.judging_rows) rows.Add(row);
  } else {
    for (std::size_t row = 0; row < rows.rows(); ++row) rows.Add(row);
  }
  return rows;
}

struct ChosenRows {
  slice::RowSet rows;
  std::string which;
};

Result<ChosenRows> ChooseWorst(const SliceMembers& members, const RowsOfPlaces& places, const QualityResult& quality,
                               const std::vector<std::int32_t>& decisions) {
  std::vector<std::uint8_t> wrong(decisions.size());
  for (std::size_t row = 0; row < wrong.size(); ++row) wrong[row] = decisions[row] != quality.cases.label[row];
  std::vector<slice::NamedSlice> slices;
  for (const slice::NamedSlice& slice : members.deciles) slices.push_back({slice.text, places.Of(slice.rows)});
  const slice::RowSet searched = places.Of(members.searched);
  ASSAY_TRY(worst, slice::WorstDecile(slices, slice::CaseErrors::OfAnswers(wrong), searched));
  return ChosenRows{slices[worst].rows.Without(searched), "the worst of " + std::to_string(slices.size()) +
                                                              " slices by the other half of the cases, '" +
                                                              slices[worst].text + "'"};
}

Result<ChosenRows> ChooseRows(const Evaluation& evaluation, const spec::Claim& claim, const QualityResult& quality,
                              const std::vector<std::int32_t>& decisions) {
  const auto members = ReadSliceMembers(evaluation.run_directory);
  if (!members) return Fail(ErrorCode::kNotMeasured, "the run has no members of its slices: " + members.error().what);
  const RowsOfPlaces places(evaluation, quality);
  if (claim.target.slice == kWorstDecile) return ChooseWorst(*members, places, quality, decisions);
  const auto found = members->claimed.find(claim.target.slice);
  if (found == members->claimed.end()) {
    return Fail(ErrorCode::kNotMeasured, "the run has no members of slice '" + claim.target.slice + "'");
  }
  return ChosenRows{places.Of(found->second), "slice '" + claim.target.slice + "'"};
}

}  // namespace

Result<void> WriteSliceMembers(const spec::Spec& spec, const OpenedData& data, const std::string& run_directory) {
  const bool any = std::ranges::any_of(spec.claims, [](const spec::Claim& claim) { return !claim.target.slice.empty(); });
  const Dataset* split = data.judged_split();
  if (!any || split == nullptr) return {};
  const std::vector<std::size_t> places = EveryPlace(*split);
  std::vector<std::string_view> names;
  for (const std::size_t place : places) names.push_back(split->Group(place).empty() ? split->Id(place) : split->Group(place));
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.slice_members/1").Member("split", data.judged).Member("cases", split->size());
  json.Member("searched", ToDigits(slice::SearchedHalf(names, spec.stats.seed))).Key("claimed").BeginArray();
  bool deciles = false;
  for (const spec::Claim& claim : spec.claims) {
    deciles |= claim.target.slice == kWorstDecile;
    if (claim.target.slice.empty() || claim.target.slice == kWorstDecile) continue;
    const auto slices = DeclaredSlices(*split, places, std::vector{claim.target.slice});
    if (!slices) return FailAt({.path = "claims." + claim.id + ".for.slice"}, slices.error().code, slices.error().what, slices.error().hint);
    WriteSet(json, slices->front());
  }
  json.EndArray().Key("deciles").BeginArray();
  if (deciles) {
    ASSAY_TRY(slices, Deciles(spec, *split));
    for (const slice::NamedSlice& slice : slices) WriteSet(json, slice);
  }
  json.EndArray().EndObject();
  return base::WriteFileAtomically(run_directory + kMembersName, text + "\n");
}

Result<SliceMembers> ReadSliceMembers(const std::string& run_directory) {
  const std::string path = run_directory + kMembersName;
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(json, base::ReadJson(text, path));
  const base::JsonValue *cases = json.Find("cases"), *claimed = json.Find("claimed"), *deciles = json.Find("deciles");
  if (cases == nullptr || claimed == nullptr || deciles == nullptr || !cases->AsUint64()) {
    return FailAt({.file = path}, ErrorCode::kBadRecord, "expected cases, searched, claimed and deciles");
  }
  const std::size_t rows = *cases->AsUint64();
  SliceMembers members;
  ASSAY_TRY(searched, FromDigits(json.Find("searched"), rows));
  members.searched = std::move(searched);
  for (const base::JsonValue* list : {claimed, deciles}) {
    for (const base::JsonValue& entry : list->items()) {
      const base::JsonValue* name = entry.Find("slice");
      if (name == nullptr || !name->AsString()) return FailAt({.file = path}, ErrorCode::kBadRecord, "expected a slice's text");
      ASSAY_TRY(set, FromDigits(entry.Find("members"), rows));
      const std::string text_of(*name->AsString());
      if (list == claimed) members.claimed.insert_or_assign(text_of, std::move(set));
      else members.deciles.push_back({text_of, std::move(set)});
    }
  }
  return members;
}

namespace {

Result<InSlice> MeasureAnsweredInSlice(const Evaluation& evaluation, const spec::Claim& claim, const QualityResult& quality,
                                       double interval_level) {
  const MetricInfo* info = FindMetric(claim.metric);
  const bool compares = info == nullptr || claim.bound.is_gate() || (info->needs & static_cast<std::uint16_t>(Needs::kBaseline)) != 0;
  if (compares) {
    return Fail(ErrorCode::kNotMeasured, claim.metric + (claim.bound.is_gate() ? " as a gate" : "") +
                                             " isn't measured on a slice: it compares two systems, or is a part of a metric");
  }
  const std::vector<std::int32_t> decisions = DecisionsFor(claim, quality);
  if (decisions.empty()) return Fail(ErrorCode::kNotMeasured, quality.system + " took no decisions");
  ASSAY_TRY(chosen, ChooseRows(evaluation, claim, quality, decisions));
  const ScoredCases cut = CutTo(quality, decisions, chosen.rows.With(JudgingRows(claim, quality)));
  if (cut.ids.empty()) return Fail(ErrorCode::kNotMeasured, "no scored case lies in " + chosen.which);
  const QualityColumns columns = ColumnsOf(evaluation.spec, cut);
  const CostInputs cost = ErrorCosts(evaluation.spec, quality.system, evaluation.cells);
  ASSAY_TRY(measured, info->compute({.quality = &columns, .cost = &cost, .level = interval_level}));
  ASSAY_CHECK_OK(DrawCosts({cut, cut.predicted}, nullptr,
                           {.cost = cost, .base_rate = columns.base_rate, .level = interval_level,
                            .replicates = kClaimCostDraws, .seed = evaluation.spec.stats.seed}, measured));
  if (measured.empty()) return Fail(ErrorCode::kNotMeasured, claim.metric + " has no value in " + chosen.which);
  return InSlice{std::move(measured.front()), chosen.which + " (" + std::to_string(cut.ids.size()) + " cases)"};
}

}  // namespace

Result<InSlice> MeasureInSlice(const Evaluation& evaluation, const spec::Claim& claim, const QualityResult& quality,
                               double interval_level) {
  ASSAY_TRY(answered, MeasureAnsweredInSlice(evaluation, claim, quality, interval_level));
  if (quality.cases.missing.empty()) return answered;
  ASSAY_TRY(wrong, MeasureAnsweredInSlice(evaluation, claim, WithUnscored(quality, TakenAs::kWrong), interval_level));
  ASSAY_TRY(right, MeasureAnsweredInSlice(evaluation, claim, WithUnscored(quality, TakenAs::kRight), interval_level));
  std::vector<Measurement> widened{answered.measured};
  WidenBy({wrong.measured}, {right.measured}, wrong.measured.n - std::min(wrong.measured.n, answered.measured.n), widened);
  answered.measured = std::move(widened.front());
  return answered;
}

}  // namespace assay::run
