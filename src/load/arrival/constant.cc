// SPDX-License-Identifier: Apache-2.0
#include "assay/arrival.h"
#include "load/arrival_fill.h"
#include "load/arrival_parameters.h"

namespace assay {
namespace {

Results<std::vector<std::int64_t>> Generate(const ArrivalRequest& request) {
  load::ArrivalParameters parameters(request, {});
  const double rate_qps = parameters.Rate();
  if (!parameters.clean()) return std::unexpected(parameters.TakeErrors());
  double number = -1;
  return load::FillArrivals(request, [&] { return ++number / rate_qps; });
}

}  // namespace

extern const ArrivalInfo kArrival_constant;
const ArrivalInfo kArrival_constant{
    .name = "constant",
    .title = "Constant rate",
    .definition = "Request k comes at k / rate: equal gaps, index of dispersion 0.",
    .source = "arithmetic",
    .takes_rate = true,
    .parameters = {},
    .generate = &Generate,
};

}  // namespace assay
