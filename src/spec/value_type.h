// SPDX-License-Identifier: Apache-2.0
// The kinds of values that keys take: text, counts, quantities, choices, lists, mappings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/field_table.h"
#include "spec/near_name.h"
#include "spec/quantity.h"

namespace assay::spec {

// A text as YAML writes it: plain where that is safe, else in double quotes with JSON's escapes.
std::string YamlText(std::string_view text);

// A value that is one scalar: how it is read and written, and its JSON Schema members.
template <class T>
struct Scalar {
  std::function<Result<T>(const Node&)> parse;
  std::function<std::optional<std::string>(const T&)> text;
  std::function<void(const Names&, base::JsonWriter&)> schema;
  std::string description;
};

template <class T>
class ScalarType : public ValueType {
 public:
  explicit ScalarType(Scalar<T> scalar) : scalar_(std::move(scalar)) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    auto value = scalar_.parse(node);
    if (value) {
      *static_cast<T*>(out) = *std::move(value);
    } else {
      reading.Fail(node, path, value.error());
    }
  }
  std::optional<std::string> Text(const void* value) const override {
    return scalar_.text(*static_cast<const T*>(value));
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    scalar_.schema(names, json);
  }
  std::string Describe() const override { return scalar_.description; }
  Result<T> Parse(const Node& node) const { return scalar_.parse(node); }

 private:
  Scalar<T> scalar_;
};

template <class T>
TypeOf<T> MakeScalar(Scalar<T> scalar) {
  return {std::make_shared<ScalarType<T>>(std::move(scalar))};
}

// Any text, one scalar; quotes are needed only where YAML needs them. Empty text isn't written.
TypeOf<std::string> TextValue();
// Letters, digits, - _ . and starting with a letter or digit: it names folders and parts of paths.
TypeOf<std::string> Identifier();
// One of `names`, stored as text; `unbuilt` are known too, and refused by name.
TypeOf<std::string> Word(std::vector<std::string> names, std::vector<std::string> unbuilt = {});
// A name that Names lists: the schema has them as an enum; whether it exists is checked by
// CheckSpec.
TypeOf<std::string> MetricName();
TypeOf<std::string> ExecutorName();
// true or false, nothing else.
TypeOf<bool> Flag();
TypeOf<double> Number(double low, double high);
// A share; `open`: 0 and 1 themselves are excluded.
TypeOf<double> Share(bool open = false);
TypeOf<double> Rate();
TypeOf<std::int64_t> Duration(bool zero_allowed);
// Amounts per `per`; kOne also for what may only be an amount.
TypeOf<Money> Amount(std::vector<Per> per);
// An amount, or {column, factor}; error_cost_value.cc.
TypeOf<ErrorCost> ErrorCostValue();
TypeOf<Bound> BoundValue();
TypeOf<std::vector<Condition>> ConditionsValue(bool quantities_only);
// A condition on columns, "age >= 70 and male == 1", or `worst_decile`, as text; slices_table.cc.
TypeOf<std::string> SliceName();
// "0", "0-3", "0,2": cores to run on.
TypeOf<std::string> Cores();
// Of any C++ type: known, not built in this release.
Field Unbuilt(std::string_view key, std::string_view doc);

// A scalar node's text, if its look allows a bare number.
Result<std::string_view> BareScalar(const Node& node, std::string_view what);
Result<std::int64_t> ReadInteger(const Node& node, std::int64_t low, std::int64_t high);
Result<std::uint64_t> ReadCount(const Node& node, std::uint64_t low, std::uint64_t high);

template <class T>
TypeOf<T> Integer(T low, T high) {
  return MakeScalar<T>(
      {[low, high](const Node& node) -> Result<T> {
         if constexpr (std::is_signed_v<T>) {
           ASSAY_TRY(value, ReadInteger(node, low, high));
           return static_cast<T>(value);
         } else {
           ASSAY_TRY(value, ReadCount(node, low, high));
           return static_cast<T>(value);
         }
       },
       [](const T& value) { return std::optional(std::to_string(value)); },
       [low, high](const Names&, base::JsonWriter& json) {
         json.Member("type", "integer").Member("minimum", low).Member("maximum", high);
       },
       high == std::numeric_limits<T>::max()
           ? "count" + (low > 0 ? " from " + std::to_string(low) : std::string())
           : std::to_string(low) + " to " + std::to_string(high)});
}

