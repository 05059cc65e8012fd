// SPDX-License-Identifier: Apache-2.0
// The native half of mlperf_loadgen: its functions and their registration. The other half is mlperf_loadgen/__init__.py.
#include <string>
#include <utility>

#include "arrays.h"
#include "callback_client.h"
#include "loadgen/engine.h"
#include "module_state.h"
#include "query_types.h"
#include "responses.h"
#include "settings_types.h"

namespace assay::python {
namespace {

// ---- Handles

template <class Client>
PyObject* Register(std::map<std::uintptr_t, std::shared_ptr<Client>>& clients, std::shared_ptr<Client> client) {
  const auto handle = reinterpret_cast<std::uintptr_t>(client.get());
  clients.emplace(handle, std::move(client));
  return PyLong_FromUnsignedLongLong(handle);
}

template <class Client>
bool Find(const std::map<std::uintptr_t, std::shared_ptr<Client>>& clients, PyObject* object, const char* name,
          std::shared_ptr<Client>& client) {
  unsigned long long handle = 0;
  if (!ToUnsigned(object, &handle)) return false;
  const auto found = clients.find(handle);
  if (found == clients.end()) {
    PyErr_Format(PyExc_ValueError, "%s: %llu is no handle of one that was constructed and not destroyed", name, handle);
    return false;
  }
  client = found->second;
  return true;
}

// 0 is let through, as the original does. What a test still uses goes when the test ends.
template <class Client>
PyObject* Destroy(std::map<std::uintptr_t, std::shared_ptr<Client>>& clients, PyObject* object, const char* name) {
  unsigned long long handle = 0;
  if (!ToUnsigned(object, &handle)) return nullptr;
  std::shared_ptr<Client> client;
  if (handle != 0 && !Find(clients, object, name, client)) return nullptr;
  clients.erase(handle);
  Py_RETURN_NONE;
}

PyObject* ConstructSystem(PyObject* module, PyObject* args, QueryForm form, const char* name) {
  PyObject *issue, *flush;
  if (!PyArg_ParseTuple(args, "OO", &issue, &flush) || !IsCallback(issue, "issue_cb") ||
      !IsCallback(flush, "flush_cb")) {
    return nullptr;
  }
  PyObject* handle = nullptr;
  Translated([&] {
    ModuleState& state = StateOf(module);
    handle = Register<mlperf::SystemUnderTest>(
        state.systems, std::make_shared<CallbackSystem>(state, form, issue, flush, name, nullptr));
  });
  return handle;
}

PyObject* ConstructSut(PyObject* module, PyObject* args) {
  return ConstructSystem(module, args, QueryForm::kSamples, "PySUT");
}

PyObject* ConstructFastSut(PyObject* module, PyObject* args) {
  return ConstructSystem(module, args, QueryForm::kLists, "PyFastSUT");
}

PyObject* ConstructArraySut(PyObject* module, PyObject* args) {
  return ConstructSystem(module, args, QueryForm::kArrays, "PyArraySUT");
}

PyObject* ConstructQdl(PyObject* module, PyObject* args) {
  PyObject *issue, *flush, *name;
  if (!PyArg_ParseTuple(args, "OOO:ConstructQDL", &issue, &flush, &name) || !IsCallback(issue, "issue_cb") ||
      !IsCallback(flush, "flush_cb") || !IsCallback(name, "name_cb")) {
    return nullptr;
  }
  PyObject* handle = nullptr;
  Translated([&] {
    ModuleState& state = StateOf(module);
    handle = Register<mlperf::SystemUnderTest>(
        state.systems, std::make_shared<CallbackSystem>(state, QueryForm::kSamples, issue, flush, "", name));
  });
  return handle;
}

PyObject* ConstructQsl(PyObject* module, PyObject* args) {
  PyObject *total_object, *performance_object, *load, *unload;
  unsigned long long total = 0, performance = 0;
  if (!PyArg_ParseTuple(args, "OOOO:ConstructQSL", &total_object, &performance_object, &load, &unload) ||
      !ToUnsigned(total_object, &total) || !ToUnsigned(performance_object, &performance) ||
      !IsCallback(load, "load_cb") || !IsCallback(unload, "unload_cb")) {
    return nullptr;
  }
  PyObject* handle = nullptr;
  Translated([&] {
    handle = Register<mlperf::QuerySampleLibrary>(StateOf(module).libraries,
                                                  std::make_shared<CallbackLibrary>(total, performance, load, unload));
  });
  return handle;
}

PyObject* DestroySystem(PyObject* module, PyObject* handle) { return Destroy(StateOf(module).systems, handle, "sut"); }

PyObject* DestroyLibrary(PyObject* module, PyObject* handle) {
  return Destroy(StateOf(module).libraries, handle, "qsl");
}

// ---- Tests

struct TestArguments {
  std::shared_ptr<mlperf::SystemUnderTest> system;
  std::shared_ptr<mlperf::QuerySampleLibrary> library;
  mlperf::TestSettings settings;  // a copy: other threads may change the object during the test
  mlperf::LogSettings log_settings;
  std::string audit_file;
};

// `log` may be null or None: then the default log settings hold.
bool Take(const ModuleState& state, PyObject* system, PyObject* library, PyObject* settings, PyObject* log,
          PyObject* audit, TestArguments& taken) {
  if (!Find(state.systems, system, "sut", taken.system) || !Find(state.libraries, library, "qsl", taken.library)) {
    return false;
  }
  if (!PyObject_TypeCheck(settings, state.test_settings)) {
    return PyErr_Format(PyExc_TypeError, "test_settings: %R isn't a TestSettings", settings), false;
  }
  taken.settings = TestSettingsOf(settings);
  if (log != nullptr && log != Py_None) {
    if (!PyObject_TypeCheck(log, state.log_settings)) {
      return PyErr_Format(PyExc_TypeError, "log_settings: %R isn't a LogSettings", log), false;
    }
    taken.log_settings = LogSettingsOf(log);
  }
  if (audit == nullptr) return taken.audit_file = "audit.config", true;
  PyObject* encoded = nullptr;
  if (!PyUnicode_FSConverter(audit, &encoded)) return false;
  const Ref bytes(encoded);
  taken.audit_file = PyBytes_AS_STRING(encoded);
  return true;
}

PyObject* Start(PyObject* module, PyObject* system, PyObject* library, PyObject* settings, PyObject* log,
                PyObject* audit) {
  bool done = false;
  Translated([&] {
    TestArguments taken;
    done = Take(StateOf(module), system, library, settings, log, audit, taken) && Unlocked([&] {
             mlperf::StartTest(taken.system.get(), taken.library.get(), taken.settings, taken.log_settings,
                               taken.audit_file);
           });
  });
  return done ? NewReference(Py_None) : nullptr;
}

PyObject* StartTest(PyObject* module, PyObject* args, PyObject* keywords) {
  static const char* const kNames[] = {"sut", "qsl", "test_settings", "audit_config_filename", nullptr};
  PyObject *system, *library, *settings, *audit = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|O:StartTest", const_cast<char**>(kNames), &system, &library,
                                   &settings, &audit)) {
    return nullptr;
  }
  return Start(module, system, library, settings, nullptr, audit);
}

