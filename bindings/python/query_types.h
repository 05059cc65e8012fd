// SPDX-License-Identifier: Apache-2.0
// QuerySample and QuerySampleResponse as Python objects.
#pragma once

#include "boxed.h"
#include "module_state.h"

namespace assay::python {

// Makes both types and adds them to the module. -1 with an exception set on failure.
int AddQueryTypes(PyObject* module, ModuleState& state);

// New objects; null with an exception set when there is no memory.
PyObject* NewSample(const ModuleState& state, const mlperf::QuerySample& sample);
PyObject* NewResponse(const ModuleState& state, const mlperf::QuerySampleResponse& response);

}  // namespace assay::python
