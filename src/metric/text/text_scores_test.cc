// SPDX-License-Identifier: Apache-2.0
// What the vectors of tests/golden/metric/text.jsonl don't say: versions, streams, corpora, refusals.
#include <gtest/gtest.h>

#include "metric/text/bleu.h"
#include "metric/text/chrf.h"
#include "metric/text/rouge.h"
#include "metric/text/squad.h"
#include "metric/text/ter.h"
#include "metric/text/word_errors.h"

namespace assay::metric {
namespace {

using Texts = std::vector<std::string>;

TEST(Squad, TakesTheBestOfSeveralRightAnswers) {
  const auto score = *ScoreAnswer("the Broncos", Texts{"Denver Broncos", "Broncos"});
  EXPECT_TRUE(score.exact);
  EXPECT_EQ(score.f1, 1);
  EXPECT_FALSE(ScoreAnswer("x", {}).has_value());
}

// By the definitions of version 2.0: no answer is right exactly where none is expected, and then it counts in full.
TEST(Squad, Version2CountsAbstention) {
  EXPECT_EQ(ScoreAnswerOrNone("", {}).f1, 1);
  EXPECT_TRUE(ScoreAnswerOrNone("the", Texts{""}).exact);
  EXPECT_EQ(ScoreAnswerOrNone("cat", {}).f1, 0);
  EXPECT_EQ(ScoreAnswerOrNone("", Texts{"cat"}).f1, 0);
  EXPECT_EQ(ScoreAnswerOrNone("a cat", Texts{"", "cat"}).f1, 1);
  EXPECT_EQ(ScoreAnswer("", Texts{""})->f1, 0);  // version 1.1 says 0
}

TEST(WordErrors, SumsOverTheSetAndNotOverRates) {
  // One wrong of one word and none of nine: 1 / 10, not (1 + 0) / 2.
  const auto all = *CountWordErrors(Texts{"a", "b c d e f g h i j"}, Texts{"x", "b c d e f g h i j"});
  EXPECT_DOUBLE_EQ(all.Wer(), 0.1);
  EXPECT_FALSE(CountWordErrors(Texts{"a"}, Texts{}).has_value());
  EXPECT_FALSE(CountWordErrors(Texts{}, Texts{}).has_value());
}

// jiwer 4.0 counts insertions against an empty reference; before, it refused.
TEST(WordErrors, EmptyReferences) {
  EXPECT_EQ(CountWordErrors(Texts{""}, Texts{"two words"})->Wer(), 2);
  EXPECT_EQ(CountWordErrors(Texts{""}, Texts{""})->Wer(), 0);
  EXPECT_EQ(CountWordErrors(Texts{"", "a b"}, Texts{"x", "a b"})->Wer(), 0.5);
}

// Right values: sacrebleu 2.6.0, BLEU().get_signature() and so on.
TEST(Signatures, NameWhatTheValueDependsOn) {
  EXPECT_EQ(BleuSignature({}, 1), "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0");
  EXPECT_EQ(BleuSignature({.tokens = BleuTokens::kIntl, .lower_case = true, .effective_order = true}, 2),
            "nrefs:2|case:lc|eff:yes|tok:intl|smooth:exp|version:2.6.0");
  EXPECT_EQ(ChrfSignature({.word_order = 2}, 1), "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0");
  EXPECT_EQ(TerSignature({}, 1), "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0");
}

TEST(Translations, PartsAddUp) {
  const Texts outputs{"the cat sat on the mat", "a dog ran"};
  const std::vector<Texts> streams{{"the cat sat on a mat", "the dog ran off"}};
  BleuCounts bleu;
  TerCounts ter;
  for (std::size_t i = 0; i < 2; ++i) {
    bleu += CountBleu(outputs[i], Texts{streams[0][i]}, {});
    const auto one = CountTer(outputs[i], Texts{streams[0][i]}, {});
    ter.edits += one.edits;
    ter.reference_words += one.reference_words;
  }
  EXPECT_EQ(BleuScore(bleu, {}), *CorpusBleu(outputs, streams, {}));
  EXPECT_EQ(TerScore(ter), *CorpusTer(outputs, streams, {}));
}

TEST(Translations, RefuseStreamsOfAnotherLength) {
  const std::vector<Texts> short_stream{{"one"}};
  EXPECT_FALSE(CorpusBleu(Texts{"a", "b"}, short_stream, {}).has_value());
  EXPECT_FALSE(CorpusChrf(Texts{"a", "b"}, short_stream, {}).has_value());
  EXPECT_FALSE(CorpusTer(Texts{"a"}, {}, {}).has_value());
}

TEST(Ter, AMovedRunIsOneEdit) {
  EXPECT_EQ(CountTer("d e f a b c", Texts{"a b c d e f"}, {}).edits, 1);
}

TEST(Rouge, OrderOfLinesDoesNotMatterToLsumAlone) {
  const auto scores = ScoreRouge("b.\na.", "a.\nb.", Stemming::kNone);
  EXPECT_EQ(scores.lsum.f1, 1);
  EXPECT_EQ(scores.l.f1, 0.5);
  ASSERT_EQ(scores.n.size(), 2u);
}

}  // namespace
}  // namespace assay::metric
