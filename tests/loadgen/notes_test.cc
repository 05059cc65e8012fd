// SPDX-License-Identifier: Apache-2.0
// What a client of the void API can read about its test beside the official logs: mlperf_log_assay.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "loadgen/client.h"
#include "loadgen/config.h"

namespace assay::loadgen {
namespace {

using Samples = std::vector<mlperf::QuerySample>;

constexpr const char* kNotes = "mlperf_log_assay.txt";
constexpr const char* kMultiple = "Multiple conf files are used. This is not valid for official submission.";

struct Client {
  Folder folder;
  NotingQsl qsl{64, 64};
  std::uint64_t leave_out = ~std::uint64_t{0};  // the query that isn't answered
  std::uint64_t query = 0;
  ScriptedSut sut{[this](const Samples& samples) {
    for (const mlperf::QuerySample& sample : samples) {
      mlperf::QuerySampleResponse response = Response(sample);
      if (query++ != leave_out) mlperf::QuerySamplesComplete(&response, 1);
    }
  }};

  std::string File(const std::string& name, const std::string& text) const {
    std::ofstream(folder.path() + "/" + name) << text;
    return folder.path() + "/" + name;
  }
  // Runs it and returns what came on the standard error output.
  std::string Start(const mlperf::TestSettings& settings) {
    testing::internal::CaptureStderr();
    mlperf::StartTest(&sut, &qsl, settings, folder.Logs(), "");
    return testing::internal::GetCapturedStderr();
  }
  bool HasNotes() const { return std::filesystem::exists(folder.path() + "/" + kNotes); }
  std::string Notes() const { return folder.Read(kNotes); }
  std::size_t DetailLines(const std::string& part) const {
    const std::string text = folder.Read("mlperf_log_detail.txt");
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  }
};

mlperf::TestSettings Offline() {
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Offline;
  settings.min_duration_ms = 0;
  settings.min_query_count = 5;
  return settings;
}

TEST(Notes, NothingToSayIsNoFile) {
  Client client;
  client.File(kNotes, "of an earlier test");
  EXPECT_EQ(client.Start(Offline()), "");
  EXPECT_FALSE(client.HasNotes());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(client.folder.path()), {}), 4);
}

