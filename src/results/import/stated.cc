// SPDX-License-Identifier: Apache-2.0
#include "results/import/stated.h"

namespace assay::results {
namespace {

using enum StatedField;

constexpr std::string_view kNames[] = {
    "round", "submitter", "division", "availability", "category", "system_id", "system_name", "accelerator",
    "accelerators_per_node", "nodes", "total_accelerators", "host_processor", "host_processors_per_node", "host_cores",
    "framework", "operating_system", "model", "used_model", "slot", "scenario", "inferred", "value", "unit", "accuracy",
    "weights", "inputs", "retraining", "weight_transformations", "target_latency_ns", "ttft_p99_ns", "tpot_p99_ns",
    "loadgen_version", "has_power", "power_value", "power_unit", "result_id", "location", "valid", "runs"};
static_assert(std::size(kNames) == static_cast<std::size_t>(kCount));

struct Spelling {
  std::string_view head;  // letters and digits only, lower case
  StatedField field;
};

// Heads of the round's published JSON, of the official checker's table, of the public table's export, of the system and
// measurement descriptions in a results tree, and of rounds/results.
constexpr Spelling kSpellings[] = {
    {"round", kRound}, {"version", kRound}, {"mlperfversion", kRound},
    {"submitter", kSubmitter}, {"organization", kSubmitter}, {"organisation", kSubmitter},
    {"division", kDivision}, {"availability", kAvailability}, {"status", kAvailability},
    {"category", kCategory}, {"suite", kCategory}, {"systemtype", kCategory},
    {"platform", kSystemId}, {"systemid", kSystemId},
    {"system", kSystemName}, {"systemname", kSystemName}, {"systemnameclickfordetails", kSystemName},
    {"accelerator", kAccelerator}, {"acceleratormodelname", kAccelerator},
    {"acceleratorspernode", kAcceleratorsPerNode},
    {"nodes", kNodes}, {"numberofnodes", kNodes}, {"ofnodes", kNodes},
    {"a", kTotalAccelerators}, {"ofaccelerators", kTotalAccelerators}, {"totalaccelerators", kTotalAccelerators},
    {"numberofaccelerators", kTotalAccelerators},
    {"processor", kHostProcessor}, {"hostprocessor", kHostProcessor}, {"hostprocessormodelname", kHostProcessor},
    {"hostprocessorspernode", kHostProcessorsPerNode},
    {"hostprocessorcorecount", kHostCores}, {"hostcores", kHostCores},
    {"framework", kFramework}, {"software", kFramework}, {"operatingsystem", kOperatingSystem},
    {"model", kModel}, {"benchmark", kModel}, {"modelmlc", kModel}, {"benchmarkmodel", kModel},
    {"usedmodel", kUsedModel}, {"modelused", kUsedModel}, {"mlperfmodel", kSlot}, {"slot", kSlot},
    {"scenario", kScenario}, {"inferred", kInferred},
    {"performanceresult", kValue}, {"result", kValue}, {"value", kValue}, {"avgresult", kValue},
    {"avgresultatsystemname", kValue}, {"averageresult", kValue},
    {"performanceunits", kUnit}, {"units", kUnit}, {"unit", kUnit},
    {"accuracy", kAccuracy}, {"weightdatatypes", kWeights}, {"weights", kWeights},
    {"inputdatatypes", kInputs}, {"inputs", kInputs}, {"retraining", kRetraining},
    {"weighttransformations", kWeightTransformations}, {"targetlatencyns", kTargetLatencyNs},
    {"ttftp99ns", kTtftP99Ns}, {"tpotp99ns", kTpotP99Ns}, {"loadgenversion", kLoadgenVersion},
    {"haspower", kHasPower}, {"powerresult", kPowerValue}, {"powervalue", kPowerValue},
    {"powerunits", kPowerUnit}, {"powerunit", kPowerUnit},
    {"id", kResultId}, {"publicid", kResultId}, {"resultid", kResultId}, {"location", kLocation},
};

}  // namespace

StatedField FieldNamed(std::string_view head) {
  std::string plain;
  for (const char letter : head) {
    if (letter >= 'A' && letter <= 'Z') plain += static_cast<char>(letter - 'A' + 'a');
    else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) plain += letter;
  }
  for (const Spelling& spelling : kSpellings) {
    if (spelling.head == plain) return spelling.field;
  }
  return kCount;
}

std::string_view NameOf(StatedField field) { return kNames[static_cast<std::size_t>(field)]; }

}  // namespace assay::results