template <class E>
struct Named {
  std::string name;
  E value;
};

// One of a few words that stand for enumerators; `unbuilt` are known too, and refused by name.
template <class E>
TypeOf<E> Choice(std::vector<Named<E>> choices, std::vector<std::string> unbuilt = {}) {
  std::vector<std::string> names;
  for (const Named<E>& choice : choices) names.push_back(choice.name);
  const auto word = Word(std::move(names), std::move(unbuilt));
  return MakeScalar<E>(
      {[word, choices](const Node& node) -> Result<E> {
         // Word knows which words there are and what to say about others.
         ASSAY_TRY(name, static_cast<const ScalarType<std::string>&>(*word.type).Parse(node));
         for (const Named<E>& choice : choices) {
           if (choice.name == name) return choice.value;
         }
         return Fail(ErrorCode::kInternal, "a word without a meaning: " + name);
       },
       [choices](const E& value) -> std::optional<std::string> {
         for (const Named<E>& choice : choices) {
           if (choice.value == value) return choice.name;
         }
         return std::nullopt;
       },
       [word](const Names& names_of_build, base::JsonWriter& json) {
         word.type->Schema(names_of_build, json);
       },
       word.type->Describe()});
}

// Left out = no value.
template <class T>
class OptionalType : public ValueType {
 public:
  explicit OptionalType(TypeOf<T> inner) : inner_(std::move(inner.type)) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    inner_->Read(node, path, reading, &static_cast<std::optional<T>*>(out)->emplace());
  }
  std::optional<std::string> Text(const void* value) const override {
    const auto& optional = *static_cast<const std::optional<T>*>(value);
    return optional ? inner_->Text(&*optional) : std::nullopt;
  }
  void Lines(const void* value, const std::string& key, const std::string& path, int indent,
             std::vector<ResolvedLine>& lines) const override {
    const auto& optional = *static_cast<const std::optional<T>*>(value);
    if (optional) inner_->Lines(&*optional, key, path, indent, lines);
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    inner_->Schema(names, json);
  }
  std::string Describe() const override { return inner_->Describe(); }
  const Table* table() const override { return inner_->table(); }
  std::vector<ResolvedLine> Defaults() const override { return inner_->Defaults(); }

 private:
  std::shared_ptr<const ValueType> inner_;
};

template <class T>
TypeOf<std::optional<T>> Optional(TypeOf<T> inner) {
  return {std::make_shared<OptionalType<T>>(std::move(inner))};
}

// A list of scalars, written in one line.
template <class T>
class ListType : public ValueType {
 public:
  explicit ListType(TypeOf<T> inner) : inner_(std::move(inner.type)) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    if (node.kind != NodeKind::kList) {
      reading.Fail(node, path, ErrorCode::kWrongType,
                   "expected a list of " + inner_->Describe() + ", found " + Shown(node),
                   "one entry is a list of one: [" +
                       (node.kind == NodeKind::kScalar ? node.text : "…") + "]");
      return;
    }
    auto& list = *static_cast<std::vector<T>*>(out);
    list.clear();
    for (const Node& item : node.children) inner_->Read(item, path, reading, &list.emplace_back());
  }
  std::optional<std::string> Text(const void* value) const override {
    const auto& list = *static_cast<const std::vector<T>*>(value);
    if (list.empty()) return std::nullopt;
    std::string text = "[";
    for (const T& item : list) {
      if (text.size() > 1) text += ", ";
      text += inner_->Text(&item).value_or("\"\"");
    }
    return text + "]";
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    json.Member("type", "array").Key("items").BeginObject();
    inner_->Schema(names, json);
    json.EndObject();
  }
  std::string Describe() const override { return "list of " + inner_->Describe(); }

 private:
  std::shared_ptr<const ValueType> inner_;
};

