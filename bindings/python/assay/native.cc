// SPDX-License-Identifier: Apache-2.0
// The native half of the Python module assay: columns in, the JSON of the command line out. assay/__init__.py makes typed
// values of it, so that both say the same numbers.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/metric.h"
#include "base/json.h"
#include "python_object.h"
#include "run/compare/compare_columns.h"
#include "run/compare/comparison_text.h"
#include "run/compare/judge_comparison.h"
#include "run/judging/looks.h"
#include "run/score_file.h"
#include "spec/error_text.h"
#include "verdict/verdict_json.h"

namespace assay::python {
namespace {

constexpr std::size_t kMostNamed = 20;

// An error of ours as Python's AssayError(code, message).
class AssayError : public std::exception {
 public:
  explicit AssayError(Errors errors) : errors_(std::move(errors)) {}
  void Raise(PyObject* type) const {
    std::string text;
    for (const Error& error : errors_) {
      text += (text.empty() ? "" : "\n") + error.what;
      if (!error.hint.empty()) text += " (" + error.hint + ")";
    }
    const Ref arguments(Py_BuildValue("ss", spec::CodeText(errors_.front().code).c_str(), text.c_str()));
    if (arguments) PyErr_SetObject(type, arguments.get());
  }

 private:
  Errors errors_;
};

[[noreturn]] void Throw(ErrorCode code, std::string what) { throw AssayError({{code, std::move(what), {}, {}}}); }

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

std::string Text(PyObject* object) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object, &size);
  if (text == nullptr) throw PythonError("reading a text");
  return {text, static_cast<std::size_t>(size)};
}

std::vector<std::string> Texts(PyObject* object) {
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

 private:
  PyObject* Find(const char* key) const {
    PyObject* const value = PyDict_GetItemString(dict_, key);
    return value == Py_None ? nullptr : value;
  }
  PyObject* const dict_;
};

void CheckFinite(const std::vector<double>& scores, const std::vector<std::string>& ids) {
  std::string bad;
  std::size_t count = 0;
  for (std::size_t row = 0; row < scores.size(); ++row) {
    if (std::isfinite(scores[row])) continue;
    if (++count <= kMostNamed) bad += (bad.empty() ? "" : ", ") + ids[row];
  }
  if (count == 0) return;
  if (count > kMostNamed) bad += " and " + std::to_string(count - kMostNamed) + " more";
  Throw(ErrorCode::kNotFinite, std::to_string(count) + (count == 1 ? " row has" : " rows have") + " no finite score: " + bad +
                                   " (no row is dropped or sorted as if it were one)");
}

// Classes by their numbers, each below how many there are.
void CheckClasses(const std::vector<std::int32_t>& numbers, std::size_t classes, std::size_t rows, const char* name) {
  if (!numbers.empty() && numbers.size() != rows) {
    Throw(ErrorCode::kUsage, std::string(name) + " has " + std::to_string(numbers.size()) + " rows, label has " +
                                 std::to_string(rows));
  }
  for (const std::int32_t number : numbers) {
    if (number < 0 || static_cast<std::size_t>(number) >= classes) Throw(ErrorCode::kUsage, std::string(name) + ": no such class");
  }
}

// (label, score or None, predicted or None, ids or None, classes)
run::FileColumns Columns(PyObject* label, PyObject* score, PyObject* predicted, PyObject* ids, PyObject* classes,
                         double threshold) {
  run::FileColumns columns;
  columns.labels = Values<std::int32_t>(label, "label");
  columns.scores = Values<double>(score, "score");
  columns.predicted = Values<std::int32_t>(predicted, "predicted");
  columns.classes = Texts(classes);
  const std::size_t rows = columns.labels.size();
  if (rows == 0) Throw(ErrorCode::kEmpty, "there are no cases");
  if (ids != Py_None) columns.ids = Texts(ids);
  else for (std::size_t row = 0; row < rows; ++row) columns.ids.push_back(std::to_string(row));
  if (columns.ids.size() != rows) Throw(ErrorCode::kUsage, "ids has " + std::to_string(columns.ids.size()) + " rows, label has " + std::to_string(rows));
  if (!columns.scores.empty() && columns.scores.size() != rows) {
    Throw(ErrorCode::kUsage, "score has " + std::to_string(columns.scores.size()) + " rows, label has " + std::to_string(rows));
  }
  CheckClasses(columns.labels, columns.classes.size(), rows, "label");
  CheckClasses(columns.predicted, columns.classes.size(), rows, "predicted");
  CheckFinite(columns.scores, columns.ids);
  if (columns.predicted.empty()) {
    for (const double value : columns.scores) columns.predicted.push_back(value >= threshold ? 1 : 0);
  }
  if (columns.predicted.empty()) Throw(ErrorCode::kUsage, "neither score nor predicted is given");
  return columns;
}

