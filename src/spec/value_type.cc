// SPDX-License-Identifier: Apache-2.0
#include "spec/value_type.h"

#include <charconv>
#include <system_error>

namespace assay::spec {
namespace {

std::string Expected(std::string_view what, const Node& node) {
  return "expected " + std::string(what) + ", found " + Shown(node);
}

Result<std::string> ReadText(const Node& node) {
  if (node.kind != NodeKind::kScalar) return Fail(ErrorCode::kWrongType, Expected("text", node));
  return node.text;
}

bool IsIdentifier(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  constexpr std::size_t kLongest = 64;
  if (text.empty() || text.size() > kLongest || !plain(text.front())) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return plain(c) || c == '-' || c == '_' || c == '.'; });
}

template <class T>
Result<T> ReadWholeNumber(const Node& node, T low, T high) {
  const std::string range =
      high == std::numeric_limits<T>::max()
          ? "a whole number of at least " + std::to_string(low)
          : "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  ASSAY_TRY(text, BareScalar(node, range));
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // "-5" isn't read as an unsigned number at all, and "1e30" or "2.5" only in part.
  if (error == std::errc() && end == text.data() + text.size()) {
    if (value >= low && value <= high) return value;
    return Fail(ErrorCode::kOutOfRange, Expected(range, node));
  }
  const bool is_number = ParseNumber(text).has_value() || error == std::errc::result_out_of_range;
  if (!is_number) return Fail(ErrorCode::kWrongType, Expected(range, node));
  return Fail(ErrorCode::kOutOfRange, Expected(range, node));
}

// A schema that takes text of a form, and numbers too where `number` says so.
void TextSchema(base::JsonWriter& json, std::string_view pattern, bool number) {
  json.Key("type");
  if (number) {
    json.BeginArray().Value("number").Value("string").EndArray();
  } else {
    json.Value("string");
  }
  if (!pattern.empty()) json.Member("pattern", pattern);
}

constexpr std::string_view kNumberPattern = "(\\.[0-9]+|[0-9]+\\.?[0-9]*)([eE][+-]?[0-9]+)?";

std::string Whole(std::string_view rest) {
  return "^" + std::string(kNumberPattern) + std::string(rest) + "$";
}

// The same, but not zero in any spelling.
std::string WholeAboveZero(std::string_view rest) {
  return "^(?![0.]+([eE][+-]?[0-9]+)?[a-z/])" + std::string(kNumberPattern) + std::string(rest) +
         "$";
}

TypeOf<std::string> NameOf(std::vector<std::string> Names::* list, std::string description) {
  return MakeScalar<std::string>({ReadText,
                                  [](const std::string& name) {
                                    return name.empty() ? std::nullopt
                                                        : std::optional(YamlText(name));
                                  },
                                  [list](const Names& names, base::JsonWriter& json) {
                                    json.Member("type", "string");
                                    if ((names.*list).empty()) return;
                                    json.Key("enum").BeginArray();
                                    for (const std::string& name : names.*list) json.Value(name);
                                    json.EndArray();
                                  },
                                  std::move(description)});
}

// Known keys without an engine: never read.
class UnbuiltType : public ValueType {
 public:
  void Read(const Node&, const std::string&, SpecReading&, void*) const override {}
  std::optional<std::string> Text(const void*) const override { return std::nullopt; }
  void Schema(const Names&, base::JsonWriter&) const override {}
  std::string Describe() const override { return "not built"; }
  bool built() const override { return false; }
};

}  // namespace

std::string YamlText(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  };
  const bool starts_well =
      !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  if (starts_well && text != "true" && text != "false" && text != "null" &&
      std::all_of(text.begin(), text.end(), plain)) {
    return std::string(text);
  }
  std::string quoted;
  base::JsonWriter(quoted).Value(text);
  return quoted;
}

Result<std::string_view> BareScalar(const Node& node, std::string_view what) {
  if (node.kind != NodeKind::kScalar) return Fail(ErrorCode::kWrongType, Expected(what, node));
  if (node.quoted) {
    return Fail(ErrorCode::kWrongType, Expected(what, node) + " in quotes",
                "write it without quotes");
  }
  return std::string_view(node.text);
}

Result<std::int64_t> ReadInteger(const Node& node, std::int64_t low, std::int64_t high) {
  return ReadWholeNumber<std::int64_t>(node, low, high);
}

Result<std::uint64_t> ReadCount(const Node& node, std::uint64_t low, std::uint64_t high) {
  return ReadWholeNumber<std::uint64_t>(node, low, high);
}

TypeOf<std::string> TextValue() {
  return MakeScalar<std::string>(
      {ReadText,
       [](const std::string& text) {
         return text.empty() ? std::nullopt : std::optional(YamlText(text));
       },
       [](const Names&, base::JsonWriter& json) {
         json.Key("type").BeginArray().Value("string").Value("number").Value("boolean").EndArray();
       },
       "text"});
}

