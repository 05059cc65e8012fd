// SPDX-License-Identifier: Apache-2.0
// Right values: tests/golden/loadgen/log_samples, logs of seven tiny runs of the official program; and hand-made lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <set>

#include "base/file.h"
#include "record/mlperf_log_accuracy.h"
#include "record/mlperf_log_detail.h"
#include "record/mlperf_log_summary.h"
#include "record/mlperf_log_trace.h"
#include "record/mlperf_number.h"

namespace assay::record {
namespace {

const char* const kRuns[] = {"multistream_perf",  "offline_acc",        "offline_tokens_acc", "server_perf",
                             "server_tokens_acc", "server_tokens_perf", "singlestream_perf"};

std::string Sample(const std::string& run, const std::string& file) {
  auto bytes = base::ReadFile(std::string(ASSAY_GOLDEN_DIR) + "/loadgen/log_samples/" + run + "/mlperf_log_" + file);
  EXPECT_TRUE(bytes) << run << " " << file;
  return bytes.value_or("");
}

// Read and written again: the same bytes, line by line. Times keep their six decimals; only the paths are ours.
TEST(MlperfDetail, OfficialLinesComeBackAsTheyWere) {
  for (const char* run : kRuns) {
    const std::string text = Sample(run, "detail.txt");
    const auto detail = ReadMlperfDetail(text, run);
    ASSERT_TRUE(detail) << run;
    EXPECT_TRUE(detail->damage.empty()) << run << ": " << detail->damage.front().what;
    std::string again;
    for (const MlperfLine& line : detail->lines) AppendMlperfLine(again, line);
    EXPECT_EQ(again, text) << run;
  }
}

// Effective settings of a log, written from the value, are its lines: same keys, same values, same order.
TEST(MlperfDetail, EffectiveKeysInTheOfficialOrder) {
  const auto detail = ReadMlperfDetail(Sample("server_perf", "detail.txt"), "detail");
  ASSERT_TRUE(detail);
  MlperfEffective settings;
  settings.scenario = MlperfScenario::kServer;
  settings.target_qps = 2000;
  settings.target_latency_ns = 100'000'000;
  settings.max_async_queries = 0;
  settings.min_query_count = settings.min_sample_count = 6;
  settings.performance_sample_count = 10;
  settings.accuracy_sample_count = 20;
  MlperfEntries official;
  for (const MlperfLine& line : detail->lines) {
    if (line.key.starts_with("effective_")) official.emplace_back(line.key, line.value);
  }
  const MlperfEntries ours = EffectiveEntries(settings);
  ASSERT_EQ(ours.size(), official.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].first, official[i].first);
    std::string a, b;
    AppendMlperfValue(a, ours[i].second);
    AppendMlperfValue(b, official[i].second);
    EXPECT_EQ(a, b) << ours[i].first;
  }
  EXPECT_EQ(detail->FindText("effective_scenario"), "Server");
  EXPECT_EQ(detail->FindCount("result_query_count"), 6u);
  EXPECT_EQ(detail->FindNumber("result_scheduled_samples_per_sec"), 1321.76);
  EXPECT_EQ(detail->FindBool("result_min_queries_met"), true);
  EXPECT_EQ(detail->FindText("nothing"), std::nullopt);
}

