// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/fields.h"

#include <algorithm>
#include <charconv>

#include "base/json_reader.h"
#include "citation/needs.h"
#include "citation/reading/assertions.h"
#include "citation/reading/field_number.h"
#include "citation/reading/mention.h"
#include "citation/reading/sentence.h"
#include "citation/reading/suite.h"
#include "results/row.h"
#include "spec/near_name.h"
#include "spec/source_text.h"
#include "spec/yaml_reader.h"

namespace assay::citation {
namespace {

constexpr std::size_t kLargestYaml = 1u << 20, kLargestJson = 16u << 20;

// A record list is too large for the YAML reader; JSON has no places then.
spec::Node NodeOf(const base::JsonValue& value);

class FieldsReader {
 public:
  FieldsReader(const spec::SourceText& source, const Vocabulary& vocabulary)
      : source_(source), vocabulary_(vocabulary) {}

  Results<FieldsFile> Run(const spec::Node& root) {
    ReadTop(root);
    if (errors_.empty() && file_.quotes.empty() && !file_.needs) {
      errors_.push_back(
          {ErrorCode::kEmpty, "expected a citation, found none", {source_.At(1, 1, "")}, {}});
    }
    if (!errors_.empty()) return std::unexpected(std::move(errors_));
    if (file_.quotes.size() > 1) {
      for (std::size_t i = 0; i < file_.quotes.size(); ++i) {
        file_.quotes[i].place.part = "citation " + std::to_string(i + 1);
      }
    }
    return std::move(file_);
  }

 private:
  void Refuse(const spec::Node& node, const std::string& path, ErrorCode code, std::string what,
              std::string hint = {}) {
    errors_.push_back(
        {code, std::move(what), {source_.At(node.line, node.column, path)}, std::move(hint)});
  }

  void ReadTop(const spec::Node& root) {
    if (root.kind == spec::NodeKind::kList) {
      ReadList(root, "");
      return;
    }
    if (root.kind != spec::NodeKind::kMap) {
      Refuse(root, "", ErrorCode::kWrongType, "expected a citation's fields, or a list of them");
      return;
    }
    const spec::Node* list = root.Find("citations");
    for (const spec::Node& entry : root.children) {
      if (entry.key == "needs") TakeNeeds(entry);
    }
    if (list == nullptr) {
      ReadOne(root, "");
      return;
    }
    for (const spec::Node& entry : root.children) {
      if (&entry == list || entry.key == "needs" || entry.key == "schema" ||
          entry.key.starts_with("x-"))
        continue;
      Unknown(entry, "", {"citations", "needs"});
    }
    if (list->kind != spec::NodeKind::kList) {
      Refuse(*list, "citations", ErrorCode::kWrongType, "citations: expected a list");
      return;
    }
    ReadList(*list, "citations");
  }

  void ReadList(const spec::Node& list, const std::string& path) {
    for (std::size_t i = 0; i < list.children.size(); ++i) {
      const std::string where = path + "[" + std::to_string(i) + "]";
      if (list.children[i].kind == spec::NodeKind::kMap) {
        ReadOne(list.children[i], where);
      } else if (list.children[i].kind == spec::NodeKind::kScalar) {
        Quote quote;
        quote.place = PlaceOf(list.children[i]);
        AddClaim(list.children[i].text, vocabulary_, quote);
        file_.quotes.push_back(std::move(quote));
      } else {
        Refuse(list.children[i], where, ErrorCode::kWrongType, "expected a citation's fields");
      }
    }
  }

  Place PlaceOf(const spec::Node& node) const {
    return {source_.file(), "", node.line, node.column};
  }

  void Unknown(const spec::Node& entry, const std::string& path, std::vector<std::string> known) {
    errors_.push_back({ErrorCode::kUnknownKey,
                       "unknown key '" + entry.key + "'",
                       {source_.At(entry.key_line, entry.key_column,
                                   path.empty() ? entry.key : path + "." + entry.key)},
                       spec::NameHint(entry.key, known)});
  }

  void TakeNeeds(const spec::Node& node) {
    auto needs = ReadNeeds(node, source_);
    if (needs.has_value()) {
      file_.needs = std::move(*needs);
    } else {
      errors_.insert(errors_.end(), needs.error().begin(), needs.error().end());
    }
  }

