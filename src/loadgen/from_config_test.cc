// SPDX-License-Identifier: Apache-2.0
// Right values: tests/golden/loadgen/conf_parse.json and mlperf_conf_defaults.json, what the official program made of
// these texts, each in a process of its own.
#include <gtest/gtest.h>

#include <cerrno>
#include <clocale>
#include <fstream>
#include <locale>
#include <sstream>

#include "base/file.h"
#include "base/json_reader.h"
#include "loadgen/conf_table.h"
#include "loadgen/config.h"

namespace assay::loadgen {
namespace {

using mlperf::TestSettings;

std::string TextOf(double value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << value;
  return out.str();
}

// The settings under the golden files' keys, as an ostream prints them.
std::vector<std::pair<std::string, std::string>> Printed(const TestSettings& s, int code) {
  const auto n = [](auto value) { return std::to_string(value); };
  const auto b = [](bool value) { return std::string(value ? "1" : "0"); };
  return {{"r", n(code)}, {"mode", n(static_cast<int>(s.mode))},
          {"seeds", n(s.qsl_rng_seed) + "," + n(s.sample_index_rng_seed) + "," + n(s.schedule_rng_seed)},
          {"ss_lat", TextOf(s.single_stream_expected_latency_ns)},
          {"ss_pct", TextOf(s.single_stream_target_latency_percentile)},
          {"ms_lat", TextOf(s.multi_stream_expected_latency_ns)},
          {"ms_pct", TextOf(s.multi_stream_target_latency_percentile)},
          {"ms_spq", n(s.multi_stream_samples_per_query)}, {"qps", TextOf(s.server_target_qps)},
          {"lat", n(s.server_target_latency_ns)}, {"pct", TextOf(s.server_target_latency_percentile)},
          {"off", TextOf(s.offline_expected_qps)}, {"mind", n(s.min_duration_ms)}, {"maxd", n(s.max_duration_ms)},
          {"minq", n(s.min_query_count)}, {"maxq", n(s.max_query_count)},
          {"perf", n(s.performance_sample_count_override)}, {"acc", n(s.accuracy_sample_count_override)},
          {"coal", b(s.server_coalesce_queries)}, {"async", n(s.server_max_async_queries)},
          {"perm", b(s.sample_concatenate_permutation)}, {"alp", TextOf(s.accuracy_log_probability)},
          {"alst", n(s.accuracy_log_sampling_target)}, {"alseed", n(s.accuracy_log_rng_seed)},
          {"tok", b(s.use_token_latencies)}, {"ttft", n(s.server_ttft_latency)}, {"tpot", n(s.server_tpot_latency)},
          {"inf", b(s.infer_token_latencies)}, {"uniq", b(s.performance_issue_unique)},
          {"same", b(s.performance_issue_same)}, {"sidx", n(s.performance_issue_same_index)}};
}

void ExpectPrinted(const base::JsonValue& expected, const TestSettings& settings, int code, const std::string& name) {
  const auto printed = Printed(settings, code);
  EXPECT_EQ(expected.members().size(), printed.size());
  for (const auto& [key, text] : printed) {
    ASSERT_NE(expected.Find(key), nullptr) << key;
    EXPECT_EQ(expected.Find(key)->AsString(), text) << name << " " << key;
  }
}

base::JsonValue Golden(const std::string& name) {
  const std::string path = std::string(ASSAY_GOLDEN_DIR) + "/loadgen/" + name;
  auto json = base::ReadJson(base::ReadFile(path).value_or(""), path);
  EXPECT_TRUE(json) << path;
  return json ? *std::move(json) : base::JsonValue();
}

std::string FileWith(std::string_view text) {
  const std::string path = testing::TempDir() + "from_config_test_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".conf";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(FromConfig, TakesWhatLoadGenTakes) {
  const base::JsonValue golden = Golden("conf_parse.json");
  EXPECT_EQ(golden.members().size(), 24u);
  for (const auto& [name, one] : golden.members()) {
    const auto text = one.Find("text")->AsString();
    const std::string path = text ? FileWith(*text) : "doesnotexist.conf";
    const std::string model(one.Find("model")->AsString().value()), scenario(one.Find("scenario")->AsString().value());
    TestSettings settings;
    const int type = static_cast<int>(one.Find("conf_type")->AsInt64().value());
    const ConfigOutcome outcome = ReadConfig(settings, path, model, scenario, type);
    ExpectPrinted(*one.Find("result"), settings, outcome.code, name);
    for (const base::JsonValue& error : one.Find("errors")->items()) {
      // The official sentence or its line must be among our error notes.
      const std::string wanted(error.AsString().value());
      bool found = false;
      for (const ConfigNote& note : outcome.notes) {
        found = found || (note.is_error && (note.what == wanted || wanted.ends_with("line=" + std::to_string(note.line))));
      }
      EXPECT_TRUE(found) << name << ": " << wanted;
    }

    TestSettings by_method;
    EXPECT_EQ(by_method.FromConfig(path, model, scenario, type), outcome.code) << name;
    EXPECT_EQ(Printed(by_method, 0), Printed(settings, 0)) << name;
  }
}

// Odd texts, each read by the official program: numbers of all forms, blanks and '#' in all places, random files.
TEST(FromConfig, TakesWhatLoadGenTakesOfOddTexts) {
  const base::JsonValue golden = Golden("conf_probes.json");
  TestSettings defaults;
  ReadConfig(defaults, "", "bert", "Server", 0);
  const auto unchanged = Printed(defaults, 0);
  EXPECT_GE(golden.items().size(), 200u);
  for (const base::JsonValue& one : golden.items()) {
    const std::string text(one.Find("text")->AsString().value());
    TestSettings settings;
    const ConfigOutcome outcome = ReadConfig(settings, FileWith(text), "bert", "Server", 1);
    const auto printed = Printed(settings, outcome.code);
    for (std::size_t i = 0; i < printed.size(); ++i) {
      const base::JsonValue* changed = one.Find("changed")->Find(printed[i].first);
      const std::string expected = changed == nullptr ? unchanged[i].second : std::string(changed->AsString().value());
      EXPECT_EQ(printed[i].second, expected) << text << printed[i].first;
    }
  }
}

TEST(FromConfig, HasTheOfficialDefaultsOfAllModels) {
  const base::JsonValue golden = Golden("mlperf_conf_defaults.json");
  EXPECT_EQ(golden.members().size(), 128u);
  for (const auto& [name, expected] : golden.members()) {
    const std::size_t slash = name.rfind('/');
    TestSettings settings;
    const ConfigOutcome outcome = ReadConfig(settings, "", name.substr(0, slash), name.substr(slash + 1), 0);
    ExpectPrinted(expected, settings, outcome.code, name);
  }
}

// The official program loses its defaults in every call but the process's first one.
TEST(FromConfig, SecondSettingsHaveTheDefaultsToo) {
  const std::string path = FileWith("*.*.min_query_count = 5\n");
  for (int i = 0; i < 3; ++i) {
    TestSettings settings;
    EXPECT_EQ(settings.FromConfig(path, "bert", "Server"), 0);
    EXPECT_EQ(settings.qsl_rng_seed, 2085463073848966840u);
    EXPECT_EQ(settings.server_target_latency_ns, 130'000'000u);
    EXPECT_EQ(settings.min_query_count, 5u);
  }
}

// The old way of two files, mlperf.conf and then user.conf, on one object: the second keeps what the first one set.
TEST(FromConfig, SecondFileKeepsWhatTheFirstSet) {
  TestSettings settings;
  EXPECT_EQ(settings.FromConfig(FileWith("bert.Server.target_qps = 700\n"), "bert", "Server"), 0);
  EXPECT_EQ(settings.FromConfig(FileWith("bert.Server.min_query_count = 9\n"), "bert", "Server"), 0);
  EXPECT_EQ(settings.server_target_qps, 700);
  EXPECT_EQ(settings.min_query_count, 9u);
}

// v5.1 by its own file; v0.5, of which only rules are known, says so. Values: rounds/v5.1.toml and v0.5.toml.
TEST(FromConfig, OtherRoundsAreSelectable) {
  TestSettings settings;
  EXPECT_EQ(ReadConfig(settings, "", "llama2-70b", "Server", 0, "v5.1").code, 0);
  EXPECT_EQ(settings.qsl_rng_seed, 1780908523862526354u);
  EXPECT_EQ(settings.server_ttft_latency, 2'000'000'000u);

  TestSettings old;
  const ConfigOutcome outcome = ReadConfig(old, "", "resnet", "Server", 0, "v0.5");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(old.qsl_rng_seed, 3133965575612453542u);
  EXPECT_EQ(old.performance_sample_count_override, 1024u);
  EXPECT_EQ(old.server_target_latency_ns, 100'000'000u);
  ASSERT_EQ(outcome.notes.size(), 1u);
  EXPECT_NE(outcome.notes[0].what.find("only seeds, minimum duration and sample counts"), std::string::npos);

  TestSettings untouched;
  const ConfigOutcome unknown = ReadConfig(untouched, "", "bert", "Server", 0, "v9.9");
  EXPECT_EQ(unknown.code, -EINVAL);
  EXPECT_EQ(untouched.qsl_rng_seed, 0u);
}

// Case B4: with a decimal comma the official program stops at the dot.
TEST(FromConfig, NumbersDontFollowTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const bool german = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  TestSettings settings;
  EXPECT_EQ(settings.FromConfig(FileWith("m.Server.target_qps = 500.5\n"), "m", "Server"), 0);
  EXPECT_EQ(settings.server_target_qps, 500.5);
  EXPECT_EQ(settings.server_target_latency_percentile, 0.99);
  std::setlocale(LC_ALL, before.c_str());
  if (!german) GTEST_LOG_(INFO) << "locale de_DE.UTF-8 isn't installed: checked in " << before;
}

}  // namespace
}  // namespace assay::loadgen
