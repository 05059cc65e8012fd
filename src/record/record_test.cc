// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/file.h"
#include "record/record_reader.h"
#include "record/record_writer.h"

namespace assay::record {
namespace {

// Keeps bytes in memory; takes none beyond `room`, as a full disk does.
class MemorySink : public ByteSink {
 public:
  explicit MemorySink(std::string& bytes, std::size_t room = SIZE_MAX) : bytes_(bytes), room_(room) {}
  Result<void> Append(std::span<const std::byte> bytes) override {
    const std::size_t taken = std::min(bytes.size(), room_ - bytes_.size());
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), taken);
    if (taken < bytes.size()) return Fail(ErrorCode::kUnwritable, "no space left");
    return {};
  }
  Result<void> Close() override { return {}; }

 private:
  std::string& bytes_;
  std::size_t room_;
};

constexpr std::size_t kPerQuery = 2;
constexpr std::size_t kQueriesABlock = 3;

// Appends blocks of 3 queries of 2 samples: the numbers are formulas of the sample, so that any part can be checked.
Result<void> WriteBlocks(RecordWriter& writer, std::uint64_t blocks) {
  for (std::uint64_t b = 0; b < blocks; ++b) {
    std::vector<std::int64_t> due, issued, returned, done, first;
    std::vector<std::uint64_t> index, sample;
    std::vector<std::uint32_t> tokens, size;
    std::vector<SampleStatus> status;
    std::vector<std::int32_t> error;
    std::vector<std::byte> outputs;
    for (std::uint64_t q = b * kQueriesABlock; q < (b + 1) * kQueriesABlock; ++q) {
      due.push_back(static_cast<std::int64_t>(1000 * q));
      issued.push_back(due.back() + 1);
      returned.push_back(due.back() + 2);
      for (std::uint64_t s = kPerQuery * q; s < kPerQuery * (q + 1); ++s) {
        index.push_back(7 * s);
        sample.push_back(s);
        done.push_back(due.back() + static_cast<std::int64_t>(500 + s));
        first.push_back(s % 2 == 0 ? -1 : done.back() - 1);
        tokens.push_back(static_cast<std::uint32_t>(s));
        status.push_back(s % 5 == 4 ? SampleStatus::kError : SampleStatus::kOk);
        error.push_back(s % 5 == 4 ? -3 : 0);
        size.push_back(static_cast<std::uint32_t>(s % 5));
        for (std::uint64_t i = 0; i < s % 5; ++i) outputs.push_back(static_cast<std::byte>(s + i));
      }
    }
    ASSAY_CHECK_OK(writer.Append(IssuedBlock{b * kQueriesABlock, due, issued, returned, index}));
    ASSAY_CHECK_OK(writer.Append(DoneBlock{sample, done, first, tokens, status, error, size, outputs}));
  }
  return {};
}

Result<void> WriteAll(std::unique_ptr<ByteSink> sink, std::uint64_t blocks) {
  ASSAY_TRY(writer, RecordWriter::Create(std::move(sink), {R"({"system":"s"})", kPerQuery, 4}));
  ASSAY_CHECK_OK(WriteBlocks(*writer, blocks));
  const StrayCompletion strays[] = {{99, 5, StrayCompletion::Kind::kForeign}, {1, 6, StrayCompletion::Kind::kAfterEnd}};
  ASSAY_CHECK_OK(writer->Append(strays));
  return writer->End({EndState::kAborted, "error budget", 123456, 7, 2, {"a note", ""}});
}

std::string SmallRecord(std::uint64_t blocks = 2) {
  std::string bytes;
  EXPECT_TRUE(WriteAll(std::make_unique<MemorySink>(bytes), blocks).has_value());
  return bytes;
}

Result<RecordRead> ReadText(std::string_view text) { return ReadRecordBytes(std::as_bytes(std::span(text)), "r.assay"); }