TEST(MlperfDetail, OpeningKeysInTheOfficialOrder) {
  const auto detail = ReadMlperfDetail(Sample("offline_acc", "detail.txt"), "detail");
  ASSERT_TRUE(detail);
  const MlperfEntries ours = OpeningEntries({});
  ASSERT_LE(ours.size(), detail->lines.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_EQ(ours[i].first, detail->lines[i].key);
}

// What the official program writes although it isn't JSON.
TEST(MlperfDetail, ReadsWhatIsNotJson) {
  const std::string text =
      R"(:::MLLOG {"key": "sut_name", "value": "my "quoted" C:\box", "time_ms": 0.5, "namespace": "mlperf::logging", )"
      R"("event_type": "POINT_IN_TIME", "metadata": {"is_error": true, "is_warning": false, "file": "a.cc", )"
      R"("line_no": 7, "pid": 1, "tid": 2}})"
      "\r\n"
      R"(:::MLLOG {"key": "result_scheduled_samples_per_sec", "value": -nan, "time_ms": 18446744073709.257117, )"
      R"("namespace": "mlperf::logging", "event_type": "POINT_IN_TIME", "metadata": {"is_error": false, )"
      R"("is_warning": true, "file": "b.cc", "line_no": 8, "pid": 1, "tid": 2}})"
      "\n";
  const auto detail = ReadMlperfDetail(text, "detail.txt");
  ASSERT_TRUE(detail);
  ASSERT_EQ(detail->lines.size(), 2u);
  EXPECT_EQ(std::get<std::string>(detail->lines[0].value), R"(my "quoted" C:\box)");
  EXPECT_TRUE(detail->lines[0].is_error);
  EXPECT_EQ(detail->lines[0].time_ns, 500'000);
  EXPECT_EQ(detail->lines[0].line, 7);
  EXPECT_TRUE(std::isnan(std::get<double>(detail->lines[1].value)));
  EXPECT_TRUE(detail->lines[1].is_warning);
}

// Our own line for the same name is JSON, and reads back to the same text.
TEST(MlperfDetail, AnyTextSurvives) {
  for (const std::string& text : {std::string("my \"quoted\" C:\\box"), std::string("two\nlines\tand\x01 more"),
                                  std::string("\xC3\xA9t\xC3\xA9 \xF0\x9F\x98\x80"), std::string("\\u0041"), std::string()}) {
    std::string line;
    AppendMlperfLine(line, {.key = "sut_name", .value = text});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto detail = ReadMlperfDetail(line, "detail.txt");
    ASSERT_TRUE(detail) << line;
    EXPECT_EQ(std::get<std::string>(detail->lines[0].value), text) << line;
  }
}

TEST(MlperfDetail, NamesTheLineThatIsCutOff) {
  const std::string text = Sample("server_perf", "detail.txt");
  const auto cut = ReadMlperfDetail(std::string_view(text).substr(0, text.size() - 100), "d.txt");
  ASSERT_TRUE(cut);
  ASSERT_EQ(cut->damage.size(), 1u);
  EXPECT_EQ(cut->damage[0].where[0].file, "d.txt");
  EXPECT_EQ(cut->damage[0].where[0].line, static_cast<int>(cut->lines.size()) + 1);
  EXPECT_NE(cut->damage[0].what.find("cut off"), std::string::npos);
  EXPECT_EQ(ReadMlperfDetail("", "d.txt").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(ReadMlperfDetail("hello\n", "d.txt").error().code, ErrorCode::kSyntax);
}

TEST(MlperfSummaryText, ReadsTheSamples) {
  const auto read = ReadMlperfSummary(Sample("singlestream_perf", "summary.txt"), "summary");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->Find("SUT name"), "RecSUT");
  EXPECT_EQ(read->Find("Result is"), "INVALID");
  EXPECT_EQ(read->Find("90.00 percentile latency (ns)"), "1452");
  EXPECT_EQ(read->Find("performance_sample_count"), "10");
  ASSERT_EQ(read->recommendations.size(), 2u);
  EXPECT_EQ(read->recommendations[0], "* Only processed 4 queries.");
  EXPECT_EQ(read->counts.errors, 0u);

  const auto accuracy = ReadMlperfSummary(Sample("offline_acc", "summary.txt"), "summary");
  ASSERT_TRUE(accuracy);
  EXPECT_TRUE(accuracy->result.empty());
  EXPECT_EQ(Sample("offline_acc", "summary.txt"), FormatMlperfCounts({}));
}

TEST(MlperfSummaryText, CountsInWords) {
  EXPECT_EQ(FormatMlperfCounts({1, 1}),
            "\n1 warning encountered. See detailed log.\n\n1 ERROR encountered. See detailed log.\n");
  EXPECT_EQ(FormatMlperfCounts({2, 4}),
            "\n2 warnings encountered. See detailed log.\n\n4 ERRORS encountered. See detailed log.\n");
  const auto read = ReadMlperfSummary(FormatMlperfCounts({2, 4}), "s");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->counts.warnings, 2u);
  EXPECT_EQ(read->counts.errors, 4u);
}

TEST(MlperfSummaryText, NamesWhereItIsCutOff) {
  const std::string text = Sample("singlestream_perf", "summary.txt");
  const auto cut = ReadMlperfSummary(std::string_view(text).substr(0, 700), "s.txt");
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().where[0].file, "s.txt");
  EXPECT_GT(cut.error().where[0].line, 10);
  EXPECT_FALSE(ReadMlperfSummary("", "s.txt"));
  EXPECT_FALSE(ReadMlperfSummary("something else", "s.txt"));
}

