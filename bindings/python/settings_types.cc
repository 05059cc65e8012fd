// SPDX-License-Identifier: Apache-2.0
//
// One table of fields a type: its name in Python, its kind, and where it lies in the C++ struct.
#include "settings_types.h"

#include <cstddef>
#include <limits>
#include <string>

namespace assay::python {
namespace {

using mlperf::LogOutputSettings;
using mlperf::TestSettings;

enum class Kind { kBool, kInt, kUnsigned, kReal, kText, kScenario, kMode, kLoggingMode };

// LogSettings' own fields beside the object that `log_output` returns, which clients change in place.
struct LogFields {
  mlperf::LoggingMode log_mode = mlperf::LogSettings().log_mode;
  std::uint64_t log_mode_async_poll_interval_ms = mlperf::LogSettings().log_mode_async_poll_interval_ms;
  bool enable_trace = mlperf::LogSettings().enable_trace;
  Ref output;
};

struct Field {
  const char* name;
  Kind kind;
  std::size_t offset;
};

constexpr Kind KindOf(const bool*) { return Kind::kBool; }
constexpr Kind KindOf(const int*) { return Kind::kInt; }
constexpr Kind KindOf(const std::uint64_t*) { return Kind::kUnsigned; }
constexpr Kind KindOf(const double*) { return Kind::kReal; }
constexpr Kind KindOf(const std::string*) { return Kind::kText; }
constexpr Kind KindOf(const mlperf::TestScenario*) { return Kind::kScenario; }
constexpr Kind KindOf(const mlperf::TestMode*) { return Kind::kMode; }
constexpr Kind KindOf(const mlperf::LoggingMode*) { return Kind::kLoggingMode; }

#define ASSAY_NAMED(type, name, member) \
  { name, KindOf(static_cast<decltype(type::member)*>(nullptr)), offsetof(Boxed<type>, value) + offsetof(type, member) }
#define ASSAY_FIELD(member) ASSAY_NAMED(TestSettings, #member, member)
constexpr Field kTestFields[] = {
    ASSAY_FIELD(scenario),
    ASSAY_FIELD(mode),
    ASSAY_FIELD(single_stream_expected_latency_ns),
    ASSAY_FIELD(single_stream_target_latency_percentile),
    ASSAY_FIELD(multi_stream_expected_latency_ns),
    ASSAY_FIELD(multi_stream_target_latency_percentile),
    ASSAY_FIELD(multi_stream_samples_per_query),
    ASSAY_FIELD(server_target_qps),
    ASSAY_FIELD(server_target_latency_ns),
    ASSAY_FIELD(server_target_latency_percentile),
    ASSAY_FIELD(server_coalesce_queries),
    ASSAY_FIELD(server_find_peak_qps_decimals_of_precision),
    ASSAY_FIELD(server_find_peak_qps_boundary_step_size),
    ASSAY_FIELD(server_max_async_queries),
    ASSAY_FIELD(server_num_issue_query_threads),
    ASSAY_FIELD(offline_expected_qps),
    ASSAY_FIELD(sample_concatenate_permutation),
    ASSAY_FIELD(min_duration_ms),
    ASSAY_FIELD(max_duration_ms),
    ASSAY_FIELD(min_query_count),
    ASSAY_FIELD(max_query_count),
    ASSAY_FIELD(qsl_rng_seed),
    ASSAY_FIELD(sample_index_rng_seed),
    ASSAY_FIELD(schedule_rng_seed),
    ASSAY_FIELD(accuracy_log_rng_seed),
    ASSAY_FIELD(accuracy_log_probability),
    ASSAY_FIELD(accuracy_log_sampling_target),
    ASSAY_FIELD(test05),
    ASSAY_FIELD(test05_qsl_rng_seed),
    ASSAY_FIELD(test05_sample_index_rng_seed),
    ASSAY_FIELD(test05_schedule_rng_seed),
    ASSAY_FIELD(print_timestamps),
    ASSAY_FIELD(performance_issue_unique),
    ASSAY_FIELD(performance_issue_same),
    ASSAY_FIELD(performance_issue_same_index),
    ASSAY_FIELD(performance_sample_count_override),
    ASSAY_FIELD(accuracy_sample_count_override),
    ASSAY_FIELD(use_token_latencies),
    ASSAY_NAMED(TestSettings, "ttft_latency", server_ttft_latency),
    ASSAY_NAMED(TestSettings, "tpot_latency", server_tpot_latency),
    ASSAY_FIELD(infer_token_latencies),
    ASSAY_FIELD(token_latency_scaling_factor),
};
#undef ASSAY_FIELD
static_assert(std::size(kTestFields) == 42);

constexpr Field kOutputFields[] = {
    ASSAY_NAMED(LogOutputSettings, "outdir", outdir),
    ASSAY_NAMED(LogOutputSettings, "prefix", prefix),
    ASSAY_NAMED(LogOutputSettings, "suffix", suffix),
    ASSAY_NAMED(LogOutputSettings, "prefix_with_datetime", prefix_with_datetime),
    ASSAY_NAMED(LogOutputSettings, "copy_detail_to_stdout", copy_detail_to_stdout),
    ASSAY_NAMED(LogOutputSettings, "copy_summary_to_stdout", copy_summary_to_stdout),
};
constexpr Field kLogFields[] = {
    ASSAY_NAMED(LogFields, "log_mode", log_mode),
    ASSAY_NAMED(LogFields, "log_mode_async_poll_interval_ms", log_mode_async_poll_interval_ms),
    ASSAY_NAMED(LogFields, "enable_trace", enable_trace),
};
#undef ASSAY_NAMED

template <class Value>
Value& At(PyObject* self, const Field& field) {
  return *reinterpret_cast<Value*>(reinterpret_cast<char*>(self) + field.offset);
}

PyObject* EnumOf(PyObject* self, Kind kind) {
  const ModuleState& state = StateOfInstance(self);
  return kind == Kind::kScenario ? state.scenario : kind == Kind::kMode ? state.mode : state.logging_mode;
}

PyObject* Get(PyObject* self, void* closure) {
  const Field& field = *static_cast<const Field*>(closure);
  switch (field.kind) {
    case Kind::kBool:
      return PyBool_FromLong(At<bool>(self, field));
    case Kind::kInt:
      return PyLong_FromLong(At<int>(self, field));
    case Kind::kUnsigned:
      return PyLong_FromUnsignedLongLong(At<std::uint64_t>(self, field));
    case Kind::kReal:
      return PyFloat_FromDouble(At<double>(self, field));
    case Kind::kText:
      return PyUnicode_DecodeFSDefault(At<std::string>(self, field).c_str());
    case Kind::kScenario:
    case Kind::kMode:
    case Kind::kLoggingMode:
      return PyObject_CallFunction(EnumOf(self, field.kind), "i", At<int>(self, field));
  }
  return nullptr;
}

// Text of the file system: a str in its encoding, or bytes as they are.
bool ToText(PyObject* object, std::string& text) {
  const Ref encoded(PyBytes_Check(object)     ? NewReference(object)
                    : PyUnicode_Check(object) ? PyUnicode_EncodeFSDefault(object)
                                              : nullptr);
  if (!encoded) {
    if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "%R isn't a str", object);
    return false;
  }
  text.assign(PyBytes_AS_STRING(encoded.get()), static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.get())));
  if (text.find('\0') == std::string::npos) return true;
  return PyErr_SetString(PyExc_ValueError, "a name of a file can't have a null character"), false;
}