// Every column follows WriteBlocks' formulas for as many queries as there are.
void ExpectPrefix(const RunRecord& record) {
  ASSERT_EQ(record.samples(), record.queries() * kPerQuery);
  ASSERT_EQ(record.outputs.size(), record.samples() * 4);
  for (std::uint64_t q = 0; q < record.queries(); ++q) {
    ASSERT_EQ(record.due_ns[q], static_cast<std::int64_t>(1000 * q));
    ASSERT_EQ(record.issued_ns[q], record.due_ns[q] + 1);
    ASSERT_EQ(record.issue_returned_ns[q], record.due_ns[q] + 2);
  }
  for (std::uint64_t s = 0; s < record.samples(); ++s) {
    ASSERT_EQ(record.sample_index[s], 7 * s);
    if (record.status[s] == SampleStatus::kPending) {
      ASSERT_EQ(record.done_ns[s], -1);
      ASSERT_EQ(record.output_size[s], 0u);
      continue;
    }
    ASSERT_EQ(record.status[s], s % 5 == 4 ? SampleStatus::kError : SampleStatus::kOk);
    ASSERT_EQ(record.error[s], s % 5 == 4 ? -3 : 0);
    ASSERT_EQ(record.done_ns[s], record.due_ns[s / kPerQuery] + static_cast<std::int64_t>(500 + s));
    ASSERT_EQ(record.first_token_ns[s], s % 2 == 0 ? -1 : record.done_ns[s] - 1);
    ASSERT_EQ(record.tokens[s], s);
    ASSERT_EQ(record.Output(s).size(), s % 5);
    for (std::uint64_t i = 0; i < s % 5; ++i) ASSERT_EQ(record.Output(s)[i], static_cast<std::byte>(s + i));
  }
}

TEST(Record, ReadsBackWhatWasWritten) {
  const auto read = ReadText(SmallRecord(5));
  ASSERT_TRUE(read.has_value());
  ASSERT_FALSE(read->damage.has_value());
  const RunRecord& record = read->record;
  EXPECT_EQ(read->blocks, 1 + 5 * 2 + 2u);
  EXPECT_EQ(record.header_json, R"({"system":"s"})");
  EXPECT_EQ(record.queries(), 15u);
  ExpectPrefix(record);
  EXPECT_EQ(record.end, EndState::kAborted);
  EXPECT_EQ(record.end_reason, "error budget");
  EXPECT_EQ(record.end_ns, 123456);
  EXPECT_EQ(record.stray_count, 7u);
  EXPECT_EQ(record.skipped_intervals, 2u);
  EXPECT_EQ(record.notes, (std::vector<std::string>{"a note", ""}));
  ASSERT_EQ(record.strays.size(), 2u);
  EXPECT_EQ(record.strays[1].id, 1u);
  EXPECT_EQ(record.strays[0].kind, StrayCompletion::Kind::kForeign);
}

TEST(Record, AnswersMayComeBeforeTheirQueriesButNotTwice) {
  for (const bool twice : {false, true}) {
    std::string bytes;
    auto writer = RecordWriter::Create(std::make_unique<MemorySink>(bytes), {"{}", 1, 0}).value();
    const std::vector<std::uint64_t> sample = {1};
    const std::vector<std::int64_t> time = {50}, two = {0, 10};
    const std::vector<std::uint64_t> index = {3, 4};
    const std::vector<std::uint32_t> none = {0};
    const std::vector<SampleStatus> ok = {SampleStatus::kOk};
    const std::vector<std::int32_t> no_error = {0};
    const DoneBlock done{sample, time, time, none, ok, no_error, {}, {}};
    ASSERT_TRUE(writer->Append(done).has_value());
    ASSERT_TRUE(writer->Append(IssuedBlock{0, two, two, two, index}).has_value());
    if (twice) {
      ASSERT_TRUE(writer->Append(done).has_value());
    }
    ASSERT_TRUE(writer->End({}).has_value());
    const auto read = ReadText(bytes);
    EXPECT_EQ(read->record.done_ns, (std::vector<std::int64_t>{-1, 50}));
    EXPECT_EQ(read->damage.has_value(), twice);
  }
}

TEST(Record, ColumnsOfDifferentLengthsAreRefused) {
  std::string bytes;
  auto writer = RecordWriter::Create(std::make_unique<MemorySink>(bytes), {"{}", 2, 0}).value();
  const std::vector<std::int64_t> time = {1};
  const std::vector<std::uint64_t> index = {3};  // a query has two samples
  EXPECT_EQ(writer->Append(IssuedBlock{0, time, time, time, index}).error().code, ErrorCode::kInternal);
  EXPECT_EQ(writer->Append(IssuedBlock{0, time, {}, time, index}).error().code, ErrorCode::kInternal);
}

