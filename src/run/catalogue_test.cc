// SPDX-License-Identifier: Apache-2.0
#include "run/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace assay::run {
namespace {

TEST(Catalogue, EveryEntryExplainsItself) {
  for (const Entry& entry : Catalogue()) {
    EXPECT_FALSE(entry.name.empty()) << entry.kind;
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    EXPECT_TRUE(entry.kind == "format" || !entry.definition.empty()) << entry.name;
    EXPECT_TRUE(entry.kind == "format" || entry.kind == "error" || !entry.source.empty()) << entry.name;
    for (const auto& [name, doc] : entry.options) EXPECT_FALSE(doc.empty()) << entry.name << ": " << name;
  }
}

TEST(Catalogue, NamesAreUniqueWithinAKindAndSorted) {
  const auto entries = Catalogue();
  std::set<std::pair<std::string, std::string>> names;
  for (const Entry& entry : entries) {
    EXPECT_TRUE(names.emplace(entry.kind, entry.name).second) << entry.kind << " " << entry.name;
  }
  // By name; rules are R1 to R24, by their number.
  EXPECT_TRUE(std::ranges::is_sorted(entries, {}, [](const Entry& entry) {
    const std::size_t number = entry.kind == "rule" ? std::stoul(entry.name.substr(1)) : 0;
    return std::tuple(entry.kind, number, entry.name);
  }));
}

TEST(FindEntry, FindsAnyCaseAndWithinAKind) {
  EXPECT_EQ(FindEntry("e0312")->name, "E0312");
  EXPECT_EQ(FindEntry("recall")->kind, "metric");
  EXPECT_EQ(FindEntry("recall", "metric")->kind, "metric");
  EXPECT_FALSE(FindEntry("recall", "executor").has_value());
  EXPECT_FALSE(FindEntry("no such thing").has_value());
}

TEST(ReferencePage, HoldsEveryEntryOfItsKindOnly) {
  const std::string page = ReferencePage("arrival");
  for (const Entry& entry : Catalogue()) {
    const bool there = page.find("\n## " + entry.name + "\n") != std::string::npos;
    EXPECT_EQ(there, entry.kind == "arrival") << entry.name;
  }
}

}  // namespace
}  // namespace assay::run
