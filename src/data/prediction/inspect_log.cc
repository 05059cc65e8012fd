// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/inspect_log.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "data/prediction/json_lines.h"

namespace assay::data {
namespace {

using base::JsonValue;

Where SampleAt(const std::string& file, std::size_t index, const char* key) {
  return {.file = file, .path = "samples[" + std::to_string(index) + "]" + (*key == '\0' ? "" : "." + std::string(key))};
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

Result<TextAnswer> ReadInspectSample(const JsonValue& sample, const std::string& file, std::size_t index,
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
  std::set<std::string> ids;
  for (std::size_t i = 0; i < samples->items().size(); ++i) {
    std::uint64_t epoch = 1;
    ASSAY_TRY(one, ReadInspectSample(samples->items()[i], file, i, epoch));
    if (!ids.insert(one.question + "\n" + std::to_string(epoch)).second) {
      return FailAt(SampleAt(file, i, ""), ErrorCode::kDuplicateId,
                    "sample '" + one.question + "' stands twice in epoch " + std::to_string(epoch));
    }
    answers.epochs = std::max(answers.epochs, epoch);
    answers.cases.push_back(std::move(one));
  }
  const JsonValue* status = document.Find("status");
  if (status != nullptr && status->AsString().value_or("success") != "success") {
    answers.notes.push_back("the log's status is '" + std::string(*status->AsString()) + "': not all samples may be in it");
  }
  if (answers.epochs > 1) {
    answers.notes.push_back(std::to_string(answers.epochs) + " epochs: answers to one sample count as one question in intervals");
  }
  return answers;
}

}  // namespace assay::data