// A record cut anywhere is what a kill leaves: never damage, and all blocks that were whole are there.
TEST(Record, EveryCutReadsAsInterrupted) {
  const std::string whole = SmallRecord();
  std::uint64_t most = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto read = ReadText(std::string_view(whole).substr(0, length));
    if (!read) {
      EXPECT_EQ(read.error().code, length == 0 ? ErrorCode::kEmpty : ErrorCode::kBadRecord) << length;
      EXPECT_EQ(most, 0u);
      continue;
    }
    ASSERT_FALSE(read->damage.has_value()) << length << ": " << read->damage->what;
    EXPECT_EQ(read->record.end, EndState::kInterrupted);
    EXPECT_NE(read->record.end_reason.find("interrupted"), std::string::npos);
    ExpectPrefix(read->record);
    EXPECT_GE(read->blocks, most) << "a longer file must not read as less";
    most = read->blocks;
  }
  EXPECT_EQ(most, 1 + 2 * 2 + 1u);
}

// One flipped bit anywhere is found, and what stood before it is still right.
TEST(Record, EveryFlippedBitIsFound) {
  const std::string whole = SmallRecord();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      const auto read = ReadText(damaged);
      if (!read) continue;  // in the file's first bytes or its header block
      EXPECT_TRUE(read->damage.has_value() || read->record.end == EndState::kInterrupted) << at << "." << bit;
      if (read->damage) {
        EXPECT_EQ(read->damage->code, ErrorCode::kCorrupt);
      }
      ExpectPrefix(read->record);
    }
  }
}

TEST(Record, DamageBeforeTheTailNamesItsBlock) {
  std::string bytes = SmallRecord();
  const std::size_t second = bytes.find("assayblk", bytes.find("assayblk") + 1);
  bytes[second + 60] = static_cast<char>(bytes[second + 60] ^ 1);
  const auto read = ReadText(bytes);
  ASSERT_TRUE(read->damage.has_value());
  EXPECT_EQ(read->blocks, 1u);
  EXPECT_EQ(read->damage->where[0].path, "block 2 at byte " + std::to_string(second));
  EXPECT_NE(read->damage->what.find("checksum"), std::string::npos);
}

TEST(Record, OtherFilesAreRefused) {
  EXPECT_EQ(ReadText("id,label,score\n1,0,0.5\n").error().code, ErrorCode::kBadRecord);
  EXPECT_NE(ReadText("assay record/2\n\nxxxx").error().what.find("found 2"), std::string::npos);
  EXPECT_EQ(ReadRecord("no/such/record").error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(ReadText(SmallRecord() + "x")->damage.has_value());
}

// A disk that is full after any number of bytes: the writer says so once and for all, earlier blocks can be read.
TEST(Record, AFullDiskLosesNothingThatWasComplete) {
  const std::string whole = SmallRecord();
  for (std::size_t room = 0; room < whole.size(); ++room) {
    std::string bytes;
    const auto written = WriteAll(std::make_unique<MemorySink>(bytes, room), 2);
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().code, ErrorCode::kUnwritable);
    EXPECT_EQ(bytes, whole.substr(0, room));
  }
  std::string bytes;
  auto writer = RecordWriter::Create(std::make_unique<MemorySink>(bytes, 1000), {"{}", kPerQuery, 4}).value();
  EXPECT_FALSE(WriteBlocks(*writer, 5).has_value());
  EXPECT_EQ(writer->End({}).error().code, ErrorCode::kUnwritable);
}

class RecordFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "assay_record_test_" + std::to_string(::getpid());
    ASSERT_TRUE(base::EnsureDirectory(folder_).has_value());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(RecordFile, IsWrittenOnce) {
  const std::string path = folder_ + "/record.assay";
  auto sink = OpenFileSink(path);
  ASSERT_TRUE(sink.has_value());
  ASSERT_TRUE(WriteAll(*std::move(sink), 2).has_value());
  EXPECT_EQ(base::ReadFile(path).value(), SmallRecord());
  EXPECT_EQ(ReadRecord(path)->queries(), 6u);
  EXPECT_EQ(OpenFileSink(path).error().code, ErrorCode::kUnwritable);
  EXPECT_EQ(OpenFileSink(folder_ + "/none/record.assay").error().code, ErrorCode::kUnwritable);
}

// A process that dies by SIGKILL while it writes leaves a record that reads.
TEST_F(RecordFile, SurvivesAKill) {
  const std::string path = folder_ + "/record.assay";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto writer = RecordWriter::Create(OpenFileSink(path).value(), {"{}", kPerQuery, 4}).value();
    if (!WriteBlocks(*writer, 50).has_value() || ::write(ready[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  ::close(ready[1]);
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::close(ready[0]);
  const auto record = ReadRecord(path);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->end, EndState::kInterrupted);
  EXPECT_EQ(record->queries(), 150u);
  ExpectPrefix(*record);
}

}  // namespace
}  // namespace assay::record