PyObject* StartTestWithLogSettings(PyObject* module, PyObject* args, PyObject* keywords) {
  static const char* const kNames[] = {"sut", "qsl", "test_settings", "log_settings", "audit_config_filename", nullptr};
  PyObject *system, *library, *settings, *log, *audit = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOO|O:StartTestWithLogSettings", const_cast<char**>(kNames),
                                   &system, &library, &settings, &log, &audit)) {
    return nullptr;
  }
  if (log == Py_None) return PyErr_SetString(PyExc_TypeError, "log_settings: None isn't a LogSettings"), nullptr;
  return Start(module, system, library, settings, log, audit);
}

// ---- The result as a value

Ref Pairs(const std::vector<loadgen::Value>& values) {
  Ref dict(PyDict_New());
  for (const loadgen::Value& value : values) {  // the last one counts, as in the log
    const Ref text(dict ? PyUnicode_DecodeFSDefault(value.text.c_str()) : nullptr);
    if (!text || PyDict_SetItemString(dict.get(), value.key.c_str(), text.get()) < 0) return Ref();
  }
  return dict;
}

Ref Messages(const std::vector<loadgen::Diagnostic>& diagnostics, bool errors) {
  Ref list(PyList_New(0));
  for (const loadgen::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.is_error != errors) continue;
    const Ref text(list ? PyUnicode_DecodeFSDefault(diagnostic.text.c_str()) : nullptr);
    if (!text || PyList_Append(list.get(), text.get()) < 0) return Ref();
  }
  return list;
}

Ref Bytes(const std::vector<std::int64_t>& values) {
  return Ref(PyBytes_FromStringAndSize(reinterpret_cast<const char*>(values.data()),
                                       static_cast<Py_ssize_t>(values.size() * sizeof(std::int64_t))));
}

