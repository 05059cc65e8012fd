// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/rankings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/file.h"
#include "data/prediction/json_lines.h"

namespace assay::data {
namespace {

using base::JsonValue;

std::optional<double> Finite(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Adds a judgement; false when the document has another one already.
bool Judge(std::vector<std::pair<std::string, double>>& judged, std::string document, double relevance) {
  const auto found = std::ranges::find(judged, document, &std::pair<std::string, double>::first);
  if (found != judged.end()) return found->second == relevance;
  judged.emplace_back(std::move(document), relevance);
  return true;
}

Result<RetrievedDocument> DocumentOf(const JsonValue& item, std::size_t rank, bool& scored, const Where& where) {
  if (const auto id = PlainText(item)) return RetrievedDocument{*id, -static_cast<double>(rank)};
  const JsonValue* id = item.Find("id");
  const JsonValue* score = item.Find("score");
  if (id == nullptr || !PlainText(*id) || score == nullptr) {
    return FailAt(where, ErrorCode::kWrongType, "expected a document's id or {\"id\", \"score\"}");
  }
  const auto value = score->AsDouble();
  if (!value || !std::isfinite(*value)) return FailAt(where, ErrorCode::kNotFinite, "a score that is no finite number");
  scored = true;
  return RetrievedDocument{*PlainText(*id), *value};
}

Result<std::vector<RetrievedDocument>> Retrieved(const JsonValue& list, Where where, const std::string& key,
                                                 Rankings& rankings) {
  where.path = key;
  if (list.kind() != JsonValue::Kind::kArray) {
    return FailAt(where, ErrorCode::kWrongType, "expected a list of documents, found " + std::string(list.KindName()));
  }
  std::vector<RetrievedDocument> documents;
  bool scored = false;
  for (const JsonValue& item : list.items()) {
    ASSAY_TRY(document, DocumentOf(item, documents.size(), scored, where));
    documents.push_back(std::move(document));
  }
  if (scored) {
    const bool mixed = std::ranges::any_of(list.items(), [](const JsonValue& item) { return item.Find("score") == nullptr; });
    if (mixed) return FailAt(where, ErrorCode::kContradiction, "some documents have a score and some have none");
    rankings.order = "score, equal ones by id descending (trec_eval)";
    std::ranges::stable_sort(documents, std::greater<>(), &RetrievedDocument::score);
  }
  std::set<std::string> seen;
  std::erase_if(documents, [&](const RetrievedDocument& document) {
    const bool again = !seen.insert(document.id).second;
    rankings.duplicates += again ? 1 : 0;
    return again;
  });
  return documents;
}

Result<void> AddJudgements(const JsonValue& value, Where where, const std::string& key, RankingCase& one) {
  where.path = key;
  if (value.kind() == JsonValue::Kind::kObject) {
    for (const base::JsonMember& member : value.members()) {
      const auto grade = member.value.AsDouble();
      if (!grade || !std::isfinite(*grade)) return FailAt(where, ErrorCode::kNotFinite, "a grade that is no finite number");
      Judge(one.judged, member.key, *grade);
    }
    return {};
  }
  if (value.kind() != JsonValue::Kind::kArray) {
    return FailAt(where, ErrorCode::kWrongType,
                  "expected a list of relevant documents or their grades, found " + std::string(value.KindName()));
  }
  for (const JsonValue& item : value.items()) {
    const auto id = PlainText(item);
    if (!id) return FailAt(where, ErrorCode::kWrongType, "expected a document's id, found " + std::string(item.KindName()));
    Judge(one.judged, *id, 1);  // a gold list that names a document twice means it once
  }
  return {};
}

std::vector<std::string_view> Fields(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = end;
  }
  return fields;
}

Result<void> EachLine(std::string_view text, const std::string& file, std::size_t width, const char* form,
                      const std::function<Result<void>(std::span<const std::string_view> fields, const Where& where)>& take) {
  Where where{.file = file};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto fields = Fields(text.substr(at, end - at));
    at = end + 1;
    ++where.line;
    if (fields.empty()) continue;
    if (fields.size() != width) {
      return FailAt(where, ErrorCode::kBadRow, "expected " + std::string(form) + ", found " + std::to_string(fields.size()) + " fields");
    }
    ASSAY_CHECK_OK(take(fields, where));
  }
  return {};
}

}  // namespace

