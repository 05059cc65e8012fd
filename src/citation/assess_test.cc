// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "citation/assess_rows_for_test.h"
#include "citation/citation_json.h"

namespace assay::citation {
namespace {

constexpr std::string_view kToday = "2026-11-29";

class AssessTest : public testing::Test {
 protected:
  Assessment Run(const Quote& quote, const Needs& needs = {}) const { return Assess(quote, needs, held_.rows, kToday); }
  static Quote With(const std::string& field, const std::string& value) {
    Quote quote = RowsForTest::CompleteQuote();
    quote.stated[field] = value;
    return quote;
  }
  static Quote Without(std::string_view field) {
    Quote quote = RowsForTest::CompleteQuote();
    quote.stated.erase(quote.stated.find(field));
    return quote;
  }
  static bool Holds(const std::vector<std::string>& list, const std::string& pattern) {
    return std::ranges::any_of(list, [&](const std::string& each) { return std::regex_search(each, std::regex(pattern)); });
  }
  static std::string StateOf(const Assessment& assessment, std::string_view id) {
    return std::ranges::find(assessment.answers, id, &Answer::id)->state;
  }
  static RuleState RuleOf(const Assessment& assessment, std::string_view id) {
    return std::ranges::find(assessment.rules, id, &RuleReading::id)->state;
  }
  RowsForTest held_;
};

TEST_F(AssessTest, ACompleteQuoteThatMeetsOurBoundIsEvidenceForIt) {
  const Assessment a = Run(RowsForTest::CompleteQuote(), RowsForTest::MatchingNeeds());
  EXPECT_EQ(a.verdict, Verdict::kEvidence) << a.because;
  EXPECT_EQ(a.slot, 2);
  EXPECT_EQ(StateOf(a, "Q5"), "match");
  EXPECT_TRUE(Holds(a.licensed, "served 99,123 tokens/s of Llama 2 70B.*Server.*2000 ms"));
  EXPECT_TRUE(Holds(a.not_licensed, "accuracy on your data at fp4"));
  EXPECT_EQ(a.answers.size(), 11u);
  EXPECT_EQ(a.rules.size(), 24u);
  EXPECT_EQ(a.sentence,
            "NVIDIA reported 99,123 tokens/s for Llama 2 70B (99.9 %) in the Server scenario of MLPerf® Inference v5.1 "
            "Closed (datacenter, available) on NVIDIA DGX B200 (8x NVIDIA B200-SXM-180GB, TensorRT 10.11, CUDA 12.9; "
            "weights fp4), under TTFT p99 ≤ 2000 ms and TPOT p99 ≤ 200 ms (by the round's rules).");
  EXPECT_NE(a.footnote.find("result ID 5.1-0069"), std::string::npos);
  EXPECT_NE(a.footnote.find("mlcommons.org"), std::string::npos);
}

TEST_F(AssessTest, WithoutNeedsThereIsNoWordOnASla) {
  const Assessment a = Run(RowsForTest::CompleteQuote());
  EXPECT_EQ(a.verdict, Verdict::kEvidenceLimited);
  EXPECT_EQ(a.slot, 1);
  EXPECT_EQ(StateOf(a, "Q5"), "not asked");
  EXPECT_NE(a.sentence.find("no SLA claim"), std::string::npos);
}

TEST_F(AssessTest, ALooserBoundIsNoEvidenceForOurs) {
  Needs needs = RowsForTest::MatchingNeeds();
  needs.sla.ttft_ns = 500'000'000;
  needs.sla.tpot_ns = 50'000'000;
  const Assessment a = Run(RowsForTest::CompleteQuote(), needs);
  EXPECT_EQ(a.verdict, Verdict::kEvidenceLimited);
  EXPECT_EQ(a.slot, 1);
  EXPECT_EQ(StateOf(a, "Q5"), "looser-than-ours");
}

// Each doubt alone takes the word EVIDENCE away.
TEST_F(AssessTest, NoDoubtIsEvidence) {
  const Needs needs = RowsForTest::MatchingNeeds();
  const auto limited = [&](const char* what) {
    EXPECT_EQ(Run(RowsForTest::CompleteQuote(), needs).verdict, Verdict::kEvidenceLimited) << what;
  };
  results::System& system = results::SystemOf(*held_.server);
  held_.server->inferred = true;
  limited("inferred");
  held_.server->inferred = false;
  held_.server->unit_state = results::UnitState::kContradicts;
  limited("unit");
  held_.server->unit_state = results::UnitState::kAgrees;
  const auto accuracy = held_.server->accuracy;
  held_.server->accuracy = {};
  limited("accuracy not known");
  held_.server->accuracy = "ROUGE1: 39.10  ROUGE2: 17.20  ROUGEL: 25.00  TOKENS_PER_SAMPLE: 210.0";
  limited("gate missed");
  held_.server->accuracy = accuracy;
  held_.server->source = "mine.json";
  limited("imported");
  held_.server->source = "https://example.org/results";
  held_.server->weights = {};
  limited("precision is the quote's word");
  held_.server->weights = results::ParsePrecision("fp4");
  Needs bursts = needs;
  bursts.traffic = "bursts";
  const Assessment bursty = Run(RowsForTest::CompleteQuote(), bursts);
  EXPECT_EQ(bursty.verdict, Verdict::kEvidenceLimited);
  EXPECT_TRUE(Holds(bursty.not_licensed, "your burst traffic"));
  Quote preview = Without("availability");
  system.availability = results::Availability::kPreview;
  EXPECT_EQ(Run(preview, needs).verdict, Verdict::kEvidenceLimited);
  system.availability = results::Availability::kAvailable;
  held_.server->withdrawn = true;
  EXPECT_EQ(Run(RowsForTest::CompleteQuote(), needs).verdict, Verdict::kViolation);
  EXPECT_TRUE(Run(RowsForTest::CompleteQuote(), needs).sentence.empty());
}

TEST_F(AssessTest, AStatedValueThatDiffersIsContradictedAndBothAreShown) {
  const Assessment a = Run(With("value", "109123"));
  EXPECT_EQ(a.verdict, Verdict::kContradicted);
  ASSERT_EQ(a.contradictions.size(), 1u);
  EXPECT_TRUE(a.filled.empty());
  EXPECT_NE(a.sentence.find("99,123"), std::string::npos);
  EXPECT_EQ(a.sentence.find("109,123"), std::string::npos);
}

TEST_F(AssessTest, ANumberAloneIsDecorative) {
  Quote quote;
  quote.text = "B200 delivers 99,123 tokens/s";
  quote.stated = {{"accelerator", "B200"}, {"value", "99123"}, {"unit", "Tokens/s"}};
  const Assessment a = Run(quote);
  EXPECT_EQ(a.verdict, Verdict::kDecorative);
  EXPECT_TRUE(a.filled.empty());
  EXPECT_TRUE(a.sentence.empty());
  EXPECT_FALSE(a.ask.empty());
  std::vector<std::string> fields;
  for (const auto& [field, question] : a.ask) fields.push_back(field);
  std::ranges::sort(fields);
  EXPECT_EQ(std::ranges::adjacent_find(fields), fields.end());
}

TEST_F(AssessTest, AnotherBoardIsNamedForWhatItIs) {
  Quote quote;
  quote.suite = Suite::kTraining;
  quote.stated = {{"submitter", "NVIDIA"}, {"value", "10"}};
  const Assessment a = Run(quote);
  EXPECT_EQ(a.match, Match::kNotInference);
  EXPECT_EQ(a.verdict, Verdict::kDecorative);
  EXPECT_NE(a.because.find("Training"), std::string::npos);
  EXPECT_TRUE(a.sentence.empty());
}

TEST_F(AssessTest, ARoundThatIsNotHeldIsRepeatedAsStatedWithoutAnId) {
  Quote quote = With("round", "v5.0");
  quote.stated.erase("result_id");
  const Assessment a = Run(quote, RowsForTest::MatchingNeeds());
  EXPECT_EQ(a.match, Match::kRoundNotHeld);
  EXPECT_EQ(a.verdict, Verdict::kEvidenceLimited);
  EXPECT_TRUE(a.filled.empty());
  EXPECT_FALSE(a.sentence.empty());
  EXPECT_FALSE(std::regex_search(a.footnote, std::regex("[0-9]\\.[0-9]-[0-9]{4}")));
}

TEST_F(AssessTest, WordsBeyondTheBenchmarkAreAnOverclaim) {
  for (const char* word : {"accuracy", "cost", "safety", "why", "ours"}) {
    Quote quote = RowsForTest::CompleteQuote();
    quote.asserts = {word};
    const Assessment a = Run(quote, RowsForTest::MatchingNeeds());
    EXPECT_EQ(a.verdict, Verdict::kOverclaim) << word;
    EXPECT_EQ(a.slot, 0);
  }
}

// The case: 51,000 tokens/s in Open against 34,000 in Closed, "1.5x faster".
TEST_F(AssessTest, AnOpenResultAgainstAClosedOneListsAllThatDiffers) {
  Quote quote;
  quote.suite = Suite::kInference;
  quote.text = "In MLPerf® Inference v5.1 Fabrikam ran 151,000 tokens/s against 101,527, 1.5x faster";
  quote.stated = {{"round", "v5.1"}, {"benchmark", "llama2-70b-99.9"}, {"scenario", "Offline"},
                  {"submitter", "Fabrikam"}, {"value", "151000"}, {"unit", "Tokens/s"}};
  quote.compared_with = {{{"submitter", "NVIDIA"}, {"value", "101527"}, {"unit", "Tokens/s"}}};
  quote.asserts = {"speedup"};
  const Assessment a = Run(quote);
  EXPECT_EQ(a.verdict, Verdict::kViolation);
  EXPECT_EQ(RuleOf(a, "R8"), RuleState::kBroken);
  EXPECT_EQ(RuleOf(a, "R9"), RuleState::kBroken);
  for (const char* pattern : {"division", "llama3_1-70b-fp8_dyn", "39.1 below 44.3867", "210 outside 265.005", "precision"}) {
    EXPECT_TRUE(Holds(a.not_licensed, pattern)) << pattern;
  }
  EXPECT_NE(a.sentence.find("v5.1 Open"), std::string::npos);
  EXPECT_NE(a.sentence.find("v5.1 Closed"), std::string::npos);
}

TEST_F(AssessTest, ExitCodesAreTheWorstOfAll) {
  Assessment evidence, limited, decorative, violation;
  evidence.verdict = Verdict::kEvidence;
  limited.verdict = Verdict::kEvidenceLimited;
  decorative.verdict = Verdict::kDecorative;
  violation.verdict = Verdict::kViolation;
  EXPECT_EQ(ExitCodeOf(std::vector{evidence, limited}, false), 0);
  EXPECT_EQ(ExitCodeOf(std::vector{evidence, limited}, true), 1);
  EXPECT_EQ(ExitCodeOf(std::vector{evidence, decorative}, false), 8);
  EXPECT_EQ(ExitCodeOf(std::vector{decorative, violation}, false), 1);
  EXPECT_EQ(ExitCodeOf({}, false), 0);
}

TEST_F(AssessTest, JsonAndSarifSayTheSameInAFixedForm) {
  Quote quote = With("value", "109123");
  quote.place = {"deck é.md", "line 3", 3, 5};
  const Assessment a = Run(quote);
  const std::string json = CitationJson(std::span(&a, 1), {});
  EXPECT_TRUE(json.starts_with("{\n \"schema\": \"assay.citation/1\""));
  EXPECT_NE(json.find("\"verdict\": \"CONTRADICTED\""), std::string::npos);
  EXPECT_EQ(json, CitationJson(std::span(&a, 1), {}));
  const std::string sarif = CitationSarif(std::span(&a, 1), {}, "1");
  EXPECT_NE(sarif.find("\"ruleId\": \"CONTRADICTED\""), std::string::npos);
  EXPECT_NE(sarif.find("\"uri\": \"deck%20%C3%A9.md\""), std::string::npos);
  EXPECT_NE(sarif.find("\"startLine\": 3"), std::string::npos);
}

}  // namespace
}  // namespace assay::citation
