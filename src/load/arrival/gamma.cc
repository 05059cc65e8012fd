// SPDX-License-Identifier: Apache-2.0
//
// Gaps from a gamma distribution with the mean kept at 1 / rate: coefficient of variation 1 /
// sqrt(shape), index of dispersion of counts 1 / shape in the long run. Shape 1 is Poisson in law
// (not the same draws as `poisson`); below 1 requests bunch up; an infinite shape is a constant
// rate.
//
// Draws: Marsaglia and Tsang's squeeze for shape >= 1, and for smaller shapes theirs for shape + 1,
// times U^(1/shape). Normals by the polar method. All from one stream and spelled out, so that a
// seed means the same series everywhere.
#include <cmath>
#include <string>

#include "assay/arrival.h"
#include "load/arrival_fill.h"
#include "load/arrival_parameters.h"
#include "random/mt19937_stream.h"

namespace assay {
namespace {

constexpr double kSmallestShape =
    0.001;  // bursts of some thousand requests; below, no run is long enough for its rate

constexpr OptionInfo kParameters[] = {
    {"shape", "number >= 0.001, or inf", "",
     "below 1: bursts; 1: exponential gaps; inf: constant. Index of dispersion 1 / shape."},
};

double Normal(random::Mt19937Stream& stream) {
  for (;;) {
    const double x = 2 * stream.Canonical() - 1;
    const double y = 2 * stream.Canonical() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

// Gamma with mean `shape` and scale 1.
double GammaAtLeastOne(double shape, random::Mt19937Stream& stream) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double normal = Normal(stream);
    const double base = 1 + c * normal;
    if (base <= 0) continue;
    const double cube = base * base * base;
    const double uniform = 1 - stream.Canonical();  // not 0
    if (std::log(uniform) < 0.5 * normal * normal + d * (1 - cube + std::log(cube)))
      return d * cube;
  }
}

double Gamma(double shape, random::Mt19937Stream& stream) {
  if (shape >= 1) return GammaAtLeastOne(shape, stream);
  const double larger = GammaAtLeastOne(shape + 1, stream);
  return larger * std::pow(1 - stream.Canonical(), 1 / shape);
}

Results<std::vector<std::int64_t>> Generate(const ArrivalRequest& request) {
  load::ArrivalParameters parameters(request, kParameters);
  const double rate_qps = parameters.Rate();
  const double shape = parameters.Positive("shape", std::nullopt, true);
  if (shape < kSmallestShape) {
    parameters.Refuse(ErrorCode::kOutOfRange, "shape",
                      "expected at least 0.001, found " + std::to_string(shape));
  }
  if (!parameters.clean()) return std::unexpected(parameters.TakeErrors());
  random::Mt19937Stream stream(request.seed);
  double number = 0;
  double sum = 0;  // of gaps, in units of the mean gap
  return load::FillArrivals(request, [&] {
    const double due = std::isinf(shape) ? number : sum;
    ++number;
    if (!std::isinf(shape)) sum += Gamma(shape, stream) / shape;
    return due / rate_qps;
  });
}

}  // namespace

extern const ArrivalInfo kArrival_gamma;
const ArrivalInfo kArrival_gamma{
    .name = "gamma",
    .title = "Gamma gaps (bursts)",
    .definition =
        "Gaps follow a gamma distribution with mean 1 / rate and the given shape; the smaller the "
        "shape, the "
        "burstier.",
    .source = "Marsaglia, Tsang, ACM Trans. Math. Softw. 26 (2000) 363-372.",
    .takes_rate = true,
    .parameters = kParameters,
    .generate = &Generate,
};

}  // namespace assay
