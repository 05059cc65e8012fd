// SPDX-License-Identifier: Apache-2.0
// What is swallowed is by the observed behaviour of LoadGen 6.0.17 (tests/golden/loadgen/conf_parse.json has the values
// that it takes instead).
#include "loadgen/conf_lint.h"

#include <gtest/gtest.h>

namespace assay::loadgen {
namespace {

struct Expected {
  int line, column;
  bool is_error;
  const char* what;  // part of the sentence
  const char* hint;  // part of the hint
};

std::string Shown(const std::vector<ConfigNote>& notes) {
  std::string text;
  for (const ConfigNote& note : notes) {
    text += std::to_string(note.line) + ":" + std::to_string(note.column) + (note.is_error ? " error " : " ") +
            note.what + " | " + note.hint + "\n";
  }
  return text;
}

void ExpectNotes(std::string_view text, const std::vector<Expected>& expected, ConfFile kind = ConfFile::kUser,
                 const ConfReader& reader = {}) {
  const auto notes = LintConf(ParseConf(text), "user.conf", kind, *OfficialConf(""), reader);
  ASSERT_EQ(notes.size(), expected.size()) << text << Shown(notes);
  for (std::size_t i = 0; i < notes.size(); ++i) {
    EXPECT_EQ(notes[i].line, expected[i].line) << Shown(notes);
    EXPECT_EQ(notes[i].column, expected[i].column) << Shown(notes);
    EXPECT_EQ(notes[i].is_error, expected[i].is_error) << Shown(notes);
    EXPECT_NE(notes[i].what.find(expected[i].what), std::string::npos) << Shown(notes);
    EXPECT_NE(notes[i].hint.find(expected[i].hint), std::string::npos) << Shown(notes);
    EXPECT_EQ(notes[i].file, "user.conf");
  }
}

TEST(ConfLint, SaysNothingOfAGoodFile) {
  ExpectNotes("# user\n\nbert.Server.target_qps = 500\n*.Offline.target_qps = 1e3\n*.*.min_duration = 60000\n", {});
  ExpectNotes("", {});
  ExpectNotes("#comment\n", {});
}

TEST(ConfLint, UnknownKeysGetANearOne) {
  ExpectNotes("*.Server.tarqet_qps = 9\n", {{1, 1, false, "no key 'tarqet_qps'", "did you mean 'target_qps'?"}});
  ExpectNotes("  *.server.target_qps = 9\n", {{1, 3, false, "no scenario 'server'", "Server"}});
  ExpectNotes("target_qps = 9\n", {{1, 1, false, "isn't model.scenario.key", ""}});
}

TEST(ConfLint, RefusalsAreErrors) {
  ExpectNotes("#comment here\n", {{1, 1, true, "expected 'key = value'", "begins with '# '"}});
  ExpectNotes("*.*.min_query_count = 5 # five\n", {{1, 25, true, "'#' isn't a number", "no comment may follow"}});
  ExpectNotes("*.*.min_query_count : 5\n", {{1, 1, true, "expected 'key = value'", ""}});
  ExpectNotes("*.Server.target_qps = 500,5\n", {{1, 23, true, "'500,5' isn't a number", "the decimal sign is a dot"}});
}

TEST(ConfLint, LinesThatSayNothing) {
  ExpectNotes("\xEF\xBB\xBF*.*.min_query_count = 5\n", {{1, 1, false, "byte order mark", "without one"}});
  ExpectNotes("*.*.min_query_count=5\n", {{1, 1, false, "passes over", "write '*.*.min_query_count = 5'"}});
  ExpectNotes("*.*.min_query_count =\n", {{1, 1, false, "no value", ""}});
}

TEST(ConfLint, NumbersReadOtherwiseThanWritten) {
  ExpectNotes("*.Server.target_latency = 0.5\n", {{1, 27, false, "takes '0.5' as 0", ""}});
  ExpectNotes("*.SingleStream.target_latency = 0.5\n", {});
  ExpectNotes("*.*.min_duration = 1e3\n", {{1, 20, false, "takes '1e3' as 1", ""}});
  ExpectNotes("*.*.min_query_count = 010\n", {{1, 23, false, "octal: LoadGen takes '010' as 8", ""}});
  ExpectNotes("*.*.min_query_count = -1\n", {{1, 23, false, "-1 as 18446744073709551615", ""}});
  ExpectNotes("*.*.min_query_count = 99999999999999999999\n", {{1, 23, false, "more than 64 bits", ""}});
  ExpectNotes("*.*.min_query_count = 5 6\n", {{1, 25, false, "2 values stand here; the last, 6, counts", ""}});
  ExpectNotes("*.*.sample_concatenate_permutation = 2\n", {{1, 38, false, "counts as off", ""}});
  ExpectNotes("*.*.mode = 9\n", {{1, 12, false, "no mode 9", "2 performance"}});
  ExpectNotes("*.Server.target_qps = 0\n", {{1, 23, true, "above 0", ""}});
  ExpectNotes("*.Server.target_qps = inf\n", {{1, 23, true, "finite", ""}});
  ExpectNotes("*.Server.target_latency_percentile = 0.99\n", {{1, 38, false, "0.99 %", "99 or 99.9"}});
  ExpectNotes("*.Server.target_latency_percentile = 100\n", {{1, 38, true, "between 0 and 100", ""}});
}

TEST(ConfLint, KeysWithoutEffect) {
  ExpectNotes("*.*.qsl_rng_seed = 5\n", {{1, 1, false, "built-in defaults only", ""}});
  ExpectNotes("*.*.qsl_rng_seed = 5\n", {}, ConfFile::kOfficial);
  ExpectNotes("*.Offline.target_latency = 5\n",
              {{1, 1, false, "looked up under SingleStream, MultiStream, Server only", ""}});
  ExpectNotes("bert.Server.ttft_latency = 3\n", {{1, 1, false, "use_token_latencies isn't 1", ""}});
  ExpectNotes("bert.Server.ttft_latency = 3\nbert.*.use_token_latencies = 1\n", {});
  ExpectNotes("llama2-70b.Server.ttft_latency = 3\n", {});
  ExpectNotes("*.Server.ttft_latency = 3\n", {});
  ExpectNotes("bert.Server.target_qps = 3\n", {{1, 1, false, "read for model '*'", "*.Server.target_qps"}},
              ConfFile::kAudit);
}

// Case B1: of four lines the second and the third say nothing for any model.
TEST(ConfLint, PointsAtOverriddenLines) {
  ExpectNotes("*.Server.target_qps = 400\nm.*.target_qps = 800\n*.*.target_qps = 1600\n*.*.min_query_count = 10\n",
              {{2, 1, false, "overridden by line 1, *.Server.target_qps", "before one for the model"},
               {3, 1, false, "overridden by line 1", ""}},
              ConfFile::kUser, {"m", "Server"});
  // Whoever runs: for Offline both lines do say something.
  ExpectNotes("*.Server.target_qps = 400\nm.*.target_qps = 800\n*.*.target_qps = 1600\n*.*.min_query_count = 10\n",
              {{2, 1, false, "overridden by line 1, *.Server.target_qps in Server", "before one for the model"},
               {3, 1, false, "overridden by line 1, *.Server.target_qps in Server", ""}});
  ExpectNotes("*.*.min_query_count = 5\n*.Server.min_query_count = 8\n", {});
  ExpectNotes("m.*.min_query_count = 5\n*.Server.min_query_count = 8\n",
              {{1, 1, false, "overridden by line 2, *.Server.min_query_count in Server", ""}});
  ExpectNotes("*.*.min_query_count = 5\n*.*.min_query_count = 8\n",
              {{1, 1, false, "overridden by line 2, the same key", ""}});
}

TEST(ConfLint, WhatCanNeverBeValid) {
  ExpectNotes("m.Server.min_query_count = 100\nm.Server.max_query_count = 50\n",
              {{2, 28, true, "max_query_count 50 is below min_query_count 100", ""}});
  // The official minimum duration is 600 s.
  ExpectNotes("m.Server.max_duration = 1000\n", {{1, 25, true, "below min_duration 600000 ms", ""}});
  ExpectNotes("m.Offline.max_duration = 1000\n", {});
  ExpectNotes("*.*.performance_issue_unique = 1\n*.*.performance_issue_same = 1\n", {{2, 30, true, "both on", ""}});
}

TEST(ConfLint, OfficialFilesAreClean) {
  for (const round::Round& round : round::AllRounds()) {
    if (!HasOfficialConf(round)) continue;
    std::string text;
    for (const round::ConfKey& key : round.conf) {
      text.append(key.key).append(" = ").append(key.value) += '\n';
    }
    for (const ConfigNote& note : LintConf(ParseConf(text), "mlperf.conf", ConfFile::kOfficial, {})) {
      EXPECT_FALSE(note.is_error) << round.name << " " << note.key << ": " << note.what;
    }
  }
}

TEST(ConfLint, KindsByName) {
  EXPECT_EQ(ConfFileOf("a/b/user.conf"), ConfFile::kUser);
  EXPECT_EQ(ConfFileOf("mlperf.conf"), ConfFile::kOfficial);
  EXPECT_EQ(ConfFileOf("audit.config"), ConfFile::kAudit);
  EXPECT_EQ(ConfFileOf("spec.yaml"), std::nullopt);
}

}  // namespace
}  // namespace assay::loadgen
