// SPDX-License-Identifier: Apache-2.0
// Hands responses to the engine from Python: with the interpreter's lock given up, and with a Python response_cb.
#pragma once

#include <cstddef>

#include "module_state.h"

namespace assay::python {

// Where responses go: to the engine as answers or as first tokens. Called without the lock, which a Python response_cb
// takes for itself; throws what that raised.
class Delivery {
 public:
  enum class Kind { kAnswers, kFirstTokens };
  // `callback` may be None; it is called for answers only.
  Delivery(const ModuleState& state, Kind kind, PyObject* callback);
  void operator()(mlperf::QuerySampleResponse* responses, std::size_t count) const;

 private:
  const Kind kind_;
  mlperf::ResponseCallback callback_;
};

// False with TypeError set when it is neither None nor callable.
bool IsCallback(PyObject* callback, const char* name);

// The module's functions QuerySamplesComplete and FirstTokenComplete: (responses, response_cb=None).
PyObject* CompleteList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords);
PyObject* FirstTokenList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords);

}  // namespace assay::python
