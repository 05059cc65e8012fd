// SPDX-License-Identifier: Apache-2.0
#include "responses.h"

#include "query_types.h"

namespace assay::python {
namespace {

using mlperf::QuerySampleResponse;

// An answer without an address has no bytes, whatever its size says.
void DropSizeOfNothing(QuerySampleResponse& response) {
  if (response.data == 0) response.size = 0;
}

struct ListArguments {
  PyObject* responses = nullptr;
  PyObject* callback = Py_None;
};

bool Parse(PyObject* const* arguments, Py_ssize_t count, PyObject* keywords, ListArguments& parsed) {
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  if (count > 0) parsed.responses = arguments[0];
  if (count > 1) parsed.callback = arguments[1];
  bool fits = count <= 2;
  for (Py_ssize_t i = 0; fits && i < named; ++i) {
    PyObject* const name = PyTuple_GET_ITEM(keywords, i);
    if (count < 1 && PyUnicode_CompareWithASCIIString(name, "responses") == 0) {
      parsed.responses = arguments[count + i];
    } else if (count < 2 && PyUnicode_CompareWithASCIIString(name, "response_cb") == 0) {
      parsed.callback = arguments[count + i];
    } else {
      fits = false;
    }
  }
  if (fits && parsed.responses != nullptr) return IsCallback(parsed.callback, "response_cb");
  PyErr_SetString(PyExc_TypeError, "the arguments are (responses, response_cb=None)");
  return false;
}

// Copies what the list holds: its objects may change or go once the lock is given up.
bool Collect(const ModuleState& state, PyObject* list, std::vector<QuerySampleResponse>& responses) {
  if (PyUnicode_Check(list) || PyBytes_Check(list)) {
    PyErr_SetString(PyExc_TypeError, "responses: a list of QuerySampleResponse is expected");
    return false;
  }
  const Ref items(PySequence_Fast(list, "responses: a list of QuerySampleResponse is expected"));
  if (!items) return false;
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.get());
  responses.reserve(static_cast<std::size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const item = PySequence_Fast_GET_ITEM(items.get(), i);
    if (!PyObject_TypeCheck(item, state.response)) {
      PyErr_Format(PyExc_TypeError, "responses[%zd]: %R isn't a QuerySampleResponse", i, item);
      return false;
    }
    responses.push_back(ValueOf<QuerySampleResponse>(item));
  }
  return true;
}

// What the callback changes in its object reaches the log.
mlperf::ResponseCallback Bind(const ModuleState& state, PyObject* callback) {
  return [&state, callback](QuerySampleResponse* response) {
    constexpr const char* kWhere = "raised in response_cb of QuerySamplesComplete";
    const Locked locked;
    const Ref object(NewResponse(state, *response));
    const Ref result(object ? PyObject_CallOneArg(callback, object.get()) : nullptr);
    if (!result) throw PythonError(kWhere);
    *response = ValueOf<QuerySampleResponse>(object.get());
    DropSizeOfNothing(*response);
  };
}

}  // namespace

bool IsCallback(PyObject* callback, const char* name) {
  if (callback == Py_None || PyCallable_Check(callback)) return true;
  PyErr_Format(PyExc_TypeError, "%s: %R can't be called", name, callback);
  return false;
}

PyObject* Complete(const ModuleState& state, std::vector<QuerySampleResponse>& responses, PyObject* callback) {
  const bool done = Unlocked([&] {
    if (callback != Py_None) {
      mlperf::QuerySamplesComplete(responses.data(), responses.size(), Bind(state, callback));
      return;
    }
    for (QuerySampleResponse& response : responses) DropSizeOfNothing(response);
    mlperf::QuerySamplesComplete(responses.data(), responses.size());
  });
  return done ? NewReference(Py_None) : nullptr;
}

PyObject* FirstToken(std::vector<QuerySampleResponse>& responses) {
  const bool done = Unlocked([&] {
    for (QuerySampleResponse& response : responses) DropSizeOfNothing(response);
    mlperf::FirstTokenComplete(responses.data(), responses.size());
  });
  return done ? NewReference(Py_None) : nullptr;
}

PyObject* CompleteList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  ListArguments parsed;
  if (!Parse(arguments, count, keywords, parsed)) return nullptr;
  PyObject* result = nullptr;
  Translated([&] {
    std::vector<QuerySampleResponse> responses;
    if (!Collect(StateOf(module), parsed.responses, responses)) return;
    result = Complete(StateOf(module), responses, parsed.callback);
  });
  return result;
}

PyObject* FirstTokenList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  ListArguments parsed;
  if (!Parse(arguments, count, keywords, parsed)) return nullptr;
  PyObject* result = nullptr;
  Translated([&] {
    std::vector<QuerySampleResponse> responses;
    if (Collect(StateOf(module), parsed.responses, responses)) result = FirstToken(responses);
  });
  return result;
}

}  // namespace assay::python
