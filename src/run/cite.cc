// SPDX-License-Identifier: Apache-2.0
#include "run/cite.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>

#include "base/file.h"
#include "citation/assess_timing.h"
#include "citation/needs.h"
#include "citation/reading/fields.h"
#include "citation/reading/sentence.h"
#include "run/error_list.h"
#include "run/run_spec.h"

namespace assay::run {
namespace {

namespace fs = std::filesystem;

struct Collected {
  std::vector<citation::Quote> quotes;
  std::vector<citation::NotRead> not_read;
  std::optional<citation::Needs> needs;  // of a field file
};

std::string Today() {
  const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day day(now);
  const auto two = [](unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(static_cast<int>(day.year())) + "-" + two(static_cast<unsigned>(day.month())) + "-" +
         two(static_cast<unsigned>(day.day()));
}

bool IsFieldFile(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".yaml" || ending == ".yml" || ending == ".json";
}

Results<void> ReadFieldFile(const std::string& path, const citation::Vocabulary& vocabulary, Collected& collected) {
  auto text = base::ReadFile(path);
  if (!text) return FailOne(text.error());
  auto fields = citation::ReadFields(*text, path, vocabulary);
  if (!fields) return std::unexpected(std::move(fields).error());
  std::ranges::move(fields->quotes, std::back_inserter(collected.quotes));
  if (fields->needs) collected.needs = fields->needs;
  return {};
}

Results<void> TakeDocuments(Results<citation::ReadDocuments> read, Collected& collected) {
  if (!read) return std::unexpected(std::move(read).error());
  std::ranges::move(read->quotes, std::back_inserter(collected.quotes));
  std::ranges::move(read->not_read, std::back_inserter(collected.not_read));
  return {};
}

// A path that exists, or that looks like one, is never taken for a sentence.
bool LooksLikePath(const std::string& input) {
  return input.find(' ') == std::string::npos && (IsFieldFile(input) || citation::IsDocument(input));
}

Results<void> Collect(const std::string& input, const citation::Vocabulary& vocabulary, Collected& collected) {
  std::error_code ignored;
  if (input.size() < 4096 && fs::is_directory(input, ignored)) {
    return TakeDocuments(citation::ReadDirectory(input, vocabulary), collected);
  }
  const bool exists = input.size() < 4096 && fs::exists(input, ignored);
  if (exists || LooksLikePath(input)) {
    if (IsFieldFile(input)) return ReadFieldFile(input, vocabulary, collected);
    return TakeDocuments(citation::ReadDocument(input, vocabulary), collected);
  }
  if (auto by_id = citation::ReadResultId(input)) {
    collected.quotes.push_back(std::move(*by_id));
    return {};
  }
  std::vector<citation::Quote> quotes = citation::ReadSentence(input, {}, vocabulary);
  if (quotes.empty()) {
    return FailOne({ErrorCode::kEmpty, "there is no benchmark number in '" + input + "'", {},
                "give a sentence with a number and its unit, a result id, a file or a folder"});
  }
  std::ranges::move(quotes, std::back_inserter(collected.quotes));
  return {};
}

Results<citation::Needs> NeedsOf(const CiteRequest& request) {
  if (!request.needs_file.empty()) {
    auto text = base::ReadFile(request.needs_file);
    if (!text) return FailOne(text.error());
    return citation::ReadNeeds(*text, request.needs_file);
  }
  if (request.spec_file.empty()) return citation::Needs{};
  auto spec = ReadAndCheck(request.spec_file, {});
  if (!spec) return std::unexpected(std::move(spec).error());
  return citation::NeedsOfSpec(*spec);
}

}  // namespace

Results<CiteAnswer> Cite(const CiteRequest& request, results::RowSet rows) {
  if (!request.today.empty() && !citation::DayNumber(request.today)) {
    return FailOne({ErrorCode::kUsage, "--today takes a day such as 2026-11-29, found '" + request.today + "'"});
  }
  auto needs = NeedsOf(request);
  if (!needs) return std::unexpected(std::move(needs).error());
  CiteAnswer answer;
  answer.rows = std::move(rows);
  const citation::Vocabulary vocabulary = citation::MakeVocabulary(answer.rows);
  Collected collected;
  for (const std::string& input : request.inputs) {
    if (auto read = Collect(input, vocabulary, collected); !read) return std::unexpected(std::move(read).error());
  }
  const citation::Needs& used = needs->given || !collected.needs ? *needs : *collected.needs;
  const std::string today = request.today.empty() ? Today() : request.today;
  for (const citation::Quote& quote : collected.quotes) {
    answer.assessments.push_back(citation::Assess(quote, used, answer.rows, today));
  }
  answer.not_read = std::move(collected.not_read);
  return answer;
}

}  // namespace assay::run
