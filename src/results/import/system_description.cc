// SPDX-License-Identifier: Apache-2.0
#include "results/import/system_description.h"

#include <cctype>
#include <limits>

#include "base/json_reader.h"
#include "results/category.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

using enum StatedField;

struct Unit {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr Unit kUnits[] = {
    {"b", 1},
    {"kb", 1'000},         {"k", 1'000},         {"kib", 1ull << 10},
    {"mb", 1'000'000},     {"m", 1'000'000},     {"mib", 1ull << 20},
    {"gb", 1'000'000'000}, {"g", 1'000'000'000}, {"gib", 1ull << 30},
    {"tb", 1'000'000'000'000},     {"t", 1'000'000'000'000},     {"tib", 1ull << 40},
    {"pb", 1'000'000'000'000'000}, {"p", 1'000'000'000'000'000}, {"pib", 1ull << 50},
};

struct CountKey {
  std::string_view key;
  StatedField field;
};
constexpr CountKey kCounts[] = {{"number_of_nodes", kNodes},
                                {"accelerators_per_node", kAcceleratorsPerNode},
                                {"host_processors_per_node", kHostProcessorsPerNode}};

struct TextKey {
  std::string_view key;
  StatedField field;
};
constexpr TextKey kTexts[] = {{"submitter", kSubmitter},         {"division", kDivision},
                              {"status", kAvailability},         {"system_type", kCategory},
                              {"system_name", kSystemName},      {"accelerator_model_name", kAccelerator},
                              {"host_processor_model_name", kHostProcessor},
                              {"host_processor_core_count", kHostCores},
                              {"framework", kFramework},         {"operating_system", kOperatingSystem}};

std::string JsonText(const base::JsonValue& value) {
  std::string text;
  base::JsonWriter writer(text);
  value.WriteTo(writer);
  return text;
}

// What a text field says; another kind of value as its JSON.
std::string TextIn(const base::JsonValue& value) {
  if (const auto text = value.AsString()) return std::string(Trimmed(*text));
  return value.IsNull() ? std::string() : JsonText(value);
}

class DescriptionReader {
 public:
  DescriptionReader(const base::JsonValue& object, const std::string& file) : object_(object), file_(file) {}

  SystemDescription Read() {
    for (const TextKey& text : kTexts) ReadText(text);
    for (const CountKey& count : kCounts) ReadCount(count);
    ReadNetwork();
    read_.host_memory_bytes = ReadBytes("host_memory_capacity");
    read_.accelerator_memory_bytes = ReadBytes("accelerator_memory_capacity");
    read_.cores = CoresIn(read_.stated[kHostCores]);
    if (!read_.cores.empty()) {
      std::string counts;
      for (const auto& [kind, count] : read_.cores) {
        counts += (counts.empty() ? "" : ", ") + kind + " " + std::to_string(count);
      }
      Note("host_processor_core_count", counts + " (kept as text)");
    }
    return std::move(read_);
  }

 private:
  void Note(std::string_view key, std::string read_as) {
    const base::JsonValue* value = object_.Find(key);
    read_.changes.push_back({file_, std::string(key), value == nullptr ? "" : JsonText(*value), std::move(read_as)});
  }

  void ReadText(const TextKey& text) {
    const base::JsonValue* value = object_.Find(text.key);
    if (value == nullptr) return;
    read_.stated[text.field] = TextIn(*value);
    if (!value->AsString() && !value->IsNull()) Note(text.key, "'" + read_.stated[text.field] + "' (a text)");
  }

  void ReadCount(const CountKey& count) {
    const base::JsonValue* value = object_.Find(count.key);
    if (value == nullptr) return;
    std::optional<std::int64_t> number = value->AsInt64();
    const bool was_number = number.has_value();
    if (!number) number = WholeNumber(TextIn(*value));
    if (number && *number < 0) number.reset();
    read_.stated[count.field] = number ? std::to_string(*number) : "";
    if (was_number && number) return;
    Note(count.key, number ? std::to_string(*number) + " (a whole number)" : "unknown");
  }

