// SPDX-License-Identifier: Apache-2.0
#include "results/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "results/import/import.h"

namespace assay::results {
namespace {

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("assay-store-" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "deep" / "results.db").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static Imported Golden(const std::string& name) {
    const std::string path = std::string(ASSAY_GOLDEN_DIR) + "/results/import/" + name;
    auto imported = ImportResults(path, ImportKind::kSummaryJson);
    EXPECT_TRUE(imported.has_value());
    return *std::move(imported);
  }
  std::int64_t Count(const std::string& table) {
    auto database = Database::Open(path_, Database::Mode::kRead);
    return database->Number("SELECT count(*) FROM " + table).value_or(-1);
  }

  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(StoreTest, WhereItLies) {
  EXPECT_EQ(StorePath("a.db", "b.db", "/x", "/h"), "a.db");
  EXPECT_EQ(StorePath(std::nullopt, "b.db", "/x", "/h"), "b.db");
  EXPECT_EQ(StorePath(std::nullopt, "", "/x", "/h"), "/x/assay/results.db");
  EXPECT_EQ(StorePath(std::nullopt, nullptr, nullptr, "/h"), "/h/.local/share/assay/results.db");
  EXPECT_EQ(StorePath(std::nullopt, nullptr, nullptr, nullptr), "assay-results.db");
}

TEST_F(StoreTest, WhatGoesInComesOutAndTheSameAgainReplacesIt) {
  const Imported units = Golden("units.json");
  auto store = Store::Open(path_);
  ASSERT_TRUE(store.has_value()) << store.error().what;
  EXPECT_EQ(store->Save(units).value(), 0u);
  EXPECT_EQ(store->Save(units).value(), 4u);
  EXPECT_EQ(store->Save(Golden("divisions.json")).value(), 0u);
  EXPECT_EQ(Count("imports"), 2);
  EXPECT_EQ(Count("results"), 6);
  EXPECT_EQ(Count("systems"), 4);

  const std::string_view rounds[] = {"v9.9"};
  const auto rows = LoadAll(path_, rounds);
  ASSERT_TRUE(rows.has_value()) << rows.error().what;
  ASSERT_EQ(rows->rows().size(), 6u);
  for (const Row& row : units.rows.rows()) {
    const auto found = rows->Named(RowName(row));
    ASSERT_EQ(found.size(), 1u) << RowName(row);
    EXPECT_EQ(found[0]->value, row.value);
    EXPECT_EQ(found[0]->unit_stated, row.unit_stated);
    EXPECT_EQ(found[0]->unit_state, row.unit_state);
    EXPECT_EQ(found[0]->accuracy, row.accuracy);
    EXPECT_EQ(found[0]->weights, row.weights);
    EXPECT_EQ(found[0]->inferred, row.inferred);
    EXPECT_EQ(found[0]->source, row.source);
    EXPECT_EQ(found[0]->benchmark, row.benchmark);
    EXPECT_EQ(found[0]->system->accelerators.total, row.system->accelerators.total);
  }
  const auto all = LoadAll(path_);
  EXPECT_EQ(all->rows().size(), 25104u + 6u);
  EXPECT_EQ(LoadAll((folder_ / "none.db").string())->rows().size(), 25104u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none.db"));
}

// A held row that is imported again is there once.
TEST_F(StoreTest, ARowThatIsHeldIsntDoubled) {
  const std::string_view rounds[] = {"v5.1"};
  Imported again;
  again.rows = LoadHeldRounds(rounds);
  again.report.kind = "a round";
  again.report.source = "v5.1";
  auto store = Store::Open(path_);
  ASSERT_TRUE(store->Save(again).has_value());
  EXPECT_EQ(Count("results"), 1449);
  EXPECT_EQ(LoadAll(path_, rounds)->rows().size(), 1449u);
}

// The tables of version 1, as its release made them: without runs.
constexpr const char* kVersion1 =
    "CREATE TABLE imports (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, source TEXT NOT NULL, "
    "imported_utc TEXT NOT NULL);"
    "CREATE TABLE systems (id INTEGER PRIMARY KEY, import INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE, "
    "round TEXT NOT NULL, submitter TEXT NOT NULL, division TEXT NOT NULL, availability TEXT NOT NULL, "
    "category TEXT NOT NULL, system_id TEXT NOT NULL, system_name TEXT NOT NULL, accelerator TEXT NOT NULL, "
    "accelerators_per_node TEXT NOT NULL, nodes TEXT NOT NULL, total_accelerators TEXT NOT NULL, "
    "host_processor TEXT NOT NULL, host_processors_per_node TEXT NOT NULL, host_cores TEXT NOT NULL, "
    "framework TEXT NOT NULL, operating_system TEXT NOT NULL);"
    "CREATE TABLE results (id INTEGER PRIMARY KEY, system INTEGER NOT NULL REFERENCES systems ON DELETE CASCADE, "
    "source TEXT NOT NULL, model TEXT NOT NULL, used_model TEXT NOT NULL, slot TEXT NOT NULL, scenario TEXT NOT NULL, "
    "inferred TEXT NOT NULL, value TEXT NOT NULL, unit TEXT NOT NULL, accuracy TEXT NOT NULL, weights TEXT NOT NULL, "
    "inputs TEXT NOT NULL, retraining TEXT NOT NULL, weight_transformations TEXT NOT NULL, "
    "target_latency_ns TEXT NOT NULL, ttft_p99_ns TEXT NOT NULL, tpot_p99_ns TEXT NOT NULL, "
    "loadgen_version TEXT NOT NULL, has_power TEXT NOT NULL, power_value TEXT NOT NULL, power_unit TEXT NOT NULL, "
    "result_id TEXT NOT NULL, location TEXT NOT NULL, valid TEXT NOT NULL, runs TEXT NOT NULL);"
    "INSERT INTO imports VALUES (1, 'k', 'a round', 'f', '2026-01-01T00:00:00Z');"
    "INSERT INTO systems VALUES (1, 1, 'v9.9', 'A', 'closed', 'available', 'edge', 's', 'S', 'GPU', '8', '1', '8', '', "
    "'', '', 'F', '');"
    "INSERT INTO results VALUES (1, 1, 'f:1', 'resnet', '', '', 'Offline', '0', '10.5', 'Samples/s', 'acc: 76.2', 'int8', "
    "'', '', '', '', '', '', '', '0', '', '', '9.9-0001', '', 'VALID', '1');"
    "PRAGMA user_version = 1;";

TEST_F(StoreTest, AnOlderStoreIsBroughtUpToDate) {
  std::filesystem::create_directories(folder_ / "deep");
  {
    auto old = Database::Open(path_, Database::Mode::kWrite);
    ASSERT_TRUE(old->Run(kVersion1).has_value());
  }
  const std::string_view rounds[] = {"v9.9"};
  const auto rows = LoadAll(path_, rounds);
  ASSERT_TRUE(rows.has_value()) << rows.error().what;
  ASSERT_EQ(rows->rows().size(), 1u);
  EXPECT_EQ(RowName(rows->rows()[0]), "9.9-0001.resnet.Offline");
  EXPECT_EQ(Count("runs"), 0);
  EXPECT_EQ(Count("results"), 1);
  auto database = Database::Open(path_, Database::Mode::kRead);
  EXPECT_EQ(database->Number("PRAGMA user_version").value(), kStoreVersion);
}

TEST_F(StoreTest, ANewerADamagedAndAForeignFileAreErrors) {
  std::filesystem::create_directories(folder_ / "deep");
  {
    auto database = Database::Open(path_, Database::Mode::kWrite);
    ASSERT_TRUE(database->Run("PRAGMA user_version = 99").has_value());
  }
  EXPECT_EQ(Store::Open(path_).error().code, ErrorCode::kBadRecord);
  EXPECT_EQ(Store::Open(path_).error().what, "expected a store of version 2 or older, found version 99");
  EXPECT_EQ(LoadAll(path_).error().code, ErrorCode::kBadRecord);
  const std::string text = (folder_ / "text").string();
  std::ofstream(text) << std::string(5000, 'x');
  EXPECT_EQ(Store::Open(text).error().code, ErrorCode::kBadRecord);
  EXPECT_EQ(Store::Open(text).error().where.at(0).file, text);
  EXPECT_EQ(LoadAll(text).error().code, ErrorCode::kBadRecord);
  const std::string other = (folder_ / "other.db").string();
  {
    auto database = Database::Open(other, Database::Mode::kWrite);
    ASSERT_TRUE(database->Run("CREATE TABLE theirs (a)").has_value());
  }
  EXPECT_EQ(Store::Open(other).error().code, ErrorCode::kBadRecord);
  EXPECT_EQ(Store::Open("/proc/nowhere/results.db").error().code, ErrorCode::kUnwritable);
}

constexpr std::string_view kReport = R"({"schema": "assay.report/1", "title": "lending", "created_utc": "2026-11-29T19:00:00Z",
"verdict": "PASS", "systems": [{"id": "a", "model": "a.onnx", "precision": "fp32", "device": "cpu"}],
"claims": [{"claim": "headline", "metric": "accuracy", "system": "a", "traffic": "", "split": "certify",
"outcome": "PASS", "measured": 0.95, "bound": ">= 0.90", "reason": "r"}],
"cells": [{"system": "a", "traffic": "online", "scenario": "Server", "repeat": 0, "valid": true, "invalid_reasons": [],
"mlperf_validity": null, "measurements": [{"metric": "qps", "value": 10.5, "unit": "1/s", "n": 7,
"interval": {"low": 9, "high": 11}, "note": ""}, {"metric": "energy", "value": null, "unit": "J", "n": 0,
"interval": null, "note": "not measured"}]}],
"quality": [{"system": "a", "split": "certify", "measurements": [{"metric": "accuracy", "value": 0.95, "unit": "share",
"n": 100, "interval": null, "note": ""}]}], "costs": []})";

TEST_F(StoreTest, ARunOfOnesOwn) {
  std::ofstream(folder_ / "report.json") << kReport;
  const auto run = ReadRunFolder(folder_.string());
  ASSERT_TRUE(run.has_value()) << run.error().what;
  EXPECT_EQ(run->cells.at(0).model, "a.onnx");
  EXPECT_EQ(run->measurements.size(), 3u);
  EXPECT_EQ(run->measurements[1].value, std::nullopt);
  EXPECT_EQ(run->claims.at(0).outcome, "PASS");
  auto store = Store::Open(path_);
  EXPECT_EQ(store->Save(*run).value(), 0u);
  EXPECT_EQ(store->Save(*run).value(), 1u);
  EXPECT_EQ(Count("runs"), 1);
  EXPECT_EQ(Count("cells"), 1);
  EXPECT_EQ(Count("measurements"), 3);
  EXPECT_EQ(Count("measurements WHERE value IS NULL"), 1);
  EXPECT_EQ(Count("claims"), 1);
  EXPECT_EQ(ReadRunDocument("{}", "x").error().code, ErrorCode::kBadRecord);
  EXPECT_EQ(ReadRunDocument("[", "x").error().code, ErrorCode::kSyntax);
  EXPECT_TRUE(ReadRunDocument(R"({"schema": "assay.report/1", "cells": 7, "systems": [3]})", "x").has_value());
}

TEST_F(StoreTest, AVerdictWithoutReport) {
  const auto run = ReadRunDocument(
      R"({"schema": "assay.verdict/1", "task": "t", "verdict": "FAIL", "runs": [{"cell": "a/b/1", "scenario": "Server",)"
      R"( "verdict": {"validity": "INVALID", "invalid_reasons": ["x", "y"], "mlperf_validity": "INVALID"}}]})", "v.json");
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->cells.at(0).system, "a");
  EXPECT_EQ(run->cells[0].traffic, "b");
  EXPECT_FALSE(run->cells[0].valid);
  EXPECT_EQ(run->cells[0].invalid_reasons, "x; y");
}

}  // namespace
}  // namespace assay::results
