// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"

#include <cstring>
#include <string_view>

#include "boxed.h"
#include "responses.h"

namespace assay::python {
namespace {

using mlperf::QuerySampleResponse;

// ---- Queries: the memory behind one memoryview

struct Column {
  std::vector<std::uint64_t> values;
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
  view->buf = column.values.data();
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

template <class Get>
Ref NewColumn(const ModuleState& state, const std::vector<mlperf::QuerySample>& samples, const Get& get) {
  const Ref object(NewBoxed<Column>(state.column, nullptr, nullptr));
  if (!object) return Ref();
  Column& column = ValueOf<Column>(object.get());
  column.values.reserve(samples.size());
  for (const mlperf::QuerySample& sample : samples) column.values.push_back(get(sample));
  column.shape = static_cast<Py_ssize_t>(samples.size());
  return Ref(PyMemoryView_FromObject(object.get()));
}

// ---- Responses

struct ArrayArguments {
  PyObject* ids = nullptr;
  PyObject* data = Py_None;
  PyObject* sizes = Py_None;
  PyObject* n_tokens = Py_None;
  PyObject* callback = Py_None;
  PyObject* payload = Py_None;
};

bool Parse(PyObject* args, PyObject* keywords, ArrayArguments& parsed) {
  static const char* const kNames[] = {"ids", "data", "sizes", "n_tokens", "response_cb", "payload", nullptr};
  return PyArg_ParseTupleAndKeywords(args, keywords, "O|OOOOO", const_cast<char**>(kNames), &parsed.ids, &parsed.data,
                                     &parsed.sizes, &parsed.n_tokens, &parsed.callback, &parsed.payload) &&
         IsCallback(parsed.callback, "response_cb");
}

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
  bool Open(const ArrayArguments& arguments) {
    if (arguments.ids == Py_None) return PyErr_SetString(PyExc_TypeError, "ids: a buffer of integers is expected"), false;
    if (!ids_.Open(arguments.ids, "ids") || !data_.Open(arguments.data, "data") ||
        !sizes_.Open(arguments.sizes, "sizes") || !tokens_.Open(arguments.n_tokens, "n_tokens") ||
        !payload_.Open(arguments.payload)) {
      return false;
    }
    for (const IntegerArray* array : {&data_, &sizes_, &tokens_}) {
      if (array->is_open() && array->size() != ids_.size()) return Refuse("the arrays differ in length");
    }
    if (data_.is_open() && payload_.is_open()) return Refuse("data and payload exclude each other");
    const bool has_bytes = data_.is_open() || payload_.is_open();
    return has_bytes == sizes_.is_open() || Refuse("sizes go with data or payload, and these with sizes");
  }

  // Fills the responses: one pass over all columns.
  bool Gather(std::vector<QuerySampleResponse>& responses) const {
    responses.reserve(ids_.size());
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const std::uint64_t size = sizes_.At(i);
      if (size > static_cast<std::uint64_t>(PY_SSIZE_T_MAX)) return Refuse("a size is negative");
      std::uint64_t address = data_.At(i);
      if (payload_.is_open()) {
        if (size > payload_.size() - used) return Refuse("the sizes add up to more than the payload has");
        address = payload_.address() + used;
        used += size;
      }
      responses.emplace_back(ids_.At(i), address, size, static_cast<std::int64_t>(tokens_.At(i)));
    }
    return true;
  }

 private:
  IntegerArray ids_, data_, sizes_, tokens_;
  Payload payload_;
};

template <class Deliver>
PyObject* DeliverArrays(PyObject* args, PyObject* keywords, const Deliver& deliver) {
  ArrayArguments arguments;
  ResponseArrays arrays;
  if (!Parse(args, keywords, arguments) || !arrays.Open(arguments)) return nullptr;
  PyObject* result = nullptr;
  Translated([&] {
    std::vector<QuerySampleResponse> responses;
    if (arrays.Gather(responses)) result = deliver(responses, arguments.callback);
  });
  return result;
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
  return {NewColumn(state, samples, [](const mlperf::QuerySample& sample) { return sample.id; }),
          NewColumn(state, samples, [](const mlperf::QuerySample& sample) { return sample.index; })};
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

std::uint64_t IntegerArray::At(std::size_t position) const {
  if (element_ == Element::kNone) return 0;
  const char* const at = first_ + static_cast<std::ptrdiff_t>(position) * stride_;
  if (element_ == Element::kWide) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  std::uint32_t value;
  std::memcpy(&value, at, sizeof value);
  if (element_ == Element::kUnsigned32) return value;
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)});
}

PyObject* CompleteArrays(PyObject* module, PyObject* args, PyObject* keywords) {
  return DeliverArrays(args, keywords, [module](std::vector<QuerySampleResponse>& responses, PyObject* callback) {
    return Complete(StateOf(module), responses, callback);
  });
}

PyObject* FirstTokenArrays(PyObject*, PyObject* args, PyObject* keywords) {
  return DeliverArrays(args, keywords,
                       [](std::vector<QuerySampleResponse>& responses, PyObject*) { return FirstToken(responses); });
}

}  // namespace assay::python
