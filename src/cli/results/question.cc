// SPDX-License-Identifier: Apache-2.0
#include "cli/results/question.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "cli/results/store_place.h"
#include "results/plain_text.h"
#include "results/store.h"
#include "spec/near_name.h"
#include "spec/quantity.h"

namespace assay::cli {
namespace {

using results::NumericType;

// The values of a flag that may be given several times and takes lists with commas.
std::vector<std::string> ListOf(const Arguments& arguments, std::string_view flag) {
  std::vector<std::string> values;
  const auto found = arguments.flags.find(flag);
  if (found == arguments.flags.end()) return values;
  for (const std::string& text : found->second) {
    for (std::size_t start = 0; start <= text.size();) {
      const std::size_t comma = std::min(text.find(',', start), text.size());
      std::string value = text.substr(start, comma - start);
      value.erase(0, value.find_first_not_of(' '));
      value.erase(value.find_last_not_of(' ') + 1);
      values.push_back(std::move(value));
      start = comma + 1;
    }
  }
  return values;
}

std::unexpected<Error> NoSuch(std::string_view flag, const std::string& value, std::span<const std::string_view> known) {
  return Fail(ErrorCode::kUnknownName, std::string(flag) + ": there is no '" + value + "'",
              spec::NameHint(value, known));
}

template <class T, class Parse>
Result<std::vector<T>> Parsed(const Arguments& arguments, std::string_view flag, Parse parse,
                              std::span<const std::string_view> known) {
  std::vector<T> values;
  for (const std::string& text : ListOf(arguments, flag)) {
    const std::optional<T> value = parse(text);
    if (!value) return NoSuch(flag, text, known);
    values.push_back(*value);
  }
  return values;
}

std::optional<NumericType> ParseType(std::string_view text) {
  const results::Precision precision = results::ParsePrecision(text);
  for (int i = 0; precision.disclosed && i < 32; ++i) {
    if (precision.types == 1u << i) return static_cast<NumericType>(i);
  }
  return std::nullopt;
}

// A text that is looked for, given once.
Result<std::string> TextOf(const Arguments& arguments, std::string_view flag) {
  const auto found = arguments.flags.find(flag);
  if (found == arguments.flags.end()) return std::string();
  if (found->second.size() > 1 || found->second[0].empty()) {
    return Fail(ErrorCode::kUsage, std::string(flag) + " takes one text that isn't empty");
  }
  return found->second[0];
}

Result<std::optional<std::int64_t>> WholeOf(const Arguments& arguments, std::string_view flag) {
  const auto text = arguments.Get(flag);
  if (!text) return std::nullopt;
  std::int64_t value = 0;
  const char* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || value < 0) {
    return Fail(ErrorCode::kUsage, std::string(flag) + " takes a whole number from 0, found '" + *text + "'");
  }
  return value;
}

// Every benchmark of the known rounds that the text can mean, and the text itself for what an open row ran.
Result<std::vector<std::string>> BenchmarksOf(const std::vector<std::string>& texts, const results::RowSet& rows) {
  std::vector<std::string> names;
  std::set<std::string_view> known;
  for (const std::string& text : texts) {
    std::set<std::string_view> meant;
    for (const round::Round& round : round::AllRounds()) {
      for (const std::string_view name : round::BenchmarksNamed(round, text)) meant.insert(name);
    }
    results::Filter as_written;
    as_written.benchmarks = {text};
    const bool was_run = !meant.empty() || std::ranges::any_of(rows.rows(), [&](const results::Row& row) {
      return results::Matches(row, as_written);
    });
    if (!was_run) {
      for (const round::Round& round : round::AllRounds()) {
        for (const round::Benchmark& benchmark : round.benchmarks) known.insert(benchmark.name);
      }
      const std::vector<std::string_view> list(known.begin(), known.end());
      return NoSuch("--benchmark", text, list);
    }
    names.insert(names.end(), meant.begin(), meant.end());
    names.push_back(text);
  }
  return names;
}

Result<void> ReadRounds(const Arguments& arguments, ResultsQuestion& question) {
  std::vector<std::string>& asked = question.shortlist.filter.rounds;
  for (const std::string& text : ListOf(arguments, "--round")) {
    const round::Round* known = round::FindRound(text);
    asked.push_back(known != nullptr ? std::string(known->name) : text);
  }
  ASSAY_TRY(rows, LoadRows(arguments, asked));
  question.rows = std::move(rows);
  std::set<std::string_view> loaded;
  for (const results::System& system : question.rows.systems()) loaded.insert(system.round);
  for (const std::string& name : asked) {
    if (loaded.contains(name)) continue;
    if (round::FindRound(name) == nullptr) {
      std::string known;
      for (const round::Round& round : round::AllRounds()) known += (known.empty() ? "" : ", ") + std::string(round.name);
      return Fail(ErrorCode::kUnknownName, "--round: there is no round '" + name + "'", "known: " + known);
    }
    question.not_held.push_back(name);
  }
  if (!question.not_held.empty() && question.not_held.size() == asked.size()) {
    std::string names;
    for (const std::string& name : question.not_held) names += (names.empty() ? "" : ", ") + name;
    return Fail(ErrorCode::kNotHeld, "round not held: " + names,
                "`assay results coverage` lists the rounds; `assay results import` takes one in");
  }
  return {};
}

Result<void> ReadFilter(const Arguments& arguments, ResultsQuestion& question) {
  results::Filter& filter = question.shortlist.filter;
  constexpr std::string_view kScenarios[] = {"SingleStream", "MultiStream", "Server", "Interactive", "Offline"};
  constexpr std::string_view kDivisions[] = {"closed", "open", "network"};
  constexpr std::string_view kAvailabilities[] = {"available", "preview", "rdi"};
  constexpr std::string_view kCategories[] = {"datacenter", "edge"};
  constexpr std::string_view kTypes[] = {"fp32", "tf32",  "bf16", "fp16",  "fp8",   "fp6",   "fp4",
                                         "int8", "uint8", "int4", "uint4", "int32", "int16", "int64"};
  ASSAY_TRY(scenarios, Parsed<round::Scenario>(arguments, "--scenario", round::ParseScenario, kScenarios));
  ASSAY_TRY(divisions, Parsed<results::Division>(arguments, "--division", results::ParseDivision, kDivisions));
  ASSAY_TRY(availabilities, Parsed<results::Availability>(arguments, "--availability", results::ParseAvailability,
                                                          kAvailabilities));
  ASSAY_TRY(types, Parsed<NumericType>(arguments, "--precision", ParseType, kTypes));
  const auto category = [](std::string_view text) -> std::optional<round::Category> {
    if (results::SameIgnoringCase(text, "datacenter")) return round::Category::kDatacenter;
    if (results::SameIgnoringCase(text, "edge")) return round::Category::kEdge;
    return std::nullopt;
  };
  ASSAY_TRY(categories, Parsed<round::Category>(arguments, "--category", category, kCategories));
  if (categories.size() > 1) return Fail(ErrorCode::kUsage, "--category takes one of datacenter and edge");
  if (!categories.empty()) filter.category = categories[0];
  filter.scenarios = std::move(scenarios);
  filter.divisions = std::move(divisions);
  filter.availabilities = std::move(availabilities);
  filter.precision = std::move(types);
  ASSAY_TRY(hardware, TextOf(arguments, "--hardware"));
  ASSAY_TRY(software, TextOf(arguments, "--software"));
  ASSAY_TRY(submitter, TextOf(arguments, "--submitter"));
  ASSAY_TRY(system, TextOf(arguments, "--system"));
  filter.hardware = std::move(hardware);
  filter.software = std::move(software);
  filter.submitter = std::move(submitter);
  filter.system = std::move(system);
  if (const auto power = arguments.Get("--power")) {
    if (*power != "yes" && *power != "no") return Fail(ErrorCode::kUsage, "--power takes yes or no, found '" + *power + "'");
    filter.power = *power == "yes";
  }
  ASSAY_TRY(at_most, WholeOf(arguments, "--accelerators-at-most"));
  filter.accelerators_at_most = at_most;
  ASSAY_TRY(benchmarks, BenchmarksOf(ListOf(arguments, "--benchmark"), question.rows));
  filter.benchmarks = std::move(benchmarks);
  return {};
}

// "p99" -> 0.99, "p99.9" and "p999" -> 0.999.
std::optional<double> ParsePercentile(std::string_view text) {
  if (!text.starts_with('p') || text.size() < 2) return std::nullopt;
  if (text == "p999") return 0.999;
  double percent = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + 1, end, percent);
  if (read.ec != std::errc() || read.ptr != end || !(percent > 0 && percent < 100)) return std::nullopt;
  return percent / 100;
}

