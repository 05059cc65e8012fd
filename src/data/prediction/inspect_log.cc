// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/inspect_log.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/json_reader.h"
#include "data/format/zip_archive.h"
#include "data/prediction/json_lines.h"

namespace assay::data {
namespace {

using base::JsonValue;

constexpr const char* kHeader = "header.json";
constexpr const char* kStart = "_journal/start.json";
constexpr const char* kSamples = "samples/";
constexpr std::size_t kMostUnpacked = 8'000'000'000;  // transcripts are long; of them the answers alone are kept

// `sample` is its place in the log: "samples[3]", or its file in an archive.
Where SampleAt(const std::string& file, const std::string& sample, const char* key) {
  return {.file = file, .path = sample + (*key == '\0' ? "" : "." + std::string(key))};
}

std::optional<double> ScoreValue(const JsonValue& value) {
  if (const auto number = value.AsDouble()) return number;
  if (const auto truth = value.AsBool()) return *truth ? 1 : 0;
  const auto text = value.AsString();
  if (!text) return std::nullopt;
  if (*text == "C") return 1;
  if (*text == "P") return 0.5;
  if (*text == "I" || *text == "N") return 0;
  return std::nullopt;
}

void AddSampleScores(const JsonValue& sample, TextAnswer& one) {
  const JsonValue* scores = sample.Find("scores");
  if (scores == nullptr) return;
  for (const base::JsonMember& scorer : scores->members()) {
    const JsonValue* value = scorer.value.Find("value");
    if (value == nullptr) continue;
    if (const auto score = ScoreValue(*value)) one.scores[scorer.key] = *score;
  }
}

// A message's text; of one in parts the texts among them.
std::optional<std::string> Completion(const JsonValue& output) {
  const JsonValue* choices = output.Find("choices");
  if (choices == nullptr || choices->items().empty()) return std::nullopt;  // the model wasn't reached
  if (const JsonValue* text = output.Find("completion"); text != nullptr && text->AsString()) return PlainText(*text);
  const JsonValue* message = choices->items().front().Find("message");
  const JsonValue* content = message == nullptr ? nullptr : message->Find("content");
  if (content == nullptr) return std::nullopt;
  if (content->kind() != JsonValue::Kind::kArray) return PlainText(*content);
  std::string text;
  for (const JsonValue& part : content->items()) {
    if (const JsonValue* words = part.Find("text")) text += (text.empty() ? "" : "\n") + PlainText(*words).value_or("");
  }
  return text;
}

Result<TextAnswer> ReadInspectSample(const JsonValue& sample, const std::string& file, const std::string& index,
                                     std::uint64_t& epoch) {
  TextAnswer one;
  const JsonValue* id = sample.Find("id");
  if (id == nullptr || !PlainText(*id)) return FailAt(SampleAt(file, index, "id"), ErrorCode::kMissingKey, "a sample without id");
  one.question = *PlainText(*id);
  const JsonValue* round = sample.Find("epoch");
  epoch = round == nullptr ? 1 : round->AsUint64().value_or(1);
  one.id = epoch == 1 ? one.question : one.question + " #" + std::to_string(epoch);
  const JsonValue* target = sample.Find("target");
  if (target == nullptr) return FailAt(SampleAt(file, index, "target"), ErrorCode::kMissingKey, "a sample without target");
  if (const auto text = PlainText(*target)) one.references.push_back(*text);
  for (const JsonValue& item : target->items()) {
    const auto text = PlainText(item);
    if (!text) return FailAt(SampleAt(file, index, "target"), ErrorCode::kWrongType, "expected texts");
    one.references.push_back(*text);
  }
  const JsonValue* error = sample.Find("error");
  const JsonValue* output = sample.Find("output");
  const bool failed = error != nullptr && !error->IsNull();
  if (!failed && output != nullptr) one.answer = Completion(*output);
  if (const JsonValue* usage = output == nullptr ? nullptr : output->Find("usage"); usage != nullptr) {
    if (const JsonValue* tokens = usage->Find("output_tokens")) one.tokens = tokens->AsDouble();
  }
  AddSampleScores(sample, one);
  return one;
}

// Answers as they are read, each sample and epoch once.
class AnswersTaken {
 public:
  AnswersTaken(TextAnswers& answers, const std::string& file) : answers_(answers), file_(file) {}