bool IsRankingLine(const JsonValue& object, const std::string& answer, const std::string& reference) {
  const JsonValue* retrieved = object.Find(answer);
  return retrieved != nullptr && retrieved->kind() == JsonValue::Kind::kArray && object.Find(reference) != nullptr;
}

Result<Rankings> ReadRankingLines(std::string_view text, const std::string& file, const std::string& answer,
                                  const std::string& reference) {
  Rankings rankings{.form = "JSON lines of rankings", .order = "as given"};
  std::set<std::string> ids;
  ASSAY_CHECK_OK(EachJsonLine(text, file, [&](const JsonValue& line, const Where& where) -> Result<void> {
    RankingCase one;
    const JsonValue* id = line.Find("id");
    one.id = id == nullptr ? std::to_string(where.line) : PlainText(*id).value_or(std::to_string(where.line));
    if (!ids.insert(one.id).second) return FailAt(where, ErrorCode::kDuplicateId, "query '" + one.id + "' stands twice");
    const JsonValue* retrieved = line.Find(answer);
    const JsonValue* judged = line.Find(reference);
    if (retrieved == nullptr || judged == nullptr) {
      return FailAt(where, ErrorCode::kMissingKey, "there is no key '" + (retrieved == nullptr ? answer : reference) + "'");
    }
    if (!retrieved->IsNull()) {
      ASSAY_TRY(documents, Retrieved(*retrieved, where, answer, rankings));
      one.retrieved = std::move(documents);
    }
    ASSAY_CHECK_OK(AddJudgements(*judged, where, reference, one));
    rankings.cases.push_back(std::move(one));
    return {};
  }));
  return rankings;
}

bool IsTrecLine(std::string_view line) {
  const auto fields = Fields(line);
  return fields.size() == 6 && fields[1] == "Q0" && Finite(fields[4]).has_value();
}

Result<Rankings> ReadTrecRun(const std::string& run, const std::string& judgements) {
  ASSAY_TRY(run_text, base::ReadFile(run));
  ASSAY_TRY(judged_text, base::ReadFile(judgements));
  std::map<std::string, RankingCase, std::less<>> cases;
  ASSAY_CHECK_OK(EachLine(judged_text, judgements, 4, "query 0 document relevance",
                          [&](std::span<const std::string_view> fields, const Where& where) -> Result<void> {
    const auto relevance = Finite(fields[3]);
    if (!relevance) return FailAt(where, ErrorCode::kNotFinite, "a relevance that is no finite number");
    RankingCase& one = cases[std::string(fields[0])];
    one.id = fields[0];
    if (!Judge(one.judged, std::string(fields[2]), *relevance)) {
      return FailAt(where, ErrorCode::kContradiction, "document '" + std::string(fields[2]) + "' is judged twice, differently");
    }
    return {};
  }));
  if (cases.empty()) return FailAt({.file = judgements}, ErrorCode::kEmpty, "there is no judgement");
  Rankings rankings{.form = "trec run", .order = "score, equal ones by id descending (trec_eval)"};
  std::set<std::string> not_judged;
  std::set<std::pair<std::string, std::string>> seen;
  ASSAY_CHECK_OK(EachLine(run_text, run, 6, "query Q0 document rank score tag",
                          [&](std::span<const std::string_view> fields, const Where& where) -> Result<void> {
    const auto score = Finite(fields[4]);
    if (!score) return FailAt(where, ErrorCode::kNotFinite, "a score that is no finite number");
    const auto found = cases.find(fields[0]);
    if (found == cases.end()) {
      not_judged.emplace(fields[0]);
      return {};
    }
    if (!seen.emplace(fields[0], fields[2]).second) {
      return FailAt(where, ErrorCode::kDuplicateId, "document '" + std::string(fields[2]) + "' stands twice for query '" +
                                                        std::string(fields[0]) + "'", "trec_eval refuses this too");
    }
    if (!found->second.retrieved) found->second.retrieved.emplace();
    found->second.retrieved->push_back({std::string(fields[2]), *score});
    return {};
  }));
  for (auto& [id, one] : cases) rankings.cases.push_back(std::move(one));
  if (!not_judged.empty()) {
    rankings.notes.push_back(std::to_string(not_judged.size()) + " queries of the run have no judgement and are left out: " +
                             *not_judged.begin() + (not_judged.size() > 1 ? ", …" : ""));
  }
  return rankings;
}

}  // namespace assay::data
