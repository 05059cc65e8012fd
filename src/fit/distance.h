// SPDX-License-Identifier: Apache-2.0
// How far a benchmark's reference task is from ours, axis by axis. There is no total: axes don't add.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::fit {

enum class Axis { kModel, kData, kClassBalance, kInputSize, kOutputSize, kQualityBar, kTraffic, kSla, kPrecision,
                  kHardware, kSoftware, kPipeline };

enum class Near { kSame, kClose, kFar, kNotKnown };

// One side of an axis: words, and the number behind them where there is one.
struct Side {
  std::string words;               // empty = not known
  std::optional<double> number;
  std::string unit;
  std::string source;              // "spec.yaml:12", "rounds/v5.1.toml:88", "stated in the row"
};

struct AxisDistance {
  Axis axis;
  Side ours, theirs;
  Near near = Near::kNotKnown;
  std::optional<double> effect;    // its size, as `effect_name` defines it
  std::string effect_name;         // "ratio of means", "Cohen's h", "percentile of a bound", …; empty = none
  std::string licenses;            // what of the row this axis lets one carry over
  std::string not_licenses;
};

std::string_view NameOf(Axis axis);  // "model", "data", "class balance", …
std::string_view NameOf(Near near);  // "same", "close", "far", "not known"

// What the two sides say, before they are compared; one for each axis (run/ fills it from row, rules and spec).
struct DistanceSides {
  Axis axis;
  Side ours, theirs;
};

// Every axis in the order of the enum, also those of which nothing is known.
//
// Sizes: ratio of means, ours over theirs; same within 1.05, close within 1.25 (FitThresholds::kSizeWithin). Class
// balance: Cohen's h of the largest class's share; same below 0.2, close below 0.5. Quality bar: ratio of the losses
// allowed for shares of a reference, else the difference of the bars; close when ours asks less. SLA: ratio of bounds,
// theirs over ours; same within 1.05, close when theirs is the stricter. Numbers of different units aren't compared:
// the axis is far. Words: same when one holds the other, case and punctuation aside; hardware and software are close
// when their first word is the same; precision is the same when we run each of their types, close
// when neither holds a type below 16 bits; Server and Interactive are
// close; of own arrivals only Poisson ones are known to be close to Server.
// Errors   none: what isn't known on either side is kNotKnown.
// Threads  safe: pure.
// Source   Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd edition (1988), section 6.2: h.
std::vector<AxisDistance> MeasureDistance(const std::vector<DistanceSides>& sides);

}  // namespace assay::fit
