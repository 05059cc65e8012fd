// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

#include "boxed.h"
#include "responses.h"

namespace assay::python {
namespace {

using mlperf::QuerySampleResponse;

// ---- Queries: the memory behind one memoryview

struct Column {
  std::unique_ptr<std::uint64_t[]> values;
  Py_ssize_t shape = 0;
  Py_ssize_t stride = sizeof(std::uint64_t);
};

int GetBuffer(PyObject* self, Py_buffer* view, int flags) {
  Column& column = ValueOf<Column>(self);
  view->obj = nullptr;
  if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
    PyErr_SetString(PyExc_BufferError, "a query's ids and indices are read-only");
    return -1;
  }
  *view = Py_buffer{};
  view->buf = column.values.get();
  view->obj = NewReference(self);
  view->len = column.shape * column.stride;
  view->itemsize = column.stride;
  view->readonly = 1;
  view->ndim = 1;
  view->format = (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? const_cast<char*>("Q") : nullptr;
  view->shape = (flags & PyBUF_ND) == PyBUF_ND ? &column.shape : nullptr;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &column.stride : nullptr;
  return 0;
}

// A column that isn't filled yet; null with an exception set when there is no memory.
Ref NewColumn(const ModuleState& state, std::size_t count) {
  Ref object(NewBoxed<Column>(state.column, nullptr, nullptr));
  if (!object) return object;
  Column& column = ValueOf<Column>(object.get());
  column.values = std::make_unique_for_overwrite<std::uint64_t[]>(count);
  column.shape = static_cast<Py_ssize_t>(count);
  return object;
}

// ---- Responses

enum Argument { kIds, kData, kSizes, kTokens, kCallback, kPayload };

// The bytes of all answers one behind the other.
class Payload {
 public:
  Payload() = default;
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  ~Payload() {
    if (is_open_) PyBuffer_Release(&view_);
  }
  bool Open(PyObject* object) {
    if (object == Py_None) return true;
    if (PyObject_GetBuffer(object, &view_, PyBUF_SIMPLE) < 0) return false;
    return is_open_ = true;
  }
  bool is_open() const { return is_open_; }
  std::uint64_t address() const { return reinterpret_cast<std::uintptr_t>(view_.buf); }
  std::uint64_t size() const { return static_cast<std::uint64_t>(view_.len); }

 private:
  Py_buffer view_ = {};
  bool is_open_ = false;
};

bool Refuse(const char* why) { return PyErr_SetString(PyExc_ValueError, why), false; }

// The buffers stay held while the engine reads what they point to.
class ResponseArrays {
 public:
  // False with an exception set.
  bool Open(PyObject* const* given) {
    if (given[kIds] == Py_None) return PyErr_SetString(PyExc_TypeError, "ids: a buffer of integers is expected"), false;
    if (!ids_.Open(given[kIds], "ids") || !data_.Open(given[kData], "data") || !sizes_.Open(given[kSizes], "sizes") ||
        !tokens_.Open(given[kTokens], "n_tokens") || !payload_.Open(given[kPayload])) {
      return false;
    }
    for (const IntegerArray* array : {&data_, &sizes_, &tokens_}) {
      if (array->is_open() && array->size() != ids_.size()) return Refuse("the arrays differ in length");
    }
    if (data_.is_open() && payload_.is_open()) return Refuse("data and payload exclude each other");
    const bool has_bytes = data_.is_open() || payload_.is_open();
    return has_bytes == sizes_.is_open() || Refuse("sizes go with data or payload, and these with sizes");
  }

