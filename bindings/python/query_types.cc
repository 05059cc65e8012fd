// SPDX-License-Identifier: Apache-2.0
//
// Millions of these are made in a run: construction goes through vectorcall, straight from the caller's stack.
#include "query_types.h"

#include <cstddef>

namespace assay::python {
namespace {

using mlperf::QuerySample;
using mlperf::QuerySampleResponse;

// Fields in the order of the constructor's arguments.
struct Member {
  const char* name;
  std::size_t offset;
  bool is_signed;
};

template <class Value>
struct Layout;

template <>
struct Layout<QuerySample> {
  static constexpr Member kMembers[] = {{"id", offsetof(QuerySample, id), false},
                                        {"index", offsetof(QuerySample, index), false}};
  static constexpr Py_ssize_t kFewest = 2;
  static constexpr const char* kForms = "QuerySample() or QuerySample(id, index)";
};

template <>
struct Layout<QuerySampleResponse> {
  static constexpr Member kMembers[] = {{"id", offsetof(QuerySampleResponse, id), false},
                                        {"data", offsetof(QuerySampleResponse, data), false},
                                        {"size", offsetof(QuerySampleResponse, size), false},
                                        {"n_tokens", offsetof(QuerySampleResponse, n_tokens), true}};
  static constexpr Py_ssize_t kFewest = 3;
  static constexpr const char* kForms =
      "QuerySampleResponse(), QuerySampleResponse(id, data, size) or QuerySampleResponse(id, data, size, n_tokens)";
};

// Both structs are made of 8-byte integers only.
static_assert(sizeof(QuerySample) == 16 && sizeof(QuerySampleResponse) == 32);

char* Place(void* value, const Member& member) { return static_cast<char*>(value) + member.offset; }

bool SetMember(void* value, const Member& member, PyObject* object) {
  if (member.is_signed) return ToSigned(object, reinterpret_cast<long long*>(Place(value, member)));
  unsigned long long number;
  if (!ToUnsigned(object, &number)) return false;
  *reinterpret_cast<unsigned long long*>(Place(value, member)) = number;
  return true;
}

PyObject* GetMember(void* value, const Member& member) {
  if (member.is_signed) return PyLong_FromLongLong(*reinterpret_cast<long long*>(Place(value, member)));
  return PyLong_FromUnsignedLongLong(*reinterpret_cast<unsigned long long*>(Place(value, member)));
}

template <class Value>
bool Fill(Value& value, PyObject* const* arguments, Py_ssize_t count) {
  constexpr Py_ssize_t kMost = std::size(Layout<Value>::kMembers);
  if (count != 0 && (count < Layout<Value>::kFewest || count > kMost)) {
    PyErr_Format(PyExc_TypeError, "%zd arguments; it is %s", count, Layout<Value>::kForms);
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!SetMember(&value, Layout<Value>::kMembers[i], arguments[i])) return false;
  }
  return true;
}

bool NoKeywords(bool none, const char* forms) {
  if (!none) PyErr_Format(PyExc_TypeError, "no keyword arguments; it is %s", forms);
  return none;
}

template <class Value>
PyObject* Construct(PyObject* type, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
  if (!NoKeywords(keywords == nullptr || PyTuple_GET_SIZE(keywords) == 0, Layout<Value>::kForms)) return nullptr;
  Value value{};
  if (!Fill(value, arguments, PyVectorcall_NARGS(flags))) return nullptr;
  return NewExact(reinterpret_cast<PyTypeObject*>(type), value);
}

// For classes that derive from these.
template <class Value>
int Init(PyObject* self, PyObject* args, PyObject* keywords) {
  if (!NoKeywords(keywords == nullptr || PyDict_GET_SIZE(keywords) == 0, Layout<Value>::kForms)) return -1;
  return Fill(ValueOf<Value>(self), PySequence_Fast_ITEMS(args), PyTuple_GET_SIZE(args)) ? 0 : -1;
}

template <class Value>
PyObject* Get(PyObject* self, void* member) {
  return GetMember(&ValueOf<Value>(self), *static_cast<const Member*>(member));
}

template <class Value>
int Set(PyObject* self, PyObject* object, void* member) {
  if (object == nullptr) return PyErr_SetString(PyExc_AttributeError, "can't be deleted"), -1;
  return SetMember(&ValueOf<Value>(self), *static_cast<const Member*>(member), object) ? 0 : -1;
}

template <class Value>
PyObject* GetState(PyObject* self, PyObject*) {
  Ref state(PyTuple_New(std::size(Layout<Value>::kMembers)));
  Py_ssize_t i = 0;
  for (const Member& member : Layout<Value>::kMembers) {
    PyObject* const item = state ? GetMember(&ValueOf<Value>(self), member) : nullptr;
    if (item == nullptr) return nullptr;
    PyTuple_SET_ITEM(state.get(), i++, item);
  }
  return state.release();
}

// A response's state may lack the tokens, as the official module writes it.
template <class Value>
PyObject* SetState(PyObject* self, PyObject* state) {
  if (!PyTuple_Check(state) || PyTuple_GET_SIZE(state) < Layout<Value>::kFewest) {
    return PyErr_Format(PyExc_ValueError, "%R isn't the state of a %s", state, Py_TYPE(self)->tp_name);
  }
  Value value{};
  if (!Fill(value, PySequence_Fast_ITEMS(state), PyTuple_GET_SIZE(state))) return nullptr;
  ValueOf<Value>(self) = value;
  Py_RETURN_NONE;
}

template <class Value>
PyGetSetDef Attribute(int position, const char* doc) {
  const Member& member = Layout<Value>::kMembers[position];
  return {member.name, &Get<Value>, &Set<Value>, doc, const_cast<Member*>(&member)};
}

template <class Value>
PyTypeObject* MakeType(PyObject* module, const char* name, const char* doc, PyGetSetDef* attributes,
                       PyMethodDef* methods) {
  PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(doc)},
                         {Py_tp_new, Slot(&NewBoxed<Value>)},
                         {Py_tp_init, Slot(&Init<Value>)},
                         {Py_tp_dealloc, Slot(&DropBoxed<Value>)},
                         {Py_tp_getset, attributes},
                         {Py_tp_methods, methods},
                         {0, nullptr}};
  PyType_Spec spec = {name, sizeof(Boxed<Value>), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  auto* const type = reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &spec, nullptr));
  if (type != nullptr) type->tp_vectorcall = &Construct<Value>;
  return type;
}