bool SetEnum(PyObject* self, const Field& field, PyObject* object) {
  PyObject* const type = EnumOf(self, field.kind);
  const int is_one = PyObject_IsInstance(object, type);
  if (is_one < 0) return false;
  if (is_one == 0) return PyErr_Format(PyExc_TypeError, "%s: %R isn't a %R", field.name, object, type), false;
  const Ref members(PyObject_GetAttrString(type, "__members__"));
  long long number = 0;
  if (!members || !ToSigned(object, &number)) return false;
  if (number < 0 || number >= PyObject_Size(members.get())) {
    return PyErr_Format(PyExc_ValueError, "%s: %R is no member", field.name, object), false;
  }
  At<int>(self, field) = static_cast<int>(number);
  return true;
}

bool SetNumber(PyObject* self, const Field& field, PyObject* object) {
  if (field.kind == Kind::kUnsigned) {
    unsigned long long number = 0;
    if (!ToUnsigned(object, &number)) return false;
    At<std::uint64_t>(self, field) = number;
    return true;
  }
  if (field.kind == Kind::kReal) {
    const double number = PyFloat_AsDouble(object);
    if (number == -1 && PyErr_Occurred()) return false;
    At<double>(self, field) = number;
    return true;
  }
  long long number = 0;
  if (!ToSigned(object, &number)) return false;
  if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
    return PyErr_Format(PyExc_TypeError, "%s: %R doesn't fit", field.name, object), false;
  }
  At<int>(self, field) = static_cast<int>(number);
  return true;
}

