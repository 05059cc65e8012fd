// SPDX-License-Identifier: Apache-2.0
#include "results/query.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "results/coverage.h"
#include "results/store.h"

namespace assay::results {
namespace {

class QueryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / ("assay-query-" + std::to_string(::getpid()) + ".db")).string();
    std::filesystem::remove(path_);
    StoredRun run;
    run.directory = "runs/one";
    run.title = "lending";
    run.verdict = "PASS";
    run.cells.push_back({.system = "a", .traffic = "online", .scenario = "Server", .valid = true});
    run.measurements.push_back({.system = "a", .traffic = "online", .metric = "qps", .value = 10.5, .unit = "1/s"});
    ASSERT_TRUE(Store::Open(path_)->Save(run).has_value());
    const std::string_view rounds[] = {"v5.1"};
    rows_ = LoadHeldRounds(rounds);
    auto database = MakeQueryDatabase(rows_, path_);
    ASSERT_TRUE(database.has_value()) << database.error().what;
    database_ = *std::move(database);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  Result<QueryAnswer> Asked(std::string_view sql) { return Ask(database_, sql, nullptr, nullptr); }
  std::int64_t Number(std::string_view sql) {
    const auto answer = Asked(sql);
    EXPECT_TRUE(answer.has_value()) << answer.error().what;
    return answer ? std::get<std::int64_t>(answer->rows.at(0).at(0)) : -1;
  }

  std::string path_;
  RowSet rows_;
  Database database_;
};

// Counts of the round: tests/golden/results/round_counts.json.
TEST_F(QueryTest, RowsSystemsRoundsRuns) {
  EXPECT_EQ(Number("SELECT count(*) FROM results"), 1449);
  EXPECT_EQ(Number("SELECT count(*) FROM results WHERE division = 'closed'"), 609);
  EXPECT_EQ(Number("SELECT count(*) FROM results WHERE inferred"), 537);
  EXPECT_EQ(Number("SELECT count(*) FROM results WHERE power_value IS NOT NULL"), 23);
  EXPECT_EQ(Number("SELECT count(*) FROM results WHERE unit_state = 'contradicts' AND benchmark = 'whisper'"), 37);
  EXPECT_EQ(Number("SELECT count(DISTINCT submitter || '/' || system_id) FROM systems"), 121);
  EXPECT_EQ(Number("SELECT row_count FROM rounds WHERE round = 'v5.1'"), 1449);
  EXPECT_EQ(Number("SELECT held FROM rounds WHERE round = 'v4.0'"), 0);
  EXPECT_EQ(Number("SELECT count(*) FROM runs JOIN measurements USING (run) WHERE value > 10"), 1);
  const auto one = Asked("SELECT name, value, accelerators FROM results WHERE name = '5.1-0001.llama2-70b-99.Server'");
  ASSERT_EQ(one->rows.size(), 1u);
  EXPECT_EQ(one->columns, (std::vector<std::string>{"name", "value", "accelerators"}));
  EXPECT_EQ(std::get<double>(one->rows[0][1]), 24593.8);
  EXPECT_EQ(std::get<std::int64_t>(one->rows[0][2]), 8);
}

TEST_F(QueryTest, WhatIsWrongOrWritesIsAnError) {
  for (const std::string_view sql :
       {"SELEC 1", "SELECT nosuch FROM results", "", ";", "DELETE FROM rows", "INSERT INTO rounds DEFAULT VALUES",
        "DROP TABLE rows", "CREATE TABLE t (a)", "ATTACH 'x.db' AS x", "PRAGMA user_version = 3", "SELECT 1; SELECT 2",
        "VACUUM INTO 'x.db'", "SELECT load_extension('x')", "UPDATE rows SET value = 1"}) {
    const auto answer = Asked(sql);
    ASSERT_FALSE(answer.has_value()) << sql;
    EXPECT_EQ(answer.error().code, ErrorCode::kUsage) << sql << ": " << answer.error().what;
  }
  EXPECT_EQ(Asked("SELECT nosuch FROM results").error().where.at(0).column, 8);
  EXPECT_EQ(Number("SELECT count(*) FROM results"), 1449);
}

TEST_F(QueryTest, ALongQueryCanBeStopped) {
  int asked = 0;
  const auto answer = Ask(database_, "SELECT count(*) FROM rows a, rows b, rows c, rows d",
                          [](void* count) { return ++*static_cast<int*>(count) > 3 ? 1 : 0; }, &asked);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, ErrorCode::kInterrupted);
}

TEST_F(QueryTest, TablesAreListed) {
  const auto tables = TablesOf(database_);
  ASSERT_TRUE(tables.has_value()) << tables.error().what;
  ASSERT_EQ(tables->size(), 6u);
  EXPECT_EQ(tables->front().name, "results");
  for (const QueryTable& table : *tables) EXPECT_FALSE(table.columns.empty()) << table.name;
}

TEST(Coverage, CountsOfARoundAndRoundsWithoutRows) {
  const std::string_view rounds[] = {"v5.1", "v4.1"};
  const RowSet rows = LoadHeldRounds(rounds);
  const auto coverage = CoverageOf(rows);
  ASSERT_EQ(coverage.size(), round::AllRounds().size());
  for (const RoundCoverage& entry : coverage) {
    if (entry.round == "v5.1") {
      EXPECT_EQ(entry.rows, 1449u);
      EXPECT_EQ(entry.closed, 609u);
      EXPECT_EQ(entry.open, 840u);
      EXPECT_EQ(entry.result_id, 1448u);
      EXPECT_EQ(entry.power, 23u);
      EXPECT_EQ(entry.accuracy, 1449u);
      EXPECT_EQ(entry.imported, 0u);
      EXPECT_TRUE(entry.held);
    } else if (entry.round == "v4.1") {
      EXPECT_EQ(entry.result_id, 0u);
      EXPECT_EQ(entry.rows, 937u);
    } else {
      EXPECT_EQ(entry.rows, 0u);
    }
    if (entry.round == "v4.0") {
      EXPECT_FALSE(entry.held);
    }
  }
}

}  // namespace
}  // namespace assay::results
