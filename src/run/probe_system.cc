// SPDX-License-Identifier: Apache-2.0
#include "run/probe_system.h"

#include <charconv>
#include <cstring>
#include <numeric>

#include "base/system_clock.h"
#include "data/output/answer_reader.h"
#include "load/probe.h"
#include "run/cell_run.h"
#include "run/opened_data.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostShown = 16;

template <class T>
std::string NumbersOf(std::span<const std::byte> bytes) {
  std::string text = "[";
  const std::size_t count = bytes.size() / sizeof(T);
  for (std::size_t i = 0; i < count && i < kMostShown; ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    char number[64];
    const char* end = std::to_chars(number, number + sizeof number, value).ptr;
    text += (i == 0 ? "" : ", ") + std::string(static_cast<const char*>(number), end);
  }
  return text + (count > kMostShown ? ", … " + std::to_string(count) + " numbers]" : "]");
}

std::string OutputText(std::span<const std::byte> bytes, ElementType type) {
  switch (type) {
    case ElementType::kFloat32: return NumbersOf<float>(bytes);
    case ElementType::kUInt8: return NumbersOf<std::uint8_t>(bytes);
    case ElementType::kInt64: return NumbersOf<std::int64_t>(bytes);
    case ElementType::kInt32: return NumbersOf<std::int32_t>(bytes);
  }
  return "";
}

Result<void> ReadAnswer(const spec::Spec& spec, const load::ProbeOutcome& outcome, const Dataset* data,
                        ProbedSystem& probed) {
  probed.first_output = OutputText(outcome.first_output, probed.executor.output_type);
  if (data == nullptr) return {};
  probed.case_id = data->Id(0);
  const auto name = [&](std::optional<std::int32_t> number) {
    const bool known = number && *number >= 0 && static_cast<std::size_t>(*number) < data->classes().size();
    return known ? data->classes()[static_cast<std::size_t>(*number)] : std::string();
  };
  probed.label = name(data->Label(0));
  if (spec.data.output.score.empty() && !spec.data.output.argmax) return {};
  ASSAY_TRY(reader, data::AnswerReader::Make(spec.data.output, probed.executor.output_type, probed.executor.output_bytes));
  ASSAY_TRY(answer, reader.Read(outcome.first_output));
  probed.score = answer.score;
  probed.predicted = name(answer.predicted);
  return {};
}

}  // namespace

Results<std::vector<ProbedSystem>> ProbeSystems(const spec::Spec& spec, const std::string& system) {
  if (!system.empty() && spec.FindSystem(system) == nullptr) {
    return std::unexpected(Errors{{ErrorCode::kBadReference, "the spec has no system '" + system + "'"}});
  }
  auto data = OpenData(spec);
  if (!data) return std::unexpected(std::move(data).error());
  base::SystemClock clock(base::SystemClock::kMinLeadNs);
  std::vector<ProbedSystem> list;
  for (const spec::System& entry : spec.systems) {
    if (!system.empty() && entry.id != system) continue;
    auto candidate = MakeCandidate(spec, entry, data->judged_split(), clock);
    if (!candidate) return std::unexpected(std::move(candidate).error());
    load::ProbePlan plan;
    plan.indices.resize(SampleCount(data->judged_split()));
    std::iota(plan.indices.begin(), plan.indices.end(), std::uint64_t{0});
    const auto outcome = load::Probe(plan, *candidate->executor, clock, {});
    if (!outcome) return std::unexpected(Errors{outcome.error()});
    ProbedSystem probed{.system = entry.id, .executor = candidate->executor->Describe()};
    probed.query_latency_ns = outcome->query_latency_ns;
    probed.samples_per_second = outcome->samples_per_second;
    if (auto read = ReadAnswer(spec, *outcome, data->judged_split(), probed); !read) {
      return std::unexpected(Errors{read.error()});
    }
    list.push_back(std::move(probed));
  }
  return list;
}

}  // namespace assay::run