TypeOf<std::string> Identifier() {
  return MakeScalar<std::string>(
      {[](const Node& node) -> Result<std::string> {
         ASSAY_TRY(text, ReadText(node));
         if (!IsIdentifier(text)) {
           return Fail(ErrorCode::kOutOfRange, Expected("a name of up to 64 letters, digits, - _ "
                                                        "and . that starts with a letter or digit",
                                                        node));
         }
         return text;
       },
       [](const std::string& text) {
         return text.empty() ? std::nullopt : std::optional(YamlText(text));
       },
       [](const Names&, base::JsonWriter& json) {
         json.Key("type").BeginArray().Value("string").Value("number").EndArray();
         json.Member("pattern", "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$");
       },
       "name"});
}

TypeOf<std::string> Cores() {
  return MakeScalar<std::string>(
      {[](const Node& node) -> Result<std::string> {
         ASSAY_TRY(text, ReadText(node));
         const auto digit = [](char c) { return c >= '0' && c <= '9'; };
         bool after_digit = false, in_range = false, good = true;
         for (char c : text) {
           good = good && (digit(c) || (after_digit && (c == ',' || (c == '-' && !in_range))));
           in_range = c == '-' || (in_range && digit(c));
           after_digit = digit(c);
         }
         if (!good || !after_digit)
           return Fail(ErrorCode::kBadQuantity, Expected("cores such as 0, 0-3 or 0,2", node));
         return text;
       },
       [](const std::string& text) {
         return text.empty() ? std::nullopt : std::optional(YamlText(text));
       },
       [](const Names&, base::JsonWriter& json) {
         json.Key("type").BeginArray().Value("string").Value("integer").EndArray();
         json.Member("pattern", "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$");
       },
       "cores"});
}