TEST(MlperfAccuracy, OfficialFilesComeBackAsTheyWere) {
  for (const char* run : kRuns) {
    const std::string text = Sample(run, "accuracy.json");
    std::string again(kMlperfAccuracyHead);
    bool first = true;
    MlperfAccuracyReader reader(run, [&](MlperfAnswer&& answer) {
      MlperfAnswerView view{answer.sequence, answer.sample_index, answer.data, std::nullopt, answer.token_count};
      if (answer.token_data) view.token_data = *answer.token_data;
      AppendMlperfAnswer(again, view, first);
      first = false;
    });
    for (const char c : text) reader.Add({&c, 1});  // in the smallest pieces there are
    const auto read = reader.End();
    ASSERT_TRUE(read) << run;
    EXPECT_FALSE(read->damage) << run;
    again += kMlperfAccuracyFoot;
    EXPECT_EQ(again, text) << run;
  }
}

TEST(MlperfAccuracy, AnEntryInPartsOfAnySizeIsTheSame) {
  std::vector<std::byte> data(100), token(33);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 11);
  MlperfAnswerView views[4] = {{12345678901234567890u, 18446744073709551615u, data, token, -9223372036854775807 - 1},
                               {1, 2, data, std::nullopt, std::nullopt},
                               {1, 2, {}, std::span<const std::byte>(), 7},
                               {0, 0, {}, std::nullopt, std::nullopt}};
  for (const MlperfAnswerView& view : views) {
    std::string whole = "before";
    AppendMlperfAnswer(whole, view, false);
    for (std::size_t room = 2; room < 400; ++room) {
      MlperfAnswerText text(view, false);
      std::string parts = "before";
      std::vector<char> part(room);
      while (!text.done()) {
        const std::size_t left = text.size();
        const std::size_t taken = text.Take(part.data(), room);
        ASSERT_GE(taken, std::min(left, room - 1));
        ASSERT_EQ(text.size(), left - taken);
        parts.append(part.data(), taken);
      }
      EXPECT_EQ(parts, whole) << room;
    }
  }
}

TEST(MlperfAccuracy, HexOfAllBytesAndLengths) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 300; ++i) bytes.push_back(static_cast<std::byte>(i));
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const std::size_t size : {0, 1, 15, 16, 17, 33, 256, 300}) {
    std::string expected;
    for (std::size_t i = 0; i < size; ++i) {
      expected += kDigits[(i & 255) >> 4];
      expected += kDigits[i & 15];
    }
    std::string found;
    AppendHex(found, std::span(bytes).first(size));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(ParseHex(found), std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
  }
  EXPECT_EQ(ParseHex("ff"), ParseHex("FF"));
  EXPECT_FALSE(ParseHex("F"));
  EXPECT_FALSE(ParseHex("0G"));
}

Result<MlperfAccuracyRead> ReadText(std::string_view text, std::vector<MlperfAnswer>& into) {
  MlperfAccuracyReader reader("a.json", [&](MlperfAnswer&& answer) { into.push_back(std::move(answer)); });
  reader.Add(text);
  return reader.End();
}