  void ReadNetwork() {
    const base::JsonValue* value = object_.Find("is_network");
    if (value == nullptr) return;
    read_.is_network = value->AsBool();
    if (read_.is_network) return;
    const std::string word = Lowered(TextIn(*value));
    if (word == "true" || word == "yes" || word == "1") read_.is_network = true;
    if (word == "false" || word == "no" || word == "0") read_.is_network = false;
    Note("is_network", !read_.is_network ? "unknown" : *read_.is_network ? "true (a boolean)" : "false (a boolean)");
  }

  std::optional<std::uint64_t> ReadBytes(std::string_view key) {
    const base::JsonValue* value = object_.Find(key);
    if (value == nullptr || TextIn(*value).empty()) return std::nullopt;
    const auto bytes = BytesIn(TextIn(*value));
    Note(key, bytes ? std::to_string(*bytes) + " bytes" : "unknown");
    return bytes;
  }

  const base::JsonValue& object_;
  const std::string& file_;
  SystemDescription read_;
};

}  // namespace

// Exact: the digits are an integer, and the power of ten of their fraction divides at the end.
std::optional<std::uint64_t> BytesIn(std::string_view text) {
  __extension__ using Wide = unsigned __int128;
  text = Trimmed(text);
  std::uint64_t digits = 0, scale = 1;
  bool fraction = false, any = false;
  std::size_t at = 0;
  for (; at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) || (text[at] == '.' && !fraction)); ++at) {
    if (text[at] == '.') {
      fraction = true;
      continue;
    }
    if (digits > 99'999'999'999'999 || scale > 100'000'000'000'000) return std::nullopt;
    digits = digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
    scale *= fraction ? 10 : 1;
    any = true;
  }
  if (!any) return std::nullopt;
  const std::string unit = Lowered(Trimmed(text.substr(at)));
  for (const Unit& known : kUnits) {
    if (known.name != unit) continue;
    const Wide bytes = static_cast<Wide>(digits) * known.bytes / scale;
    if (bytes > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
  }
  return std::nullopt;
}

// Either the count stands before its bracket, "2 (big)", or with the kind inside one, "6 (4 big; 2 LITTLE)".
std::vector<std::pair<std::string, std::int64_t>> CoresIn(std::string_view text) {
  std::vector<std::pair<std::string, std::int64_t>> cores;
  const std::size_t open = text.find('(');
  if (open == text.npos) return cores;
  const std::string_view inside = text.substr(open + 1);
  const bool counts_inside = !inside.empty() && std::isdigit(static_cast<unsigned char>(inside.front())) != 0;
  std::string_view rest = counts_inside ? inside.substr(0, inside.find(')')) : text;
  while (!rest.empty()) {
    const std::size_t end = rest.find(';');
    const std::string_view part = Trimmed(rest.substr(0, end));
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    const std::size_t blank = part.find_first_of(" (");
    if (blank == part.npos) return {};
    const auto count = WholeNumber(part.substr(0, blank));
    std::string_view kind = Trimmed(part.substr(blank));
    if (kind.starts_with('(')) kind.remove_prefix(1);
    if (kind.ends_with(')')) kind.remove_suffix(1);
    if (!count || *count < 0 || kind.empty()) return {};
    cores.emplace_back(kind, *count);
  }
  return cores;
}

Result<SystemDescription> ReadSystemDescription(std::string_view text, const std::string& file) {
  ASSAY_TRY(document, base::ReadJson(text, file));
  if (document.kind() != base::JsonValue::Kind::kObject) {
    return FailAt({file, 1, 1}, ErrorCode::kWrongType,
                  "expected the description of a system, found " + std::string(document.KindName()));
  }
  return DescriptionReader(document, file).Read();
}

}  // namespace assay::results
