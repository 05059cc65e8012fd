// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "record/mlperf_log_accuracy.h"
#include "record/mlperf_log_detail.h"
#include "record/mlperf_log_summary.h"
#include "record/mlperf_log_trace.h"
#include "target.h"

namespace {

namespace record = assay::record;

std::string Written(const record::MlperfDetail& detail) {
  std::string text;
  for (const record::MlperfLine& line : detail.lines) record::AppendMlperfLine(text, line);
  return text;
}

// What was written is read whole, and written again as it was.
void Detail(std::string_view text) {
  const auto first = record::ReadMlperfDetail(text, "detail.txt");
  if (!first) {
    CHECK_PROMISE(first.error().where.size() == 1);
    return;
  }
  for (const assay::Error& error : first->damage) CHECK_PROMISE(error.where.at(0).line >= 1);
  const auto second = record::ReadMlperfDetail(Written(*first), "detail.txt");
  CHECK_PROMISE(second && second->damage.empty() && second->lines.size() == first->lines.size());
  const auto third = record::ReadMlperfDetail(Written(*second), "detail.txt");
  CHECK_PROMISE(third && Written(*third) == Written(*second));
}

struct Accuracy {
  std::string written;
  bool good = false;
};

Accuracy ReadInPieces(std::string_view text, std::size_t piece) {
  Accuracy read;
  bool first = true;
  record::MlperfAccuracyReader reader("accuracy.json", [&](record::MlperfAnswer&& answer) {
    record::MlperfAnswerView view{answer.sequence, answer.sample_index, answer.data, std::nullopt, answer.token_count};
    if (answer.token_data) view.token_data = *answer.token_data;
    record::AppendMlperfAnswer(read.written, view, first);
    first = false;
  });
  for (std::size_t at = 0; at < text.size(); at += piece) reader.Add(text.substr(at, piece));
  const auto end = reader.End();
  read.good = end && !end->damage;
  return read;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  Detail(text);
  if (const auto summary = record::ReadMlperfSummary(text, "summary.txt"); !summary) {
    CHECK_PROMISE(summary.error().where.size() == 1);
  }
  if (const auto trace = record::ReadMlperfTrace(text, "trace.json"); !trace) {
    CHECK_PROMISE(trace.error().where.size() == 1);
  }
  // The size of the pieces makes no difference (but for a byte order mark that is cut).
  const Accuracy whole = ReadInPieces(text, size + 1), parts = ReadInPieces(text, 7);
  CHECK_PROMISE(whole.written == parts.written && whole.good == parts.good);
  if (whole.good) {
    const std::string again = std::string(record::kMlperfAccuracyHead) + whole.written + std::string(record::kMlperfAccuracyFoot);
    CHECK_PROMISE(ReadInPieces(again, 64).written == whole.written);
  }
  return 0;
}
