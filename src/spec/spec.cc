// SPDX-License-Identifier: Apache-2.0
#include "spec/spec.h"

#include "base/file.h"

namespace assay::spec {

std::string Spec::Resolve(const std::string& path) const { return base::ResolveBeside(file, path); }

const Split* Spec::FindSplit(std::string_view name) const {
  for (const Split& split : data.splits) {
    if (split.name == name) return &split;
  }
  return nullptr;
}

const Split* Spec::JudgedSplit() const {
  const Split* certify = FindSplit("certify");
  return certify != nullptr ? certify : FindSplit("main");
}

const System* Spec::FindSystem(std::string_view id) const {
  for (const System& system : systems) {
    if (system.id == id) return &system;
  }
  return nullptr;
}

const Traffic* Spec::FindTraffic(std::string_view name) const {
  for (const Traffic& entry : traffic) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace assay::spec
