// SPDX-License-Identifier: Apache-2.0
// Field tables: the one place that says which keys a block of the spec has, and what each means.
//
// A table is a list of keys; a key names the member that it fills and the type of its value.
// Reading, defaults, origins,
// `--set`, resolved.yaml, the JSON Schema and the reference page all walk the same tables, so they
// can't disagree.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/json.h"
#include "spec/names.h"
#include "spec/node.h"
#include "spec/spec_reading.h"

namespace assay::spec {

struct Table;

// One line of resolved.yaml, or one row of `plan`.
struct ResolvedLine {
  int indent = 0;          // levels
  bool item = false;       // the first line of a list's entry
  std::string key, value;  // value empty = a mapping or list follows, one level deeper
  std::string path;
};

// How values of one kind are read, written, described. `out` and `value` point to the member's own
// C++ type.
class ValueType {
 public:
  virtual ~ValueType() = default;
  virtual void Read(const Node& node, const std::string& path, SpecReading& reading,
                    void* out) const = 0;
  // As a YAML flow value. Empty when there is nothing to write: an optional without a value, an
  // empty text or list.
  virtual std::optional<std::string> Text(const void* value) const = 0;
  // Lines for resolved.yaml; the value alone unless overridden.
  virtual void Lines(const void* value, const std::string& key, const std::string& path, int indent,
                     std::vector<ResolvedLine>& lines) const;
  // Members of the JSON Schema object that this value must satisfy.
  virtual void Schema(const Names& names, base::JsonWriter& json) const = 0;
  // A few words for the reference page: "duration", "list of text".
  virtual std::string Describe() const = 0;
  // The keys below this value, if it is a mapping of its own (or a list of such).
  virtual const Table* table() const { return nullptr; }
  // Lines of that mapping when nothing in it is given: its defaults.
  virtual std::vector<ResolvedLine> Defaults() const { return {}; }
  // False for keys that are known but whose engine isn't built.
  virtual bool built() const { return true; }
};

// A ValueType for members of C++ type T.
template <class T>
struct TypeOf {
  std::shared_ptr<const ValueType> type;
};

struct Field {
  std::string_view key;
  std::shared_ptr<const ValueType> type;
  void* (*member)(void* owner);  // null when the key isn't built
  std::string_view doc;
  std::string_view example;
  bool required = false;

  Field Required() && {
    required = true;
    return std::move(*this);
  }
};

struct Table {
  std::string_view name;  // "systems[]": heading of the reference page
  std::string_view doc;
  std::vector<Field> fields;

  const Field* Find(std::string_view key) const;
};

// Reads a mapping into *owner. Everything wrong with it goes into `reading`; what is right is read
// all the same.
void ReadTable(const Table& table, const Node& node, const std::string& path, SpecReading& reading,
               void* owner);
void TableLines(const Table& table, const void* owner, const std::string& path, int indent,
                std::vector<ResolvedLine>& lines);
// Members "type", "properties", "required", … ; `defaults` as ValueType::Defaults has them.
void TableSchema(const Table& table, const std::vector<ResolvedLine>& defaults, const Names& names,
                 base::JsonWriter& json);
// The default of a key as YAML; empty when it has none.
std::string DefaultOf(std::string_view key, const std::vector<ResolvedLine>& defaults);

std::string JoinKeys(const std::string& path, std::string_view key);

namespace internal {
template <auto Member>
struct MemberOf;
template <class O, class T, T O::* Member>
struct MemberOf<Member> {
  using Class = O;
  using Value = T;
};
}  // namespace internal

// A key that fills a member: Key<&Task::name>("name", TextValue(), "What …", "rare-class"). `Owner`
// is the struct that the table fills, if the member comes from its base.
template <auto Member, class Owner = typename internal::MemberOf<Member>::Class, class T>
Field Key(std::string_view key, TypeOf<T> type, std::string_view doc,
          std::string_view example = {}) {
  static_assert(std::is_same_v<T, typename internal::MemberOf<Member>::Value>,
                "the type reads another C++ type");
  return Field{key, std::move(type.type),
               [](void* owner) -> void* { return &(static_cast<Owner*>(owner)->*Member); }, doc,
               example};
}

}  // namespace assay::spec
