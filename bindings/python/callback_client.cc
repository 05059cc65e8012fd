// SPDX-License-Identifier: Apache-2.0
#include "callback_client.h"

#include "arrays.h"
#include "query_types.h"

namespace assay::python {
namespace {

// A list of `count` new objects, the i-th made by make(i).
template <class Make>
Ref ListOf(std::size_t count, const Make& make) {
  Ref list(PyList_New(static_cast<Py_ssize_t>(count)));
  for (std::size_t i = 0; list && i < count; ++i) {
    PyObject* const item = make(i);
    if (item == nullptr) return Ref();
    PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), item);
  }
  return list;
}

// Calls with one or two arguments; a null one is an exception that is set already.
Ref Call(PyObject* callable, const Ref& first, const char* where) {
  Ref result(first ? PyObject_CallOneArg(callable, first.get()) : nullptr);
  if (!result) throw PythonError(where);
  return result;
}

Ref Call(PyObject* callable, const Ref& first, const Ref& second, const char* where) {
  PyObject* const arguments[] = {first.get(), second.get()};
  Ref result(first && second ? PyObject_Vectorcall(callable, arguments, 2, nullptr) : nullptr);
  if (!result) throw PythonError(where);
  return result;
}

}  // namespace

CallbackSystem::CallbackSystem(const ModuleState& state, QueryForm form, PyObject* issue, PyObject* flush,
                               std::string fixed_name, PyObject* name)
    : state_(state),
      form_(form),
      issue_(NewReference(issue)),
      flush_(NewReference(flush)),
      name_(NewReference(name)),
      name_text_(std::move(fixed_name)) {}

CallbackSystem::~CallbackSystem() {
  const Locked locked;
  issue_ = Ref();
  flush_ = Ref();
  name_ = Ref();
}

const std::string& CallbackSystem::Name() {
  if (!name_) return name_text_;
  const Locked locked;
  constexpr const char* kWhere = "raised in name_cb of a query dispatch library";
  const Ref name(PyObject_CallNoArgs(name_.get()));
  Py_ssize_t size = 0;
  const char* const text = name ? PyUnicode_AsUTF8AndSize(name.get(), &size) : nullptr;
  if (text == nullptr) throw PythonError(kWhere);
  name_text_.assign(text, static_cast<std::size_t>(size));
  return name_text_;
}

void CallbackSystem::IssueQuery(const std::vector<mlperf::QuerySample>& samples) {
  constexpr const char* kWhere = "raised in issue_cb of a system under test";
  const Locked locked;
  switch (form_) {
    case QueryForm::kSamples:
      Call(issue_.get(), ListOf(samples.size(), [&](std::size_t i) { return NewSample(state_, samples[i]); }), kWhere);
      return;
    case QueryForm::kLists:
      Call(issue_.get(),
           ListOf(samples.size(), [&](std::size_t i) { return PyLong_FromUnsignedLongLong(samples[i].id); }),
           ListOf(samples.size(), [&](std::size_t i) { return PyLong_FromSize_t(samples[i].index); }), kWhere);
      return;
    case QueryForm::kArrays: {
      Columns columns = NewColumns(state_, samples);
      Call(issue_.get(), columns.ids, columns.indices, kWhere);
      return;
    }
  }
}

void CallbackSystem::FlushQueries() {
  const Locked locked;
  const Ref done(PyObject_CallNoArgs(flush_.get()));
  if (!done) throw PythonError("raised in flush_cb of a system under test");
}

CallbackLibrary::CallbackLibrary(std::size_t total, std::size_t performance, PyObject* load, PyObject* unload)
    : total_(total), performance_(performance), load_(NewReference(load)), unload_(NewReference(unload)) {}

CallbackLibrary::~CallbackLibrary() {
  const Locked locked;
  load_ = Ref();
  unload_ = Ref();
}

void CallbackLibrary::LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>& samples) {
  const Locked locked;
  Call(load_.get(), ListOf(samples.size(), [&](std::size_t i) { return PyLong_FromSize_t(samples[i]); }),
       "raised in load_cb of a query sample library");
}

void CallbackLibrary::UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>& samples) {
  const Locked locked;
  Call(unload_.get(), ListOf(samples.size(), [&](std::size_t i) { return PyLong_FromSize_t(samples[i]); }),
       "raised in unload_cb of a query sample library");
}

}  // namespace assay::python