template <class Value>
PyMethodDef pickling[] = {{"__getstate__", &GetState<Value>, METH_NOARGS, "The values as a tuple, for pickle."},
                          {"__setstate__", &SetState<Value>, METH_O, "Takes what __getstate__ returned."},
                          {}};

PyGetSetDef sample_attributes[] = {
    Attribute<QuerySample>(0, "names this issue of the sample; goes back in the response"),
    Attribute<QuerySample>(1, "the sample's place in the query sample library"),
    {}};
PyGetSetDef response_attributes[] = {Attribute<QuerySampleResponse>(0, "the id of the sample that is answered"),
                                     Attribute<QuerySampleResponse>(1, "address of the answer's bytes, 0 for none"),
                                     Attribute<QuerySampleResponse>(2, "how many bytes"),
                                     Attribute<QuerySampleResponse>(3, "output tokens"),
                                     {}};

}  // namespace

int AddQueryTypes(PyObject* module, ModuleState& state) {
  state.sample = MakeType<QuerySample>(module, "mlperf_loadgen.QuerySample", "One sample of a query.",
                                       sample_attributes, pickling<QuerySample>);
  if (state.sample == nullptr || PyModule_AddType(module, state.sample) < 0) return -1;
  state.response = MakeType<QuerySampleResponse>(module, "mlperf_loadgen.QuerySampleResponse",
                                                 "The answer to one sample.", response_attributes,
                                                 pickling<QuerySampleResponse>);
  return state.response == nullptr ? -1 : PyModule_AddType(module, state.response);
}

PyObject* NewSample(const ModuleState& state, const QuerySample& sample) { return NewExact(state.sample, sample); }

PyObject* NewResponse(const ModuleState& state, const QuerySampleResponse& response) {
  return NewExact(state.response, response);
}

}  // namespace assay::python
