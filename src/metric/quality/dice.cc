// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/segmentation/mask_metric.h"

namespace assay {

extern const MetricInfo kMetric_dice;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) { return metric::DiceOverCases(kMetric_dice, input); }

}  // namespace

const MetricInfo kMetric_dice{
    .name = "dice",
    .title = "mean Dice of segmentations",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kMasks),
    .definition = "Mean over cases and classes of (2 both + s) / (predicted + right + s), in cells; s is 1e-6, so that a class in neither mask counts as 1. Parts have other rules for it: left_out, empty_is_1, empty_is_0; class_N is one class.",
    .source = "mlcommons/inference vision/medical_imaging/3d-unet-kits19 accuracy_kits.py; Dice, Ecology 26 (1945)",
    .compute = &Compute,
};

}  // namespace assay
