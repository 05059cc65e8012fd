// SPDX-License-Identifier: Apache-2.0
#include "run/result_file/result_file.h"

#include <fstream>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/prediction/inspect_log.h"
#include "data/prediction/json_lines.h"
#include "data/prediction/lm_eval_samples.h"
#include "data/prediction/squad_answers.h"
#include "data/prediction/task_totals.h"
#include "data/truth/coco_annotations.h"
#include "run/error_list.h"

namespace assay::run {
namespace {

constexpr std::size_t kHead = 1 << 16;
constexpr const char* kRetrieved = "retrieved";
constexpr const char* kRelevant = "relevant";
constexpr const char* kMask = "mask";
constexpr const char* kRightMask = "truth";

std::string Head(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kHead, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return head;
}

// Deep in a file of many tasks, versions come after the head: the keys before them tell as well.
bool IsTotals(std::string_view head) {
  return head.contains("\"results\"") && (head.contains("\"versions\"") || head.contains("_stderr,"));
}

bool IsZip(std::string_view head) { return head.starts_with("PK\x03\x04"); }
bool IsJsonLines(const std::string& path) { return path.ends_with(".jsonl") || path.ends_with(".ndjson"); }

template <class T>
Results<ResultFile> Opened(Result<T> read) {
  if (!read) return FailOne(std::move(read).error());
  return ResultFile(*std::move(read));
}

Result<FoundBoxes> BoxesOf(const base::JsonValue& document, const data::CocoAnnotations& truth, const std::string& file) {
  ASSAY_TRY(found, data::ReadDetections(document, file));
  FoundBoxes boxes;
  for (const data::CocoImage& image : truth.images) boxes.task.images.push_back(image.id);
  boxes.task.categories = truth.categories;
  for (const data::CocoObject& object : truth.objects) {
    boxes.task.annotated.push_back({.image = object.image, .category = object.category,
                                    .box = {object.x, object.y, object.width, object.height}, .area = object.area,
                                    .crowd = object.crowd});
  }
  for (const data::FoundBox& box : found) {
    boxes.detected.push_back({.image = box.image, .category = box.category,
                              .box = {box.x, box.y, box.width, box.height}, .score = box.score});
  }
  return boxes;
}

Result<FoundBoxes> OpenBoxes(const base::JsonValue& document, const ResultFileOptions& options) {
  if (options.truth.empty()) {
    return Fail(ErrorCode::kUsage, options.path + " holds boxes: the annotated ones are needed",
                "--truth instances.json, in COCO's form");
  }
  ASSAY_TRY(truth, data::ReadCocoAnnotations(options.truth));
  return BoxesOf(document, truth, options.path);
}

Results<ResultFile> OpenDocument(const ResultFileOptions& options) {
  const auto text = base::ReadFile(options.path);
  if (!text) return FailOne(text.error());
  const auto document = base::ReadJson(*text, options.path);
  if (!document) return FailOne(document.error());
  if (data::IsDetections(*document)) return Opened(OpenBoxes(*document, options));
  if (data::IsInspectLog(*document)) return Opened(data::ReadInspectLog(*document, options.path));
  if (data::IsTaskTotals(*document)) {
    return FailOne({ErrorCode::kUsage, options.path + " holds lm-evaluation-harness's totals, not its answers", {},
                    "score samples_TASK_DATE.jsonl beside it, which --log_samples writes"});
  }
  if (!options.truth.empty() && document->kind() == base::JsonValue::Kind::kObject) {
    return Opened(data::ReadSquadAnswers(*document, options.path, options.truth));
  }
  return FailOne({ErrorCode::kBadRow, options.path + " is no form of results that is known", {},
                  "known are COCO results, logs of inspect_ai and, with --truth, answers to SQuAD's questions; any others "
                  "as JSON lines: --answer KEY --reference KEY"});
}

// A form whose lines say what they are; empty answer keys mean the form's own.
Results<ResultFile> OpenLines(const ResultFileOptions& options) {
  const auto text = base::ReadFile(options.path);
  if (!text) return FailOne(text.error());
  const auto first = data::FirstJsonLine(*text);
  const std::string answer = options.keys.answer.empty() ? kRetrieved : options.keys.answer;
  const std::string reference = options.keys.references.empty() ? kRelevant : options.keys.references.front();
  if (first && options.keys.answer.empty() && data::IsLmEvalSample(*first)) {
    return Opened(data::ReadLmEvalSamples(*text, options.path, options.filter));
  }
  if (first && data::IsRankingLine(*first, answer, reference)) {
    return Opened(data::ReadRankingLines(*text, options.path, answer, reference));
  }
  const std::string mask = options.keys.answer.empty() ? kMask : options.keys.answer;
  const std::string right_mask = options.keys.references.empty() ? kRightMask : options.keys.references.front();
  if (first && data::IsMaskLine(*first, mask, right_mask)) {
    return Opened(data::ReadMasks(*text, options.path, mask, right_mask));
  }
  if (first && options.keys.answer.empty() && data::IsTrialLine(*first)) return Opened(data::ReadTrials(*text, options.path));
  auto table = data::ReadTextTable(options.path, options.keys);
  if (!table) return std::unexpected(std::move(table).error());
  return ResultFile(*std::move(table));
}

}  // namespace

bool IsResultFile(const std::string& path) {
  const std::string head = Head(path);
  if (IsZip(head)) return path.ends_with(".eval");
  if (data::IsTrecLine(std::string_view(head).substr(0, head.find('\n')))) return true;
  if (IsJsonLines(path)) {
    std::string line = head.substr(0, head.find('\n'));
    // A first line that is longer than the head is read as a whole.
    if (line.size() == head.size() && head.size() == kHead) {
      std::ifstream file(path, std::ios::binary);
      std::getline(file, line);
    }
    const auto first = data::FirstJsonLine(line);
    return first && (data::IsLmEvalSample(*first) || data::IsRankingLine(*first, kRetrieved, kRelevant) ||
                     data::IsTrialLine(*first) || data::IsMaskLine(*first, kMask, kRightMask));
  }
  if (!path.ends_with(".json")) return false;
  const bool list_of_boxes = head.starts_with("[") && head.contains("\"image_id\"") && head.contains("\"bbox\"");
  const bool log = head.contains("\"eval\"") && head.contains("\"status\"");
  return list_of_boxes || log || IsTotals(head);
}

bool IsTotalsFile(const std::string& path) { return path.ends_with(".json") && IsTotals(Head(path)); }

Results<ResultFile> OpenResultFile(const ResultFileOptions& options) {
  const std::string head = Head(options.path);
  if (IsZip(head)) {
    const auto bytes = base::ReadFile(options.path);
    if (!bytes) return FailOne(bytes.error());
    return Opened(data::ReadInspectArchive(*bytes, options.path));
  }
  if (data::IsTrecLine(std::string_view(head).substr(0, head.find('\n')))) {
    if (options.truth.empty()) {
      return FailOne({ErrorCode::kUsage, options.path + " is a trec run: the judgements are needed", {}, "--truth FILE.qrels"});
    }
    return Opened(data::ReadTrecRun(options.path, options.truth));
  }
  if (options.path.ends_with(".json")) return OpenDocument(options);
  if (!options.keys.answer.empty() && options.keys.references.empty()) {
    return FailOne({ErrorCode::kUsage, "--answer KEY needs --reference KEY, the right answers"});
  }
  if (IsJsonLines(options.path)) {
    if (options.keys.answer.empty() && !IsResultFile(options.path)) {
      return FailOne({ErrorCode::kUsage, options.path + " needs its keys named: --answer KEY --reference KEY"});
    }
    return OpenLines(options);
  }
  if (options.keys.answer.empty()) {
    return FailOne({ErrorCode::kUsage, options.path + " needs its columns named: --answer COLUMN --reference COLUMN"});
  }
  auto table = data::ReadTextTable(options.path, options.keys);
  if (!table) return std::unexpected(std::move(table).error());
  return ResultFile(*std::move(table));
}

Result<ResultFile> ReadResults(const ResultText& text, const ResultFileOptions& options) {
  switch (text.form) {
    case ResultForm::kTexts: {
      ASSAY_TRY(answers, data::ReadTextLines(text.results, options.path, options.keys));
      return ResultFile(std::move(answers));
    }
    case ResultForm::kBoxes: {
      ASSAY_TRY(document, base::ReadJson(text.results, options.path));
      ASSAY_TRY(truth, data::ParseCocoAnnotations(text.truth, "truth"));
      ASSAY_TRY(boxes, BoxesOf(document, truth, options.path));
      return ResultFile(std::move(boxes));
    }
    case ResultForm::kRankings: {
      ASSAY_TRY(rankings, data::ReadRankingLines(text.results, options.path, kRetrieved, kRelevant));
      return ResultFile(std::move(rankings));
    }
    case ResultForm::kTries: break;
  }
  ASSAY_TRY(trials, data::ReadTrials(text.results, options.path));
  return ResultFile(std::move(trials));
}

}  // namespace assay::run
