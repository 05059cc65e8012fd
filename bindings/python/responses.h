// SPDX-License-Identifier: Apache-2.0
// Hands responses to the engine from Python: with the interpreter's lock given up, and with a Python response_cb.
#pragma once

#include <vector>

#include "module_state.h"

namespace assay::python {

// Null with an exception set when response_cb raised; else None. `callback` may be None.
PyObject* Complete(const ModuleState& state, std::vector<mlperf::QuerySampleResponse>& responses, PyObject* callback);
PyObject* FirstToken(std::vector<mlperf::QuerySampleResponse>& responses);

// False with TypeError set when it is neither None nor callable.
bool IsCallback(PyObject* callback, const char* name);

// The module's functions QuerySamplesComplete and FirstTokenComplete: (responses, response_cb=None).
PyObject* CompleteList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords);
PyObject* FirstTokenList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords);

}  // namespace assay::python
