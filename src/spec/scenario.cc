// SPDX-License-Identifier: Apache-2.0
#include "spec/scenario.h"

namespace assay::spec {
namespace {

struct ScenarioNameOf {
  std::string_view operator()(const SingleStream&) const { return "SingleStream"; }
  std::string_view operator()(const MultiStream&) const { return "MultiStream"; }
  std::string_view operator()(const Server&) const { return "Server"; }
  std::string_view operator()(const Offline&) const { return "Offline"; }
  std::string_view operator()(const OwnTraffic&) const { return "own traffic"; }
};

}  // namespace

std::string_view ScenarioName(const Scenario& scenario) { return std::visit(ScenarioNameOf{}, scenario); }

}  // namespace assay::spec
