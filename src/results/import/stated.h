// SPDX-License-Identifier: Apache-2.0
// One result as a source states it: texts by the fields that this program knows, whatever the source calls them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::results {

enum class StatedField : std::uint8_t {
  kRound, kSubmitter, kDivision, kAvailability, kCategory, kSystemId, kSystemName, kAccelerator, kAcceleratorsPerNode,
  kNodes, kTotalAccelerators, kHostProcessor, kHostProcessorsPerNode, kHostCores, kFramework, kOperatingSystem,
  kModel,      // "Model": the slot where the source has a column for the model used, too; else what was run
  kUsedModel,  // what was run
  kSlot,       // the benchmark that it was entered for
  kScenario, kInferred, kValue, kUnit, kAccuracy, kWeights, kInputs, kRetraining, kWeightTransformations,
  kTargetLatencyNs, kTtftP99Ns, kTpotP99Ns, kLoadgenVersion, kHasPower, kPowerValue, kPowerUnit, kResultId, kLocation,
  kValid, kRuns,
  kCount
};

class Stated {
 public:
  std::string& operator[](StatedField field) { return texts_[static_cast<std::size_t>(field)]; }
  const std::string& operator[](StatedField field) const { return texts_[static_cast<std::size_t>(field)]; }

 private:
  std::string texts_[static_cast<std::size_t>(StatedField::kCount)];
};

// The field that a column or key means, by any spelling: case, blanks and signs don't count ("# of Nodes",
// "number_of_nodes", "Nodes"). kCount when it means none that we keep.
StatedField FieldNamed(std::string_view head);
std::string_view NameOf(StatedField field);  // "submitter", "accelerators_per_node", …

}  // namespace assay::results
