// SPDX-License-Identifier: Apache-2.0
#include "fit/traffic_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "assay/dataset.h"
#include "base/file.h"
#include "data/table/error_list.h"
#include "fit/timestamp.h"
#include "load/arrival_trace.h"

namespace assay::fit {
namespace {

using data::ErrorList;

enum Part : std::size_t { kStart, kEnd, kDuration, kSize, kClient, kParts };

struct PartNames {
  std::string_view part;
  std::string_view names;  // what a column may be called, without its unit
};
constexpr std::array<PartNames, kParts> kPartNames{{
    {"start", " t timestamp time start start_time started ts datetime arrival "},
    {"end", " end end_time ended finish finished completed "},
    {"duration", " duration latency elapsed "},
    {"size", " size tokens input_tokens prompt_tokens input_length "},
    {"client", " client client_id user user_id session session_id "},
}};

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower;
}

// Cuts a unit off a column's name: "start_ms" is `start`, counted in 0.001 s.
double TakeUnit(std::string& name) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"_ms", 1e-3}, {"_us", 1e-6}, {"_ns", 1e-9}, {"_s", 1}};
  for (const auto& [suffix, unit] : kUnits) {
    if (name.size() <= suffix.size() || !name.ends_with(suffix)) continue;
    name.resize(name.size() - suffix.size());
    return unit;
  }
  return 1;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<double> FiniteNumber(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || failure != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

// Rows as they are read, in the file's order.
struct Rows {
  std::vector<double> start, size;
  std::vector<std::optional<double>> end;
  std::vector<std::size_t> client;
  std::unordered_map<std::string, std::size_t> clients;
  double resolution = 0;  // the finest that any row is written in; 0: no row yet

  void AddStart(const Timestamp& time) {
    start.push_back(time.seconds);
    resolution = resolution == 0 ? time.resolution : std::min(resolution, time.resolution);
  }
  void AddClient(std::string_view name) {
    client.push_back(clients.emplace(std::string(name), clients.size()).first->second);
  }
};

// Orders the rows by start, counts them from the first, and says what of them is known.
void Arrange(const Rows& rows, TrafficLog& log) {
  std::vector<std::size_t> order(rows.start.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows.start[a] < rows.start[b]; });
  double latest = -HUGE_VAL;
  for (const double start : rows.start) {
    log.out_of_order += start < latest;
    latest = std::max(latest, start);
  }
  const double zero = rows.start[order[0]];
  for (const auto& end : rows.end) log.without_end += !end;
  for (const std::size_t row : order) {
    log.start_s.push_back(rows.start[row] - zero);
    if (!rows.end.empty() && log.without_end == 0) log.end_s.push_back(*rows.end[row] - zero);
    if (!rows.size.empty()) log.size.push_back(rows.size[row]);
    if (!rows.client.empty()) log.client.push_back(rows.client[row]);
  }
  log.clients = rows.clients.size();
  log.resolution_s = rows.resolution;
}

// Reads the rows of a table with named columns.
class TableReading {
 public:
  TableReading(const Dataset& table, TrafficLog& log) : table_(table), log_(log) {}

  Results<void> Read() {
    FindParts();
    if (errors_.empty()) {
      for (std::size_t row = 0; row < table_.size(); ++row) ReadRow(row);
    }
    if (!errors_.empty()) return std::unexpected(std::move(errors_).Take());
    Arrange(rows_, log_);
    return {};
  }

 private:
  void FindParts() {
    for (std::size_t column = 0; column < table_.columns().size(); ++column) {
      const std::string& given = table_.columns()[column];
      std::string name = Lower(Trim(given));
      const double unit = TakeUnit(name);
      const auto part = std::find_if(kPartNames.begin(), kPartNames.end(), [&](const PartNames& p) {
        return p.names.find(" " + name + " ") != p.names.npos;
      });
      if (name.empty() || part == kPartNames.end()) {
        log_.unread.push_back(given);
        continue;
      }
      const auto index = static_cast<std::size_t>(part - kPartNames.begin());
      if (columns_[index]) {
        Where where = table_.Place(0, column);
        return errors_.Add(ErrorCode::kContradiction,
                           "columns '" + table_.columns()[*columns_[index]] + "' and '" + given +
                               "' would both be the " + std::string(part->part),
                           where, "rename or remove one of them");
      }
      columns_[index] = column;
      units_[index] = unit;
      log_.columns.emplace_back(part->part, given);
      if (index == kStart) offsets_ = name == "t";
    }
    if (columns_[kEnd] && columns_[kDuration]) {
      errors_.Add(ErrorCode::kContradiction, "both an end and a duration column",
                  table_.Place(0, columns_[kDuration]), "rename or remove one of them");
    } else if (!columns_[kStart]) {
      errors_.Add(ErrorCode::kMissingKey, "expected a column of arrival times, found none",
                  table_.Place(0, std::nullopt),
                  "call it t (offsets in seconds), timestamp, time or start; _ms, _us, _ns at the "
                  "end say its unit");
    }
  }

