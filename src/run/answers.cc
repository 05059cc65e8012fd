// SPDX-License-Identifier: Apache-2.0
#include "run/answers.h"

#include <algorithm>
#include <vector>

#include "record/cases.h"

namespace assay::run {
namespace {

std::optional<std::string> ClassName(const Dataset& data, std::optional<std::int32_t> number) {
  if (!number) return std::nullopt;
  const auto index = static_cast<std::size_t>(*number);
  if (*number >= 0 && index < data.classes().size()) return data.classes()[index];
  return "class " + std::to_string(*number);  // an answer outside of the data's classes is still an answer
}

// An answer that isn't a number is the system's failure, and every case that got one is named.
Error NoAnswers(const CellContext& context, const std::vector<std::string>& ids, const Error& first) {
  constexpr std::size_t kMostNamed = 20;
  std::string named;
  for (std::size_t i = 0; i < std::min(ids.size(), kMostNamed); ++i) named += (i == 0 ? "" : ", ") + ids[i];
  if (ids.size() > kMostNamed) named += " and " + std::to_string(ids.size() - kMostNamed) + " more";
  return {ErrorCode::kSutFailed,
          std::to_string(ids.size()) + (ids.size() == 1 ? " answer" : " answers") + " of " + context.cell.system +
              " can't be read: cases " + named + ": " + first.what,
          {Where{.path = context.cell.Relative()}}, "the record keeps the outputs; none is dropped or scored as 0"};
}

}  // namespace

Result<std::optional<data::AnswerReader>> ReaderFor(const spec::Spec& spec, const ExecutorDescription& executor) {
  const bool asked = !spec.data.output.score.empty() || spec.data.output.argmax;
  if (!asked || executor.output_bytes == 0) return std::nullopt;
  ASSAY_TRY(reader, data::AnswerReader::Make(spec.data.output, executor.output_type, executor.output_bytes));
  return reader;
}

Result<void> WriteCases(const spec::Spec& spec, const spec::Traffic& traffic, const CellContext& context,
                        const Dataset& data, const record::RunRecord& record, const std::string& path) {
  ASSAY_TRY(reader, ReaderFor(spec, context.executor));
  // Without a latency bound an answer's time isn't judged, and a case asked again says nothing new: an Offline load would
  // fill the disk with millions of lines about the same few thousand cases.
  const bool every_sample = traffic.latency.has_value() || context.accuracy;
  std::vector<bool> written(every_sample ? 0 : data.size());
  std::vector<record::CaseLine> lines;
  if (every_sample) lines.reserve(record.samples());
  std::vector<std::string> unread;
  std::optional<Error> first;
  for (std::uint64_t sample = 0; sample < record.samples(); ++sample) {
    const std::uint64_t index = record.sample_index[sample];
    if (!every_sample) {
      if (written[index] || record.status[sample] != SampleStatus::kOk) continue;
      written[index] = true;
    }
    record::CaseLine& line = lines.emplace_back();
    line.sample = sample;
    line.index = index;
    line.id = data.Id(index);
    line.label = ClassName(data, data.Label(index));
    line.status = record.status[sample];
    if (line.status != SampleStatus::kOk) continue;
    line.latency_ns = record.done_ns[sample] - record.due_ns[sample / record.samples_per_query];
    if (traffic.latency) line.slow = *line.latency_ns > traffic.latency->at_most_ns;
    if (!reader || record.output_bytes == 0) continue;
    auto answer = reader->Read(record.Output(sample));
    if (!answer) {
      unread.push_back(line.id);
      if (!first) first = answer.error();
      continue;
    }
    line.score = answer->score;
    line.predicted = ClassName(data, answer->predicted);
    if (line.label && line.predicted) line.correct = *line.label == *line.predicted;
  }
  if (first) return std::unexpected(NoAnswers(context, unread, *first));
  return record::WriteCases(path, lines);
}

}  // namespace assay::run
