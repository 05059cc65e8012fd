// SPDX-License-Identifier: Apache-2.0
// The scripts under examples/ read what this module writes, and come to the figures worked out by hand here.
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "base/file.h"
#include "record/cases.h"
#include "record/record_writer.h"

namespace assay::record {
namespace {

std::string OutputOf(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> piece;
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), pipe)) text.append(piece.data(), got);
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return text;
}

class ExampleScripts : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(base::EnsureDirectory(folder_).has_value()); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_ = testing::TempDir() + "assay_scripts_test_" + std::to_string(::getpid());
};

// 100 queries of 2 samples, one query each 1,000 ns. Sample s takes 10 s + 7 ns, but every 50th is an error. The run
// ends with sample 199 (an error) at 99,000 + 1,997 ns: 196 answers in 100,997 ns. Of the 196 sorted latencies
// element trunc(196 * 0.99) = 194 is sample 197's, 1,977 ns. Slow: above 1,500 ns, s >= 150, of which 149 and 199 are
// errors: 150…198 without the error 199 = 49. Wrong: s divisible by 3.
TEST_F(ExampleScripts, ComeToTheFiguresWorkedOutByHand) {
  auto writer = RecordWriter::Create(OpenFileSink(folder_ + "/record.assay").value(), {R"({"a":"ü"})", 2, 4}).value();
  std::vector<CaseLine> cases;
  for (std::uint64_t block = 0; block < 10; ++block) {
    std::vector<std::int64_t> due, done, none;
    std::vector<std::uint64_t> index, sample;
    std::vector<SampleStatus> status;
    for (std::uint64_t q = 10 * block; q < 10 * (block + 1); ++q) {
      due.push_back(static_cast<std::int64_t>(1000 * q));
      for (std::uint64_t s = 2 * q; s < 2 * q + 2; ++s) {
        const bool ok = s % 50 != 49;
        const auto latency = static_cast<std::int64_t>(10 * s + 7);
        index.push_back(s);
        sample.push_back(s);
        done.push_back(due.back() + latency);
        status.push_back(ok ? SampleStatus::kOk : SampleStatus::kError);
        CaseLine line{.sample = s, .id = "c" + std::to_string(s), .index = s, .status = status.back()};
        if (ok) {
          line.correct = s % 3 != 0;
          line.latency_ns = latency;
          line.slow = latency > 1500;
        }
        cases.push_back(line);
      }
    }
    none.assign(20, -1);
    const std::vector<std::uint32_t> tokens(20, 0), size(20, 1);
    const std::vector<std::int32_t> error(20, 0);
    const std::vector<std::byte> outputs(20);
    ASSERT_TRUE(writer->Append(IssuedBlock{10 * block, due, due, due, index}).has_value());
    ASSERT_TRUE(writer->Append(DoneBlock{sample, done, none, tokens, status, error, size, outputs}).has_value());
  }
  ASSERT_TRUE(writer->End({.state = EndState::kComplete, .reason = "", .notes = {}}).has_value());
  ASSERT_TRUE(WriteCases(folder_ + "/cases.jsonl", cases).has_value());

  // 67 of 0…199 are divisible by 3; the errors 49, 99, 149, 199 take 99 out of them: 66 wrong of 196. Of 150…198, 17 are.
  const std::string figures = OutputOf("python3 " ASSAY_SOURCE_DIR "/examples/check_run.py " + folder_);
  EXPECT_EQ(figures,
            "latency_p99 1977\n"
            "throughput " + OutputOf("python3 -c 'print(196e9 / 100997)'") +
                "accuracy " + OutputOf("python3 -c 'print(130 / 196)'") +
                "fast right 98\nfast wrong 49\nslow right 32\nslow wrong 17\n");
  const std::string blocks = OutputOf("python3 " ASSAY_SOURCE_DIR "/examples/read_record.py " + folder_ + "/record.assay");
  EXPECT_TRUE(blocks.starts_with("header 0 {'samples_per_query': (2,), 'output_bytes': (4,), 'context': (b'{\"a\":\"\\xc3\\xbc\"}',)}\n"))
      << blocks;
  EXPECT_NE(blocks.find("\nissued 90 {'due_ns': (90000, 91000, 92000, 93000)"), std::string::npos) << blocks;
  EXPECT_NE(blocks.find("\nend 0 {'state': (0,)"), std::string::npos) << blocks;
}

}  // namespace
}  // namespace assay::record
