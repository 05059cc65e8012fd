// SPDX-License-Identifier: Apache-2.0
#include "run/why/changed_inputs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "data/output/answer_reader.h"
#include "load/load_run.h"
#include "run/cell_run.h"
#include "run/error_list.h"
#include "slice/neighbours.h"

namespace assay::run {
namespace {

// Other values tried of one column; of more, evenly spaced ones by rank.
constexpr std::size_t kMostValues = 50;

struct Variant {
  std::string id;
  std::size_t column = 0;  // of the data set
  std::string value;
  bool changed = false;
};

// One case of a data set, again and again, with one cell changed in each.
class VariantDataset final : public Dataset {
 public:
  VariantDataset(const Dataset& data, std::size_t row, std::vector<Variant> variants)
      : data_(data), row_(row), variants_(std::move(variants)) {}

  std::size_t size() const override { return variants_.size(); }
  std::string_view Id(std::size_t index) const override { return variants_[index].id; }
  std::optional<std::int32_t> Label(std::size_t) const override { return data_.Label(row_); }
  std::span<const std::string> classes() const override { return data_.classes(); }
  std::string_view Group(std::size_t) const override { return data_.Group(row_); }
  std::string_view Time(std::size_t) const override { return data_.Time(row_); }
  std::string ContentHash(std::size_t) const override { return data_.ContentHash(row_); }
  std::span<const std::string> columns() const override { return data_.columns(); }
  std::string_view Cell(std::size_t index, std::size_t column) const override {
    const Variant& variant = variants_[index];
    return variant.changed && variant.column == column ? std::string_view(variant.value) : data_.Cell(row_, column);
  }
  std::span<const std::int64_t> image_shape() const override { return data_.image_shape(); }
  std::span<const std::byte> Image(std::size_t) const override { return data_.Image(row_); }
  Where Place(std::size_t, std::optional<std::size_t> column) const override { return data_.Place(row_, column); }

