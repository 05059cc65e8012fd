// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/lm_eval_samples.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "data/prediction/json_lines.h"

namespace assay::data {
namespace {

using base::JsonValue;

std::optional<double> NumberIn(const JsonValue& value) {
  if (const auto number = value.AsDouble()) return number;
  const auto text = value.AsString();
  if (!text) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

// [["-1.5", "False"], …]: a choice each.
std::optional<std::size_t> LikeliestChoice(std::span<const JsonValue> responses) {
  std::optional<std::size_t> best;
  double most = 0;
  for (std::size_t i = 0; i < responses.size(); ++i) {
    const auto pair = responses[i].items();
    const auto value = pair.size() == 2 ? NumberIn(pair[0]) : std::nullopt;
    if (!value) return std::nullopt;
    if (!best || *value > most) best = i, most = *value;
  }
  return best;
}

// The choices' texts as the harness asked for them, without the blanks before all of them; empty where they aren't known.
std::vector<std::string> ChoiceTexts(const JsonValue& line, std::size_t count) {
  const JsonValue* arguments = line.Find("arguments");
  std::vector<std::string> texts;
  for (std::size_t i = 0; arguments != nullptr && i < count; ++i) {
    const JsonValue* one = arguments->Find("gen_args_" + std::to_string(i));
    const JsonValue* asked = one == nullptr ? nullptr : one->Find("arg_1");
    if (asked == nullptr || !asked->AsString()) return {};
    texts.emplace_back(*asked->AsString());
  }
  const auto blank = [](const std::string& text) { return text.size() > 1 && (text.front() == ' ' || text.front() == '\n'); };
  while (!texts.empty() && std::ranges::all_of(texts, blank)) {
    for (std::string& text : texts) text.erase(0, 1);
  }
  return texts;
}

// Characters of UTF-8: bytes that don't continue one.
double CharactersIn(const std::string& text) {
  return static_cast<double>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// As acc_norm has it: log-likelihood per character.
std::optional<std::size_t> LikeliestByLength(std::span<const JsonValue> responses, const JsonValue& line) {
  const std::vector<std::string> texts = ChoiceTexts(line, responses.size());
  std::optional<std::size_t> best;
  double most = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto value = NumberIn(responses[i].items()[0]);
    const double per_character = *value / CharactersIn(texts[i]);
    if (!best || per_character > most) best = i, most = per_character;
  }
  return best;
}

Result<const JsonValue*> Need(const JsonValue& line, const char* key, const Where& where) {
  if (const JsonValue* value = line.Find(key)) return value;
  return FailAt(where, ErrorCode::kMissingKey, std::string("there is no key '") + key + "'",
                "a line of lm-evaluation-harness has doc_id, target and filtered_resps");
}

// The scores of this sample: what "metrics" lists, as far as they are numbers.
void AddScores(const JsonValue& line, TextAnswer& one) {
  const JsonValue* names = line.Find("metrics");
  if (names == nullptr) return;
  for (const JsonValue& name : names->items()) {
    const auto text = name.AsString();
    const JsonValue* value = text ? line.Find(*text) : nullptr;
    if (value == nullptr) continue;
    if (const auto truth = value->AsBool()) one.scores[std::string(*text)] = *truth ? 1 : 0;
    else if (const auto number = value->AsDouble()) one.scores[std::string(*text)] = *number;
  }
}

// How the answer of a line is given; a file has one way.
enum class Kind : std::uint8_t { kText, kChoice };

Result<Kind> ReadSample(const JsonValue& line, const Where& where, TextAnswer& one) {
  ASSAY_TRY(id, Need(line, "doc_id", where));
  ASSAY_TRY(target, Need(line, "target", where));
  ASSAY_TRY(responses, Need(line, "filtered_resps", where));
  one.id = PlainText(*id).value_or(std::to_string(where.line));
  const auto right = PlainText(*target);
  if (!right) return FailAt(where, ErrorCode::kWrongType, "target: expected a text, found " + std::string(target->KindName()));
  AddScores(line, one);
  const auto list = responses->items();
  if (const auto choice = LikeliestChoice(list); choice && (list.size() > 1 || list[0].kind() == JsonValue::Kind::kArray)) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(right->data(), right->data() + right->size(), number);
    if (error != std::errc() || end != right->data() + right->size() || number >= list.size()) {
      return FailAt(where, ErrorCode::kUnsupported,
                    "sample " + one.id + " holds log-likelihoods, and its target '" + *right + "' is no number of a choice",
                    "the log-likelihoods of a single text, or of choices that the file doesn't number, can't be scored again");
    }
    one.answer = std::to_string(*choice);
    one.references = {std::to_string(number)};
    if (const auto by_length = LikeliestByLength(list, line)) one.answer_by_length = std::to_string(*by_length);
    return Kind::kChoice;
  }
  one.references = PythonTexts(*right);
  if (one.references.empty()) one.references = {*right};
  const JsonValue* first = list.empty() ? nullptr : &list.front();
  while (first != nullptr && first->kind() == JsonValue::Kind::kArray) first = first->items().empty() ? nullptr : &first->items().front();
  if (first != nullptr) one.answer = PlainText(*first);
  return Kind::kText;
}

}  // namespace

bool IsLmEvalSample(const JsonValue& object) {
  return object.Find("doc_id") != nullptr && object.Find("target") != nullptr && object.Find("filtered_resps") != nullptr;
}

std::vector<std::string> PythonTexts(std::string_view text) {
  std::vector<std::string> texts;
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  std::size_t at = 1;
  const std::size_t end = text.size() - 1;
  while (true) {
    if (at >= end || (text[at] != '\'' && text[at] != '"')) return {};
    const char quote = text[at++];
    std::string one;
    for (; at < end && text[at] != quote; ++at) {
      if (text[at] != '\\') {
        one += text[at];
        continue;
      }
      if (++at >= end) return {};
      const char escaped = text[at];
      if (escaped == 'n') one += '\n';
      else if (escaped == 't') one += '\t';
      else if (escaped == '\'' || escaped == '"' || escaped == '\\') one += escaped;
      else return {};
    }
    if (at >= end) return {};
    ++at;
    texts.push_back(std::move(one));
    if (at == end) return texts;
    if (text.substr(at, 2) != ", ") return {};
    at += 2;
  }
}

Result<TextAnswers> ReadLmEvalSamples(std::string_view text, const std::string& file, const std::string& filter) {
  TextAnswers answers{.form = "lm-evaluation-harness samples"};
  std::optional<Kind> kind;
  std::string wanted = filter;
  std::set<std::string> ids;
  ASSAY_CHECK_OK(EachJsonLine(text, file, [&](const JsonValue& line, const Where& where) -> Result<void> {
    const JsonValue* named = line.Find("filter");
    const std::string name = named == nullptr ? "none" : PlainText(*named).value_or("none");
    if (std::ranges::find(answers.parts, name) == answers.parts.end()) answers.parts.push_back(name);
    if (wanted.empty()) wanted = name;
    if (name != wanted) return {};
    TextAnswer one;
    ASSAY_TRY(found, ReadSample(line, where, one));
    if (kind && *kind != found) return FailAt(where, ErrorCode::kContradiction, "log-likelihoods here, generated texts before");
    kind = found;
    if (!ids.insert(one.id).second) {
      return FailAt(where, ErrorCode::kDuplicateId, "sample " + one.id + " stands twice",
                    "several runs were appended to one file: score them apart");
    }
    answers.cases.push_back(std::move(one));
    return {};
  }));
  if (answers.cases.empty()) {
    std::string names;
    for (const std::string& part : answers.parts) names += (names.empty() ? "" : ", ") + part;
    return Fail(ErrorCode::kUnknownName, "no sample has the filter '" + filter + "'", "the file has: " + names);
  }
  answers.choices = kind == Kind::kChoice;
  if (answers.choices) answers.notes.push_back("answers are the likeliest choices, by log-likelihood as it is");
  if (answers.parts.size() > 1) {
    std::string others;
    for (const std::string& part : answers.parts) others += part == wanted ? "" : (others.empty() ? "" : ", ") + part;
    answers.notes.push_back("filter " + wanted + "; also in the file: " + others + " (--filter NAME)");
  }
  return answers;
}

}  // namespace assay::data