TEST(MlperfAccuracy, ReadsAnyLayout) {
  std::vector<MlperfAnswer> answers;
  const auto read = ReadText("\xEF\xBB\xBF[{\"qsl_idx\":7,\"data\":\"00ff\",\n\"seq_id\" : 3,\"extra\":\"x\",\"more\":1.5} ,\r\n"
                             "{\"seq_id\":4,\"qsl_idx\":8,\"data\":\"\",\"token_count\":-1}]  ",
                             answers);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->damage);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].sequence, 3u);
  EXPECT_EQ(answers[0].sample_index, 7u);
  EXPECT_EQ(answers[0].data, ParseHex("00FF"));
  EXPECT_FALSE(answers[0].token_count);
  EXPECT_EQ(answers[1].token_count, -1);
  EXPECT_TRUE(answers[1].data.empty());
}

// A run that was killed leaves a file without its end: what is whole is read, and the place is named.
TEST(MlperfAccuracy, CutFilesKeepTheirWholeEntries) {
  const std::string text = Sample("server_tokens_acc", "accuracy.json");
  for (std::size_t size = 1; size < text.size() - 2; ++size) {
    std::vector<MlperfAnswer> answers;
    const auto read = ReadText(std::string_view(text).substr(0, size), answers);
    ASSERT_TRUE(read) << size;
    ASSERT_TRUE(read->damage) << size;
    EXPECT_EQ(read->entries, answers.size());
    EXPECT_EQ(read->damage->where[0].file, "a.json");
    const std::string_view whole = std::string_view(text).substr(0, size);
    EXPECT_EQ(answers.size(), static_cast<std::size_t>(std::ranges::count(whole, '}')));
  }
  std::vector<MlperfAnswer> answers;
  const auto broken = ReadText("[\n{ \"seq_id\" : 0, \"qsl_idx\" : 1, \"data\" : \"00\" },\n{ \"seq_id\" : 1 }\n]\n", answers);
  ASSERT_TRUE(broken);
  ASSERT_TRUE(broken->damage);
  EXPECT_EQ(broken->damage->where[0].line, 3);
  EXPECT_FALSE(ReadText("", answers));
  EXPECT_FALSE(ReadText("{}", answers));
  EXPECT_FALSE(ReadText("[{\"seq_id\":1,\"qsl_idx\":2,\"data\":\"0\"}]", answers));
}

TEST(MlperfTrace, ReadsOfficialTraces) {
  const auto trace = ReadMlperfTrace(Sample("server_tokens_acc", "trace.json"), "trace");
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->damage.empty()) << trace->damage.front().what << trace->damage.front().where[0].source;
  std::set<std::string> names;
  for (const MlperfTraceEvent& event : trace->events) names.insert(event.name);
  for (const char* name : {"IssueQuery", "Sample", "Token_Latency", "LogDetail", "LoadSamples"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  const auto sample = std::ranges::find(trace->events, "Sample", &MlperfTraceEvent::name);
  EXPECT_EQ(sample->phase, MlperfTraceEvent::Phase::kBegin);
  EXPECT_EQ(sample->start_ns, 91'611);
  ASSERT_EQ(sample->arguments.size(), 5u);
  EXPECT_EQ(sample->arguments[4].first, "complete_ns");
  EXPECT_EQ(std::get<std::int64_t>(sample->arguments[4].second), 2565);
  const auto detail = std::ranges::find(trace->events, "LogDetail", &MlperfTraceEvent::name);
  EXPECT_EQ(std::get<std::string>(detail->arguments.at(0).second), "loadgen_version");
}

// The lines of the official sample, from its values.
TEST(MlperfTrace, ComesInPiecesOfAnySize) {
  const std::string text = Sample("server_tokens_acc", "trace.json");
  const auto whole = ReadMlperfTrace(text, "trace");
  ASSERT_TRUE(whole);
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    std::vector<MlperfTraceEvent> events;
    MlperfTraceReader reader("trace", [&](MlperfTraceEvent&& event) { events.push_back(std::move(event)); });
    for (std::size_t at = 0; at < text.size(); at += size) reader.Add(std::string_view(text).substr(at, size));
    const auto read = reader.End();
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->damage.empty());
    EXPECT_EQ(read->opened_ns, whole->opened_ns);
    ASSERT_EQ(events.size(), whole->events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(events[i].name, whole->events[i].name);
      EXPECT_EQ(events[i].start_ns, whole->events[i].start_ns);
      EXPECT_EQ(events[i].arguments, whole->events[i].arguments);
    }
  }
}

