// SPDX-License-Identifier: Apache-2.0
#include "metric/text/answer_metric.h"

#include "metric/item_scores.h"
#include "metric/measurement.h"

namespace assay::metric {
namespace {

Result<void> CheckColumns(const TextColumns& text) {
  const std::size_t n = text.answer.size();
  const bool fits = text.references.size() == n && (text.question.empty() || text.question.size() == n) &&
                    (text.tokens.empty() || text.tokens.size() == n);
  if (!fits) return Fail(ErrorCode::kContradiction, "the columns of answers differ in length");
  return {};
}

bool IsCounted(const TextColumns& text, std::size_t i, Asks asks) {
  return asks == Asks::kAll || !text.references[i].empty();
}

Items ItemsOf(const TextColumns& text, std::size_t width, const char* unfit) {
  Items items;
  items.rows.width = width;
  items.unscored = text.unscored;
  items.left_out_reason = unfit;
  return items;
}

// 0 where it isn't the same for all.
std::size_t ReferenceCount(const TextColumns& text, Asks asks) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.answer.size(); ++i) {
    if (!IsCounted(text, i, asks)) continue;
    if (count != 0 && count != text.references[i].size()) return 0;
    count = text.references[i].size();
  }
  return count;
}

}  // namespace

Result<Measurements> MeanOverAnswers(const MetricInfo& info, const MetricInput& input, Asks asks,
                                     std::optional<double> (*score)(const std::string& answer, References references),
                                     const char* unfit, const OddAnswers& odd) {
  if (input.text == nullptr) return Measurements{Undefined(info, "no answers in words")};
  const TextColumns& text = *input.text;
  ASSAY_CHECK_OK(CheckColumns(text));
  Items items = ItemsOf(text, 2, unfit);
  std::uint64_t odd_ones = 0;
  for (std::size_t i = 0; i < text.answer.size(); ++i) {
    const auto value = IsCounted(text, i, asks) ? score(text.answer[i], text.references[i]) : std::nullopt;
    if (!value) {
      ++items.left_out;
      continue;
    }
    odd_ones += odd.is_odd != nullptr && odd.is_odd(text.answer[i], text.references[i]) ? 1 : 0;
    items.rows.values.insert(items.rows.values.end(), {*value, 1.0});
    if (!text.question.empty()) items.group.push_back(text.question[i]);
  }
  Measurement blank = Blank(info);
  if (odd_ones > 0) blank.note = std::to_string(odd_ones) + (odd_ones == 1 ? " answer " : " answers ") + odd.what;
  ASSAY_TRY(measurement, MeanOfItems(blank, items, input));
  return Measurements{std::move(measurement)};
}

Result<Measurements> ScoreOverAnswers(const MetricInfo& info, const MetricInput& input, Asks asks,
                                      const CountedScore& counted, std::string (*signature)(std::size_t references)) {
  if (input.text == nullptr) return Measurements{Undefined(info, "no answers in words")};
  const TextColumns& text = *input.text;
  ASSAY_CHECK_OK(CheckColumns(text));
  Items items = ItemsOf(text, counted.width, "without a right answer");
  std::vector<double> row(counted.width);
  for (std::size_t i = 0; i < text.answer.size(); ++i) {
    if (!IsCounted(text, i, asks)) {
      ++items.left_out;
      continue;
    }
    row.assign(counted.width, 0);
    counted.count(text.answer[i], text.references[i], row);
    items.rows.values.insert(items.rows.values.end(), row.begin(), row.end());
    if (!text.question.empty()) items.group.push_back(text.question[i]);
  }
  Measurement blank = Blank(info);
  if (signature != nullptr && items.rows.rows() > 0) blank.note = signature(ReferenceCount(text, asks));
  ASSAY_TRY(measurement, OfTotals(blank, items, counted.score, input));
  return Measurements{std::move(measurement)};
}

std::string SignatureOf(std::string signature, std::size_t references) {
  constexpr std::string_view kNone = "nrefs:0";
  if (references == 0 && signature.starts_with(kNone)) signature.replace(0, kNone.size(), "nrefs:var");
  return signature;
}

}  // namespace assay::metric
