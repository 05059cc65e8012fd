// SPDX-License-Identifier: Apache-2.0
// Owned references, the interpreter's lock, and Python exceptions on their way through C++.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <cxxabi.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <utility>

namespace assay::python {

// One reference, dropped at the end of the scope; null when a call of Python's failed. With the lock held.
class Ref {
 public:
  explicit Ref(PyObject* owned = nullptr) : object_(owned) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_;
};

inline PyObject* NewReference(PyObject* object) {
  Py_XINCREF(object);
  return object;
}

// Takes the interpreter's lock on whatever thread this is.
class Locked {
 public:
  Locked() : state_(PyGILState_Ensure()) {}
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  const PyGILState_STATE state_;
};

// The Python exception that is set, as a C++ one: the engine lets it through and ends the test properly.
class PythonError : public std::exception {
 public:
  // `where` becomes a note of the exception: which callback it came out of. With the lock held.
  explicit PythonError(const char* where) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != nullptr) PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    const Ref noted(PyObject_CallMethod(value, "add_note", "s", where));
    if (!noted) PyErr_Clear();
    // The engine drops its copies on threads of its own.
    value_ = std::shared_ptr<PyObject>(value, [](PyObject* object) {
      const Locked locked;
      Py_XDECREF(object);
    });
  }
  // Sets it again. With the lock held.
  void Restore() const {
    PyObject* const value = value_.get();
    PyErr_Restore(NewReference(reinterpret_cast<PyObject*>(Py_TYPE(value))), NewReference(value),
                  PyException_GetTraceback(value));
  }
  const char* what() const noexcept override { return "a Python callback raised an exception"; }

 private:
  std::shared_ptr<PyObject> value_;
};

// Runs `body` and turns what it throws into the Python exception that is set; true when nothing was.
template <class Body>
bool Translated(const Body& body) {
  try {
    body();
    return true;
  } catch (const abi::__forced_unwind&) {  // the interpreter ends this thread
    throw;
  } catch (const PythonError& error) {
    error.Restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return false;
}

// The same with the interpreter's lock given up meanwhile, so that other Python threads run.
template <class Body>
bool Unlocked(const Body& body) {
  std::exception_ptr thrown;
  PyThreadState* const state = PyEval_SaveThread();
  try {
    body();
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    thrown = std::current_exception();
  }
  PyEval_RestoreThread(state);
  return !thrown || Translated([&] { std::rethrow_exception(std::exchange(thrown, nullptr)); });
}

// Integers as the module takes them: int, bool and what has __index__, but no float. False with TypeError set.
inline bool ToUnsigned(PyObject* object, unsigned long long* value) {
  if (PyLong_CheckExact(object)) {  // the usual case: below 2**63, without a detour over __index__
    int overflow = 0;
    const long number = PyLong_AsLongAndOverflow(object, &overflow);
    *value = static_cast<unsigned long long>(number);
    if (number >= 0) return true;
  }
  const Ref index(PyNumber_Index(object));
  if (!index) return false;
  *value = PyLong_AsUnsignedLongLong(index.get());
  if (*value != static_cast<unsigned long long>(-1) || !PyErr_Occurred()) return true;
  PyErr_Clear();
  return PyErr_Format(PyExc_TypeError, "%R isn't an integer from 0 to 2**64-1", object), false;
}

inline bool ToSigned(PyObject* object, long long* value) {
  const Ref index(PyNumber_Index(object));
  if (!index) return false;
  *value = PyLong_AsLongLong(index.get());
  if (*value != -1 || !PyErr_Occurred()) return true;
  PyErr_Clear();
  return PyErr_Format(PyExc_TypeError, "%R isn't an integer from -2**63 to 2**63-1", object), false;
}

// The arguments of a METH_FASTCALL | METH_KEYWORDS function by their names, of which the first must be given; those that
// aren't keep what `values` had. False with TypeError set, which says `forms`, for too many, unknown or doubled ones.
template <std::size_t kCount>
bool TakeArguments(const char* const (&names)[kCount], const char* forms, PyObject* const* arguments, Py_ssize_t count,
                   PyObject* keywords, PyObject* (&values)[kCount]) {
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  bool fits = count <= static_cast<Py_ssize_t>(kCount);
  for (Py_ssize_t i = 0; fits && i < count; ++i) values[i] = arguments[i];
  for (Py_ssize_t i = 0; fits && i < named; ++i) {
    auto place = static_cast<std::size_t>(count);
    while (place < kCount && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(keywords, i), names[place]) != 0) ++place;
    fits = place < kCount;
    if (fits) values[place] = arguments[count + i];
  }
  if (fits && values[0] != nullptr) return true;
  return PyErr_Format(PyExc_TypeError, "the arguments are (%s)", forms), false;
}

// A function pointer for the tables of Python's C interface, which have one type for all kinds of functions.
template <class Function>
PyCFunction Method(Function* function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

template <class Function>
void* Slot(Function* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace assay::python