std::unexpected<Error> BadSla(std::string_view part) {
  return Fail(ErrorCode::kUsage, "--sla takes bounds such as p99<=130ms, found '" + std::string(part) + "'",
              "for tokens: --sla \"ttft_p99<=500ms,tpot_p99<=50ms\"");
}

Result<void> ReadBound(std::string_view part, results::NeededSla& sla) {
  std::size_t sign = part.find("<="), length = 2;
  if (sign == part.npos) {
    sign = part.find("≤");
    length = std::string_view("≤").size();
  }
  if (sign == part.npos) return BadSla(part);
  const auto trimmed = [](std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
  };
  std::string_view name = trimmed(part.substr(0, sign));
  std::string duration(trimmed(part.substr(sign + length)));
  std::erase(duration, ' ');
  const auto bound = spec::ParseDurationNs(duration);
  if (!bound || *bound <= 0) return BadSla(part);
  std::optional<std::int64_t>* place = &sla.latency_ns;
  std::optional<double>* percentile = &sla.percentile;
  bool named = false;
  for (const auto& [word, ns, share] : {std::tuple("ttft", &sla.ttft_ns, &sla.ttft_percentile),
                                        std::tuple("tpot", &sla.tpot_ns, &sla.tpot_percentile),
                                        std::tuple("latency", &sla.latency_ns, &sla.percentile)}) {
    if (!name.starts_with(word)) continue;
    named = true;
    place = ns;
    percentile = share;
    name.remove_prefix(std::string_view(word).size());
    if (name.starts_with('_') || name.starts_with(' ')) name.remove_prefix(1);
    break;
  }
  if (place->has_value()) return Fail(ErrorCode::kUsage, "--sla bounds the same latency twice: '" + std::string(part) + "'");
  if (!(named && name.empty())) {
    const auto share = ParsePercentile(name);
    if (!share) return BadSla(part);
    *percentile = *share;
  } else {
    *percentile = 0.99;
  }
  *place = *bound;
  return {};
}

}  // namespace