template <class T>
TypeOf<std::vector<T>> ListOf(TypeOf<T> inner) {
  return {std::make_shared<ListType<T>>(std::move(inner))};
}

// A mapping with free keys.
template <class T>
class MapType : public ValueType {
 public:
  MapType(TypeOf<T> inner, std::string keys)
      : inner_(std::move(inner.type)), keys_(std::move(keys)) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    if (node.kind != NodeKind::kMap) {
      reading.Fail(node, path, ErrorCode::kWrongType,
                   "expected a mapping of " + keys_ + ", found " + Shown(node));
      return;
    }
    for (const Node& entry : node.children) {
      if (entry.key.starts_with("x-")) continue;
      const std::string entry_path = JoinKeys(path, entry.key);
      reading.Note(entry, entry_path);
      inner_->Read(entry, entry_path, reading,
                   &(*static_cast<std::map<std::string, T>*>(out))[entry.key]);
    }
  }
  std::optional<std::string> Text(const void*) const override { return std::nullopt; }
  void Lines(const void* value, const std::string& key, const std::string& path, int indent,
             std::vector<ResolvedLine>& lines) const override {
    const auto& entries = *static_cast<const std::map<std::string, T>*>(value);
    if (entries.empty()) return;
    lines.push_back({indent, false, key, "", path});
    for (const auto& [name, entry] : entries) {
      lines.push_back({indent + 1, false, YamlText(name), inner_->Text(&entry).value_or("\"\""),
                       JoinKeys(path, name)});
    }
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    json.Member("type", "object").Key("additionalProperties").BeginObject();
    inner_->Schema(names, json);
    json.EndObject();
  }
  std::string Describe() const override { return "mapping of " + keys_; }

 private:
  std::shared_ptr<const ValueType> inner_;
  std::string keys_;
};

template <class T>
TypeOf<std::map<std::string, T>> MapOf(TypeOf<T> inner, std::string keys) {
  return {std::make_shared<MapType<T>>(std::move(inner), std::move(keys))};
}

// A mapping with a table of its own. `Keys` is the struct that the table fills; where the spec's
// struct is another one, `build` makes it (and checks what keys say together) and `keys_of` goes
// back, for resolved.yaml.
template <class T, class Keys = T>
class TableType : public ValueType {
 public:
  using Build =
      std::function<void(const Keys&, const Node&, const std::string& path, SpecReading&, T&)>;
  using KeysOf = std::function<Keys(const T&)>;
  TableType(const Table& table, Build build, KeysOf keys_of)
      : table_(table), build_(std::move(build)), keys_of_(std::move(keys_of)) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    T& value = *static_cast<T*>(out);
    Keys keys = keys_of_(value);
    ReadTable(table_, node, path, reading, &keys);
    if (node.kind == NodeKind::kMap) build_(keys, node, path, reading, value);
  }
  std::optional<std::string> Text(const void*) const override { return std::nullopt; }
  void Lines(const void* value, const std::string& key, const std::string& path, int indent,
             std::vector<ResolvedLine>& lines) const override {
    const std::size_t header = lines.size();
    lines.push_back({indent, false, key, "", path});
    const Keys keys = keys_of_(*static_cast<const T*>(value));
    TableLines(table_, &keys, path, indent + 1, lines);
    if (lines.size() == header + 1) lines.pop_back();
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    TableSchema(table_, Defaults(), names, json);
  }
  std::string Describe() const override { return "mapping"; }
  const Table* table() const override { return &table_; }
  std::vector<ResolvedLine> Defaults() const override {
    const Keys keys{};
    std::vector<ResolvedLine> lines;
    TableLines(table_, &keys, "", 0, lines);
    return lines;
  }

 private:
  const Table& table_;
  Build build_;
  KeysOf keys_of_;
};