 private:
  const Dataset& data_;
  std::size_t row_;
  std::vector<Variant> variants_;
};

std::optional<double> ValueOf(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// A value that occurs: the lower median of numbers, the most frequent category (the first of equals by its bytes).
std::string Typical(const slice::Feature& feature) {
  if (feature.kind == slice::FeatureKind::kNumbers) {
    std::vector<std::string_view> cells;
    for (const std::string_view cell : feature.text) {
      if (!slice::IsMissing(cell)) cells.push_back(cell);
    }
    if (cells.empty()) return "";
    const auto middle = cells.begin() + static_cast<std::ptrdiff_t>((cells.size() - 1) / 2);
    std::ranges::nth_element(cells, middle, {}, [](std::string_view cell) { return ValueOf(cell).value_or(0); });
    return std::string(*middle);
  }
  std::map<std::string_view, std::size_t> counts;
  for (const std::string_view cell : feature.text) counts[cell] += slice::IsMissing(cell) ? 0 : 1;
  const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  return most == counts.end() ? "" : std::string(most->first);
}

std::vector<std::string> OtherValues(const slice::Feature& feature, std::string_view own) {
  std::vector<std::string_view> values = slice::DistinctValues(feature);
  std::erase(values, own);
  std::vector<std::string> chosen;
  const std::size_t count = std::min(values.size(), kMostValues);
  for (std::size_t i = 0; i < count; ++i) {
    chosen.emplace_back(values[count < 2 ? 0 : i * (values.size() - 1) / (count - 1)]);
  }
  return chosen;
}

// Asks for every case of `data`, all in one query.
Results<std::vector<ModelAnswer>> Ask(const spec::Spec& spec, const spec::System& system, const Dataset& data,
                                      std::optional<double> threshold, Clock& clock) {
  auto candidate = MakeCandidate(spec, system, &data, clock);
  if (!candidate) return std::unexpected(std::move(candidate).error());
  const ExecutorDescription executor = candidate->executor->Describe();
  auto reader = data::AnswerReader::Make(spec.data.output, executor.output_type, executor.output_bytes);
  if (!reader) return FailOne(reader.error());
  load::Series series;
  series.load.resize(data.size());
  std::iota(series.load.begin(), series.load.end(), std::uint64_t{0});
  series.stop.min_query_count = 1;
  series.schedule.samples_per_query = data.size();
  series.schedule.due_ns.assign(1, 0);
  for (const std::uint64_t index : series.load) series.schedule.sample_index.push_back(index);
  auto record = load::RunSeries(series, *candidate->executor, clock, nullptr, "{}", {});
  if (!record) return FailOne(record.error());
  std::vector<ModelAnswer> answers;
  for (std::uint64_t sample = 0; sample < data.size(); ++sample) {
    if (sample >= record->status.size() || record->status[sample] != SampleStatus::kOk) {
      return FailOne({ErrorCode::kSutFailed, system.id + " didn't answer " + std::string(data.Id(sample)) +
                                                 (record->end_reason.empty() ? "" : ": " + record->end_reason)});
    }
    auto answer = reader->Read(record->Output(sample));
    if (!answer) return FailOne(answer.error());
    ModelAnswer read{answer->score, answer->predicted};
    if (threshold && read.score) read.predicted = *read.score >= *threshold ? 1 : 0;
    answers.push_back(read);
  }
  return answers;
}

// What the variants ask about, in their order: the case itself, then each column's typical and other values.
struct Question {
  std::size_t feature = 0;
  bool occlusion = false;
};

bool Flips(const ModelAnswer& answer, const ModelAnswer& unchanged) {
  return answer.predicted && unchanged.predicted && *answer.predicted != *unchanged.predicted;
}

void TakeOcclusion(const slice::Feature& feature, std::string own, const Variant& variant, const ModelAnswer& answer,
                   ChangedInputs& result) {
  Occlusion occlusion{feature.name, std::move(own), variant.value, answer, std::nullopt, Flips(answer, result.unchanged)};
  if (answer.score && result.unchanged.score) occlusion.change = *answer.score - *result.unchanged.score;
  result.occlusions.push_back(std::move(occlusion));
}

// Keeps the nearest change that flips the answer, one a column.
void TakeChange(const slice::Feature& feature, std::string own, const Variant& variant, const ModelAnswer& answer,
                ChangedInputs& result) {
  if (!Flips(answer, result.unchanged)) return;
  SmallestChange change{feature.name, std::move(own), variant.value, std::nullopt, answer};
  const auto from = ValueOf(change.value), to = ValueOf(variant.value);
  const double deviation = slice::DeviationOf(feature);
  if (feature.kind == slice::FeatureKind::kNumbers && from && to && deviation > 0) {
    change.deviations = std::abs(*to - *from) / deviation;
  }
  const auto known = std::ranges::find(result.smallest, feature.name, &SmallestChange::column);
  if (known == result.smallest.end()) result.smallest.push_back(std::move(change));
  else if (change.deviations && known->deviations && *change.deviations < *known->deviations) *known = std::move(change);
}

}  // namespace

Results<ChangedInputs> ChangeInputs(const spec::Spec& spec, const spec::System& system, const Dataset& data,
                                    std::size_t row, std::span<const slice::Feature> features,
                                    std::optional<double> threshold, Clock& clock) {
  if (!data.image_shape().empty()) {
    return FailOne({ErrorCode::kUnsupported, "inputs are changed column by column, and an image has none"});
  }
  std::vector<Variant> variants{{.id = std::string(data.Id(row))}};
  std::vector<Question> questions{{}};
  for (std::size_t f = 0; f < features.size(); ++f) {
    const auto column = static_cast<std::size_t>(std::ranges::find(data.columns(), features[f].name) - data.columns().begin());
    const std::string_view own = data.Cell(row, column);
    const auto add = [&](std::string value, bool occlusion) {
      std::string id = std::string(data.Id(row)) + " with " + features[f].name + " = " + value;
      variants.push_back({std::move(id), column, std::move(value), true});
      questions.push_back({f, occlusion});
    };
    if (const std::string typical = Typical(features[f]); !typical.empty() && typical != own) add(typical, true);
    for (std::string& value : OtherValues(features[f], own)) add(std::move(value), false);
  }
  const VariantDataset asked(data, row, variants);
  auto answers = Ask(spec, system, asked, threshold, clock);
  if (!answers) return std::unexpected(std::move(answers).error());
  ChangedInputs result{.unchanged = answers->front(), .asked = variants.size()};
  for (std::size_t i = 1; i < variants.size(); ++i) {
    const slice::Feature& feature = features[questions[i].feature];
    std::string own(data.Cell(row, variants[i].column));
    const auto take = questions[i].occlusion ? &TakeOcclusion : &TakeChange;
    take(feature, std::move(own), variants[i], (*answers)[i], result);
  }
  std::ranges::stable_sort(result.occlusions, std::greater{}, [](const Occlusion& o) { return std::abs(o.change.value_or(0)); });
  std::ranges::stable_sort(result.smallest, {}, [](const SmallestChange& c) { return c.deviations.value_or(1e300); });
  return result;
}

}  // namespace assay::run