// A line that never ends isn't held, and of ten thousand bad ones a hundred are named.
TEST(MlperfTrace, NoLineAndNoDamageWithoutEnd) {
  std::size_t events = 0;
  MlperfTraceReader reader("trace", [&](MlperfTraceEvent&&) { ++events; });
  reader.Add("{\"traceEvents\":[\n");
  for (int i = 0; i < 10'000; ++i) reader.Add("nothing\n");
  for (int i = 0; i < 10'000; ++i) reader.Add(std::string(1000, 'x'));
  reader.Add("\n{\"name\":\"LastTrace\"}\n");
  const auto read = reader.End();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->damage.size(), 100u);
  EXPECT_EQ(read->damage.front().where.front().line, 2);
  EXPECT_EQ(events, 0u);
}

TEST(MlperfTrace, WritesTheOfficialLines) {
  const std::string official = Sample("server_tokens_acc", "trace.json");
  std::string text;
  AppendTraceHead(text);
  EXPECT_TRUE(official.starts_with(text));
  text.clear();
  AppendTraceSample(text, "Sample", 28882,
                    {.sequence = 0, .query = 0, .index = 3, .scheduled_ns = 91'611, .issue_ns = 90, .done_ns = 2565});
  EXPECT_NE(official.find(text), std::string::npos) << text;
  text.clear();
  AppendTraceFoot(text, 1795971206342738'500);
  EXPECT_TRUE(official.ends_with(text)) << text;
}

std::vector<std::int64_t> WildNumbers() {
  std::vector<std::int64_t> numbers = {0, 1, 9, 10, 99, 100, 999, 1000, 9'999, 10'000, 99'999'999, 100'000'000,
                                       std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  for (std::int64_t power = 1; power < 1'000'000'000'000'000'000; power *= 10) {
    for (const std::int64_t number : {power - 1, power, 7 * power + 3}) numbers.insert(numbers.end(), {number, -number});
  }
  std::uint64_t state = 1;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    numbers.push_back(static_cast<std::int64_t>(state) >> (state >> 58));
  }
  return numbers;
}

// Beside printf of the C library.
TEST(MlperfNumber, WritesTheDigitsOfAnyNumber) {
  for (const std::int64_t number : WildNumbers()) {
    char found[kMostDigits], expected[64];
    const auto text = [&](const char* end) { return std::string(found, static_cast<std::size_t>(end - found)); };
    std::snprintf(expected, sizeof expected, "%" PRId64, number);
    ASSERT_EQ(text(WriteInteger(found, number)), expected);
    std::snprintf(expected, sizeof expected, "%" PRIu64, static_cast<std::uint64_t>(number));
    ASSERT_EQ(text(WriteInteger(found, static_cast<std::uint64_t>(number))), expected);
    std::snprintf(expected, sizeof expected, "%s%" PRId64 ".%03" PRId64, number < 0 && number > -1000 ? "-" : "",
                  number / 1000, std::abs(number % 1000));
    ASSERT_EQ(text(WriteMicroseconds(found, number)), expected);
    std::string appended;
    AppendNanosecondsAs(appended, number, 3);
    ASSERT_EQ(appended, expected);
  }
}

// Every field at its place, whatever its size: beside printf with the form of the official lines.
TEST(MlperfTrace, LinesOfAnyNumbers) {
  const std::vector<std::int64_t> numbers = WildNumbers();
  for (std::size_t i = 0; i + 5 < numbers.size(); i += 5) {
    const auto at = [&](std::size_t n) { return numbers[i + n]; };
    const auto unsigned_at = [&](std::size_t n) { return static_cast<std::uint64_t>(at(n)); };
    std::string found, start, end;
    const std::int64_t issue_ns = at(3) / 2, done_ns = at(4) / 2, scheduled_ns = at(0) / 2;
    AppendTraceSample(found, "Sample", 77,
                      {.sequence = unsigned_at(0), .query = unsigned_at(1), .index = unsigned_at(2),
                       .scheduled_ns = scheduled_ns, .issue_ns = issue_ns, .done_ns = done_ns});
    AppendTraceCounter(found, "Latency", unsigned_at(1), scheduled_ns, issue_ns, done_ns);
    AppendNanosecondsAs(start, scheduled_ns, 3);
    AppendNanosecondsAs(end, scheduled_ns + done_ns, 3);
    char expected[1000];
    std::snprintf(expected, sizeof expected,
                  "{\"name\":\"Sample\",\"cat\":\"default\",\"ph\":\"b\",\"pid\":77,\"id\":%" PRIu64 ",\"ts\":%s,"
                  "\"args\":{\"sample_seq\":%" PRIu64 ",\"query_seq\":%" PRIu64 ",\"sample_idx\":%" PRIu64
                  ",\"issue_start_ns\":%" PRId64 ",\"complete_ns\":%" PRId64 "}},\n"
                  "{\"name\":\"Sample\",\"cat\":\"default\",\"ph\":\"e\", \"pid\":77,\"id\":%" PRIu64 ",\"ts\":%s},\n"
                  "{\"name\":\"Latency\",\"ph\": \"C\",\"pid\":%" PRIu64 ",\"ts\":%s,\"args\":{ \"issue_delay\":%" PRId64
                  ",\"issue_to_done\":%" PRId64 "}},\n",
                  unsigned_at(0), start.c_str(), unsigned_at(0), unsigned_at(1), unsigned_at(2), issue_ns, done_ns,
                  unsigned_at(0), end.c_str(), unsigned_at(1), start.c_str(), issue_ns, done_ns);
    ASSERT_EQ(found, expected);
  }
  // A name that no event has is quoted too.
  std::string text;
  AppendTraceSample(text, "a \"b\"\\" + std::string(100, 'x'), 1, {});
  EXPECT_EQ(text.find("{\"name\":\"a \\\"b\\\"\\\\xxx"), 0u);
}

TEST(MlperfTrace, OwnTraceComesBack) {
  std::string text;
  AppendTraceHead(text);
  AppendTraceScope(text, "IssueQuery", 1, 2, -1'500, 250);
  AppendTraceScope(text, "LogDetail", 1, 2, 0, 1, "key", std::string("sut_name"));
  AppendTraceCounter(text, "Latency", 1, 7'000, 5, 6);
  AppendTraceFoot(text, 9'000);
  const auto trace = ReadMlperfTrace(text, "trace");
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->damage.empty());
  ASSERT_EQ(trace->events.size(), 3u);
  EXPECT_EQ(trace->events[0].start_ns, -1'500);
  EXPECT_EQ(trace->events[0].duration_ns, 250);
  EXPECT_EQ(std::get<std::string>(trace->events[1].arguments.at(0).second), "sut_name");
  EXPECT_EQ(std::get<std::int64_t>(trace->events[2].arguments.at(1).second), 6);
  EXPECT_EQ(trace->opened_ns, 9'000);
  const auto cut = ReadMlperfTrace(std::string_view(text).substr(0, 120), "trace");
  ASSERT_TRUE(cut);
  EXPECT_FALSE(cut->damage.empty());
  EXPECT_FALSE(ReadMlperfTrace("", "trace"));
  EXPECT_FALSE(ReadMlperfTrace("[]", "trace"));
}

TEST(MlperfNumber, AsStreamsPrintThem) {
  const auto stream = [](double value) {
    std::string text;
    AppendStreamDouble(text, value);
    return text;
  };
  EXPECT_EQ(stream(1e6), "1e+06");
  EXPECT_EQ(stream(123456), "123456");
  EXPECT_EQ(stream(1234567), "1.23457e+06");
  EXPECT_EQ(stream(0.0133458123), "0.0133458");
  EXPECT_EQ(stream(3.97317e-09), "3.97317e-09");
  EXPECT_EQ(stream(10.0), "10");
  EXPECT_EQ(stream(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(stream(std::numeric_limits<double>::quiet_NaN()), "-nan");
  std::string time;
  AppendNanosecondsAs(time, std::numeric_limits<std::int64_t>::min(), 6);
  EXPECT_EQ(time, "-9223372036854.775808");
}

}  // namespace
}  // namespace assay::record
