// SPDX-License-Identifier: Apache-2.0
#include "results/category.h"

#include "results/plain_text.h"

namespace assay::results {

bool SetCategory(std::string_view text, System& system) {
  system.datacenter = system.edge = false;
  const std::string lowered = Lowered(text);
  std::string_view rest = lowered;
  bool known = !Trimmed(rest).empty();
  while (!rest.empty()) {
    const auto comma = rest.find_first_of(",;/&+");
    const std::string_view word = Trimmed(rest.substr(0, comma));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
    if (word == "datacenter" || word == "data center" || word == "dc") system.datacenter = true;
    else if (word == "edge") system.edge = true;
    else if (!word.empty()) known = false;
  }
  if (!known) system.datacenter = system.edge = false;
  return known;
}

std::string_view CategoryText(const System& system) {
  if (system.datacenter && system.edge) return "datacenter and edge";
  if (system.datacenter) return "datacenter";
  return system.edge ? "edge" : "not stated";
}

}  // namespace assay::results
