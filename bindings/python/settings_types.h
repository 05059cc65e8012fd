// SPDX-License-Identifier: Apache-2.0
// TestSettings, LogOutputSettings and LogSettings as Python objects.
#pragma once

#include "boxed.h"
#include "module_state.h"

namespace assay::python {

// Makes the three types and adds them to the module. -1 with an exception set on failure.
int AddSettingsTypes(PyObject* module, ModuleState& state);

// The values of a TestSettings object, and of a LogSettings object with its output settings.
const mlperf::TestSettings& TestSettingsOf(PyObject* object);
mlperf::LogSettings LogSettingsOf(PyObject* object);

}  // namespace assay::python
