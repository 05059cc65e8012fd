// SPDX-License-Identifier: Apache-2.0
// A column: a long array of plain values in pages of its own, in memory or in a file that has no name.
//
// A run of 1e8 queries has gigabytes of columns, each written once from front to back and read in that order. Pages
// that have been passed can be let go: in a file they keep what they hold and come back when they are touched, so that a
// run of any length needs the memory of what it works on. What was never written is 0 and costs nothing.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace assay::base {

// Where columns lie. The default is memory, whatever their length.
struct ColumnPlace {
  std::string folder = {};  // of the files
  // A longer column lies in a file; in memory after all when the folder can't take one.
  std::uint64_t most_bytes_in_memory = std::numeric_limits<std::uint64_t>::max();
};

// A mapping that grows: what columns are made of.
// Threads  as a std::vector.
class Pages {
 public:
  Pages() = default;
  explicit Pages(ColumnPlace place) : place_(std::move(place)) {}
  Pages(Pages&& other) noexcept { Swap(other); }
  Pages& operator=(Pages&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~Pages();

  // Makes room for at least so many bytes; what is new is 0. Room on a disk is reserved in full, so that writing can't
  // fail later. Throws std::bad_alloc when there is no room.
  void Reserve(std::uint64_t bytes);
  // Gives the pages of a part real memory now, so that touching them later is no work for the kernel. Does nothing on
  // Linux before 5.14. Other threads may use the pages meanwhile.
  void Populate(std::uint64_t first_byte, std::uint64_t bytes) const;
  // Lets go of the whole pages inside a part that lies in a file; nothing for one in memory.
  void Release(std::uint64_t first_byte, std::uint64_t bytes) const;

  std::byte* data() const { return data_; }
  std::uint64_t capacity() const { return capacity_; }
  bool in_file() const { return file_ >= 0; }
  const ColumnPlace& place() const { return place_; }

 private:
  void Swap(Pages& other) noexcept;
  bool MoveToFile(std::uint64_t bytes);

  ColumnPlace place_;
  std::byte* data_ = nullptr;
  std::uint64_t capacity_ = 0;
  int file_ = -1;
};

// As far as it goes, a std::vector.
template <class T>
class Column {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  Column() = default;
  explicit Column(ColumnPlace place) : pages_(std::move(place)) {}
  Column(std::initializer_list<T> values) { Append(values.begin(), values.size()); }
  Column(const Column& other) : pages_(other.pages_.place()) { Append(other.data(), other.size()); }
  Column(Column&& other) noexcept : pages_(std::move(other.pages_)), size_(std::exchange(other.size_, 0)) {}
  Column& operator=(Column other) noexcept {
    pages_ = std::move(other.pages_);
    size_ = other.size_;
    return *this;
  }

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return reinterpret_cast<T*>(pages_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(pages_.data()); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::uint64_t i) { return data()[i]; }
  const T& operator[](std::uint64_t i) const { return data()[i]; }
  const T& front() const { return data()[0]; }
  const T& back() const { return data()[size_ - 1]; }

  // Throw std::bad_alloc.
  void reserve(std::uint64_t count) {
    if (count > pages_.capacity() / sizeof(T)) pages_.Reserve(Bytes(count));
  }
  // New values are 0.
  void resize(std::uint64_t count) {
    reserve(count);
    if (count < size_) std::memset(static_cast<void*>(data() + count), 0, (size_ - count) * sizeof(T));
    size_ = count;
  }
  void push_back(const T& value) {
    if (size_ == pages_.capacity() / sizeof(T)) Grow(value);
    data()[size_++] = value;
  }
  void assign(std::uint64_t count, const T& value) {
    resize(count);
    std::fill(begin(), end(), value);
  }

  bool in_file() const { return pages_.in_file(); }
  // As Pages::Populate and Pages::Release, for `count` values from `first` on, as far as they are there.
  void Populate(std::uint64_t first, std::uint64_t count) const {
    count = Within(first, count);
    if (count > 0) pages_.Populate(first * sizeof(T), count * sizeof(T));
  }
  void Release(std::uint64_t first, std::uint64_t count) const {
    count = Within(first, count);
    if (count > 0 && in_file()) pages_.Release(first * sizeof(T), count * sizeof(T));
  }

  template <class Range>
    requires std::convertible_to<decltype(*std::begin(std::declval<const Range&>())), T>
  friend bool operator==(const Column& a, const Range& b) {
    return std::equal(a.begin(), a.end(), std::begin(b), std::end(b));
  }

 private:
  static std::uint64_t Bytes(std::uint64_t count) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max() / sizeof(T);
    return count > kMost ? std::numeric_limits<std::uint64_t>::max() : count * sizeof(T);
  }
  std::uint64_t Within(std::uint64_t first, std::uint64_t count) const {
    return first >= size_ ? 0 : std::min(count, size_ - first);
  }
  void Append(const T* values, std::uint64_t count) {
    reserve(count);
    if (count > 0) std::memcpy(static_cast<void*>(data()), values, count * sizeof(T));
    size_ = count;
  }
  void Grow(T) { pages_.Reserve(std::max<std::uint64_t>(4096, Bytes(size_ + size_ / 2 + 1))); }

  Pages pages_;
  std::uint64_t size_ = 0;
};

}  // namespace assay::base
