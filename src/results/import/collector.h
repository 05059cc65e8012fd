// SPDX-License-Identifier: Apache-2.0
// Collects what an import reads: rows that stand, and by name those that don't.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "results/import/stated.h"
#include "results/row_set.h"

namespace assay::results {

// A value of a description that stood there in another type than the one that it means.
struct TypeChange {
  std::string file, key;
  std::string stated;   // "\"2\""
  std::string read_as;  // "2 (a whole number)"
};

struct ImportReport {
  std::string kind;                       // "a round's summary (JSON)", …
  std::string source;                     // as the user named it
  std::vector<std::string> rounds;        // in the order met
  std::size_t rows = 0, systems = 0;
  std::vector<std::string> columns_read;  // "# of Nodes = nodes"
  std::vector<std::string> columns_left;  // not understood, or of no use here
  std::vector<Error> bad_rows;            // each with its place
  std::vector<TypeChange> types;
  std::vector<std::string> notes;
};

struct Imported {
  RowSet rows;
  ImportReport report;
};

class Collector {
 public:
  Collector(std::string kind, std::string source);

  // Takes the row, or notes why not.
  void Add(const Stated& stated, const Where& where);
  void AddBad(Error error) { imported_.report.bad_rows.push_back(std::move(error)); }
  ImportReport& report() { return imported_.report; }
  // Errors   kBadRow when no row stood at all: with all that were wrong.
  Results<Imported> Finish();

 private:
  Result<void> Take(const Stated& stated, const Where& where);
  Result<void> TakePower(const Stated& stated, double value, round::ResultUnit unit, const Where& where);
  const System* SystemOf(const Stated& stated, std::string_view round, Division division);
  std::string_view Keep(const std::string& text);
  void NoteRound(std::string_view round);

  Imported imported_;
  std::map<std::string, std::string_view, std::less<>> texts_;
  std::map<std::string, const System*> systems_;
  std::map<std::string, Row*> places_;  // by system, model, scenario
};

// "v5.1" for "5.1", "V5.1", "v5.1" and an id "5.1-0001"; empty for what names no round.
std::string RoundName(std::string_view text);

}  // namespace assay::results
