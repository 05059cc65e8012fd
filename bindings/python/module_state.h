// SPDX-License-Identifier: Apache-2.0
// What one imported module holds: its types, and the systems and libraries that clients have constructed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "loadgen/loadgen.h"
#include "python_object.h"

namespace assay::python {

struct ModuleState {
  PyTypeObject* sample = nullptr;
  PyTypeObject* response = nullptr;
  PyTypeObject* test_settings = nullptr;
  PyTypeObject* log_output = nullptr;
  PyTypeObject* log_settings = nullptr;
  PyTypeObject* column = nullptr;
  // The enumerations, which are written in Python.
  PyObject* scenario = nullptr;
  PyObject* mode = nullptr;
  PyObject* logging_mode = nullptr;
  // By handle. A handle that isn't here is refused; a running test holds its own references.
  std::map<std::uintptr_t, std::shared_ptr<mlperf::SystemUnderTest>> systems;
  std::map<std::uintptr_t, std::shared_ptr<mlperf::QuerySampleLibrary>> libraries;
};

extern PyModuleDef module_definition;

inline ModuleState& StateOf(PyObject* module) { return **static_cast<ModuleState**>(PyModule_GetState(module)); }

// Of the module that made the type of `object`, or one that it derives from.
inline ModuleState& StateOfInstance(PyObject* object) {
  return StateOf(PyType_GetModuleByDef(Py_TYPE(object), &module_definition));
}

}  // namespace assay::python
