// SPDX-License-Identifier: Apache-2.0
// The arrivals: their moments, their parameters, and poisson's equality with Server.
#include "assay/arrival.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "load/plan.h"

namespace assay {
namespace {

std::vector<std::int64_t> Generate(const char* name, const ArrivalRequest& request) {
  const ArrivalInfo* arrival = FindArrival(name);
  EXPECT_NE(arrival, nullptr) << name;
  const auto due_ns = arrival->generate(request);
  EXPECT_TRUE(due_ns.has_value()) << (due_ns ? "" : due_ns.error()[0].what);
  return due_ns.value_or(std::vector<std::int64_t>{});
}

Error FirstError(const char* name, const ArrivalRequest& request) {
  const auto due_ns = FindArrival(name)->generate(request);
  if (due_ns.has_value()) return {ErrorCode::kInternal, "no error"};
  return due_ns.error()[0];
}

// Mean gap in ns and coefficient of variation of the gaps.
struct Moments {
  double mean_ns, variation;
};
Moments GapMoments(const std::vector<std::int64_t>& due_ns) {
  const double gaps = static_cast<double>(due_ns.size() - 1);
  const double mean = static_cast<double>(due_ns.back() - due_ns.front()) / gaps;
  double squares = 0;
  for (std::size_t i = 1; i < due_ns.size(); ++i) {
    const double gap = static_cast<double>(due_ns[i] - due_ns[i - 1]) - mean;
    squares += gap * gap;
  }
  return {mean, std::sqrt(squares / gaps) / mean};
}

// Variance over mean of the counts in windows of `window_ns`.
double IndexOfDispersion(const std::vector<std::int64_t>& due_ns, std::int64_t window_ns) {
  std::vector<double> counts(static_cast<std::size_t>(due_ns.back() / window_ns));
  for (std::int64_t due : due_ns) {
    const auto window = static_cast<std::size_t>(due / window_ns);
    if (window < counts.size()) ++counts[window];
  }
  double sum = 0, squares = 0;
  for (double count : counts) {
    sum += count;
    squares += count * count;
  }
  const double n = static_cast<double>(counts.size());
  return (squares / n - sum / n * (sum / n)) / (sum / n);
}

TEST(Arrival, TableIsSortedAndComplete) {
  std::vector<std::string> names;
  for (const ArrivalInfo* arrival : AllArrivals()) {
    names.emplace_back(arrival->name);
    EXPECT_FALSE(arrival->title.empty() || arrival->definition.empty() || arrival->source.empty())
        << arrival->name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"constant", "gamma", "poisson", "replay"}));
  EXPECT_EQ(FindArrival("Server"), nullptr);
}