  std::string_view Cell(std::size_t row, Part part) const {
    return Trim(table_.Cell(row, *columns_[part]));
  }
  void Refuse(std::size_t row, Part part, Error error) {
    errors_.Add(error.code, std::move(error.what), table_.Place(row, columns_[part]),
                std::move(error.hint));
  }

  void ReadRow(std::size_t row) {
    const auto start = ParseTimestamp(Cell(row, kStart), units_[kStart]);
    if (!start) return Refuse(row, kStart, start.error());
    if (offsets_ && start->seconds < 0) {
      return Refuse(row, kStart, {ErrorCode::kOutOfRange, "expected an offset of 0 or more"});
    }
    if (offsets_ && start->seconds < latest_) {
      return Refuse(row, kStart,
                    {ErrorCode::kBadRow,
                     "expected offsets in order of time, found an earlier one",
                     {},
                     "sort the file by this column"});
    }
    latest_ = start->seconds;
    rows_.AddStart(*start);
    if (columns_[kEnd]) ReadEnd(row, *start);
    if (columns_[kDuration]) ReadDuration(row, *start);
    if (columns_[kSize]) ReadSize(row);
    if (columns_[kClient]) ReadClient(row);
  }

  void ReadEnd(std::size_t row, const Timestamp& start) {
    if (Cell(row, kEnd).empty()) return rows_.end.push_back(std::nullopt);
    const auto end = ParseTimestamp(Cell(row, kEnd), units_[kEnd]);
    if (!end) return Refuse(row, kEnd, end.error());
    if (end->seconds < start.seconds) {
      return Refuse(row, kEnd, {ErrorCode::kBadRow, "expected an end at or after the start"});
    }
    rows_.end.push_back(end->seconds);
  }

  void ReadDuration(std::size_t row, const Timestamp& start) {
    const std::string_view text = Cell(row, kDuration);
    if (text.empty()) return rows_.end.push_back(std::nullopt);
    const auto duration = FiniteNumber(text);
    if (!duration || *duration < 0) {
      return Refuse(row, kDuration,
                    {ErrorCode::kBadRow, "expected a finite duration of 0 or more, found '" +
                                             std::string(text.substr(0, 80)) + "'"});
    }
    rows_.end.push_back(start.seconds + *duration * units_[kDuration]);
  }

  void ReadSize(std::size_t row) {
    const std::string_view text = Cell(row, kSize);
    const auto size = FiniteNumber(text);
    if (!size || *size < 0) {
      return Refuse(row, kSize,
                    {ErrorCode::kBadRow, "expected a finite size of 0 or more, found '" +
                                             std::string(text.substr(0, 80)) + "'"});
    }
    rows_.size.push_back(*size);
  }

  void ReadClient(std::size_t row) {
    const std::string_view name = Cell(row, kClient);
    if (name.empty()) {
      return Refuse(row, kClient, {ErrorCode::kBadRow, "expected a client, found an empty cell"});
    }
    rows_.AddClient(name);
  }

  const Dataset& table_;
  TrafficLog& log_;
  ErrorList errors_;
  std::array<std::optional<std::size_t>, kParts> columns_;
  std::array<double, kParts> units_{};
  bool offsets_ = false;
  double latest_ = -HUGE_VAL;
  Rows rows_;
};

// host ident user [date] "request" status bytes, and whatever a combined format adds behind.
class CommonLogReading {
 public:
  CommonLogReading(const std::string& file, TrafficLog& log) : file_(file), log_(log) {}

