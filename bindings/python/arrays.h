// SPDX-License-Identifier: Apache-2.0
// Whole columns at once: queries as memoryviews, responses from NumPy arrays or any other buffers, by Python's buffer
// protocol alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "module_state.h"

namespace assay::python {

// Makes the type behind the memoryviews that issue_cb gets. -1 with an exception set on failure.
int AddColumnType(PyObject* module, ModuleState& state);

struct Columns {
  Ref ids, indices;  // read-only memoryviews, format "Q"; null with an exception set when there is no memory
};

// The columns own their memory: clients keep them for longer than the query is there.
Columns NewColumns(const ModuleState& state, const std::vector<mlperf::QuerySample>& samples);

// A one-dimensional buffer of 4- or 8-byte integers, read in place with whatever distance its elements have. Opened and
// dropped with the lock held; reading needs no lock.
class IntegerArray {
 public:
  IntegerArray() = default;
  IntegerArray(const IntegerArray&) = delete;
  IntegerArray& operator=(const IntegerArray&) = delete;
  ~IntegerArray();

  // None leaves it without one. False with TypeError set for what is no such buffer; `name` is for the message.
  bool Open(PyObject* object, const char* name);
  bool is_open() const { return is_open_; }
  std::size_t size() const { return size_; }
  // Elements `first` to `first` + `count`, signed ones as their two's complement in 64 bits.
  void Read(std::size_t first, std::size_t count, std::uint64_t* values) const;

 private:
  Py_buffer view_ = {};
  bool is_open_ = false;
  const char* first_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::size_t size_ = 0;
  enum class Element { kWide, kUnsigned32, kSigned32 } element_ = Element::kWide;
};

// QuerySamplesCompleteArrays and FirstTokenCompleteArrays: (ids, data, sizes, n_tokens, response_cb, payload).
PyObject* CompleteArrays(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords);
PyObject* FirstTokenArrays(PyObject* module, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords);

}  // namespace assay::python
