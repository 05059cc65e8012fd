// SPDX-License-Identifier: Apache-2.0
#include "fit/traffic_log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

namespace assay::fit {
namespace {

class TrafficLogTest : public testing::Test {
 protected:
  Results<TrafficLog> Read(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return ReadTrafficLog(path_);
  }
  Error FirstError(const std::string& bytes) {
    const auto log = Read(bytes);
    return log ? Error{ErrorCode::kInternal, "no error", {{}}} : log.error()[0];
  }
  ~TrafficLogTest() override { ::unlink(path_.c_str()); }

  const std::string path_ = testing::TempDir() + "assay_traffic_log_" + std::to_string(::getpid());
};

using Times = std::vector<double>;

TEST_F(TrafficLogTest, ReadsTheSameRequestsFromEachFormat) {
  const std::string formats[] = {
      "t,duration,size,client\n0,0.5,10,a\n1.5,2,30,b\n",
      "\xEF\xBB\xBFstart_ms,end_ms,tokens,user\r\n5000,5500,10,a\r\n6500,8500,30,b\r\n\r\n",
      R"({"timestamp":"2026-03-02T10:00:00Z","latency_ms":500,"prompt_tokens":10,"session":"x"})"
      "\n"
      R"({"timestamp":"2026-03-02T11:00:01.5+01:00","latency_ms":2000,"prompt_tokens":30,"session":"y"})"
      "\n",
  };
  for (const std::string& bytes : formats) {
    const auto log = Read(bytes);
    ASSERT_TRUE(log.has_value()) << bytes << log.error()[0].what;
    EXPECT_EQ(log->start_s, (Times{0, 1.5})) << bytes;
    EXPECT_EQ(log->end_s, (Times{0.5, 3.5})) << bytes;
    EXPECT_EQ(log->size, (Times{10, 30})) << bytes;
    EXPECT_EQ(log->clients, 2u) << bytes;
  }
}

TEST_F(TrafficLogTest, ReadsTracesWithAndWithoutNames) {
  EXPECT_EQ(Read("0.000\n0.250\n0.250\n")->start_s, (Times{0, 0.25, 0.25}));
  EXPECT_DOUBLE_EQ(Read("0.000\n0.250\n0.250\n")->resolution_s, 1e-3);
  EXPECT_EQ(Read("t\n7\n9\n")->start_s, (Times{0, 2}));
}

TEST_F(TrafficLogTest, ReadsTheCommonLogFormat) {
  const auto log = Read(
      "10.0.0.1 - - [10/Oct/2000:13:55:37 -0700] \"GET /a \\\"b\\\" HTTP/1.0\" 200 2326\n"
      "10.0.0.2 - ann [10/Oct/2000:20:55:36 +0000] \"POST / HTTP/1.1\" 304 - \"-\" \"agent\"\n");
  ASSERT_TRUE(log.has_value()) << log.error()[0].what;
  EXPECT_EQ(log->start_s, (Times{0, 1}));  // the second line came first
  EXPECT_EQ(log->out_of_order, 1u);
  EXPECT_EQ(log->client, (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(log->end_s.empty());
  EXPECT_EQ(log->resolution_s, 1);
}

TEST_F(TrafficLogTest, SaysWhatItDoesNotUse) {
  const auto log = Read("path,timestamp,end\n/a,3,4\n/b,1,\n");
  ASSERT_TRUE(log.has_value()) << log.error()[0].what;
  EXPECT_EQ(log->unread, (std::vector<std::string>{"path"}));
  EXPECT_EQ(log->without_end, 1u);
  EXPECT_TRUE(log->end_s.empty());
  EXPECT_EQ(log->out_of_order, 1u);
}

TEST_F(TrafficLogTest, RefusesWithThePlace) {
  struct Bad {
    const char* bytes;
    ErrorCode code;
    int line, column;
  };
  constexpr Bad kBad[] = {
      {"", ErrorCode::kEmpty, 0, 0},
      {"\xEF\xBB\xBF\r\n\r\n", ErrorCode::kEmpty, 0, 0},
      {"t\n", ErrorCode::kEmpty, 1, 1},
      {"t,size\n0,1\n1,nan\n", ErrorCode::kBadRow, 3, 3},
      {"t\n0\nNaN\n", ErrorCode::kNotFinite, 3, 1},
      {"size,t\n1,0\n1,-2\n", ErrorCode::kOutOfRange, 3, 3},
      {"t\n2\n1\n", ErrorCode::kBadRow, 3, 1},
      {"0\n2\n1\n", ErrorCode::kBadRow, 3, 1},
      {"t\n0\n\n1\n", ErrorCode::kBadRow, 3, 1},
      {"start,end\n5,4\n", ErrorCode::kBadRow, 2, 3},
      {"start,duration\n5,-1\n", ErrorCode::kBadRow, 2, 3},
      {"start,client\n5,\n", ErrorCode::kBadRow, 2, 3},
      {"a,b\n1,2\n", ErrorCode::kMissingKey, 2, 1},
      {"start,timestamp\n1,2\n", ErrorCode::kContradiction, 2, 3},
      {"start,end,duration\n1,2,3\n", ErrorCode::kContradiction, 2, 5},
      {"timestamp\n1772442930250\n", ErrorCode::kOutOfRange, 2, 1},
      {"{\"t\":0}\n{\"t\":\n", ErrorCode::kBadRow, 2, 0},
      {"{\"t\":0}\n{\"x\":1}\n", ErrorCode::kBadRow, 2, 0},
      {"h - - [10/Oct/2000:13:55:37 -0700] \"G\" 200 1\ngarbage\n", ErrorCode::kBadRow, 2, 1},
      {"h - - [10/Oct/2000:13:55:37 -0700] \"G\" 20 1\n", ErrorCode::kBadRow, 1, 40},
      {"h - - [10/Oct/2000:99:55:37 -0700] \"G\" 200 1\n", ErrorCode::kBadRow, 1, 8},
  };
  for (const Bad& bad : kBad) {
    const Error error = FirstError(bad.bytes);
    EXPECT_EQ(error.code, bad.code) << bad.bytes << error.what;
    ASSERT_FALSE(error.where.empty()) << bad.bytes;
    EXPECT_EQ(error.where[0].file, path_) << bad.bytes;
    EXPECT_EQ(error.where[0].line, bad.line) << bad.bytes;
    if (bad.column > 0) {
      EXPECT_EQ(error.where[0].column, bad.column) << bad.bytes;
    }
  }
}

TEST_F(TrafficLogTest, CountsAllErrorsAndShowsTwenty) {
  std::string bytes = "t\n";
  for (int i = 0; i < 50; ++i) bytes += "x\n";
  const auto log = Read(bytes);
  ASSERT_FALSE(log.has_value());
  EXPECT_EQ(log.error().size(), 21u);
  EXPECT_EQ(log.error().back().what, "and 30 more");
}

// Whatever the bytes: an answer that keeps the promises, or errors with a file. Every cut and every
// byte changed in four ways.
TEST_F(TrafficLogTest, HoldsItsPromisesOnDamagedFiles) {
  const std::string good[] = {
      "t,end,size,client\n0.5,1,3,a\n\"1.25\",2,4,b\n",
      "0.5,x\n1.5,y\n",
      "{\"start\":\"2026-03-02T10:00:00Z\",\"size\":3}\n{\"start\":\"2026-03-02T10:00:01Z\","
      "\"size\":4}\n",
      "h - - [10/Oct/2000:13:55:37 -0700] \"G /\" 200 1\nh - - [10/Oct/2000:13:55:38 -0700] \"G\" "
      "200 -\n",
  };
  const auto check = [&](const std::string& bytes) {
    const auto log = Read(bytes);
    if (!log) {
      EXPECT_FALSE(log.error().empty());
      EXPECT_LE(log.error().size(), 21u);
      for (const Error& error : log.error()) EXPECT_FALSE(error.where.empty()) << bytes;
      return;
    }
    ASSERT_FALSE(log->start_s.empty()) << bytes;
    EXPECT_EQ(log->start_s[0], 0) << bytes;
    for (std::size_t i = 1; i < log->start_s.size(); ++i) {
      EXPECT_GE(log->start_s[i], log->start_s[i - 1]) << bytes;
    }
    for (std::size_t i = 0; i < log->end_s.size(); ++i) {
      EXPECT_GE(log->end_s[i], log->start_s[i]) << bytes;
    }
    EXPECT_GT(log->resolution_s, 0) << bytes;
  };
  for (const std::string& bytes : good) {
    ASSERT_TRUE(Read(bytes).has_value()) << bytes;
    for (std::size_t length = 0; length < bytes.size(); ++length) check(bytes.substr(0, length));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const char change : {'\0', ',', '"', '9', '\n', '\xff'}) {
        std::string changed = bytes;
        changed[at] = change;
        check(changed);
      }
    }
  }
}

}  // namespace
}  // namespace assay::fit