  // Makes the responses; the engine gets them in one call, since that has one time. Needs no lock. Returns what is wrong
  // with the sizes, or null.
  const char* Gather(std::vector<QuerySampleResponse>& responses) const {
    Words ids, data, sizes, tokens;
    for (Words* const words : {&data, &sizes, &tokens}) std::fill_n(*words, std::min(ids_.size(), kBlock), 0);
    responses.reserve(ids_.size());
    std::uint64_t used = 0;
    for (std::size_t first = 0; first < ids_.size(); first += kBlock) {
      const std::size_t count = std::min(ids_.size() - first, kBlock);
      ids_.Read(first, count, ids);
      if (data_.is_open()) data_.Read(first, count, data);
      if (sizes_.is_open()) sizes_.Read(first, count, sizes);
      if (tokens_.is_open()) tokens_.Read(first, count, tokens);
      for (std::size_t i = 0; i < count; ++i) {
        if (sizes[i] > static_cast<std::uint64_t>(PY_SSIZE_T_MAX)) return "a size is negative";
        if (payload_.is_open()) {
          if (sizes[i] > payload_.size() - used) return "the sizes add up to more than the payload has";
          data[i] = payload_.address() + used;
          used += sizes[i];
        }
        responses.emplace_back(ids[i], data[i], sizes[i], static_cast<std::int64_t>(tokens[i]));
      }
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kBlock = 256;  // elements that are read at a time
  using Words = std::uint64_t[kBlock];

  IntegerArray ids_, data_, sizes_, tokens_;
  Payload payload_;
};

PyObject* DeliverArrays(PyObject* module, Delivery::Kind kind, PyObject* const* arguments, Py_ssize_t count,
                        PyObject* keywords) {
  static const char* const kNames[] = {"ids", "data", "sizes", "n_tokens", "response_cb", "payload"};
  PyObject* given[] = {nullptr, Py_None, Py_None, Py_None, Py_None, Py_None};
  ResponseArrays arrays;
  if (!TakeArguments(kNames, "ids, data=None, sizes=None, n_tokens=None, response_cb=None, payload=None", arguments,
                     count, keywords, given) ||
      !IsCallback(given[kCallback], "response_cb")) {
    return nullptr;
  }
  PyObject* result = nullptr;
  Translated([&] {
    if (!arrays.Open(given)) return;
    const Delivery deliver(StateOf(module), kind, given[kCallback]);
    const char* wrong = nullptr;
    const bool done = Unlocked([&] {
      std::vector<QuerySampleResponse> responses;
      wrong = arrays.Gather(responses);
      if (wrong == nullptr) deliver(responses.data(), responses.size());
    });
    if (done && (wrong == nullptr || Refuse(wrong))) result = NewReference(Py_None);
  });
  return result;
}

template <class Element>
void ReadAs(const char* at, std::ptrdiff_t stride, std::size_t count, std::uint64_t* values) {
  for (std::size_t i = 0; i < count; ++i, at += stride) {
    Element element;
    std::memcpy(&element, at, sizeof element);
    values[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(element));
  }
}

}  // namespace

int AddColumnType(PyObject* module, ModuleState& state) {
  static const char kDoc[] = "The ids or the indices of one query.";
  PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(kDoc)},
                         {Py_tp_dealloc, Slot(&DropBoxed<Column>)},
                         {Py_bf_getbuffer, Slot(&GetBuffer)},
                         {0, nullptr}};
  PyType_Spec spec = {"mlperf_loadgen.Column", sizeof(Boxed<Column>), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  state.column = reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &spec, nullptr));
  return state.column == nullptr ? -1 : 0;
}

Columns NewColumns(const ModuleState& state, const std::vector<mlperf::QuerySample>& samples) {
  const Ref ids = NewColumn(state, samples.size()), indices = NewColumn(state, samples.size());
  if (!ids || !indices) return {Ref(), Ref()};
  std::uint64_t* const id = ValueOf<Column>(ids.get()).values.get();
  std::uint64_t* const index = ValueOf<Column>(indices.get()).values.get();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    id[i] = samples[i].id;
    index[i] = samples[i].index;
  }
  return {Ref(PyMemoryView_FromObject(ids.get())), Ref(PyMemoryView_FromObject(indices.get()))};
}

IntegerArray::~IntegerArray() {
  if (is_open_) PyBuffer_Release(&view_);
}

bool IntegerArray::Open(PyObject* object, const char* name) {
  if (object == Py_None) return true;
  if (PyObject_GetBuffer(object, &view_, PyBUF_RECORDS_RO) < 0) return false;
  is_open_ = true;
  std::string_view format = view_.format == nullptr ? "B" : view_.format;
  if (format.size() == 2 && std::string_view("@=<").find(format[0]) != std::string_view::npos) format.remove_prefix(1);
  const bool is_signed = format == "i" || format == "l" || format == "q" || format == "n";
  const bool is_unsigned = format == "I" || format == "L" || format == "Q" || format == "N";
  if (view_.ndim != 1 || !(is_signed || is_unsigned) || (view_.itemsize != 4 && view_.itemsize != 8)) {
    PyErr_Format(PyExc_TypeError, "%s: one dimension of 4- or 8-byte integers is expected, not %d of format %s", name,
                 view_.ndim, view_.format == nullptr ? "B" : view_.format);
    return false;
  }
  element_ = view_.itemsize == 8 ? Element::kWide : is_signed ? Element::kSigned32 : Element::kUnsigned32;
  first_ = static_cast<const char*>(view_.buf);
  stride_ = view_.strides[0];
  size_ = static_cast<std::size_t>(view_.shape[0]);
  return true;
}

void IntegerArray::Read(std::size_t first, std::size_t count, std::uint64_t* values) const {
  const char* const at = first_ + static_cast<std::ptrdiff_t>(first) * stride_;
  switch (element_) {
    case Element::kWide:
      if (stride_ == sizeof(std::uint64_t)) {
        std::memcpy(values, at, count * sizeof(std::uint64_t));
      } else {
        ReadAs<std::uint64_t>(at, stride_, count, values);
      }
      return;
    case Element::kSigned32:
      return ReadAs<std::int32_t>(at, stride_, count, values);
    case Element::kUnsigned32:
      return ReadAs<std::uint32_t>(at, stride_, count, values);
  }
}

PyObject* CompleteArrays(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  return DeliverArrays(module, Delivery::Kind::kAnswers, arguments, count, keywords);
}

PyObject* FirstTokenArrays(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  return DeliverArrays(module, Delivery::Kind::kFirstTokens, arguments, count, keywords);
}

}  // namespace assay::python