Result<results::NeededSla> ParseSla(std::string_view text) {
  results::NeededSla sla;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    ASSAY_CHECK_OK(ReadBound(text.substr(start, comma - start), sla));
    start = comma + 1;
  }
  return sla;
}

Result<NeededRate> ParseRate(std::string_view text) {
  const auto bad = [&] {
    return Fail(ErrorCode::kUsage, "--rate takes a rate such as 400/s or 5000tokens/s, found '" + std::string(text) + "'");
  };
  std::size_t digits = 0;
  while (digits < text.size() && (std::string_view("0123456789.eE+-").find(text[digits]) != std::string_view::npos)) ++digits;
  std::string_view rest = text.substr(digits);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  const std::size_t slash = rest.find('/');
  const std::string_view what = rest.substr(0, slash);
  const std::string per = slash == rest.npos ? "/s" : std::string(rest.substr(slash));
  NeededRate rate{0, std::nullopt};
  if (!what.empty()) {
    rate.unit = round::ParseUnit(slash == rest.npos ? std::string(what) : std::string(what) + "/s");
    if (rate.unit != round::ResultUnit::kTokensPerSecond && rate.unit != round::ResultUnit::kSamplesPerSecond &&
        rate.unit != round::ResultUnit::kQueriesPerSecond) {
      return bad();
    }
  } else if (slash == rest.npos) {
    return bad();
  }
  const auto value = spec::ParseRateQps(std::string(text.substr(0, digits)) + per);
  if (!value) return bad();
  rate.per_second = *value;
  return rate;
}

Result<std::size_t> LimitOf(const Arguments& arguments, std::size_t otherwise) {
  ASSAY_TRY(limit, WholeOf(arguments, "--limit"));
  if (!limit) return arguments.Has("--verbose") ? 0 : otherwise;
  return static_cast<std::size_t>(*limit);
}

Result<ResultsQuestion> ReadQuestion(const Arguments& arguments) {
  ResultsQuestion question;
  if (const auto text = arguments.Get("--sla")) {
    ASSAY_TRY(sla, ParseSla(*text));
    question.shortlist.sla = sla;
  }
  if (const auto text = arguments.Get("--rate")) {
    ASSAY_TRY(rate, ParseRate(*text));
    question.shortlist.rate_per_second = rate.per_second;
    question.shortlist.rate_unit = rate.unit;
  }
  question.shortlist.any_sla = arguments.Has("--any-sla");
  ASSAY_CHECK_OK(ReadRounds(arguments, question));
  ASSAY_CHECK_OK(ReadFilter(arguments, question));
  return question;
}

