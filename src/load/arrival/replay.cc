// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>

#include "assay/arrival.h"
#include "base/file.h"
#include "load/arrival_parameters.h"
#include "load/arrival_trace.h"
#include "load/due_times.h"

namespace assay {
namespace {

constexpr OptionInfo kParameters[] = {
    {"file", "path", "",
     "CSV; the offsets in seconds stand in the column headed t, or in the first."},
    {"speed", "number > 0", "1", "How many times faster than recorded."},
};

// Offsets count from the start of the run, so a first one after a day is a date, not an offset.
constexpr double kLatestFirstSeconds = 86400;

std::unexpected<Errors> Refuse(const std::string& file, ErrorCode code, std::string what,
                               std::string hint) {
  Where where;
  where.file = file;
  return std::unexpected(Errors{{code, std::move(what), {std::move(where)}, std::move(hint)}});
}

// With a duration, the replay ends as a generated series does: with the first arrival at or after
// it.
Results<std::vector<std::int64_t>> Replay(const std::string& file,
                                          const std::vector<double>& offsets, double speed,
                                          const ArrivalRequest& request) {
  if (offsets.front() / speed > kLatestFirstSeconds) {
    return Refuse(file, ErrorCode::kOutOfRange,
                  "the first arrival would come " + std::to_string(offsets.front() / speed) +
                      " s after the start",
                  "offsets count from the start of the run; subtract the first time from all");
  }
  if (!(offsets.back() / speed * 1e9 < 0x1p61) || offsets.size() > load::kMaxPlannedSamples) {
    return Refuse(file, ErrorCode::kOutOfRange, "the trace is longer than a run can be",
                  "raise the speed");
  }
  std::vector<std::int64_t> due_ns;
  due_ns.reserve(offsets.size());
  for (double offset : offsets) {
    const bool long_enough = !due_ns.empty() && due_ns.back() >= request.duration_ns;
    if (request.duration_ns > 0 && long_enough && due_ns.size() >= request.min_query_count) break;
    due_ns.push_back(std::llround(offset / speed * 1e9));
  }
  if (due_ns.back() < request.duration_ns) {
    return Refuse(file, ErrorCode::kContradiction,
                  "the trace ends after " +
                      std::to_string(static_cast<double>(due_ns.back()) / 1e9) +
                      " s, before the duration of " +
                      std::to_string(static_cast<double>(request.duration_ns) / 1e9) + " s",
                  "leave the duration out to replay the whole trace, or lower the speed");
  }
  if (due_ns.size() < request.min_query_count) {
    return Refuse(file, ErrorCode::kContradiction,
                  "the trace gives " + std::to_string(due_ns.size()) +
                      " arrivals, fewer than the minimum of " +
                      std::to_string(request.min_query_count),
                  "lower the query count or replay a longer trace");
  }
  return due_ns;
}

Results<std::vector<std::int64_t>> Generate(const ArrivalRequest& request) {
  load::ArrivalParameters parameters(request, kParameters);
  const std::string file(parameters.Required("file"));
  const double speed = parameters.Positive("speed", 1);
  if (request.rate_qps != 0)
    parameters.Refuse(ErrorCode::kUnknownKey, "rate", "a replayed trace has its own rate");
  if (request.duration_ns < 0)
    parameters.Refuse(ErrorCode::kOutOfRange, "duration", "expected a duration of 0 or more");
  if (!parameters.clean()) return std::unexpected(parameters.TakeErrors());
  const auto bytes = base::ReadFile(file);
  if (!bytes) return std::unexpected(Errors{bytes.error()});
  const auto offsets = load::ParseArrivalTrace(file, *bytes);
  if (!offsets) return std::unexpected(offsets.error());
  return Replay(file, *offsets, speed, request);
}

}  // namespace

extern const ArrivalInfo kArrival_replay;
const ArrivalInfo kArrival_replay{
    .name = "replay",
    .title = "Replayed trace",
    .definition = "Request k comes at its recorded offset divided by speed.",
    .source = "the user's own traffic",
    .takes_rate = false,
    .parameters = kParameters,
    .generate = &Generate,
};

}  // namespace assay