  Result<void> Take(const JsonValue& sample, const std::string& place) {
    std::uint64_t epoch = 1;
    ASSAY_TRY(one, ReadInspectSample(sample, file_, place, epoch));
    if (!ids_.insert(one.question + "\n" + std::to_string(epoch)).second) {
      return FailAt(SampleAt(file_, place, ""), ErrorCode::kDuplicateId,
                    "sample '" + one.question + "' stands twice in epoch " + std::to_string(epoch));
    }
    answers_.epochs = std::max(answers_.epochs, epoch);
    answers_.cases.push_back(std::move(one));
    epochs_.push_back(epoch);
    return {};
  }
  // By epoch, then by id, numbers by their size.
  void Sort() {
    const auto padded = [](const std::string& id) {
      const bool number = !id.empty() && id.find_first_not_of("0123456789") == id.npos && id.size() < kPadding;
      return number ? std::string(kPadding - id.size(), '0') + id : id;
    };
    std::vector<std::size_t> order(answers_.cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::pair(epochs_[i], padded(answers_.cases[i].question)); });
    std::vector<TextAnswer> sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(answers_.cases[i]));
    answers_.cases = std::move(sorted);
  }

 private:
  static constexpr std::size_t kPadding = 20;
  TextAnswers& answers_;
  const std::string& file_;
  std::set<std::string> ids_;
  std::vector<std::uint64_t> epochs_;
};

void AddEpochs(TextAnswers& answers) {
  if (answers.epochs <= 1) return;
  answers.notes.push_back(std::to_string(answers.epochs) + " epochs: answers to one sample count as one question in intervals");
}

// What the log says of the whole.
void AddNotes(const JsonValue& document, TextAnswers& answers) {
  const JsonValue* status = document.Find("status");
  if (status != nullptr && status->AsString().value_or("success") != "success") {
    answers.notes.push_back("the log's status is '" + std::string(*status->AsString()) + "': not all samples may be in it");
  }
  AddEpochs(answers);
}

}  // namespace

bool IsInspectLog(const JsonValue& document) {
  const JsonValue* eval = document.Find("eval");
  return eval != nullptr && eval->Find("task") != nullptr && document.Find("status") != nullptr;
}

Result<TextAnswers> ReadInspectLog(const JsonValue& document, const std::string& file) {
  TextAnswers answers{.form = "inspect_ai log"};
  const JsonValue* samples = document.Find("samples");
  if (samples == nullptr || samples->items().empty()) {
    return FailAt({.file = file, .path = "samples"}, ErrorCode::kEmpty, "the log holds no samples",
                  "a log written with log_samples has them");
  }
  AnswersTaken taken(answers, file);
  for (std::size_t i = 0; i < samples->items().size(); ++i) {
    ASSAY_CHECK_OK(taken.Take(samples->items()[i], "samples[" + std::to_string(i) + "]"));
  }
  AddNotes(document, answers);
  return answers;
}

Result<TextAnswers> ReadInspectArchive(std::string_view bytes, const std::string& file) {
  const auto at_file = [&](Error error) {
    error.where.push_back({.file = file});
    return std::unexpected(std::move(error));
  };
  auto archive = ZipArchive::Open(bytes, kMostUnpacked);
  if (!archive) return at_file(archive.error());
  const bool whole = archive->Has(kHeader);
  if (!whole && !archive->Has(kStart)) {
    return FailAt({.file = file}, ErrorCode::kBadRow, "this archive is no log of inspect_ai: it has no header.json",
                  "a log of inspect_ai has header.json and samples/*.json");
  }
  TextAnswers answers{.form = "inspect_ai log"};
  AnswersTaken taken(answers, file);
  for (const std::string& name : archive->names()) {
    if (!name.starts_with(kSamples) || !name.ends_with(".json")) continue;
    const auto text = archive->Read(name);
    if (!text) return at_file(text.error());
    ASSAY_TRY(sample, base::ReadJson(*text, file + "/" + name));
    ASSAY_CHECK_OK(taken.Take(sample, name));
  }
  if (answers.cases.empty()) {
    return FailAt({.file = file}, ErrorCode::kEmpty, "the log holds no samples", "a log written with log_samples has them");
  }
  taken.Sort();
  if (whole) {
    const auto text = archive->Read(kHeader);
    if (!text) return at_file(text.error());
    ASSAY_TRY(header, base::ReadJson(*text, file + "/" + kHeader));
    AddNotes(header, answers);
  } else {
    answers.notes.push_back("the log has no header.json, its run was cut off: not all samples may be in it");
    AddEpochs(answers);
  }
  return answers;
}

}  // namespace assay::data