Result<results::RowSet> LoadRows(const Arguments& arguments, const std::vector<std::string>& rounds) {
  ASSAY_TRY(path, StoreToRead(arguments));
  const std::vector<std::string_view> names(rounds.begin(), rounds.end());
  return results::LoadAll(path, names);
}

std::string WhyEmpty(const results::RowSet& rows, const results::Filter& filter) {
  std::string text;
  const auto without = [&](std::string_view flag, auto member) {
    results::Filter wider = filter;
    wider.*member = {};
    const auto count = std::ranges::count_if(rows.rows(), [&](const auto& row) { return results::Matches(row, wider); });
    if (count == 0) return;
    text += (text.empty() ? "No row fits. Without " : ", without ") + std::string(flag) + ": " + std::to_string(count) +
            (count == 1 ? " row" : " rows");
  };
  without("--benchmark", &results::Filter::benchmarks);
  without("--scenario", &results::Filter::scenarios);
  without("--division", &results::Filter::divisions);
  without("--availability", &results::Filter::availabilities);
  without("--category", &results::Filter::category);
  without("--precision", &results::Filter::precision);
  without("--hardware", &results::Filter::hardware);
  without("--software", &results::Filter::software);
  without("--submitter", &results::Filter::submitter);
  without("--system", &results::Filter::system);
  without("--accelerators-at-most", &results::Filter::accelerators_at_most);
  without("--power", &results::Filter::power);
  return text.empty() ? "No row fits, and none without any one of the flags." : text + ".";
}

std::vector<const results::Row*> RowsOf(const results::RowSet& rows, const results::Filter& filter) {
  std::vector<const results::Row*> found;
  for (const results::Row& row : rows.rows()) {
    if (results::Matches(row, filter)) found.push_back(&row);
  }
  return found;
}

namespace {

// Why no row has the name: a round that isn't held comes before a row that doesn't exist.
Error WhyNoRow(const results::RowSet& rows, std::string_view name) {
  std::string_view rest = name;
  for (const std::string_view division : {"closed/", "open/", "network/"}) {
    if (rest.starts_with(division)) rest.remove_prefix(division.size());
  }
  const round::Round* round = round::FindRound(rest.substr(0, rest.find_first_of("-/")));
  const std::string quoted = "'" + std::string(name) + "'";
  if (round == nullptr) {
    return {ErrorCode::kNotFound, "no row is called " + quoted, {},
            "`assay results list` shows the names: a result id, ID.BENCHMARK.SCENARIO, or ROUND/SUBMITTER/SYSTEM/MODEL/SCENARIO"};
  }
  const auto of_round = [&](const results::Row& row) { return row.system->round == round->name; };
  if (std::ranges::none_of(rows.rows(), of_round)) {
    return {ErrorCode::kNotHeld, "round not held: " + std::string(round->name) + ", so whether it has " + quoted +
                                     " can't be told here", {},
            "`assay results import` takes a round's results in"};
  }
  const bool by_id = name.find('/') == name.npos;
  if (by_id && std::ranges::none_of(rows.rows(), [&](const results::Row& row) {
        return of_round(row) && !row.result_id.empty();
      })) {
    return {ErrorCode::kNotFound, "the source of round " + std::string(round->name) + " states no result ids, so " +
                                      quoted + " can't be found by one", {},
            "name the row as ROUND/SUBMITTER/SYSTEM/MODEL/SCENARIO"};
  }
  return {ErrorCode::kNotFound, "round " + std::string(round->name) + " is held and has no row " + quoted, {},
          "`assay results list --round " + std::string(round->name) + "` shows its rows"};
}

}  // namespace

Result<std::vector<const results::Row*>> FindRows(const results::RowSet& rows, std::string_view name) {
  std::vector<const results::Row*> found = rows.Named(name);
  if (found.empty()) return std::unexpected(WhyNoRow(rows, name));
  return found;
}

Result<const results::Row*> FindRow(const results::RowSet& rows, std::string_view name) {
  ASSAY_TRY(found, FindRows(rows, name));
  if (found.size() == 1) return found[0];
  std::string names;
  for (std::size_t i = 0; i < found.size() && i < 6; ++i) names += (i > 0 ? ", " : "") + results::RowName(*found[i]);
  if (found.size() > 6) names += ", …";
  return Fail(ErrorCode::kUsage, "'" + std::string(name) + "' names " + std::to_string(found.size()) + " rows", names);
}

}  // namespace assay::cli
