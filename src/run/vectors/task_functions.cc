// SPDX-License-Identifier: Apache-2.0
// Retrieval and detection, as scikit-learn 1.9.1, trec_eval and pycocotools 2.0.11 give them.
#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "metric/detection/box_detection.h"
#include "metric/retrieval/discounted_gain.h"
#include "metric/retrieval/ranked_query.h"
#include "metric/retrieval/ranking.h"
#include "run/vectors/vector_function.h"

namespace assay::run {
namespace {

using base::JsonValue;
using metric::Gain;

Result<JsonValue> Ndcg(const VectorCase& one) {
  ASSAY_TRY(relevance, one.Numbers("rel"));
  ASSAY_TRY(scores, one.Numbers("s"));
  if (scores.size() != relevance.size()) return Fail(ErrorCode::kContradiction, "expected a score for each document");
  std::optional<std::size_t> k;
  if (const JsonValue* given = one.Find("k"); given != nullptr && !given->IsNull()) {
    ASSAY_TRY(count, one.Count("k"));
    k = count;
  }
  // The reference takes a list of one for no list at all, and refuses negative relevance.
  if (relevance.size() < 2) return Fail(ErrorCode::kEmpty, "expected at least 2 documents");
  if (std::ranges::any_of(relevance, [](double value) { return value < 0; })) {
    return Fail(ErrorCode::kOutOfRange, "expected relevance of at least 0");
  }
  const double ideal = metric::IdealGain(relevance, k, Gain::kLinear);
  const double averaged = metric::TieAveragedGain(relevance, scores, k, Gain::kLinear);
  std::vector<double> ranked;
  for (const std::size_t i : metric::NumpyOrder(scores)) ranked.push_back(relevance[i]);
  const auto share = [&](double gain) { return VectorNumber(ideal > 0 ? gain / ideal : 0); };
  return VectorObject({{"ties_averaged", share(averaged)},
                       {"ignore_ties", share(metric::DiscountedGain(ranked, k, Gain::kLinear))},
                       {"dcg", VectorNumber(averaged)}});
}

// "recall_5" is RecallAt with 5; names without a number are whole.
std::optional<double> Measure(const metric::RankedQuery& query, std::string_view name) {
  if (name == "map") return metric::RankedAveragePrecision(query);
  if (name == "Rprec") return metric::RPrecision(query);
  if (name == "bpref") return metric::BinaryPreference(query);
  if (name == "recip_rank") return metric::ReciprocalRank(query);
  if (name == "ndcg") return metric::NormalisedGain(query, std::nullopt);
  const std::size_t cut = name.rfind('_');
  if (cut == std::string_view::npos) return std::nullopt;
  std::size_t k = 0;
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + cut + 1, end, k);
  if (read.ec != std::errc() || read.ptr != end || k == 0) return std::nullopt;
  const std::string_view kind = name.substr(0, cut);
  if (kind == "P") return metric::PrecisionAt(query, k);
  if (kind == "recall") return metric::RecallAt(query, k);
  if (kind == "success") return metric::HitAt(query, k);
  if (kind == "ndcg_cut") return metric::NormalisedGain(query, k);
  if (kind == "map_cut") return metric::RankedAveragePrecision(query, k);
  return std::nullopt;
}

Result<JsonValue> TrecEval(const VectorCase& one) {
  const JsonValue* run = one.Find("run");
  const JsonValue* judged = one.Find("qrel");
  if (run == nullptr || judged == nullptr) return one.Malformed("run", "documents with scores, and judged ones in qrel, in");
  std::vector<metric::ScoredDocument> documents;
  for (const base::JsonMember& member : run->members()) {
    documents.push_back({member.key, member.value.AsDouble().value_or(0)});
  }
  std::vector<std::pair<std::string, double>> relevance;
  for (const base::JsonMember& member : judged->members()) {
    relevance.emplace_back(member.key, member.value.AsDouble().value_or(0));
  }
  const metric::RankedQuery query = metric::RankQuery(documents, relevance);
  std::vector<std::pair<std::string, JsonValue>> members;
  for (const base::JsonMember& member : one.expected.members()) {
    const auto value = Measure(query, member.key);
    if (value) members.emplace_back(member.key, VectorNumber(*value));
  }
  return VectorObject(std::move(members));
}

std::optional<metric::Box> BoxOf(const JsonValue& item) {
  const JsonValue* box = item.Find("bbox");
  if (box == nullptr || box->items().size() != 4) return std::nullopt;
  double parts[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const auto part = box->items()[i].AsDouble();
    if (!part) return std::nullopt;
    parts[i] = *part;
  }
  return metric::Box{parts[0], parts[1], parts[2], parts[3]};
}

std::optional<std::int64_t> IdOf(const JsonValue& item, std::string_view key) {
  const JsonValue* found = item.Find(key);
  return found == nullptr ? std::nullopt : found->AsInt64();
}

double NumberOr(const JsonValue& item, std::string_view key, double otherwise) {
  const JsonValue* found = item.Find(key);
  return found == nullptr ? otherwise : found->AsDouble().value_or(otherwise);
}

Result<metric::DetectionTask> TaskOf(const VectorCase& one) {
  metric::DetectionTask task;
  const JsonValue* truth = one.Find("gt");
  if (truth == nullptr) return one.Malformed("gt", "COCO annotations");
  for (const auto& [key, ids] : {std::pair{"images", &task.images}, std::pair{"categories", &task.categories}}) {
    const JsonValue* list = truth->Find(key);
    if (list == nullptr) return one.Malformed(key, "a list of");
    for (const JsonValue& item : list->items()) {
      const auto id = IdOf(item, "id");
      if (!id) return one.Malformed(key, "ids of");
      ids->push_back(*id);
    }
  }
  if (const JsonValue* list = truth->Find("annotations")) {
    for (const JsonValue& item : list->items()) {
      const auto image = IdOf(item, "image_id");
      const auto category = IdOf(item, "category_id");
      const auto box = BoxOf(item);
      if (!image || !category || !box) return one.Malformed("annotations", "image_id, category_id and bbox of");
      task.annotated.push_back({*image, *category, *box, NumberOr(item, "area", box->width * box->height),
                                NumberOr(item, "iscrowd", 0) != 0});
    }
  }
  return task;
}

Result<JsonValue> CocoBoxes(const VectorCase& one) {
  ASSAY_TRY(task, TaskOf(one));
  const JsonValue* list = one.Find("dt");
  if (list == nullptr) return one.Malformed("dt", "COCO detections");
  // The reference can't tell of what kind an empty list is.
  if (list->items().empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 detection");
  std::vector<metric::DetectedBox> detected;
  for (const JsonValue& item : list->items()) {
    const auto image = IdOf(item, "image_id");
    const auto category = IdOf(item, "category_id");
    const auto box = BoxOf(item);
    if (!image || !category || !box) return one.Malformed("dt", "image_id, category_id and bbox of");
    detected.push_back({*image, *category, *box, NumberOr(item, "score", 0)});
  }
  ASSAY_TRY(scores, metric::ScoreDetections(task, detected));
  JsonValue numbers = VectorNumbers(scores);
  // The twelve numbers stand by themselves or as "stats".
  const JsonValue* expected = one.expected.Find("value");
  if ((expected == nullptr ? one.expected : *expected).Find("stats") == nullptr) return numbers;
  return VectorObject({{"stats", std::move(numbers)}});
}

constexpr VectorFunction kTaskFunctions[] = {
    {"ndcg", 1e-12, &Ndcg},
    {"trec_eval", 1e-6, &TrecEval},
    {"coco_bbox", 1e-12, &CocoBoxes},
};

}  // namespace

std::span<const VectorFunction> TaskFunctions() { return kTaskFunctions; }

}  // namespace assay::run
