// SPDX-License-Identifier: Apache-2.0
//
// The rule of MLPerf's Server, so that the same rate, duration, count and seed give the same due
// times as a Server run without equal issue whose schedule seed it is. What is planned for Server
// doesn't come through here.
#include <new>
#include <utility>

#include "assay/arrival.h"
#include "load/arrival_parameters.h"
#include "load/due_times.h"

namespace assay {
namespace {

Results<std::vector<std::int64_t>> Generate(const ArrivalRequest& request) {
  load::ArrivalParameters parameters(request, {});
  const double rate_qps = parameters.Rate();
  if (!parameters.clean()) return std::unexpected(parameters.TakeErrors());
  try {
    auto times = load::PoissonDueTimes(
        rate_qps, request.seed,
        {.duration_ns = request.duration_ns, .min_count = request.min_query_count});
    if (!times) return std::unexpected(Errors{std::move(times).error()});
    return std::vector<std::int64_t>(times->due_ns.begin(), times->due_ns.end());
  } catch (const std::bad_alloc&) {
    return std::unexpected(
        Errors{{ErrorCode::kOutOfRange, "the arrivals don't fit in memory", {}, "lower the rate"}});
  }
}

}  // namespace

extern const ArrivalInfo kArrival_poisson;
const ArrivalInfo kArrival_poisson{
    .name = "poisson",
    .title = "Poisson arrivals",
    .definition =
        "Requests come independently of each other: exponential gaps with mean 1 / rate, index of "
        "dispersion 1.",
    .source = "MLPerf LoadGen 6.0.17, Server: the same seed gives the same due times.",
    .takes_rate = true,
    .parameters = {},
    .generate = &Generate,
};

}  // namespace assay
