// SPDX-License-Identifier: Apache-2.0
// The JSON report agrees with its schema, by a reader of the few words of JSON Schema that the
// schema uses.
#include "report/report_schema.h"

#include <gtest/gtest.h>

#include <string>

#include "base/json_reader.h"
#include "report/golden_model_test.h"
#include "report/report_format.h"

namespace assay::report {
namespace {

using base::JsonValue;

class Checker {
 public:
  explicit Checker(const JsonValue& schema) : schema_(schema) {}

  // Every place where `value` isn't what `shape` says.
  std::string Disagreements(const JsonValue& value, const JsonValue& shape,
                            const std::string& path) const {
    if (const JsonValue* reference = shape.Find("$ref")) {
      const std::string name(reference->AsString()->substr(std::string("#/$defs/").size()));
      return Disagreements(value, *schema_.Find("$defs")->Find(name), path);
    }
    if (const JsonValue* any = shape.Find("anyOf")) {
      for (const JsonValue& option : any->items()) {
        if (Disagreements(value, option, path).empty()) return {};
      }
      return value.IsNull() ? path + " is null\n"
                            : Disagreements(value, any->items().front(), path);
    }
    if (const JsonValue* words = shape.Find("enum")) {
      for (const JsonValue& word : words->items()) {
        if (value.AsString() == word.AsString()) return {};
      }
      return path + " is another word\n";
    }
    if (const JsonValue* fixed = shape.Find("const")) {
      return value.AsString() == fixed->AsString() ? "" : path + " is another text\n";
    }
    return OfType(value, shape, path);
  }

 private:
  static bool Is(const JsonValue& value, std::string_view type) {
    using Kind = JsonValue::Kind;
    const Kind kind = value.kind();
    const bool integer = kind == Kind::kInt64 || kind == Kind::kUint64;
    return (type == "null" && kind == Kind::kNull) || (type == "string" && kind == Kind::kString) ||
           (type == "boolean" && kind == Kind::kBool) || (type == "integer" && integer) ||
           (type == "number" && (integer || kind == Kind::kDouble)) ||
           (type == "array" && kind == Kind::kArray) || (type == "object" && kind == Kind::kObject);
  }

  std::string OfType(const JsonValue& value, const JsonValue& shape,
                     const std::string& path) const {
    const JsonValue& type = *shape.Find("type");
    bool right = type.AsString() && Is(value, *type.AsString());
    for (const JsonValue& option : type.items()) right = right || Is(value, *option.AsString());
    if (!right) return path + " is " + std::string(value.KindName()) + "\n";
    std::string found;
    if (const JsonValue* items = shape.Find("items")) {
      std::size_t at = 0;
      for (const JsonValue& item : value.items())
        found += Disagreements(item, *items, path + "." + std::to_string(at++));
    }
    if (const JsonValue* properties = shape.Find("properties")) {
      for (const JsonValue& key : shape.Find("required")->items()) {
        if (!value.Find(*key.AsString()))
          found += path + " lacks " + std::string(*key.AsString()) + "\n";
      }
      for (const base::JsonMember& member : value.members()) {
        const JsonValue* property = properties->Find(member.key);
        found += property ? Disagreements(member.value, *property, path + "." + member.key)
                          : path + " has " + member.key + "\n";
      }
    }
    return found;
  }

  const JsonValue& schema_;
};

JsonValue Schema() { return base::ReadJson(ReportSchema(), "schema").value(); }

std::string Against(const JsonValue& schema, const std::string& json) {
  const auto report = base::ReadJson(json, "report");
  return report ? Checker(schema).Disagreements(*report, schema, "report") : report.error().what;
}

TEST(ReportSchema, TheJsonReportAgrees) {
  const JsonValue schema = Schema();
  EXPECT_EQ(Against(schema, FindReportFormat("json")->render(GoldenModel(), {})), "");
  EXPECT_EQ(Against(schema, FindReportFormat("json")->render(ReportModel{}, {})), "");
}

TEST(ReportSchema, AnotherShapeDoesNot) {
  const JsonValue schema = Schema();
  std::string json = FindReportFormat("json")->render(GoldenModel(), {});
  const auto with = [&json](const std::string& from, const std::string& to) {
    std::string changed = json;
    return changed.replace(changed.find(from), from.size(), to);
  };
  EXPECT_EQ(Against(schema, with("\"exit_code\": 7", "\"exit_code\": \"7\"")),
            "report.exit_code is a text\n");
  EXPECT_EQ(Against(schema, with("\"exit_code\"", "\"exitcode\"")),
            "report lacks exit_code\nreport has exitcode\n");
  EXPECT_EQ(Against(schema, with("assay.report/1", "assay.report/2")),
            "report.schema is another text\n");
  EXPECT_EQ(Against(schema, with("\"outcome\": \"UNDECIDED\"", "\"outcome\": \"MAYBE\"")),
            "report.decision.outcome is another word\n");
}

}  // namespace
}  // namespace assay::report