run::ScoreFileOptions OptionsOf(PyObject* dict) {
  const Options given(dict);
  run::ScoreFileOptions options;
  options.threshold = given.Number("threshold").value_or(0.5);
  options.judging.threshold_given = given.Number("threshold").has_value();
  options.base_rate = given.Number("base_rate");
  options.judging.base_rate_high = given.Number("base_rate_high");
  options.min_precision = given.Number("min_precision");
  options.level = given.Number("level").value_or(0.95);
  options.judging.alpha = given.Number("alpha").value_or(0.05);
  options.judging.method = given.Word("method").value_or("fixed_sequence");
  options.judging.cost_fn = given.Number("cost_fn");
  options.judging.cost_fp = given.Number("cost_fp");
  options.judging.cost_review = given.Number("cost_review");
  options.judging.currency = given.Word("currency").value_or("");
  options.judging.looks_path = given.Word("looks").value_or("");
  options.metrics = given.Words("metrics");
  options.require = given.Words("require");
  return options;
}

PyObject* TextOf(const std::string& text) {
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

PyObject* ErrorType(PyObject* module) { return *static_cast<PyObject**>(PyModule_GetState(module)); }

// Runs `make` with Python's lock given up; its JSON, or null with an exception set.
template <class Prepare>
PyObject* Answer(PyObject* module, const Prepare& prepare) {
  std::string text;
  bool failed = false;
  const bool done = Translated([&] {
    try {
      const auto make = prepare();
      std::optional<AssayError> error;
      const bool ran = Unlocked([&] {
        try {
          text = make();
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
  return done && !failed ? TextOf(text) : nullptr;
}

PyObject* Score(PyObject* module, PyObject* arguments) {
  PyObject *label, *score, *predicted, *ids, *classes, *options;
  if (!PyArg_ParseTuple(arguments, "OOOOOO!", &label, &score, &predicted, &ids, &classes, &PyDict_Type, &options)) {
    return nullptr;
  }
  return Answer(module, [&] {
    run::ScoreFileOptions asked = OptionsOf(options);
    run::FileColumns columns = Columns(label, score, predicted, ids, classes, asked.threshold);
    asked.path = "columns";
    return [asked = std::move(asked), columns = std::move(columns)] {
      return run::ScoresJson(Need(run::ScoreColumns(asked, columns, "")));
    };
  });
}

// (label, ids, classes, (score, predicted) of the baseline, (score, predicted) of the other, names, options)
PyObject* Compare(PyObject* module, PyObject* arguments) {
  PyObject *label, *ids, *classes, *scores[2], *predicted[2], *names, *options;
  if (!PyArg_ParseTuple(arguments, "OOO(OO)(OO)OO!", &label, &ids, &classes, &scores[0], &predicted[0], &scores[1],
                        &predicted[1], &names, &PyDict_Type, &options)) {
    return nullptr;
  }
  return Answer(module, [&] {
    run::CompareRequest request;
    const Options given(options);
    request.places = Texts(names);
    request.metrics = given.Words("metrics");
    request.level = given.Number("level").value_or(0.95);
    request.columns = OptionsOf(options);
    if (const auto rule = given.Word("fail_if")) {
      auto parsed = run::ParseFailRule(*rule);
      if (!parsed) throw AssayError({parsed.error()});
      request.rule = *parsed;
    }
    std::vector<run::FileColumns> sides;
    for (int i = 0; i < 2; ++i) sides.push_back(Columns(label, scores[i], predicted[i], ids, classes, request.columns.threshold));
    return [request = std::move(request), sides = std::move(sides)] {
      return run::ComparisonJson(Need(run::CompareColumns(request, sides)));
    };
  });
}

PyObject* Metrics(PyObject*, PyObject*) {
  std::string text;
  base::JsonWriter json(text);
  json.BeginArray();
  for (const MetricInfo* info : AllMetrics()) {
    json.BeginObject().Member("name", info->name).Member("title", info->title).Member("unit", verdict::UnitWord(info->unit));
    json.Member("definition", info->definition).Member("source", info->source).EndObject();
  }
  json.EndArray();
  return TextOf(text);
}

// Where the command line would count looks, "" for nowhere.
PyObject* LooksPath(PyObject*, PyObject*) {
  return TextOf(run::LooksPath(nullptr, std::getenv("ASSAY_LOOKS"), std::getenv("XDG_STATE_HOME"), std::getenv("HOME")));
}

PyMethodDef functions[] = {{"score", Score, METH_VARARGS, nullptr},
                           {"compare", Compare, METH_VARARGS, nullptr},
                           {"metrics", Metrics, METH_NOARGS, nullptr},
                           {"looks_path", LooksPath, METH_NOARGS, nullptr},
                           {}};

int Execute(PyObject* module) {
  PyObject* const type = PyErr_NewExceptionWithDoc("assay.AssayError", "What assay refuses: (code, message).",
                                                   PyExc_ValueError, nullptr);
  if (type == nullptr) return -1;
  *static_cast<PyObject**>(PyModule_GetState(module)) = type;
  return PyModule_AddObjectRef(module, "AssayError", type);
}

int Clear(PyObject* module) {
  Py_CLEAR(*static_cast<PyObject**>(PyModule_GetState(module)));
  return 0;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, Slot(Execute)}, {}};
PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", nullptr, sizeof(PyObject*), functions, slots, nullptr, Clear, nullptr};

}  // namespace
}  // namespace assay::python

PyMODINIT_FUNC PyInit__native() { return PyModuleDef_Init(&assay::python::definition); }
