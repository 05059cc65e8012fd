// SPDX-License-Identifier: Apache-2.0
// A C++ value as a Python object that has no references of its own.
#pragma once

#include <new>

#include "python_object.h"

namespace assay::python {

template <class Value>
struct Boxed {
  PyObject_HEAD
  Value value;
};

template <class Value>
Value& ValueOf(PyObject* object) {
  return reinterpret_cast<Boxed<Value>*>(object)->value;
}

template <class Value>
PyObject* NewBoxed(PyTypeObject* type, PyObject*, PyObject*) {
  PyObject* const object = type->tp_alloc(type, 0);
  if (object != nullptr) new (&ValueOf<Value>(object)) Value();
  return object;
}

// The same for `type` itself, not one that derives from it: no more memory than the value's to prepare.
template <class Value>
PyObject* NewExact(PyTypeObject* type, const Value& value) {
  auto* const object = PyObject_New(Boxed<Value>, type);
  if (object != nullptr) new (&object->value) Value(value);
  return reinterpret_cast<PyObject*>(object);
}

template <class Value>
void DropBoxed(PyObject* object) {
  PyTypeObject* const type = Py_TYPE(object);
  ValueOf<Value>(object).~Value();
  type->tp_free(object);
  Py_DECREF(type);
}

// tp_init of what is made without arguments.
inline int InitWithout(PyObject* self, PyObject* args, PyObject* keywords) {
  if (PyTuple_GET_SIZE(args) == 0 && (keywords == nullptr || PyDict_GET_SIZE(keywords) == 0)) return 0;
  PyErr_Format(PyExc_TypeError, "%s() takes no arguments", Py_TYPE(self)->tp_name);
  return -1;
}

}  // namespace assay::python
