/* SPDX-License-Identifier: Apache-2.0
 * Compiled as strict C11 and as strict C++14: include/assay/assay.h is both. Sizes are part of its promise; the right
 * values are sums of the fields' sizes on a 64-bit machine. */
#include <assert.h>

#include "assay/assay.h"

static_assert(sizeof(assay_error) == 4 + 1024 + 512, "error");
static_assert(sizeof(assay_option) == 2 * 8, "option");
static_assert(sizeof(assay_tensor) == 2 * 4 + 2 * 8, "tensor");
static_assert(sizeof(assay_executor_config) == 2 * 4 + 4 * 8 + 2 * 4 + 4 * 8, "config");
static_assert(sizeof(assay_sample) == 2 * 8, "sample");
static_assert(sizeof(assay_query) == 3 * 8, "query");
static_assert(sizeof(assay_completion) == 3 * 8 + 4 * 4, "completion");
static_assert(sizeof(assay_host) == 2 * 4 + 5 * 8, "host");
static_assert(sizeof(assay_description) == 2 * 4 + 5 * 8 + 2 * 4, "description");
static_assert(sizeof(assay_executor_v1) == 2 * 4 + 10 * 8, "table");
