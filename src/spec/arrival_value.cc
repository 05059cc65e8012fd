// SPDX-License-Identifier: Apache-2.0
#include "spec/arrival_value.h"

#include <memory>
#include <span>

#include "spec/value_type.h"

namespace assay::spec {
namespace {

struct ParameterInfo {
  std::string_view name;
  bool number;  // positive and finite; else text
  bool required;
};

struct ArrivalInfo {
  std::string_view name;
  bool built;
  std::vector<ParameterInfo> parameters;
};

// The grammar's arrival words with their parameters. What each does is in load/arrival.
const std::vector<ArrivalInfo>& Arrivals() {
  static const std::vector<ArrivalInfo> arrivals = {
      {"constant", true, {}},
      {"poisson", true, {}},
      {"gamma", true, {{"shape", true, true}}},
      {"replay", true, {{"file", false, true}, {"speed", true, false}}},
      {"burst", false, {}},
      {"ramp", false, {}},
      {"steps", false, {}},
      {"series", false, {}},
      {"users", false, {}},
  };
  return arrivals;
}

// Reads `arrivals`: WORD, {WORD: {parameters}}, or {replay: file, speed: 10}.
class ArrivalType : public ValueType {
 public:
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    Arrival& arrival = *static_cast<Arrival*>(out);
    const bool is_map = node.kind == NodeKind::kMap && !node.children.empty();
    if (node.kind != NodeKind::kScalar && !is_map) {
      reading.Fail(node, path, ErrorCode::kWrongType, "expected arrivals, found " + Shown(node),
                   "for example poisson, {gamma: {shape: 0.25}} or {replay: {file: monday.csv}}");
      return;
    }
    const Node& named = is_map ? node.children.front() : node;
    const std::string& name = is_map ? named.key : node.text;
    const ArrivalInfo* info = nullptr;
    std::vector<std::string_view> known;
    for (const ArrivalInfo& candidate : Arrivals()) {
      known.push_back(candidate.name);
      if (candidate.name == name) info = &candidate;
    }
    if (info == nullptr) {
      const std::string what = "no arrivals are named " + Shown(std::string_view(name));
      const std::string hint = NameHint(name, std::span<const std::string_view>(known));
      is_map ? reading.FailAtKey(named, path, ErrorCode::kUnknownName, what, hint)
             : reading.Fail(node, path, ErrorCode::kUnknownName, what, hint);
      return;
    }
    if (!info->built) {
      reading.FailAtKey(is_map ? named : node, path, ErrorCode::kUnsupported,
                        "arrivals '" + name + "' are known, but aren't built in this release",
                        "built: constant, poisson, gamma, replay");
      return;
    }
    arrival.name = name;
    if (is_map) ReadParameters(*info, node, path, reading, arrival);
    for (const ParameterInfo& parameter : info->parameters) {
      if (!parameter.required || Has(arrival, parameter.name)) continue;
      if (is_map && named.kind == NodeKind::kMap && named.Find(parameter.name) != nullptr)
        continue;  // told already
      reading.FailAtKey(
          is_map ? named : node, path + "." + name, ErrorCode::kMissingKey,
          "expected the key '" + std::string(parameter.name) + "' of " + name + ", found none",
          name == "gamma" ? "for example {gamma: {shape: 0.25}}"
                          : "for example {replay: {file: monday.csv}}");
    }
  }

  std::optional<std::string> Text(const void* value) const override {
    const Arrival& arrival = *static_cast<const Arrival*>(value);
    if (arrival.name.empty()) return std::nullopt;
    if (arrival.parameters.empty()) return arrival.name;
    std::string text = "{" + arrival.name + ": {";
    for (const auto& [key, parameter] : arrival.parameters) {
      if (!text.ends_with("{")) text += ", ";
      text += key + ": " + (ParseNumber(parameter) ? parameter : YamlText(parameter));
    }
    return text + "}}";
  }

  void Schema(const Names&, base::JsonWriter& json) const override {
    json.Key("anyOf").BeginArray();
    json.BeginObject()
        .Key("enum")
        .BeginArray()
        .Value("constant")
        .Value("poisson")
        .EndArray()
        .EndObject();
    json.BeginObject().Member("type", "object").Key("properties").BeginObject();
    for (const ArrivalInfo& info : Arrivals()) json.Key(info.name).BeginObject().EndObject();
    json.Key("speed")
        .BeginObject()
        .Member("type", "number")
        .Member("exclusiveMinimum", 0)
        .EndObject();
    json.EndObject().Member("additionalProperties", false).Member("minProperties", 1).EndObject();
    json.EndArray();
  }
  std::string Describe() const override {
    return "constant, poisson, {gamma: {shape}}, {replay: {file, speed}}";
  }

 private:
  static bool Has(const Arrival& arrival, std::string_view name) {
    for (const auto& [key, value] : arrival.parameters) {
      if (key == name) return true;
    }
    return false;
  }

  static void ReadParameters(const ArrivalInfo& info, const Node& node, const std::string& path,
                             SpecReading& reading, Arrival& arrival) {
    const Node& named = node.children.front();
    if (named.kind == NodeKind::kMap) {
      for (const Node& entry : named.children)
        ReadParameter(info, entry, path + "." + named.key, reading, arrival);
    } else if (named.kind == NodeKind::kScalar && info.name == "replay") {
      arrival.parameters.emplace_back("file", named.text);
    } else if (named.kind != NodeKind::kNull) {
      reading.Fail(
          named, path + "." + named.key, ErrorCode::kWrongType,
          "expected a mapping of the parameters of " + named.key + ", found " + Shown(named));
    }
    for (std::size_t i = 1; i < node.children.size(); ++i)
      ReadParameter(info, node.children[i], path, reading, arrival);
  }

  static void ReadParameter(const ArrivalInfo& info, const Node& entry, const std::string& path,
                            SpecReading& reading, Arrival& arrival) {
    if (entry.key.starts_with("x-")) return;
    const std::string entry_path = path + "." + entry.key;
    const ParameterInfo* parameter = nullptr;
    std::vector<std::string_view> known;
    for (const ParameterInfo& candidate : info.parameters) {
      known.push_back(candidate.name);
      if (candidate.name == entry.key) parameter = &candidate;
    }
    if (parameter == nullptr) {
      reading.FailAtKey(
          entry, entry_path, ErrorCode::kUnknownKey,
          "unknown key " + Shown(std::string_view(entry.key)) + " of " + std::string(info.name),
          NameHint(entry.key, std::span<const std::string_view>(known)));
      return;
    }
    reading.Note(entry, entry_path);
    if (entry.kind != NodeKind::kScalar) {
      reading.Fail(entry, entry_path, ErrorCode::kWrongType,
                   "expected one value, found " + Shown(entry));
      return;
    }
    if (parameter->number) {
      const auto number = ParseNumber(entry.text);
      if (!number || *number <= 0) {
        const bool form = !number && number.error().code == ErrorCode::kBadQuantity;
        reading.Fail(entry, entry_path, form ? ErrorCode::kWrongType : ErrorCode::kOutOfRange,
                     "expected a finite number above 0, found " + Shown(entry));
        return;
      }
    }
    arrival.parameters.emplace_back(entry.key, entry.text);
  }
};

}  // namespace

TypeOf<Arrival> ArrivalValue() { return {std::make_shared<ArrivalType>()}; }

}  // namespace assay::spec