  void ReadOne(const spec::Node& map, const std::string& path) {
    Quote quote;
    quote.place = PlaceOf(map);
    std::string claim;
    for (const spec::Node& entry : map.children) {
      const std::string where = path.empty() ? entry.key : path + "." + entry.key;
      if (entry.key.starts_with("x-") || (entry.key == "needs" && path.empty())) continue;
      const std::string_view field = FieldNamed(entry.key);
      if (field.empty()) {
        std::vector<std::string> known(std::begin(kFields), std::end(kFields));
        known.insert(known.end(), {"claim", "compared_with", "needs"});
        Unknown(entry, path, std::move(known));
      } else if (field == "compared_with") {
        ReadSides(entry, where, quote);
      } else if (field == "claim") {
        if (entry.kind == spec::NodeKind::kScalar) claim = entry.text;
      } else if (field != "unused") {
        ReadField(entry, field, where, quote);
      }
    }
    if (!claim.empty()) AddClaim(claim, vocabulary_, quote);
    if (quote.stated.empty() && quote.text.empty()) return;  // an empty form says nothing
    file_.quotes.push_back(std::move(quote));
  }

  void ReadField(const spec::Node& entry, std::string_view field, const std::string& path,
                 Quote& quote) {
    if (entry.kind == spec::NodeKind::kNull ||
        (entry.kind == spec::NodeKind::kScalar && entry.text.empty()))
      return;
    std::string text = entry.text;
    if (entry.kind == spec::NodeKind::kList && (field == "precision" || field == "software")) {
      for (const spec::Node& item : entry.children) text += (text.empty() ? "" : ", ") + item.text;
    } else if (entry.kind != spec::NodeKind::kScalar) {
      Refuse(entry, path, ErrorCode::kWrongType,
             std::string(field) + ": expected a text or a number");
      return;
    }
    const Facts before = quote.stated;
    if (auto added = AddField(field, text, quote); !added.has_value()) {
      Error error = std::move(added).error();
      error.where = {source_.At(entry.line, entry.column, path)};
      errors_.push_back(std::move(error));
      return;
    }
    for (const auto& [name, value] : before) {
      std::string& now = quote.stated[name];
      if (now == value || name == "unit") continue;
      // A round's summary has a system's name and its folder ("Platform"); the name comes first.
      if (name != "system") {
        Refuse(entry, path, ErrorCode::kDuplicateKey,
               name + " is given twice: '" + value + "' and '" + now + "'");
      }
      now = value;
    }
  }

  void ReadSides(const spec::Node& entry, const std::string& path, Quote& quote) {
    const auto read = [&](const spec::Node& side, const std::string& where) {
      Quote other;
      if (side.kind == spec::NodeKind::kScalar) {
        other.stated["system"] = side.text;
      } else if (side.kind == spec::NodeKind::kMap) {
        for (const spec::Node& item : side.children) {
          const std::string_view field = FieldNamed(item.key);
          if (item.key.starts_with("x-") || field == "unused") continue;
          if (field.empty() || field == "compared_with" || field == "claim") {
            Unknown(item, where, {std::begin(kFields), std::end(kFields)});
          } else {
            ReadField(item, field, where + "." + item.key, other);
          }
        }
      } else if (side.kind != spec::NodeKind::kNull) {
        Refuse(side, where, ErrorCode::kWrongType, "compared_with: expected a list of fields");
      }
      if (!other.stated.empty()) quote.compared_with.push_back(std::move(other.stated));
    };
    if (entry.kind == spec::NodeKind::kList) {
      for (std::size_t i = 0; i < entry.children.size(); ++i) {
        read(entry.children[i], path + "[" + std::to_string(i) + "]");
      }
    } else {
      read(entry, path);
    }
  }

