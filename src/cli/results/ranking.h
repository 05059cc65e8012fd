// SPDX-License-Identifier: Apache-2.0
// Rows sorted into the rankings that they may stand in, for printing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/results/page.h"
#include "results/comparable.h"
#include "results/row.h"

namespace assay::cli {

struct Ranking {
  results::ComparableKey key;
  std::vector<const results::Row*> rows;  // best first
};

struct UnrankedRow {
  const results::Row* row;
  std::string reason;  // "unit as published, Queries/s, contradicts the benchmark"
};

struct Rankings {
  std::vector<Ranking> rankings;
  std::vector<UnrankedRow> unranked;
};

Rankings RankingsOf(std::span<const results::Row* const> rows);

// "8840.42\tTokens/s": the number as stated and its unit, for a table.
std::string ValueCell(const results::Row& row);
std::string CountCell(const results::Row& row);

// Head and cells of a row in a sheet; `ranking` counts from 1, 0 = none.
std::vector<std::string> RowHeads();
std::vector<std::string> RowCells(const results::Row& row, std::size_t ranking);

// "12 rows", "1 row".
std::string Counted(std::size_t count, std::string_view word);
// Which known rounds hold no results here.
std::string NotHeldText();

}  // namespace assay::cli
