// SPDX-License-Identifier: Apache-2.0
// What Python gave as values of ours, and what comes of it as Python's: for every function of the module assay.
#pragma once
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "python_object.h"
#include "spec/error_text.h"

namespace assay::python {

// An error of ours as Python's AssayError(code, message).
class AssayError : public std::exception {
 public:
  explicit AssayError(Errors errors) : errors_(std::move(errors)) {}
  void Raise(PyObject* type) const {
    std::string text;
    for (const Error& error : errors_) {
      text += (text.empty() ? "" : "\n") + PlaceOf(error) + error.what;
      if (!error.hint.empty()) text += " (" + error.hint + ")";
    }
    const Ref arguments(Py_BuildValue("ss", spec::CodeText(errors_.front().code).c_str(), text.c_str()));
    if (arguments) PyErr_SetObject(type, arguments.get());
  }

 private:
  // The row or member that an error is about: lists have no lines, their rows are the lines of what is read.
  static std::string PlaceOf(const Error& error) {
    if (error.where.empty()) return {};
    const Where& where = error.where.front();
    std::string place = where.line > 0 ? "row " + std::to_string(where.line - 1) : "";
    if (!where.path.empty()) place += (place.empty() ? "" : ", ") + where.path;
    return place.empty() ? place : place + ": ";
  }
  Errors errors_;
};

[[noreturn]] inline void Throw(ErrorCode code, std::string what) { throw AssayError({{code, std::move(what), {}, {}}}); }

template <class T>
T Need(Results<T> result) {
  if (!result) throw AssayError(std::move(result).error());
  return *std::move(result);
}

// A one-dimensional contiguous buffer of T, or nothing for None.
template <class T>
std::vector<T> Values(PyObject* object, const char* name) {
  if (object == Py_None) return {};
  Py_buffer view = {};
  if (PyObject_GetBuffer(object, &view, PyBUF_CONTIG_RO) < 0) throw PythonError("reading a column");
  std::vector<T> values;
  const bool fits = view.ndim == 1 && view.itemsize == sizeof(T);
  if (fits) {
    const auto* first = static_cast<const T*>(view.buf);
    values.assign(first, first + view.len / static_cast<Py_ssize_t>(sizeof(T)));
  }
  PyBuffer_Release(&view);
  if (!fits) Throw(ErrorCode::kUsage, std::string(name) + " isn't a column of the type that is asked for");
  return values;
}

inline std::string Text(PyObject* object) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object, &size);
  if (text == nullptr) throw PythonError("reading a text");
  return {text, static_cast<std::size_t>(size)};
}

inline std::vector<std::string> Texts(PyObject* object) {
  const Ref items(PySequence_Fast(object, "a sequence of texts is asked for"));
  if (!items) throw PythonError("reading texts");
  std::vector<std::string> texts;
  for (PyObject* const item : std::span(PySequence_Fast_ITEMS(items.get()),
                                        static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.get())))) {
    texts.push_back(Text(item));
  }
  return texts;
}

// A dict of options; what isn't there or None has none.
class Options {
 public:
  explicit Options(PyObject* dict) : dict_(dict) {}
  std::optional<double> Number(const char* key) const {
    PyObject* const value = Find(key);
    if (value == nullptr) return std::nullopt;
    const double number = PyFloat_AsDouble(value);
    if (number == -1 && PyErr_Occurred()) throw PythonError(key);
    return number;
  }
  std::optional<std::string> Word(const char* key) const {
    PyObject* const value = Find(key);
    return value == nullptr ? std::nullopt : std::optional(Text(value));
  }
  std::vector<std::string> Words(const char* key) const {
    PyObject* const value = Find(key);
    return value == nullptr ? std::vector<std::string>() : Texts(value);
  }

  PyObject* Find(const char* key) const {
    PyObject* const value = PyDict_GetItemString(dict_, key);
    return value == Py_None ? nullptr : value;
  }

 private:
  PyObject* const dict_;
};

inline PyObject* TextOf(const std::string& text) {
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

inline PyObject* ErrorType(PyObject* module) { return *static_cast<PyObject**>(PyModule_GetState(module)); }

// A text, or a tuple of several.
inline PyObject* TextsOf(const std::vector<std::string>& texts) {
  if (texts.size() == 1) return TextOf(texts.front());
  Ref tuple(PyTuple_New(static_cast<Py_ssize_t>(texts.size())));
  for (std::size_t i = 0; tuple && i < texts.size(); ++i) {
    PyObject* const text = TextOf(texts[i]);
    if (text == nullptr) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), text);
  }
  return tuple.release();
}

// Runs what `prepare` returns with Python's lock given up; its JSON, or null with an exception set.
template <class Prepare>
PyObject* Answer(PyObject* module, const Prepare& prepare) {
  std::vector<std::string> texts;
  bool failed = false;
  const bool done = Translated([&] {
    try {
      const auto make = prepare();
      std::optional<AssayError> error;
      const bool ran = Unlocked([&] {
        try {
          texts = make();
        } catch (const AssayError& thrown) {
          error = thrown;
        }
      });
      if (error) throw *error;
      failed = !ran;
    } catch (const AssayError& error) {
      error.Raise(ErrorType(module));
      failed = true;
    }
  });
  return done && !failed ? TextsOf(texts) : nullptr;
}

}  // namespace assay::python