int Set(PyObject* self, PyObject* object, void* closure) {
  const Field& field = *static_cast<const Field*>(closure);
  if (object == nullptr) return PyErr_SetString(PyExc_AttributeError, "can't be deleted"), -1;
  bool done = false;
  switch (field.kind) {
    case Kind::kBool: {
      const int truth = PyObject_IsTrue(object);
      if (truth < 0) return -1;
      At<bool>(self, field) = truth != 0;
      return 0;
    }
    case Kind::kText:
      done = Translated([&] { done = ToText(object, At<std::string>(self, field)); }) && done;
      break;
    case Kind::kInt:
    case Kind::kUnsigned:
    case Kind::kReal:
      done = SetNumber(self, field, object);
      break;
    default:
      done = SetEnum(self, field, object);
  }
  return done ? 0 : -1;
}

// ---- Pickling: a dict of all attributes, so that one of an older version still loads.

PyObject* GetState(PyObject* self, PyObject*) {
  Ref state(PyDict_New());
  // The types here are final but for Python's own classes, whose further attributes aren't ours to keep.
  for (PyTypeObject* type = Py_TYPE(self); state && type != nullptr; type = type->tp_base) {
    if (type->tp_base != &PyBaseObject_Type) continue;
    for (const PyGetSetDef* entry = type->tp_getset; entry->name != nullptr; ++entry) {
      const Ref value(PyObject_GetAttrString(self, entry->name));
      if (!value || PyDict_SetItemString(state.get(), entry->name, value.get()) < 0) return nullptr;
    }
  }
  return state.release();
}

PyObject* SetState(PyObject* self, PyObject* state) {
  if (!PyDict_Check(state)) {
    return PyErr_Format(PyExc_ValueError, "%R isn't the state of a %s", state, Py_TYPE(self)->tp_name);
  }
  PyObject *name, *value;
  for (Py_ssize_t position = 0; PyDict_Next(state, &position, &name, &value);) {
    if (PyObject_SetAttr(self, name, value) < 0) return nullptr;
  }
  Py_RETURN_NONE;
}

PyMethodDef pickling[] = {{"__getstate__", &GetState, METH_NOARGS, "The values as a dict, for pickle."},
                          {"__setstate__", &SetState, METH_O, "Takes what __getstate__ returned."},
                          {}};

// ---- TestSettings

PyObject* FromConfig(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* const kNames[] = {"path", "model", "scenario", "conf_type", nullptr};
  PyObject *path, *model, *scenario;
  int conf_type = 1;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|i:FromConfig", const_cast<char**>(kNames), &path, &model,
                                   &scenario, &conf_type)) {
    return nullptr;
  }
  int code = 0;
  bool taken = false;
  const bool whole = Translated([&] {
    std::string texts[3];
    taken = ToText(path, texts[0]) && ToText(model, texts[1]) && ToText(scenario, texts[2]);
    if (taken) code = ValueOf<TestSettings>(self).FromConfig(texts[0], texts[1], texts[2], conf_type);
  });
  return whole && taken ? PyLong_FromLong(code) : nullptr;
}

PyMethodDef test_methods[] = {
    {"FromConfig", Method(&FromConfig), METH_VARARGS | METH_KEYWORDS,
     "FromConfig($self, path, model, scenario, conf_type=1)\n--\n\n"
     "Takes what a configuration file says for a model and a scenario: 0, or a negative errno.\n"
     "conf_type 0: the official defaults only; 1: those and the file; 2: the file only."},
    pickling[0],
    pickling[1],
    {}};

