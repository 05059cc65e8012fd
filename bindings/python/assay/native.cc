// SPDX-License-Identifier: Apache-2.0
// The native half of the Python module assay: columns in, the JSON of the command line out. assay/__init__.py makes typed
// values of it, so that both say the same numbers.
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "assay/arguments.h"
#include "assay/metric.h"
#include "base/json.h"
#include "run/compare/compare_columns.h"
#include "run/compare/comparison_text.h"
#include "run/compare/judge_comparison.h"
#include "run/judging/looks.h"
#include "run/result_file/result_score.h"
#include "run/score_file.h"
#include "verdict/verdict_json.h"

namespace assay::python {
namespace {

constexpr std::size_t kMostNamed = 20;

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

// {"ids", "groups", "contents"}, each None or a text a case.
run::CaseMarks MarksOf(const Options& given, const std::vector<std::string>& names) {
  run::CaseMarks marks{.names = names, .ids = given.Words("ids"), .groups = given.Words("groups"),
                       .contents = given.Words("contents")};
  for (const auto* list : {&marks.ids, &marks.groups, &marks.contents}) {
    if (marks.names.empty()) marks.names = *list;
  }
  for (const auto* list : {&marks.ids, &marks.groups, &marks.contents}) {
    if (!list->empty() && list->size() != marks.names.size()) {
      Throw(ErrorCode::kUsage, "ids, groups and content have " + std::to_string(list->size()) + " and " +
                                   std::to_string(marks.names.size()) + " rows");
    }
  }
  return marks;
}

// Amounts of money, and what the cases are compared by with those that something was tuned on.
void AddBeside(PyObject* dict, run::FileColumns& columns) {
  const Options given(dict);
  if (PyObject* const amounts = given.Find("amounts")) {
    columns.amounts = Values<double>(amounts, "amounts");
    if (columns.amounts.size() != columns.ids.size()) Throw(ErrorCode::kUsage, "amounts has another number of rows than label");
    for (std::size_t row = 0; row < columns.amounts.size(); ++row) {
      if (std::isfinite(columns.amounts[row]) && columns.amounts[row] >= 0) continue;
      Throw(ErrorCode::kNotFinite, "row " + columns.ids[row] + " has no amount >= 0");
    }
  }
  PyObject* const tuned = given.Find("tuned_on");
  if (tuned == nullptr) return;
  PyObject* const marks = given.Find("marks");
  columns.tuned_name = given.Word("tuned_name").value_or("tuned_on");
  columns.tuned = MarksOf(Options(tuned), {});
  if (marks != nullptr) columns.marks = MarksOf(Options(marks), columns.ids);
}

run::ScoreFileOptions OptionsOf(PyObject* dict) {
  const Options given(dict);
  run::ScoreFileOptions options;
  options.threshold = given.Number("threshold").value_or(0.5);
  options.judging.threshold_given = given.Number("threshold").has_value();
  if (const auto text = given.Word("threshold_file")) {
    auto file = run::ParseThreshold(*text, "threshold");
    if (!file) throw AssayError({file.error()});
    options.judging.threshold_file = *std::move(file);
  }
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

PyObject* Score(PyObject* module, PyObject* arguments) {
  PyObject *label, *score, *predicted, *ids, *classes, *options;
  if (!PyArg_ParseTuple(arguments, "OOOOOO!", &label, &score, &predicted, &ids, &classes, &PyDict_Type, &options)) {
    return nullptr;
  }
  return Answer(module, [&] {
    run::ScoreFileOptions asked = OptionsOf(options);
    run::FileColumns columns = Columns(label, score, predicted, ids, classes, asked.threshold);
    AddBeside(options, columns);
    asked.path = "columns";
    return [asked = std::move(asked), columns = std::move(columns)] {
      const run::FileScores scores = Need(run::ScoreColumns(asked, columns, ""));
      const run::FileJudgement& judged = scores.judgement;
      return std::vector{run::ScoresJson(scores), judged.has_threshold ? run::ThresholdJson(judged.threshold) : std::string()};
    };
  });
}

run::CompareRequest RequestOf(PyObject* names, PyObject* options) {
  const Options given(options);
  run::CompareRequest request;
  request.places = Texts(names);
  request.metrics = given.Words("metrics");
  request.level = given.Number("level").value_or(0.95);
  if (const auto rule = given.Word("fail_if")) {
    auto parsed = run::ParseFailRule(*rule);
    if (!parsed) throw AssayError({parsed.error()});
    request.rule = *parsed;
  }
  return request;
}

// (label, ids, classes, (score, predicted) of the baseline, (score, predicted) of the other, names, options)
PyObject* Compare(PyObject* module, PyObject* arguments) {
  PyObject *label, *ids, *classes, *scores[2], *predicted[2], *names, *options;
  if (!PyArg_ParseTuple(arguments, "OOO(OO)(OO)OO!", &label, &ids, &classes, &scores[0], &predicted[0], &scores[1],
                        &predicted[1], &names, &PyDict_Type, &options)) {
    return nullptr;
  }
  return Answer(module, [&] {
    run::CompareRequest request = RequestOf(names, options);
    request.columns = OptionsOf(options);
    std::vector<run::FileColumns> sides;
    for (int i = 0; i < 2; ++i) sides.push_back(Columns(label, scores[i], predicted[i], ids, classes, request.columns.threshold));
    return [request = std::move(request), sides = std::move(sides)] {
      return std::vector{run::ComparisonJson(Need(run::CompareColumns(request, sides)))};
    };
  });
}

run::ResultForm FormOf(const std::string& word) {
  if (word == "boxes") return run::ResultForm::kBoxes;
  if (word == "rankings") return run::ResultForm::kRankings;
  return word == "tries" ? run::ResultForm::kTries : run::ResultForm::kTexts;
}

// Of results as JSON lines with the keys id, answer, reference, and question and tokens where there are any.
run::ResultFileOptions ResultOptionsOf(PyObject* dict) {
  const Options given(dict);
  run::ResultFileOptions options{.path = given.Word("name").value_or("results")};
  options.keys = {.id = "id", .answer = "answer", .references = {"reference"}, .tokens = given.Word("tokens").value_or(""),
                  .question = given.Word("question").value_or("")};
  options.metrics = given.Words("metrics");
  options.require = given.Words("require");
  options.level = given.Number("level").value_or(0.95);
  for (const std::string& k : given.Words("k")) options.k.push_back(std::stoull(k));
  return options;
}

// (form, JSON lines or list, annotations or "", options)
PyObject* Results(PyObject* module, PyObject* arguments) {
  PyObject *form, *results, *truth, *options;
  if (!PyArg_ParseTuple(arguments, "OOOO!", &form, &results, &truth, &PyDict_Type, &options)) return nullptr;
  return Answer(module, [&] {
    return [text = run::ResultText{FormOf(Text(form)), Text(results), Text(truth)}, asked = ResultOptionsOf(options)] {
      auto file = run::ReadResults(text, asked);
      if (!file) throw AssayError({file.error()});
      return std::vector{run::ResultScoreJson(Need(run::ScoreResults(asked, *file)))};
    };
  });
}

// (form, (results of one, of the other), annotations or "", names, options)
PyObject* CompareResults(PyObject* module, PyObject* arguments) {
  PyObject *form, *results[2], *truth, *names, *options;
  if (!PyArg_ParseTuple(arguments, "O(OO)OOO!", &form, &results[0], &results[1], &truth, &names, &PyDict_Type, &options)) {
    return nullptr;
  }
  return Answer(module, [&] {
    run::CompareRequest request = RequestOf(names, options);
    request.results = ResultOptionsOf(options);
    std::vector<run::ResultText> texts;
    for (PyObject* const side : results) texts.push_back({FormOf(Text(form)), Text(side), Text(truth)});
    return [request = std::move(request), texts = std::move(texts)] {
      std::vector<run::ResultFile> sides;
      for (std::size_t i = 0; i < texts.size(); ++i) {
        run::ResultFileOptions asked = request.results;
        asked.path = request.places[i];
        auto file = run::ReadResults(texts[i], asked);
        if (!file) throw AssayError({file.error()});
        sides.push_back(*std::move(file));
      }
      auto compared = run::CompareResults(request.places, sides, request);
      return std::vector{run::ComparisonJson(Need(run::JudgedComparison(request, std::move(compared))))};
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
                           {"results", Results, METH_VARARGS, nullptr},
                           {"compare_results", CompareResults, METH_VARARGS, nullptr},
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
