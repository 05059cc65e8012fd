// SPDX-License-Identifier: Apache-2.0
#include "responses.h"

#include <vector>

#include "query_types.h"

namespace assay::python {
namespace {

using mlperf::QuerySampleResponse;

// An answer without an address has no bytes, whatever its size says.
void DropSizeOfNothing(QuerySampleResponse& response) {
  if (response.data == 0) response.size = 0;
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
    if (!Py_IS_TYPE(item, state.response) && !PyObject_TypeCheck(item, state.response)) {
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

PyObject* DeliverList(PyObject* module, Delivery::Kind kind, PyObject* const* arguments, Py_ssize_t count,
                      PyObject* keywords) {
  static const char* const kNames[] = {"responses", "response_cb"};
  PyObject* given[] = {nullptr, Py_None};
  if (!TakeArguments(kNames, "responses, response_cb=None", arguments, count, keywords, given) ||
      !IsCallback(given[1], "response_cb")) {
    return nullptr;
  }
  PyObject* result = nullptr;
  Translated([&] {
    std::vector<QuerySampleResponse> responses;
    if (!Collect(StateOf(module), given[0], responses)) return;
    const Delivery deliver(StateOf(module), kind, given[1]);
    if (Unlocked([&] { deliver(responses.data(), responses.size()); })) result = NewReference(Py_None);
  });
  return result;
}

}  // namespace

bool IsCallback(PyObject* callback, const char* name) {
  if (callback == Py_None || PyCallable_Check(callback)) return true;
  PyErr_Format(PyExc_TypeError, "%s: %R can't be called", name, callback);
  return false;
}

Delivery::Delivery(const ModuleState& state, Kind kind, PyObject* callback) : kind_(kind) {
  if (kind == Kind::kAnswers && callback != Py_None) callback_ = Bind(state, callback);
}

void Delivery::operator()(QuerySampleResponse* responses, std::size_t count) const {
  if (callback_) return mlperf::QuerySamplesComplete(responses, count, callback_);
  for (std::size_t i = 0; i < count; ++i) DropSizeOfNothing(responses[i]);
  kind_ == Kind::kAnswers ? mlperf::QuerySamplesComplete(responses, count)
                          : mlperf::FirstTokenComplete(responses, count);
}

PyObject* CompleteList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  return DeliverList(module, Delivery::Kind::kAnswers, arguments, count, keywords);
}

PyObject* FirstTokenList(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  return DeliverList(module, Delivery::Kind::kFirstTokens, arguments, count, keywords);
}

}  // namespace assay::python