template <class T>
TypeOf<T> TableOf(const Table& table) {
  return {std::make_shared<TableType<T>>(
      table,
      [](const T& keys, const Node&, const std::string&, SpecReading&, T& value) { value = keys; },
      [](const T& value) { return value; })};
}
template <class T, class Keys>
TypeOf<T> TableVia(const Table& table, typename TableType<T, Keys>::Build build,
                   typename TableType<T, Keys>::KeysOf keys_of) {
  return {std::make_shared<TableType<T, Keys>>(table, std::move(build), std::move(keys_of))};
}

// A list of mappings that have a name (key `id` or `name`), which addresses them:
// traffic.online.rate.
template <class T>
class NamedListType : public ValueType {
 public:
  NamedListType(TypeOf<T> inner, std::string_view name_key)
      : inner_(std::move(inner.type)), name_key_(name_key) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    if (node.kind != NodeKind::kList) {
      reading.Fail(node, path, ErrorCode::kWrongType,
                   "expected a list of mappings, found " + Shown(node),
                   "one entry is a list of one: start it with \"- \"");
      return;
    }
    auto& list = *static_cast<std::vector<T>*>(out);
    list.clear();
    std::map<std::string, int> lines;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Node& item = node.children[i];
      const Node* name = item.Find(name_key_);
      const bool named = name != nullptr && name->kind == NodeKind::kScalar && !name->text.empty();
      const std::string item_path =
          named ? JoinKeys(path, name->text) : path + "[" + std::to_string(i) + "]";
      if (named) {
        const auto [first, is_new] = lines.emplace(name->text, name->line);
        if (!is_new) {
          reading.Fail(*name, JoinKeys(item_path, name_key_), ErrorCode::kDuplicateKey,
                       "two entries of '" + path + "' are named " + Shown(*name),
                       "the first is in line " + std::to_string(first->second));
        }
      }
      reading.Note(item, item_path);
      inner_->Read(item, item_path, reading, &list.emplace_back());
    }
  }
  std::optional<std::string> Text(const void*) const override { return std::nullopt; }
  void Lines(const void* value, const std::string& key, const std::string& path, int indent,
             std::vector<ResolvedLine>& lines) const override {
    const auto& list = *static_cast<const std::vector<T>*>(value);
    if (list.empty()) return;
    lines.push_back({indent, false, key, "", path});
    for (const T& item : list) {
      std::vector<ResolvedLine> own;
      TableLinesOf(item, path, indent + 2, own);
      if (own.empty()) continue;
      own.front().item = true;
      lines.insert(lines.end(), own.begin(), own.end());
    }
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    json.Member("type", "array").Key("items").BeginObject();
    inner_->Schema(names, json);
    json.EndObject();
  }
  std::string Describe() const override { return "list of mappings"; }
  const Table* table() const override { return inner_->table(); }
  std::vector<ResolvedLine> Defaults() const override { return inner_->Defaults(); }

 private:
  // The entry's lines without a header, under the path that its name gives it.
  void TableLinesOf(const T& item, const std::string& path, int indent,
                    std::vector<ResolvedLine>& lines) const {
    std::vector<ResolvedLine> with_header;
    inner_->Lines(&item, "", "", indent - 1, with_header);
    std::string name;
    for (const ResolvedLine& line : with_header) {
      if (line.path == name_key_) name = line.value;
    }
    if (name.size() >= 2 && name.front() == '"') name = name.substr(1, name.size() - 2);
    for (std::size_t i = 1; i < with_header.size(); ++i) {
      with_header[i].path = JoinKeys(JoinKeys(path, name), with_header[i].path);
      lines.push_back(std::move(with_header[i]));
    }
  }

  std::shared_ptr<const ValueType> inner_;
  std::string_view name_key_;
};

template <class T>
TypeOf<std::vector<T>> NamedListOf(TypeOf<T> inner, std::string_view name_key) {
  return {std::make_shared<NamedListType<T>>(std::move(inner), name_key)};
}

}  // namespace assay::spec
