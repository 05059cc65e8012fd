/* SPDX-License-Identifier: Apache-2.0
 * A module of an ABI version that doesn't exist. */
#include "assay/assay.h"

const assay_executor_v1* assay_executor_v1_get(void) {
  static const assay_executor_v1 kTable = {.abi_version = 99, .struct_size = sizeof(assay_executor_v1), .name = "old"};
  return &kTable;
}