TEST(Arrival, PoissonIsServersSchedule) {
  for (const double rate : {25.5, 1000.0, 12345.678}) {
    load::PlanSettings settings;
    settings.scenario = spec::Server{rate, "Server"};
    settings.seeds.schedule = 16159082839903944936u;
    settings.min_duration_ns = 2'000'000'000;
    settings.total_sample_count = settings.performance_sample_count = 10;
    const auto plan = load::PlanRun(settings).value();
    EXPECT_EQ(Generate("poisson", {rate, 2'000'000'000, 100, 16159082839903944936u, {}}),
              plan[0].schedule.due_ns);
  }
}

TEST(Arrival, ConstantHasAbsoluteDeadlines) {
  const auto due_ns = Generate("constant", {300, 100'000'000'000, 0, 0, {}});
  // k / 300 s cut to ns; the last is the first at or after 100 s: number 30000.
  ASSERT_EQ(due_ns.size(), 30001u);
  EXPECT_EQ(due_ns[1], 3'333'333);
  EXPECT_EQ(due_ns[3], 10'000'000);
  EXPECT_EQ(due_ns[29999], 99'996'666'666);
  EXPECT_EQ(due_ns[30000], 100'000'000'000);
  EXPECT_EQ(Generate("constant", {1, 0, 5, 0, {}}).size(), 5u);
}

TEST(Arrival, GammaKeepsTheMeanForEveryShape) {
  // Mean gap 20 ms; coefficient of variation 1 / sqrt(shape): 2, 1, 0.5, 0. With 200,000 gaps the
  // standard error of the mean is cv / sqrt(200000) <= 0.0045 of it; the cv of shape 0.25 has one
  // of about 0.02. Five are allowed.
  const struct {
    const char* shape;
    double variation, tolerance;
  } cases[] = {{"0.25", 2, 0.1}, {"1", 1, 0.03}, {"4", 0.5, 0.01}, {"inf", 0, 1e-6}};
  for (const auto& c : cases) {
    const auto due_ns = Generate("gamma", {50, 0, 200'001, 7, {{"shape", c.shape}}});
    ASSERT_EQ(due_ns.size(), 200'001u);
    EXPECT_EQ(due_ns.front(), 0);
    EXPECT_TRUE(std::is_sorted(due_ns.begin(), due_ns.end()));
    const Moments moments = GapMoments(due_ns);
    EXPECT_NEAR(moments.mean_ns / 20e6, 1,
                5 * std::max(1e-9, c.variation) / std::sqrt(200'000.0) + 1e-9)
        << c.shape;
    EXPECT_NEAR(moments.variation, c.variation, c.tolerance) << c.shape;
  }
}

TEST(Arrival, GammaBurstsHaveTheirIndexOfDispersion) {
  // Counts of a renewal process: index of dispersion tends to cv^2 = 1 / shape for long windows.
  // 4000 windows of 1 s give it a standard error of sqrt(2 / 4000) = 2.2 %; five, and 3 % for the
  // windows' length, are allowed.
  for (const double shape : {0.1, 0.25, 1.0, 4.0}) {
    const auto due_ns =
        Generate("gamma", {200, 4'000'000'000'000, 0, 3, {{"shape", std::to_string(shape)}}});
    EXPECT_NEAR(IndexOfDispersion(due_ns, 1'000'000'000) * shape, 1, 0.14) << shape;
  }
  EXPECT_NE(Generate("gamma", {200, 1'000'000'000, 0, 3, {{"shape", "0.5"}}}),
            Generate("gamma", {200, 1'000'000'000, 0, 4, {{"shape", "0.5"}}}));
}

TEST(Arrival, RefusesRatesAndParametersThatAreNone) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double rate : {0.0, -5.0, std::nan(""), infinity}) {
    for (const char* name : {"constant", "poisson", "gamma"}) {
      ArrivalRequest request{rate, 1'000'000'000, 1, 0, {}};
      if (std::string(name) == "gamma") request.parameters = {{"shape", "1"}};
      EXPECT_EQ(FirstError(name, request).code, ErrorCode::kOutOfRange) << name << rate;
      EXPECT_EQ(FirstError(name, request).where[0].path, "rate");
    }
  }
  EXPECT_EQ(FirstError("constant", {1e15, 3600'000'000'000, 1, 0, {}}).code,
            ErrorCode::kOutOfRange);
  EXPECT_EQ(FirstError("constant", {1e-12, 0, 100, 0, {}}).code, ErrorCode::kOutOfRange);
  EXPECT_EQ(FirstError("poisson", {1e15, 3600'000'000'000, 1, 0, {}}).code, ErrorCode::kOutOfRange);
  EXPECT_EQ(FirstError("poisson", {1, 1, 1, 0, {{"shape", "1"}}}).code, ErrorCode::kUnknownKey);
  EXPECT_EQ(FirstError("gamma", {1, 1, 1, 0, {}}).code, ErrorCode::kMissingKey);
  EXPECT_EQ(FirstError("gamma", {1, 1, 1, 0, {{"shape", "1"}, {"shape", "2"}}}).code,
            ErrorCode::kDuplicateKey);
  EXPECT_EQ(FirstError("gamma", {1, 1, 1, 0, {{"shape", "1x"}}}).code, ErrorCode::kWrongType);
  for (const char* shape : {"0", "-1", "nan", "0.0001"}) {
    EXPECT_EQ(FirstError("gamma", {1, 1, 1, 0, {{"shape", shape}}}).code, ErrorCode::kOutOfRange)
        << shape;
  }
}

class Replay : public ::testing::Test {
 protected:
  ArrivalRequest Trace(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return {0, 0, 0, 0, {{"file", path_}}};
  }
  ~Replay() override { std::remove(path_.c_str()); }

  const std::string path_ = ::testing::TempDir() + "assay_arrival_trace_" +
                            ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                            ".csv";
};

using Due = std::vector<std::int64_t>;

TEST_F(Replay, ReadsTheOffsets) {
  EXPECT_EQ(Generate("replay", Trace("0\n0.5\n0.5\n2\n")),
            (Due{0, 500'000'000, 500'000'000, 2'000'000'000}));
  // Column t, wherever it stands; byte order mark, CRLF, quotes, no last line end.
  EXPECT_EQ(Generate("replay", Trace("\xEF\xBB\xBFid,t\r\n\"a,b\",0.25\r\nc,\" 1e0\"")),
            (Due{250'000'000, 1'000'000'000}));
  EXPECT_EQ(Generate("replay", Trace("seconds,who\n0.001,x\n\n\n")), (Due{1'000'000}));
  ArrivalRequest faster = Trace("0\n10\n20\n");
  faster.parameters.emplace_back("speed", "10");
  EXPECT_EQ(Generate("replay", faster), (Due{0, 1'000'000'000, 2'000'000'000}));
}

TEST_F(Replay, EndsAtTheFirstArrivalAfterTheDuration) {
  ArrivalRequest request = Trace("0\n1\n2\n3\n4\n");
  request.duration_ns = 1'500'000'000;
  EXPECT_EQ(Generate("replay", request), (Due{0, 1'000'000'000, 2'000'000'000}));
  request.min_query_count = 4;
  EXPECT_EQ(Generate("replay", request).size(), 4u);
  request.duration_ns = 5'000'000'000;
  EXPECT_EQ(FirstError("replay", request).code, ErrorCode::kContradiction);
  request.duration_ns = 0;
  request.min_query_count = 6;
  EXPECT_EQ(FirstError("replay", request).code, ErrorCode::kContradiction);
}

TEST_F(Replay, NamesEveryBadRow) {
  const auto refused =
      FindArrival("replay")->generate(Trace("t,x\n0,1\nnan,1\n-1,1\n2\nabc,1\n3,1\n1,1\n\"4,1\n"));
  ASSERT_FALSE(refused.has_value());
  const struct {
    ErrorCode code;
    int line;
  } right[] = {{ErrorCode::kNotFinite, 3}, {ErrorCode::kOutOfRange, 4}, {ErrorCode::kBadRow, 5},
               {ErrorCode::kBadRow, 6},    {ErrorCode::kBadRow, 8},     {ErrorCode::kBadRow, 9}};
  ASSERT_EQ(refused.error().size(), std::size(right));
  for (std::size_t i = 0; i < std::size(right); ++i) {
    EXPECT_EQ(refused.error()[i].code, right[i].code) << i;
    EXPECT_EQ(refused.error()[i].where[0].line, right[i].line) << i;
    EXPECT_EQ(refused.error()[i].where[0].file, path_);
  }
  EXPECT_EQ(FirstError("replay", Trace("x,t\n1,inf\n")).where[0].column, 3);
  EXPECT_EQ(FirstError("replay", Trace("1\n\n2\n")).code,
            ErrorCode::kBadRow);  // an empty line in the middle
  EXPECT_EQ(FirstError("replay", Trace("1e999\n")).code, ErrorCode::kNotFinite);
  std::string many = "0\n";
  for (int i = 0; i < 50; ++i) many += "-1\n";
  const auto counted = FindArrival("replay")->generate(Trace(many));
  ASSERT_EQ(counted.error().size(), 21u);
  EXPECT_EQ(counted.error().back().what, "and 30 more bad rows");
}

TEST_F(Replay, RefusesWhatIsNoTrace) {
  EXPECT_EQ(FirstError("replay", Trace("")).code, ErrorCode::kEmpty);
  EXPECT_EQ(FirstError("replay", Trace("t\n")).code, ErrorCode::kEmpty);
  EXPECT_EQ(FirstError("replay", Trace("1700000000.5\n1700000001\n")).code,
            ErrorCode::kOutOfRange);  // dates
  EXPECT_EQ(FirstError("replay", Trace("0\n1e300\n")).code, ErrorCode::kOutOfRange);
  EXPECT_EQ(FirstError("replay", {0, 0, 0, 0, {{"file", path_ + ".none"}}}).code,
            ErrorCode::kNotFound);
  EXPECT_EQ(FirstError("replay", {0, 0, 0, 0, {}}).code, ErrorCode::kMissingKey);
  ArrivalRequest request = Trace("0\n1\n");
  request.rate_qps = 5;
  EXPECT_EQ(FirstError("replay", request).code, ErrorCode::kUnknownKey);
  request = Trace("0\n1\n");
  request.parameters.emplace_back("speed", "0");
  EXPECT_EQ(FirstError("replay", request).code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay
