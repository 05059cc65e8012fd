// SPDX-License-Identifier: Apache-2.0
#include "assay/arrival.h"

namespace assay {

const ArrivalInfo* FindArrival(std::string_view name) {
  for (const ArrivalInfo* arrival : AllArrivals()) {
    if (arrival->name == name) return arrival;
  }
  return nullptr;
}

}  // namespace assay