// The fields of mlperf_loadgen.TestResult in their order.
PyObject* ResultTuple(const loadgen::TestResult& result) {
  static const char* const kVerdicts[] = {"VALID", "INVALID", "NOT JUDGED", "NOT RUN"};
  static const char* const kEndings[] = {"complete", "lost", "aborted", "stopped", "ran out", "refused"};
  const Ref values = Pairs(result.values), errors = Messages(result.diagnostics, true),
            warnings = Messages(result.diagnostics, false), latencies = Bytes(result.latency_ns),
            delays = Bytes(result.issue_delay_ns);
  if (!values || !errors || !warnings || !latencies || !delays) return nullptr;
  const auto flag = [](bool set) { return set ? Py_True : Py_False; };
  return Py_BuildValue("(sssOOOOKKKKKKKOOdOOOOO)", kVerdicts[static_cast<int>(result.verdict)],
                       kEndings[static_cast<int>(result.ending)], result.reason.c_str(),
                       flag(result.min_duration_met), flag(result.min_queries_met), flag(result.perf_constraints_met),
                       flag(result.early_stopping_met), static_cast<unsigned long long>(result.issued_queries),
                       static_cast<unsigned long long>(result.issued_samples),
                       static_cast<unsigned long long>(result.completed_samples),
                       static_cast<unsigned long long>(result.lost_samples),
                       static_cast<unsigned long long>(result.doubled_responses),
                       static_cast<unsigned long long>(result.foreign_responses),
                       static_cast<unsigned long long>(result.missing_first_tokens),
                       flag(result.generator_was_bottleneck), flag(result.logs_written), result.peak_qps, values.get(),
                       errors.get(), warnings.get(), latencies.get(), delays.get());
}

PyObject* RunTest(PyObject* module, PyObject* args) {
  PyObject *system, *library, *settings, *log, *audit;
  loadgen::Options options;
  int write_logs = 1;
  long long lost_after_ns = 0;
  if (!PyArg_ParseTuple(args, "OOOOOpL", &system, &library, &settings, &log, &audit, &write_logs, &lost_after_ns)) {
    return nullptr;
  }
  options.write_logs = write_logs != 0;
  options.lost_after_ns = lost_after_ns;
  PyObject* outcome = nullptr;
  Translated([&] {
    TestArguments taken;
    loadgen::TestResult result;
    if (Take(StateOf(module), system, library, settings, log, audit, taken) && Unlocked([&] {
          result = loadgen::RunTest(*taken.system, *taken.library, taken.settings, taken.log_settings, options,
                                    taken.audit_file);
        })) {
      outcome = ResultTuple(result);
    }
  });
  return outcome;
}

PyObject* AbortTest(PyObject*, PyObject*) {
  mlperf::AbortTest();
  Py_RETURN_NONE;
}

PyObject* RegisterIssueQueryThread(PyObject*, PyObject*) {
  return Unlocked([] { mlperf::RegisterIssueQueryThread(); }) ? NewReference(Py_None) : nullptr;
}

