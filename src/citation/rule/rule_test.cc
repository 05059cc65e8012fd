// SPDX-License-Identifier: Apache-2.0
// Each rule with an example that keeps it and one that breaks it, or leaves out what it asks for.
#include "citation/rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "citation/assess_rows_for_test.h"

namespace assay::citation {
namespace {

struct Example {
  std::string_view id;
  RuleState state;
  std::function<void(Quote&, RowsForTest&)> change;  // of the complete quote
};

Facts Other(std::initializer_list<std::pair<const std::string, std::string>> changes) {
  Facts facts = {{"round", "v5.1"},         {"division", "closed"},   {"availability", "available"},
                 {"category", "datacenter"}, {"submitter", "AMD"},    {"accelerators", "8"},
                 {"scenario", "Server"},    {"benchmark", "llama2-70b-99.9"}, {"value", "32027.6"}, {"unit", "Tokens/s"},
                 {"suite", "MLPerf Inference"}};
  for (const auto& [field, value] : changes) facts[field] = value;
  return facts;
}

using S = RuleState;
const std::vector<Example> kExamples = {
    {"R1", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R1", S::kBroken, [](Quote& q, RowsForTest&) { q.stated["value"] = "109123"; }},
    {"R1", S::kBroken, [](Quote& q, RowsForTest& h) {
       q.stated["verified"] = "unverified";
       q.text = "our own run";
       h.server->source = "own.json";
     }},
    {"R2", S::kKept, [](Quote& q, RowsForTest&) { q.asserts = {"official"}; }},
    {"R2", S::kBroken, [](Quote& q, RowsForTest&) { q.asserts = {"official", "per_accelerator"}; }},
    {"R3", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R3", S::kCompleted, [](Quote& q, RowsForTest&) { q.stated.erase("submitter"); }},
    {"R4", S::kKept, [](Quote& q, RowsForTest&) {
       q.stated["date"] = "2026-11-29";
       q.stated["source"] = "https://mlcommons.org";
       q.stated["footnote"] = "The MLPerf name is a trademark of MLCommons Association.";
     }},
    {"R4", S::kCompleted, [](Quote&, RowsForTest&) {}},
    {"R5", S::kKept, [](Quote& q, RowsForTest&) { q.stated["footnote"] = "Retrieved on 2026-11-29 from the public table."; }},
    {"R5", S::kBroken, [](Quote& q, RowsForTest&) { q.stated["footnote"] = "image"; }},
    {"R6", S::kKept, [](Quote& q, RowsForTest&) { q.compared_with = {Other({})}; }},
    {"R6", S::kBroken, [](Quote& q, RowsForTest&) {
       q.compared_with = {Other({{"submitter", "NVIDIA"}, {"scenario", "Offline"}, {"value", "101527"}})};
     }},
    {"R7", S::kKept, [](Quote& q, RowsForTest&) { q.compared_with = {Other({})}; }},
    {"R7", S::kBroken, [](Quote& q, RowsForTest&) { q.compared_with = {{{"suite", "not an MLPerf result"}, {"value", "1"}}}; }},
    {"R8", S::kKept, [](Quote& q, RowsForTest&) { q.compared_with = {Other({})}; }},
    {"R8", S::kBroken, [](Quote& q, RowsForTest&) { q.asserts = {"speedup"}; }},
    {"R9", S::kKept, [](Quote& q, RowsForTest&) {
       q.stated["scenario"] = "Offline";
       q.stated["value"] = "101527";
       q.text = "against an open run of llama3_1-70b-fp8_dyn whose accuracy is below the gate, precision not disclosed";
       q.compared_with = {Other({{"submitter", "Fabrikam"}, {"division", "open"}, {"scenario", "Offline"}, {"value", "151000"}})};
     }},
    {"R9", S::kBroken, [](Quote& q, RowsForTest&) {
       q.stated["scenario"] = "Offline";
       q.stated["value"] = "101527";
       q.text = "against an open run";
       q.compared_with = {Other({{"submitter", "Fabrikam"}, {"division", "open"}, {"scenario", "Offline"}, {"value", "151000"}})};
     }},
    {"R10", S::kKept, [](Quote& q, RowsForTest&) {
       q.text = "an unverified score; it may use measurement methodologies that are inconsistent";
       q.compared_with = {Other({{"verified", "unverified"}})};
     }},
    {"R10", S::kBroken, [](Quote& q, RowsForTest&) { q.compared_with = {Other({{"verified", "unverified"}})}; }},
    {"R11", S::kKept, [](Quote& q, RowsForTest& h) {
       q.asserts = {"per_watt"};
       h.server->has_power = true;
     }},
    {"R11", S::kBroken, [](Quote& q, RowsForTest&) { q.asserts = {"per_watt"}; }},
    {"R12", S::kKept, [](Quote& q, RowsForTest&) {
       q.asserts = {"composite"};
       q.text = "geometric mean of six results, unverified";
     }},
    {"R12", S::kBroken, [](Quote& q, RowsForTest&) { q.asserts = {"composite"}; }},
    {"R13", S::kKept, [](Quote& q, RowsForTest&) {
       q.asserts = {"per_accelerator"};
       q.text = "12,390 tokens/s per GPU, unverified, derived by dividing the result by 8";
     }},
    {"R13", S::kBroken, [](Quote& q, RowsForTest&) { q.asserts = {"per_accelerator"}; }},
    {"R14", S::kKept, [](Quote& q, RowsForTest&) {  // ROUGE1 of the row
       q.stated["metric"] = "accuracy";
       q.stated["value"] = "44.7";
     }},
    {"R14", S::kBroken, [](Quote& q, RowsForTest&) {
       q.stated["metric"] = "accuracy";
       q.stated["value"] = "98.5";
     }},
    {"R15", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R15", S::kBroken, [](Quote& q, RowsForTest&) { q.stated["date"] = "2025-09-01"; }},  // published 2025-09-09
    {"R16", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R16", S::kBroken, [](Quote& q, RowsForTest&) { q.asserts = {"endorsement"}; }},
    {"R17", S::kKept, [](Quote& q, RowsForTest&) { q.text = "in MLPerf® Inference v5.1"; }},
    {"R17", S::kCompleted, [](Quote& q, RowsForTest&) { q.text = "in MLPerf Inference v5.1"; }},
    {"R17", S::kBroken, [](Quote& q, RowsForTest&) { q.text = "MLPerf®'s best"; }},
    {"R17", S::kBroken, [](Quote& q, RowsForTest&) { q.text = "We MLPerfed it"; }},
    {"R17", S::kBroken, [](Quote& q, RowsForTest&) { q.text = "ML-Perf Inference v5.1"; }},
    {"R18", S::kKept, [](Quote& q, RowsForTest&) { q.text = "MLPerf® Inference v5.1"; }},
    {"R18", S::kBroken, [](Quote& q, RowsForTest&) {
       q.stated = {{"round", "v5.1"}, {"submitter", "Fabrikam"}, {"benchmark", "llama2-70b-99.9"}, {"scenario", "Offline"},
                   {"value", "151000"}};
       q.text = "MLPerf® Inference v5.1";
     }},
    {"R19", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R19", S::kBroken, [](Quote& q, RowsForTest& h) {
       results::SystemOf(*h.server).availability = results::Availability::kPreview;
       q.stated.erase("availability");
       q.compared_with = {Other({})};
     }},
    {"R20", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R20", S::kBroken, [](Quote&, RowsForTest& h) { h.server->withdrawn = true; }},
    {"R21", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R21", S::kBroken, [](Quote& q, RowsForTest& h) {
       h.server->inferred = true;
       q.stated["inferred"] = "no";
     }},
    {"R22", S::kKept, [](Quote& q, RowsForTest&) { q.compared_with = {Other({})}; }},
    {"R22", S::kBroken, [](Quote& q, RowsForTest&) {
       q.stated = {{"round", "v1.1"}, {"division", "closed"}, {"benchmark", "resnet"}, {"scenario", "MultiStream"}};
       q.compared_with = {{{"round", "v2.0"}, {"division", "closed"}, {"benchmark", "resnet"}, {"scenario", "MultiStream"}}};
     }},
    {"R23", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R23", S::kCompleted, [](Quote& q, RowsForTest&) { q.stated.erase("unit"); }},
    {"R23", S::kBroken, [](Quote& q, RowsForTest& h) {
       q.stated["unit"] = "Samples/s";
       q.stated["round"] = "v5.0";  // not held; its rules give tokens/s
       (void)h;
     }},
    {"R24", S::kKept, [](Quote&, RowsForTest&) {}},
    {"R24", S::kBroken, [](Quote& q, RowsForTest&) { q.compared_with = {{{"suite", "MLPerf Client"}, {"value", "60"}}}; }},
};

TEST(Rules, AreTwentyFourInOrderWithSourceAndCondition) {
  ASSERT_EQ(AllRules().size(), 24u);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(AllRules()[i]->id, "R" + std::to_string(i + 1));
    EXPECT_FALSE(AllRules()[i]->condition.empty());
    EXPECT_FALSE(AllRules()[i]->source.empty());
  }
}

TEST(Rules, KeepAndBreakAsTheirExamplesSay) {
  for (const Example& example : kExamples) {
    RowsForTest held;
    Quote quote = RowsForTest::CompleteQuote();
    example.change(quote, held);
    const Needs needs;
    const Subject subject = MakeSubject(quote, needs, held.rows, "2026-11-29");
    const auto rule = std::ranges::find(AllRules(), example.id, &RuleInfo::id);
    ASSERT_NE(rule, AllRules().end());
    const RuleOutcome outcome = (*rule)->read(subject);
    EXPECT_EQ(NameOf(outcome.state), NameOf(example.state)) << example.id << ": " << outcome.words << " / " << quote.text;
  }
}

TEST(Rules, EachHasAnExampleOfBoth) {
  for (const RuleInfo* rule : AllRules()) {
    const auto has = [&](bool kept) {
      return std::ranges::any_of(kExamples, [&](const Example& each) {
        return each.id == rule->id && (each.state == RuleState::kKept) == kept;
      });
    };
    EXPECT_TRUE(has(true)) << rule->id;
    EXPECT_TRUE(has(false)) << rule->id;
  }
}

}  // namespace
}  // namespace assay::citation