  const spec::SourceText& source_;
  const Vocabulary& vocabulary_;
  FieldsFile file_;
  Errors errors_;
};

std::string TextOfScalar(const base::JsonValue& value) {
  if (const auto text = value.AsString()) return std::string(*text);
  if (const auto truth = value.AsBool()) return *truth ? "true" : "false";
  if (const auto whole = value.AsInt64()) return std::to_string(*whole);
  if (const auto number = value.AsDouble()) {
    char text[400];
    const auto end = std::to_chars(text, text + sizeof text, *number, std::chars_format::fixed).ptr;
    return std::string(text, end);
  }
  return {};
}

spec::Node NodeOf(const base::JsonValue& value) {
  spec::Node node;
  switch (value.kind()) {
    case base::JsonValue::Kind::kNull:
      break;
    case base::JsonValue::Kind::kObject:
      node.kind = spec::NodeKind::kMap;
      for (const base::JsonMember& member : value.members()) {
        node.children.push_back(NodeOf(member.value));
        node.children.back().key = member.key;
      }
      break;
    case base::JsonValue::Kind::kArray:
      node.kind = spec::NodeKind::kList;
      for (const base::JsonValue& item : value.items()) node.children.push_back(NodeOf(item));
      break;
    default:
      node.kind = spec::NodeKind::kScalar;
      node.text = TextOfScalar(value);
  }
  return node;
}

}  // namespace

Results<FieldsFile> ReadFields(std::string_view text, const std::string& file,
                               const Vocabulary& vocabulary) {
  const spec::SourceText source(file, text);
  if (text.size() > kLargestYaml) {
    if (text.size() > kLargestJson) {
      return std::unexpected(Errors{{ErrorCode::kOutOfRange,
                                     "expected at most 16 MiB of citations",
                                     {source.At(1, 1, "")},
                                     {}}});
    }
    auto json = base::ReadJson(text, file);
    if (!json.has_value()) return std::unexpected(Errors{std::move(json).error()});
    return FieldsReader(source, vocabulary).Run(NodeOf(*json));
  }
  auto root = spec::ReadYaml(text, file);
  if (!root.has_value()) return std::unexpected(std::move(root).error());
  return FieldsReader(source, vocabulary).Run(*root);
}

Result<void> AddField(std::string_view field, std::string_view text, Quote& quote) {
  if (field == "category" && results::ParseDivision(text)) field = "division";
  if (field == "category" &&
      (FoldName(text) == "preview" || FoldName(text) == "available" || FoldName(text) == "rdi")) {
    field = "availability";
  }
  if (field == "suite" && (FoldName(text) == "datacenter" || FoldName(text) == "edge" ||
                           FoldName(text) == "datacenteredge")) {
    field = "category";
  }
  if (field == "power" &&
      (FoldName(text) == "false" || FoldName(text) == "0" || FoldName(text) == "no"))
    return {};
  if (field == "suite") {
    const SuiteHit hit = SuiteNamedBy(text);
    quote.suite = hit.suite;
    quote.stated["suite"] = hit.name.empty() ? std::string(text) : std::string(hit.name);
    return {};
  }
  ASSAY_TRY(value, FieldValue(field, text));
  if (value.empty()) return {};
  if (field == "value") {
    if (const auto number = ReadFieldNumber(text)) {
      if (!number->unit.empty()) quote.stated.try_emplace("unit", number->unit);
      quote.rounded = quote.rounded || number->rounded;
    }
  }
  if (field == "unit" && round::ParseUnit(value)) quote.stated.erase("unit");
  quote.stated[std::string(field)] = std::move(value);
  return {};
}

void AddClaim(std::string_view claim, const Vocabulary& vocabulary, Quote& quote) {
  std::vector<Quote> said = ReadSentence(claim, quote.place, vocabulary);
  quote.text = claim;
  quote.asserts = ReadAssertions(claim);
  // The quote of the fields' own number, else the only one.
  const Quote* own = said.size() == 1 ? &said.front() : nullptr;
  for (const Quote& candidate : said) {
    if (quote.stated.contains("value") && candidate.stated.contains("value") &&
        quote.stated.at("value") == candidate.stated.at("value")) {
      own = &candidate;
    }
  }
  if (own == nullptr) {
    AddContext(ReadContext(claim, vocabulary), quote);
    return;
  }
  quote.rounded = quote.rounded || own->rounded;
  quote.asserts = own->asserts;
  AddContext({own->stated, own->suite}, quote);
  if (quote.compared_with.empty()) quote.compared_with = own->compared_with;
}

std::optional<Quote> ReadResultId(std::string_view text) {
  const std::vector<Token> tokens = Tokenise(text);
  const std::vector<Mention> mentions = FindMentions(tokens, text, Vocabulary{});
  if (mentions.empty() || mentions.front().field != "result_id" ||
      mentions.back().end != tokens.size())
    return std::nullopt;
  if (mentions.front().begin != 0) return std::nullopt;
  Quote quote;
  for (const Mention& mention : mentions) {
    if (mention.field != "result_id" && mention.field != "benchmark" && mention.field != "scenario")
      return std::nullopt;
    if (!quote.stated.try_emplace(std::string(mention.field), mention.value).second)
      return std::nullopt;
  }
  return quote;
}

}  // namespace assay::citation