PyObject* SetEnumerations(PyObject* module, PyObject* args) {
  ModuleState& state = StateOf(module);
  PyObject *scenario, *mode, *logging_mode;
  if (!PyArg_ParseTuple(args, "OOO", &scenario, &mode, &logging_mode)) return nullptr;
  for (const auto& [place, type] : {std::pair{&state.scenario, scenario}, {&state.mode, mode},
                                    {&state.logging_mode, logging_mode}}) {
    Py_XSETREF(*place, NewReference(type));
  }
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"ConstructSUT", &ConstructSut, METH_VARARGS,
     "ConstructSUT(issue_cb, flush_cb, /)\n--\n\n"
     "A system under test; returns its handle. issue_cb gets a list of QuerySample."},
    {"DestroySUT", &DestroySystem, METH_O, "DestroySUT(sut, /)\n--\n\nLets go of what ConstructSUT made."},
    {"ConstructFastSUT", &ConstructFastSut, METH_VARARGS,
     "ConstructFastSUT(issue_cb, flush_cb, /)\n--\n\n"
     "A system under test; returns its handle. issue_cb gets a list of ids and a list of indices."},
    {"DestroyFastSUT", &DestroySystem, METH_O, "DestroyFastSUT(sut, /)\n--\n\nLets go of what ConstructFastSUT made."},
    {"ConstructArraySUT", &ConstructArraySut, METH_VARARGS,
     "ConstructArraySUT(issue_cb, flush_cb, /)\n--\n\n"
     "A system under test; returns its handle. issue_cb gets the ids and the indices as two read-only memoryviews of\n"
     "unsigned 64-bit integers."},
    {"DestroyArraySUT", &DestroySystem, METH_O,
     "DestroyArraySUT(sut, /)\n--\n\nLets go of what ConstructArraySUT made."},
    {"ConstructQDL", &ConstructQdl, METH_VARARGS,
     "ConstructQDL(issue_cb, flush_cb, name_cb, /)\n--\n\n"
     "A system under test over a network, which is asked for its name; returns its handle."},
    {"DestroyQDL", &DestroySystem, METH_O, "DestroyQDL(sut, /)\n--\n\nLets go of what ConstructQDL made."},
    {"ConstructQSL", &ConstructQsl, METH_VARARGS,
     "ConstructQSL(total_sample_count, performance_sample_count, load_cb, unload_cb, /)\n--\n\n"
     "A query sample library; returns its handle. The callbacks get a list of indices."},
    {"DestroyQSL", &DestroyLibrary, METH_O, "DestroyQSL(qsl, /)\n--\n\nLets go of what ConstructQSL made."},
    {"StartTest", Method(&StartTest), METH_VARARGS | METH_KEYWORDS,
     "StartTest(sut, qsl, test_settings, audit_config_filename='audit.config')\n--\n\n"
     "Runs the whole test with default log settings; returns when all is answered."},
    {"StartTestWithLogSettings", Method(&StartTestWithLogSettings), METH_VARARGS | METH_KEYWORDS,
     "StartTestWithLogSettings(sut, qsl, test_settings, log_settings, audit_config_filename='audit.config')\n--\n\n"
     "Runs the whole test; returns when all is answered."},
    {"_run_test", &RunTest, METH_VARARGS, "StartTest for mlperf_loadgen.RunTest."},
    {"QuerySamplesComplete", Method(&CompleteList), METH_FASTCALL | METH_KEYWORDS,
     "QuerySamplesComplete(responses, response_cb=None)\n--\n\n"
     "Answers samples of any queries, from any thread. response_cb gets each response that is about to be logged."},
    {"FirstTokenComplete", Method(&FirstTokenList), METH_FASTCALL | METH_KEYWORDS,
     "FirstTokenComplete(responses, response_cb=None)\n--\n\n"
     "The first token of these samples is there. response_cb isn't called."},
    {"QuerySamplesCompleteArrays", Method(&CompleteArrays), METH_FASTCALL | METH_KEYWORDS,
     "QuerySamplesCompleteArrays(ids, data=None, sizes=None, n_tokens=None, response_cb=None, payload=None)\n--\n\n"
     "QuerySamplesComplete from buffers of integers, such as NumPy arrays: ids, addresses of the answers, their sizes,\n"
     "their tokens. Instead of addresses, payload has the answers' bytes one behind the other."},
    {"FirstTokenCompleteArrays", Method(&FirstTokenArrays), METH_FASTCALL | METH_KEYWORDS,
     "FirstTokenCompleteArrays(ids, data=None, sizes=None, n_tokens=None, response_cb=None, payload=None)\n--\n\n"
     "FirstTokenComplete from buffers, as QuerySamplesCompleteArrays."},
    {"AbortTest", &AbortTest, METH_NOARGS,
     "AbortTest()\n--\n\nEnds the test in progress; StartTest returns. From any thread."},
    {"RegisterIssueQueryThread", &RegisterIssueQueryThread, METH_NOARGS,
     "RegisterIssueQueryThread()\n--\n\n"
     "Lends the calling thread to the test for issuing Server queries; returns when the test ends."},
    {"_set_enumerations", &SetEnumerations, METH_VARARGS, "The classes TestScenario, TestMode and LoggingMode."},
    {}};

int Execute(PyObject* module) {
  auto** const place = static_cast<ModuleState**>(PyModule_GetState(module));
  *place = new (std::nothrow) ModuleState;
  if (*place == nullptr) return PyErr_NoMemory(), -1;
  ModuleState& state = **place;
  return AddQueryTypes(module, state) < 0 || AddSettingsTypes(module, state) < 0 || AddColumnType(module, state) < 0
             ? -1
             : 0;
}

// The state isn't freed: it lives in one process once, and threads of the client may still answer while that ends.
PyModuleDef_Slot slots[] = {{Py_mod_exec, Slot(&Execute)}, {0, nullptr}};

}  // namespace

PyModuleDef module_definition = {PyModuleDef_HEAD_INIT,
                                 "mlperf_loadgen._native",
                                 "The native half of mlperf_loadgen.",
                                 sizeof(ModuleState*),
                                 functions,
                                 slots,
                                 nullptr,
                                 nullptr,
                                 nullptr};

}  // namespace assay::python

PyMODINIT_FUNC PyInit__native() { return PyModuleDef_Init(&assay::python::module_definition); }