// ---- LogSettings

PyObject* NewLogSettings(PyTypeObject* type, PyObject*, PyObject*) {
  Ref object(NewBoxed<LogFields>(type, nullptr, nullptr));
  if (!object) return nullptr;
  PyTypeObject* const output = StateOfInstance(object.get()).log_output;
  ValueOf<LogFields>(object.get()).output = Ref(NewBoxed<LogOutputSettings>(output, nullptr, nullptr));
  return ValueOf<LogFields>(object.get()).output ? object.release() : nullptr;
}

PyObject* GetOutput(PyObject* self, void*) { return NewReference(ValueOf<LogFields>(self).output.get()); }

// Takes the values, as the original does, not the object.
int SetOutput(PyObject* self, PyObject* object, void*) {
  if (object == nullptr || !PyObject_TypeCheck(object, StateOfInstance(self).log_output)) {
    return PyErr_SetString(PyExc_TypeError, "log_output: it takes a LogOutputSettings"), -1;
  }
  PyObject* const output = ValueOf<LogFields>(self).output.get();
  return Translated([&] {
    ValueOf<LogOutputSettings>(output) = LogOutputSettings(ValueOf<LogOutputSettings>(object));
  }) ? 0 : -1;
}

// ---- Types

// Python keeps the pointer to this table: it belongs to the type's whole life, which is the process's.
template <std::size_t kCount>
struct Attributes {
  PyGetSetDef entries[kCount + 2] = {};
  explicit Attributes(const Field (&fields)[kCount], PyGetSetDef further = {}) {
    for (std::size_t i = 0; i < kCount; ++i) {
      entries[i] = {fields[i].name, &Get, &Set, nullptr, const_cast<Field*>(&fields[i])};
    }
    entries[kCount] = further;
  }
};

Attributes test_attributes(kTestFields);
Attributes output_attributes(kOutputFields);
Attributes log_attributes(kLogFields, {"log_output", &GetOutput, &SetOutput, nullptr, nullptr});

template <class Value>
PyTypeObject* AddType(PyObject* module, const char* name, const char* doc, PyGetSetDef* attributes,
                      PyMethodDef* methods, newfunc make) {
  PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(doc)},
                         {Py_tp_new, Slot(make)},
                         {Py_tp_init, Slot(&InitWithout)},
                         {Py_tp_dealloc, Slot(&DropBoxed<Value>)},
                         {Py_tp_getset, attributes},
                         {Py_tp_methods, methods},
                         {0, nullptr}};
  PyType_Spec spec = {name, sizeof(Boxed<Value>), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  auto* const type = reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &spec, nullptr));
  return type != nullptr && PyModule_AddType(module, type) == 0 ? type : nullptr;
}

}  // namespace

int AddSettingsTypes(PyObject* module, ModuleState& state) {
  state.test_settings = AddType<TestSettings>(module, "mlperf_loadgen.TestSettings", "What a test is asked to do.",
                                              test_attributes.entries, test_methods, &NewBoxed<TestSettings>);
  if (state.test_settings == nullptr) return -1;
  state.log_output = AddType<LogOutputSettings>(module, "mlperf_loadgen.LogOutputSettings",
                                                "Where the log files go.", output_attributes.entries, pickling,
                                                &NewBoxed<LogOutputSettings>);
  if (state.log_output == nullptr) return -1;
  state.log_settings = AddType<LogFields>(module, "mlperf_loadgen.LogSettings", "How a test is logged.",
                                          log_attributes.entries, pickling, &NewLogSettings);
  return state.log_settings == nullptr ? -1 : 0;
}

const TestSettings& TestSettingsOf(PyObject* object) { return ValueOf<TestSettings>(object); }

mlperf::LogSettings LogSettingsOf(PyObject* object) {
  const LogFields& fields = ValueOf<LogFields>(object);
  mlperf::LogSettings settings;
  settings.log_output = ValueOf<LogOutputSettings>(fields.output.get());
  settings.log_mode = fields.log_mode;
  settings.log_mode_async_poll_interval_ms = fields.log_mode_async_poll_interval_ms;
  settings.enable_trace = fields.enable_trace;
  return settings;
}

}  // namespace assay::python