  Results<void> Read(std::string_view bytes) {
    for (int line_number = 1; !bytes.empty(); ++line_number) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size());
      std::string_view line = bytes.substr(0, end);
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty() && bytes.find_first_not_of("\r\n") == bytes.npos) break;
      ReadLine(line, line_number);
    }
    if (!errors_.empty()) return std::unexpected(std::move(errors_).Take());
    Arrange(rows_, log_);
    log_.columns = {{"start", "%t"}, {"client", "%h"}};
    log_.unread = {"%l", "%u", "%r", "%>s", "%b"};
    return {};
  }

  // What tells this format from CSV: three words, then a bracket.
  static bool Fits(std::string_view line) {
    std::size_t at = 0;
    for (int word = 0; word < 3; ++word) {
      const std::size_t blank = line.find(' ', at);
      if (blank == line.npos || blank == at || line.substr(at, blank - at).find(',') != line.npos) {
        return false;
      }
      at = blank + 1;
    }
    return at < line.size() && line[at] == '[';
  }

 private:
  void ReadLine(std::string_view line, int line_number) {
    const auto refuse = [&](std::size_t at, Error error) {
      errors_.Add(
          error.code, std::move(error.what),
          {file_, line_number, static_cast<int>(at) + 1, {}, std::string(line.substr(0, 200))},
          std::move(error.hint));
    };
    if (!Fits(line)) {
      return refuse(0,
                    {ErrorCode::kBadRow, "expected host ident user [date], as in the first line"});
    }
    const std::size_t open = line.find('['), close = line.find(']', open);
    if (close == line.npos) return refuse(open, {ErrorCode::kBadRow, "expected ] after the date"});
    const auto time = ParseTimestamp(line.substr(open + 1, close - open - 1), 1);
    if (!time) return refuse(open + 1, time.error());
    if (const std::size_t wrong = WrongBehindDate(line, close + 1); wrong != line.npos) {
      return refuse(wrong,
                    {ErrorCode::kBadRow, "expected \"request\" status bytes after the date"});
    }
    rows_.AddStart(*time);
    rows_.AddClient(line.substr(0, line.find(' ')));
  }

  // Where the rest of the line stops being ` "request" 200 123`; npos when it is.
  static std::size_t WrongBehindDate(std::string_view line, std::size_t at) {
    if (line.substr(at, 2) != " \"") return at;
    for (at += 2; at < line.size() && line[at] != '"'; ++at) at += line[at] == '\\';
    if (at >= line.size()) return line.size();
    for (++at; const bool status : {true, false}) {
      if (at >= line.size() || line[at] != ' ') return at;
      const std::size_t end = std::min(line.find(' ', at + 1), line.size());
      const std::string_view word = line.substr(at + 1, end - at - 1);
      const bool number = !word.empty() && word.find_first_not_of("0123456789") == word.npos;
      if (status ? !number || word.size() != 3 : !number && word != "-") return at + 1;
      at = end;
    }
    return line.npos;
  }

  const std::string& file_;
  TrafficLog& log_;
  ErrorList errors_;
  Rows rows_;
};

// A first line that starts with a number names no columns.
bool HasNoNames(std::string_view line) {
  double value = 0;
  const std::string_view field = Trim(line.substr(0, line.find(',')));
  const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), value);
  return !field.empty() && end == field.data() + field.size();
}

Results<void> ReadBareTrace(const std::string& path, std::string_view bytes, TrafficLog& log) {
  const auto offsets = load::ParseArrivalTrace(path, bytes);
  if (!offsets) return std::unexpected(offsets.error());
  Rows rows;
  // How fine the numbers are written: as many decimals as the first column's longest has.
  double resolution = 1;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    std::string_view field = line.substr(0, line.find_first_of(",\r"));
    if (const auto time = ParseTimestamp(Trim(field), 1)) {
      resolution = std::min(resolution, time->resolution);
    }
    at = end + 1;
  }
  for (const double offset : *offsets) rows.AddStart({offset, resolution});
  Arrange(rows, log);
  log.columns = {{"start", "first column"}};
  return {};
}

Results<void> ReadTable(std::string_view format, const std::string& path, TrafficLog& log) {
  const auto formats = AllDatasets();
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const DatasetInfo* f) { return f->name == format; });
  if (found == formats.end()) {
    return std::unexpected(Errors{{ErrorCode::kInternal, "no reader for " + std::string(format)}});
  }
  DatasetOptions options;
  options.path = path;
  const auto table = (*found)->open(options);
  if (!table) return std::unexpected(table.error());
  return TableReading(**table, log).Read();
}

}  // namespace

Results<TrafficLog> ReadTrafficLog(const std::string& path) {
  const auto file = base::ReadFile(path);
  if (!file) return std::unexpected(Errors{file.error()});
  std::string_view bytes = *file;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.find_first_not_of(" \t\r\n") == bytes.npos) {
    return std::unexpected(
        Errors{{ErrorCode::kEmpty, "expected at least 1 request, found none", {{.file = path}}}});
  }
  const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  TrafficLog log;
  Results<void> read;
  if (bytes[bytes.find_first_not_of(" \t\r\n")] == '{') {
    log.format = "JSON lines";
    read = ReadTable("jsonl", path, log);
  } else if (CommonLogReading::Fits(line)) {
    log.format = "common log format";
    read = CommonLogReading(path, log).Read(bytes);
  } else if (HasNoNames(line)) {
    log.format = "trace";
    read = ReadBareTrace(path, bytes, log);
  } else {
    log.format = "CSV";
    read = ReadTable("csv", path, log);
  }
  if (!read) return std::unexpected(read.error());
  return log;
}

}  // namespace assay::fit