// Each kind of thing that a configuration file hides, at its line.
TEST(Notes, WhatConfigurationFilesHide) {
  Client client;
  const std::string conf = client.File("user.conf",
                                       "m.Offline.min_query_count = 010\n"      // 1: octal
                                       "*.Offline.tarqet_qps = 9\n"             // 2: unknown
                                       "*.Offline.target_qps = 900\n"           // 3
                                       "m.*.min_duration = 0.5\n"               // 4: cut short, and
                                       "*.Offline.min_duration = 0\n"           // 5: overrides it
                                       "*.*.qsl_rng_seed = 4\n");               // 6: no effect
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Offline;
  testing::internal::CaptureStderr();
  EXPECT_EQ(settings.FromConfig(conf, "m", "Offline"), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(client.Start(settings), "");
  const std::string notes = client.Notes();
  EXPECT_EQ(notes.find("Before the run:\n"), 0u);
  for (const char* part : {"user.conf:1:", "octal", "user.conf:2:", "did you mean 'target_qps'?", "user.conf:4:",
                           "'0.5' as 0", "overridden by line 5", "user.conf:6:", "built-in defaults only"}) {
    EXPECT_NE(notes.find(part), std::string::npos) << part << "\n" << notes;
  }
  EXPECT_EQ(client.DetailLines("\"is_error\": true"), 0u);  // as in the official log
  // They were for that test.
  client.Start(Offline());
  EXPECT_FALSE(client.HasNotes());
}

// The file is there before the first query.
TEST(Notes, WhatIsKnownBeforeTheRunIsSaidThen) {
  Client client;
  std::string seen;
  client.qsl.on_load = [&] { seen = client.Notes(); };
  mlperf::TestSettings settings = Offline();
  settings.scenario = mlperf::TestScenario::Server;
  settings.server_target_qps = 1e6;
  settings.max_query_count = 3;  // below the minimum: never VALID
  EXPECT_EQ(client.Start(settings), "");
  EXPECT_NE(seen.find("max_query_count"), std::string::npos) << seen;
  EXPECT_EQ(client.Notes().find(seen), 0u);
}

TEST(Notes, DoubledAndForeignResponses) {
  Client client;
  client.sut = ScriptedSut([](const Samples& samples) {
    for (const mlperf::QuerySample& sample : samples) {
      mlperf::QuerySampleResponse twice[] = {Response(sample), Response(sample), {12345, 0, 0}};
      mlperf::QuerySamplesComplete(twice, 3);
    }
  });
  EXPECT_EQ(client.Start(Offline()), "");
  const std::string notes = client.Notes();
  EXPECT_EQ(notes.find("During the run and after it:\n"), 0u);
  EXPECT_NE(notes.find("error: Attempted to complete a sample twice. (5 times)\n"), std::string::npos) << notes;
  EXPECT_NE(notes.find("5 responses had ids that belong to no sample"), std::string::npos) << notes;
}

// Lost in one test, and answered in the next one: too late there.
TEST(Notes, ALostResponseAndALateOne) {
  Client client;
  client.leave_out = 3;
  Samples lost;
  client.sut = ScriptedSut([&](const Samples& samples) {
    if (!lost.empty()) {
      mlperf::QuerySampleResponse late = Response(lost.front());
      mlperf::QuerySamplesComplete(&late, 1);
    }
    for (const mlperf::QuerySample& sample : samples) {
      mlperf::QuerySampleResponse response = Response(sample);
      if (client.query++ != client.leave_out) {
        mlperf::QuerySamplesComplete(&response, 1);
      } else {
        lost = {sample};
      }
    }
  });
  Options options;
  options.lost_after_ns = 100'000'000;
  options.write_notes = true;
  const TestResult result = RunTest(client.sut, client.qsl, Offline(), client.folder.Logs(), options, "");
  EXPECT_EQ(result.lost_samples, 1u);
  EXPECT_NE(client.Notes().find("1 of 5 issued samples were never answered"), std::string::npos);
  EXPECT_EQ(client.Start(Offline()), "");
  EXPECT_NE(client.Notes().find("error: 1 responses"), std::string::npos) << client.Notes();
}

TEST(Notes, TheEnvironmentMaySayNo) {
  Client client;
  setenv("ASSAY_LOADGEN_NOTES", "0", 1);
  mlperf::TestSettings settings = Offline();
  settings.performance_issue_unique = settings.performance_issue_same = true;
  EXPECT_EQ(client.Start(settings), "");
  EXPECT_FALSE(client.HasNotes());
  unsetenv("ASSAY_LOADGEN_NOTES");
  EXPECT_EQ(client.Start(settings), "");
  EXPECT_TRUE(client.HasNotes());
}

// What LoadGen logs of a configuration file it logs in the next test, as an error.
TEST(Notes, ErrorsOfConfigurationFilesAreInTheNextLog) {
  Client client;
  mlperf::TestSettings settings;
  EXPECT_EQ(settings.FromConfig(client.File("user.conf", "*.*.min_query_count = 5 # five\n"), "m", "Offline"), -22);
  EXPECT_EQ(settings.FromConfig("doesnotexist.conf", "m", "Offline", 2), -2);
  settings.scenario = mlperf::TestScenario::Offline;
  settings.min_duration_ms = 0;
  settings.min_query_count = 5;
  EXPECT_EQ(client.Start(settings), "");
  EXPECT_EQ(client.DetailLines("{\"key\": \"error_invalid_config\", \"value\": \"value needs to be integer or double, "
                               "line=1\""),
            1u);
  EXPECT_EQ(client.DetailLines("{\"key\": \"error_invalid_config\", \"value\": \"can't open file doesnotexist.conf\""), 1u);
  EXPECT_EQ(client.DetailLines("\"num_errors\", \"value\": 2"), 1u);
  EXPECT_NE(client.Notes().find("user.conf:1:25: '#' isn't a number"), std::string::npos) << client.Notes();
}

// The official program says so of every second call in a process; here it is said of settings that took two files.
TEST(Notes, SeveralConfigurationFilesOfOneTest) {
  Client client;
  const std::string conf = client.File("user.conf", "*.*.min_query_count = 5\n*.*.min_duration = 0\n");
  mlperf::TestSettings one, two;
  for (mlperf::TestSettings* settings : {&one, &two}) {
    settings->scenario = mlperf::TestScenario::Offline;
    EXPECT_EQ(settings->FromConfig(conf, "m", "Offline"), 0);
  }
  EXPECT_EQ(two.FromConfig(conf, "m", "Offline"), 0);
  client.Start(one);
  EXPECT_EQ(client.DetailLines(kMultiple), 0u);
  EXPECT_FALSE(client.HasNotes());
  client.Start(two);
  EXPECT_EQ(client.DetailLines(kMultiple), 1u);
  EXPECT_EQ(client.DetailLines("\"num_errors\", \"value\": 1"), 1u);
}

// No file to write to: the standard error output is all there is.
TEST(Notes, AFolderThatCannotBeWritten) {
  Client client;
  mlperf::LogSettings logs = client.folder.Logs();
  logs.log_output.outdir += "/none";
  testing::internal::CaptureStderr();
  mlperf::StartTest(&client.sut, &client.qsl, Offline(), logs, "");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("can't open"), std::string::npos);
}

}  // namespace
}  // namespace assay::loadgen
