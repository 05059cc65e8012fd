// SPDX-License-Identifier: Apache-2.0
// The name by which clients of MLPerf LoadGen's source tree include it.
#pragma once

#include "../c_api.h"
