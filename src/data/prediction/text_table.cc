// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/text_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "assay/dataset.h"
#include "base/file.h"
#include "data/format/format_of_file.h"
#include "data/prediction/json_lines.h"

namespace assay::data {
namespace {

using base::JsonValue;

Result<double> TokenCount(std::string_view text, const Where& where) {
  double count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(count) && count >= 0) return count;
  return FailAt(where, ErrorCode::kNotFinite, "expected a number of tokens, found '" + std::string(text) + "'");
}

// --- JSON lines

Result<const JsonValue*> Member(const JsonValue& object, const std::string& key, Where where) {
  const JsonValue* value = object.Find(key);
  if (value != nullptr) return value;
  std::string keys;
  for (const base::JsonMember& member : object.members()) keys += (keys.empty() ? "" : ", ") + member.key;
  where.path = key;
  return FailAt(where, ErrorCode::kMissingKey, "there is no key '" + key + "'", "the line has: " + keys);
}

Result<std::string> TextOf(const JsonValue& value, const std::string& key, Where where) {
  if (auto text = PlainText(value)) return *std::move(text);
  where.path = key;
  return FailAt(where, ErrorCode::kWrongType, "expected a text, found " + std::string(value.KindName()));
}

Result<void> AddReferences(const JsonValue& value, const std::string& key, const Where& where,
                           std::vector<std::string>& references) {
  if (value.IsNull()) return {};
  if (const JsonValue* texts = value.Find("text"); texts != nullptr) return AddReferences(*texts, key, where, references);
  if (value.kind() != JsonValue::Kind::kArray) {
    ASSAY_TRY(text, TextOf(value, key, where));
    references.push_back(std::move(text));
    return {};
  }
  for (const JsonValue& item : value.items()) {
    ASSAY_TRY(text, TextOf(item, key, where));
    references.push_back(std::move(text));
  }
  return {};
}

Result<TextAnswer> ReadLine(const JsonValue& line, const TextTableKeys& keys, const Where& where) {
  TextAnswer one;
  if (!keys.id.empty()) {
    ASSAY_TRY(id, Member(line, keys.id, where));
    ASSAY_TRY(text, TextOf(*id, keys.id, where));
    one.id = std::move(text);
  } else if (const JsonValue* id = line.Find("id"); id != nullptr && PlainText(*id)) {
    one.id = *PlainText(*id);
  } else {
    one.id = std::to_string(where.line);
  }
  ASSAY_TRY(answer, Member(line, keys.answer, where));
  if (!answer->IsNull()) {
    ASSAY_TRY(text, TextOf(*answer, keys.answer, where));
    one.answer = std::move(text);
  }
  for (const std::string& key : keys.references) {
    ASSAY_TRY(reference, Member(line, key, where));
    ASSAY_CHECK_OK(AddReferences(*reference, key, where, one.references));
  }
  if (!keys.tokens.empty()) {
    ASSAY_TRY(tokens, Member(line, keys.tokens, where));
    if (!tokens->IsNull()) {
      ASSAY_TRY(count, TokenCount(PlainText(*tokens).value_or("a list"), where));
      one.tokens = count;
    }
  }
  if (!keys.question.empty()) {
    ASSAY_TRY(question, Member(line, keys.question, where));
    ASSAY_TRY(text, TextOf(*question, keys.question, where));
    one.question = std::move(text);
  }
  return one;
}

// --- tables

Results<TextAnswers> ReadTable(const std::string& path, const TextTableKeys& keys, const DatasetInfo& format) {
  auto opened = format.open({.path = path, .id = keys.id, .label = {}, .group = {}, .time = {}, .positive = {}});
  if (!opened) return std::unexpected(std::move(opened).error());
  const Dataset& data = **opened;
  const auto column = [&](const std::string& name) -> Results<std::size_t> {
    const auto found = std::ranges::find(data.columns(), name);
    if (found != data.columns().end()) return static_cast<std::size_t>(found - data.columns().begin());
    return std::unexpected(Errors{{ErrorCode::kBadReference, "there is no column '" + name + "'", {{.file = path}}, {}}});
  };
  std::vector<std::size_t> references;
  const auto answer = column(keys.answer);
  if (!answer) return std::unexpected(answer.error());
  for (const std::string& key : keys.references) {
    const auto found = column(key);
    if (!found) return std::unexpected(found.error());
    references.push_back(*found);
  }
  std::optional<std::size_t> tokens, question;
  for (auto [key, into] : {std::pair{&keys.tokens, &tokens}, {&keys.question, &question}}) {
    if (key->empty()) continue;
    const auto found = column(*key);
    if (!found) return std::unexpected(found.error());
    *into = *found;
  }
  TextAnswers answers{.form = "table of texts"};
  for (std::size_t row = 0; row < data.size(); ++row) {
    TextAnswer& one = answers.cases.emplace_back();
    one.id = data.Id(row);
    one.answer = std::string(data.Cell(row, *answer));
    for (const std::size_t reference : references) one.references.emplace_back(data.Cell(row, reference));
    if (question) one.question = data.Cell(row, *question);
    if (!tokens) continue;
    const auto count = TokenCount(data.Cell(row, *tokens), data.Place(row, *tokens));
    if (!count) return std::unexpected(Errors{count.error()});
    one.tokens = *count;
  }
  return answers;
}

}  // namespace

Result<TextAnswers> ReadTextLines(std::string_view text, const std::string& file, const TextTableKeys& keys) {
  TextAnswers answers{.form = "JSON lines"};
  std::set<std::string> ids;
  ASSAY_CHECK_OK(EachJsonLine(text, file, [&](const JsonValue& line, const Where& where) -> Result<void> {
    ASSAY_TRY(one, ReadLine(line, keys, where));
    // Answers to one question may share its id where the questions are named.
    if (keys.question.empty() && !ids.insert(one.id).second) {
      return FailAt(where, ErrorCode::kDuplicateId, "case '" + one.id + "' stands twice",
                    "for several answers to one question name its key: --question KEY");
    }
    answers.cases.push_back(std::move(one));
    return {};
  }));
  return answers;
}

Results<TextAnswers> ReadTextTable(const std::string& path, const TextTableKeys& keys) {
  if (path.ends_with(".jsonl") || path.ends_with(".ndjson")) {
    const auto text = base::ReadFile(path);
    if (!text) return std::unexpected(Errors{text.error()});
    auto read = ReadTextLines(*text, path, keys);
    if (!read) return std::unexpected(Errors{std::move(read).error()});
    return *std::move(read);
  }
  const DatasetInfo* format = FormatOfFile(path);
  if (format == nullptr) {
    return std::unexpected(Errors{{ErrorCode::kUnknownName, "can't tell the format of " + path + " by its extension", {},
                                   "files of predictions are .csv, .tsv or .jsonl"}});
  }
  return ReadTable(path, keys, *format);
}

}  // namespace assay::data
