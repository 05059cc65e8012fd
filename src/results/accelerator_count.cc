// SPDX-License-Identifier: Apache-2.0
#include "results/accelerator_count.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace assay::results {
namespace {

constexpr std::int64_t kMost = 1'000'000;  // a count above this is no count of accelerators

bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }
bool IsCapital(char letter) { return letter >= 'A' && letter <= 'Z'; }

// The number at `at`, which is moved behind it; empty when none stands there.
std::optional<std::int64_t> NumberAt(std::string_view text, std::size_t& at) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (read.ec != std::errc() || !IsDigit(text[at]) || number < 1 || number > kMost) return std::nullopt;
  at = static_cast<std::size_t>(read.ptr - text.data());
  return number;
}

// How many nodes the part says that it is: "2 Nodes: …"; 1 without. The words are taken off `part`.
std::int64_t TakeNodes(std::string_view& part) {
  std::size_t at = 0;
  const auto nodes = part.empty() ? std::nullopt : NumberAt(part, at);
  if (!nodes) return 1;
  const std::string_view rest = part.substr(at);
  for (const std::string_view word : {" Nodes: ", " Node: ", " nodes: ", " node: "}) {
    if (!rest.starts_with(word)) continue;
    part = rest.substr(word.size());
    return *nodes;
  }
  return 1;
}

// The sum of the counts in the name; empty when it carries none.
std::optional<std::int64_t> CountsInName(std::string_view name) {
  std::int64_t sum = 0;
  while (!name.empty()) {
    const std::size_t comma = name.find(',');
    std::string_view part = name.substr(0, comma);
    name = comma == name.npos ? std::string_view() : name.substr(comma + 1);
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    const std::int64_t nodes = TakeNodes(part);
    std::size_t at = 0;
    if (const auto leading = part.empty() ? std::nullopt : NumberAt(part, at);
        leading && at + 1 < part.size() && part[at] == 'x' && part[at + 1] == ' ') {
      sum += nodes * *leading;  // "8x NVIDIA H100"
    }
    for (at = part.find('x'); at != part.npos; at = part.find('x', at)) {
      const char before = at > 0 ? part[at - 1] : ' ';
      ++at;
      std::size_t end = at;
      const auto number = at < part.size() ? NumberAt(part, end) : std::nullopt;
      if (!number) continue;
      const bool in_brackets = before == '(' && end < part.size() && part[end] == ')';
      const bool at_the_end = (IsDigit(before) || IsCapital(before)) && end == part.size();  // "80GBx8", not "Stratix10"
      if (in_brackets || at_the_end) sum += nodes * *number;
      at = end;
    }
    if (sum > kMost) return std::nullopt;
  }
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

std::optional<std::int64_t> CountInFields(const System& system) {
  if (system.total_accelerators) return system.total_accelerators;
  if (!system.accelerators_per_node) return std::nullopt;
  const std::int64_t nodes = std::max<std::int64_t>(1, system.nodes.value_or(1));
  if (*system.accelerators_per_node > kMost || nodes > kMost) return std::nullopt;
  return *system.accelerators_per_node * nodes;
}

bool NamesNone(std::string_view name) {
  return name.empty() || name == "N/A" || name == "n/a" || name == "NA" || name == "-" || name == "none" ||
         name == "None";
}

}  // namespace

AcceleratorReading CountAccelerators(const System& system) {
  using Source = AcceleratorCount::Source;
  const std::string_view name = system.accelerator;
  const auto fields = CountInFields(system);
  if (NamesNone(name)) {
    if (!fields) return {std::nullopt, Source::kUnknown, {}};
    if (*fields <= 0) return {0, Source::kNone, {}};
    return {fields, Source::kFields, "fields say " + std::to_string(*fields) + ", yet no accelerator is named"};
  }
  if (const auto named = CountsInName(name)) {
    std::string note;
    if (fields && *fields != *named) {
      note = "name says " + std::to_string(*named) + ", fields say " + std::to_string(*fields);
    }
    return {named, Source::kName, std::move(note)};
  }
  if (!fields) return {std::nullopt, Source::kUnknown, {}};
  if (*fields <= 0) {
    return {std::nullopt, Source::kUnknown, "fields say " + std::to_string(*fields) + ", yet an accelerator is named"};
  }
  std::string note;
  if (name.find(" MIG") != name.npos) note = "whole accelerators; the result used slices of them, see the name";
  if (name.find(" Dual") != name.npos) note = "name says Dual: whether fields count cards or chips isn't stated";
  return {fields, Source::kFields, std::move(note)};
}

}  // namespace assay::results