TypeOf<std::string> Word(std::vector<std::string> names, std::vector<std::string> unbuilt) {
  std::string description;
  for (const std::string& name : names) description += (description.empty() ? "" : ", ") + name;
  const auto is_in = [](const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  };
  return MakeScalar<std::string>(
      {[=](const Node& node) -> Result<std::string> {
         const std::string what =
             names.size() == 1 ? "the word " + description : "one of " + description;
         if (node.kind != NodeKind::kScalar)
           return Fail(ErrorCode::kWrongType, Expected(what, node));
         if (is_in(names, node.text)) return node.text;
         if (is_in(unbuilt, node.text)) {
           return Fail(ErrorCode::kUnsupported,
                       Shown(node) + " is known, but isn't built in this release",
                       "built: " + description);
         }
         std::vector<std::string_view> known(names.begin(), names.end());
         const std::string_view near = NearName(node.text, known);
         return Fail(ErrorCode::kUnknownName, Expected(what, node),
                     near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
       },
       [](const std::string& text) {
         return text.empty() ? std::nullopt : std::optional(YamlText(text));
       },
       [=](const Names&, base::JsonWriter& json) {
         json.Key("enum").BeginArray();
         for (const std::string& name : names) json.Value(name);
         json.EndArray();
       },
       description});
}

TypeOf<std::string> MetricName() { return NameOf(&Names::metrics, "name of a metric"); }
TypeOf<std::string> ExecutorName() { return NameOf(&Names::executors, "name of an executor"); }

TypeOf<bool> Flag() {
  return MakeScalar<bool>(
      {[](const Node& node) -> Result<bool> {
         if (node.kind == NodeKind::kScalar && !node.quoted) {
           if (node.text == "true") return true;
           if (node.text == "false") return false;
         }
         return Fail(ErrorCode::kWrongType, Expected("true or false", node));
       },
       [](const bool& value) { return std::optional<std::string>(value ? "true" : "false"); },
       [](const Names&, base::JsonWriter& json) { json.Member("type", "boolean"); },
       "true, false"});
}

TypeOf<double> Number(double low, double high) {
  const bool ranged =
      low > std::numeric_limits<double>::lowest() || high < std::numeric_limits<double>::max();
  const std::string what =
      ranged ? "a number from " + NumberText(low) + " to " + NumberText(high) : "a number";
  return MakeScalar<double>({[=](const Node& node) -> Result<double> {
                               ASSAY_TRY(text, BareScalar(node, what));
                               const auto value = ParseNumber(text);
                               if (!value) {
                                 const bool form = value.error().code == ErrorCode::kBadQuantity;
                                 return Fail(form ? ErrorCode::kWrongType : value.error().code,
                                             Expected(what, node));
                               }
                               if (*value < low || *value > high)
                                 return Fail(ErrorCode::kOutOfRange, Expected(what, node));
                               return *value;
                             },
                             [](const double& value) { return std::optional(NumberText(value)); },
                             [=](const Names&, base::JsonWriter& json) {
                               json.Member("type", "number");
                               if (ranged) json.Member("minimum", low).Member("maximum", high);
                             },
                             what.substr(2)});
}

TypeOf<double> Share(bool open) {
  return MakeScalar<double>(
      {[open](const Node& node) -> Result<double> {
         if (node.kind != NodeKind::kScalar) {
           return Fail(ErrorCode::kWrongType, Expected("a share, such as 5% or 0.05", node));
         }
         ASSAY_TRY(share, ParseShare(node.text));
         if (open && (share == 0 || share == 1)) {
           return Fail(ErrorCode::kOutOfRange, Expected("a share above 0 and below 1", node));
         }
         return share;
       },
       [](const double& value) { return std::optional(NumberText(value)); },
       [open](const Names&, base::JsonWriter& json) {
         TextSchema(json, Whole("%?"), true);
         json.Member(open ? "exclusiveMinimum" : "minimum", 0)
             .Member(open ? "exclusiveMaximum" : "maximum", 1);
       },
       open ? "share above 0 and below 1" : "share"});
}

TypeOf<double> Rate() {
  return MakeScalar<double>({[](const Node& node) -> Result<double> {
                               if (node.kind != NodeKind::kScalar) {
                                 return Fail(ErrorCode::kWrongType,
                                             Expected("a rate such as 400/s", node));
                               }
                               return ParseRateQps(node.text);
                             },
                             [](const double& value) { return std::optional(RateText(value)); },
                             [](const Names&, base::JsonWriter& json) {
                               TextSchema(json, WholeAboveZero("/(s|min|h)"), false);
                             },
                             "rate"});
}

TypeOf<std::int64_t> Duration(bool zero_allowed) {
  return MakeScalar<std::int64_t>(
      {[zero_allowed](const Node& node) -> Result<std::int64_t> {
         if (node.kind != NodeKind::kScalar) {
           return Fail(ErrorCode::kWrongType, Expected("a duration such as 15ms", node));
         }
         ASSAY_TRY(nanoseconds, ParseDurationNs(node.text));
         if (nanoseconds == 0 && !zero_allowed) {
           return Fail(ErrorCode::kOutOfRange, Expected("a duration above 0", node));
         }
         return nanoseconds;
       },
       [](const std::int64_t& value) { return std::optional(DurationText(value)); },
       [zero_allowed](const Names&, base::JsonWriter& json) {
         constexpr std::string_view kUnits = "(ns|us|ms|s|min|h)";
         TextSchema(json, zero_allowed ? Whole(kUnits) : WholeAboveZero(kUnits), false);
       },
       zero_allowed ? "duration" : "duration above 0"});
}

TypeOf<Money> Amount(std::vector<Per> per) {
  const std::string what = per.front() == Per::kHour ? "an amount per hour, such as 1.84EUR/h"
                                                     : "an amount, such as 120.00EUR";
  return MakeScalar<Money>(
      {[=](const Node& node) -> Result<Money> {
         if (node.kind != NodeKind::kScalar)
           return Fail(ErrorCode::kWrongType, Expected(what, node));
         ASSAY_TRY(money, ParseMoney(node.text));
         if (std::find(per.begin(), per.end(), money.per) == per.end()) {
           return Fail(ErrorCode::kBadQuantity, Expected(what, node));
         }
         return money;
       },
       [](const Money& money) { return std::optional(MoneyText(money)); },
       [=](const Names&, base::JsonWriter& json) {
         TextSchema(json, Whole(per.front() == Per::kHour ? "[A-Z]{3}/h" : "[A-Z]{3}(/1000)?"),
                    false);
       },
       what.substr(3)});
}

TypeOf<Bound> BoundValue() {
  return MakeScalar<Bound>(
      {[](const Node& node) -> Result<Bound> {
         if (node.kind != NodeKind::kScalar) {
           return Fail(ErrorCode::kWrongType, Expected("a bound such as \"<= 10ms\"", node));
         }
         return ParseBound(node.text);
       },
       [](const Bound& bound) {
         return bound.text.empty() ? std::nullopt : std::optional(YamlText(bound.text));
       },
       [](const Names&, base::JsonWriter& json) {
         TextSchema(json, "^ *(<=|>=|<|>|==) *[-.0-9]", false);
       },
       "bound"});
}

TypeOf<std::vector<Condition>> ConditionsValue(bool quantities_only) {
  return MakeScalar<std::vector<Condition>>(
      {[quantities_only](const Node& node) -> Result<std::vector<Condition>> {
         if (node.kind != NodeKind::kScalar) {
           return Fail(ErrorCode::kWrongType,
                       Expected("a condition such as \"precision >= 0.25\"", node));
         }
         ASSAY_TRY(conditions, ParseConditions(node.text));
         for (const Condition& condition : conditions) {
           if (!quantities_only || condition.is_quantity) continue;
           return Fail(ErrorCode::kBadBound, "expected a value for '" + condition.name +
                                                 "', found " +
                                                 Shown(std::string_view(condition.value_text)));
         }
         return conditions;
       },
       [](const std::vector<Condition>& conditions) {
         return conditions.empty() ? std::nullopt
                                   : std::optional(YamlText(ConditionsText(conditions)));
       },
       [](const Names&, base::JsonWriter& json) { TextSchema(json, "[<>=]", false); },
       "condition"});
}

Field Unbuilt(std::string_view key, std::string_view doc) {
  return Field{key, std::make_shared<UnbuiltType>(), nullptr, doc, {}};
}

}  // namespace assay::spec
