// SPDX-License-Identifier: Apache-2.0
#include "sut/option/option_table.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "spec/near_name.h"
#include "spec/quantity.h"

namespace assay::sut {
namespace {

Where OptionWhere(std::string_view name) { return Where{.file = {}, .path = "options." + std::string(name), .source = {}}; }

// The parsers know the text only; the place is added here.
template <class T>
Result<T> At(std::string_view name, Result<T> result) {
  if (result) return result;
  Error error = std::move(result).error();
  error.where.push_back(OptionWhere(name));
  return std::unexpected(std::move(error));
}

template <class T>
Result<T> Below(std::string_view name, T least, std::string_view text) {
  return FailAt(OptionWhere(name), ErrorCode::kOutOfRange,
                "expected " + std::string(name) + " of at least " + std::to_string(least) + ", found " +
                    std::string(text));
}

}  // namespace

Result<OptionTable> OptionTable::Read(const ExecutorOptions& options, std::span<const OptionInfo> known) {
  std::vector<std::string_view> names;
  for (const OptionInfo& option : known) names.push_back(option.name);
  std::vector<std::string_view> seen;
  for (const auto& [name, text] : options.options) {
    if (std::ranges::find(names, name) == names.end()) {
      return FailAt(OptionWhere(name), ErrorCode::kUnknownKey, "unknown option " + name,
                    spec::NameHint(name, std::span<const std::string_view>(names)));
    }
    if (std::ranges::find(seen, name) != seen.end()) {
      return FailAt(OptionWhere(name), ErrorCode::kDuplicateKey, "the option " + name + " stands twice");
    }
    seen.push_back(name);
  }
  return OptionTable(options, known);
}

std::string_view OptionTable::Text(std::string_view name) const {
  for (const auto& [key, text] : options_->options) {
    if (key == name) return text;
  }
  for (const OptionInfo& option : known_) {
    if (option.name == name) return option.default_value;
  }
  return {};
}

Result<std::int64_t> OptionTable::DurationNs(std::string_view name, std::int64_t least) const {
  ASSAY_TRY(duration_ns, At(name, spec::ParseDurationNs(Text(name))));
  if (duration_ns < least) {
    return FailAt(OptionWhere(name), ErrorCode::kOutOfRange,
                  "expected " + std::string(name) + " of at least " + spec::DurationText(least) + ", found " +
                      std::string(Text(name)));
  }
  return duration_ns;
}

Result<double> OptionTable::Number(std::string_view name, double least) const {
  ASSAY_TRY(number, At(name, spec::ParseNumber(Text(name))));
  if (number < least) return Below(name, least, Text(name));
  return number;
}

Result<double> OptionTable::Share(std::string_view name) const { return At(name, spec::ParseShare(Text(name))); }

Result<std::uint64_t> OptionTable::Count(std::string_view name, std::uint64_t least) const {
  const std::string_view text = Text(name);
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc::result_out_of_range) {
    return FailAt(OptionWhere(name), ErrorCode::kOutOfRange, "expected a count below 2^64, found " + std::string(text));
  }
  if (error != std::errc() || end != text.data() + text.size()) {
    return FailAt(OptionWhere(name), ErrorCode::kBadQuantity,
                  "expected a whole number, found \"" + std::string(text) + "\"");
  }
  if (count < least) return Below(name, least, text);
  return count;
}

Result<std::size_t> OptionTable::Word(std::string_view name, std::span<const std::string_view> words) const {
  const std::string_view text = Text(name);
  if (const auto found = std::ranges::find(words, text); found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  return FailAt(OptionWhere(name), ErrorCode::kUnknownName,
                "the option " + std::string(name) + " doesn't know \"" + std::string(text) + "\"",
                spec::NameHint(text, words));
}

}  // namespace assay::sut
