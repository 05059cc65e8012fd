// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/read_accuracy_log.h"

#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "record/mlperf_log_accuracy.h"
#include "run/accuracy_log/first_answers.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostNamed = 5;

Result<AccuracyLogRead> OnePass(const std::string& path, LogScorer& scorer, bool hashed) {
  AccuracyLogRead read;
  LogCoverage& coverage = read.coverage;
  coverage.expected = scorer.samples();
  FirstAnswers firsts(scorer.samples());
  record::MlperfAccuracyReader reader(path, [&](record::MlperfAnswer&& answer) {
    if (answer.sample_index >= scorer.samples()) {
      ++coverage.unknown;
      return;
    }
    const auto sample = static_cast<std::size_t>(answer.sample_index);
    if (!firsts.Take(sample, answer.data)) return;
    const auto scored = scorer.Score({sample, answer.data, answer.token_count});
    if (scored) {
      ++coverage.scored;
    } else if (++coverage.unreadable <= kMostNamed) {
      coverage.unreadable_words.push_back("sample " + std::to_string(sample) + ": " + scored.error().what);
    }
  });
  base::Sha256 hash;
  ASSAY_CHECK_OK(base::ReadFileInPieces(path, [&](std::span<const std::byte> piece) {
    if (hashed) hash.Update(piece);
    reader.Add({reinterpret_cast<const char*>(piece.data()), piece.size()});
  }));
  ASSAY_TRY(ended, reader.End());
  if (hashed) read.sha256 = base::ToHex(hash.Finish());
  coverage.entries = ended.entries;
  coverage.damage = std::move(ended.damage);
  coverage.repeats = firsts.repeats();
  coverage.disagreeing = firsts.disagreeing();
  coverage.missing = firsts.Missing(kMostNamed);
  return read;
}

}  // namespace

Result<AccuracyLogRead> ReadAccuracyLog(const std::string& path, LogScorer& scorer) {
  ASSAY_TRY(read, OnePass(path, scorer, true));
  while (scorer.AnotherPass()) {
    ASSAY_TRY(again, OnePass(path, scorer, false));
    if (again.coverage.entries != read.coverage.entries || again.coverage.scored != read.coverage.scored) {
      return FailAt({.file = path}, ErrorCode::kMismatch, "the file changed while it was read");
    }
  }
  return read;
}

}  // namespace assay::run
