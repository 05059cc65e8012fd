// SPDX-License-Identifier: Apache-2.0
// What the vectors of tests/golden/metric/text.jsonl don't say: versions, streams, corpora, refusals.
#include <gtest/gtest.h>

#include <iterator>
#include <random>

#include "metric/text/joined_word_errors.h"
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

// Letters, articles, punctuation, every kind of white space, control characters.
std::string RandomAscii(std::mt19937& engine) {
  static const char* const kParts[] = {"a", "an", "the", "The", "AN", "cat", "Cats", "running", "x2", " ", " ", "  ", "\t",
                                       "\n", "\x1f", "-", "'", "_", ".", "(", "\x01", "\x7f", "0"};
  std::string text;
  for (std::size_t parts = engine() % 14; parts > 0; --parts) text += kParts[engine() % std::size(kParts)];
  return text;
}

// A text of ASCII letters is read a byte a letter, any other as code points: an em space or an accented letter, where
// they change nothing, tell one way from the other.
TEST(AsciiTexts, ScoreAsTheyDoAsCodePoints) {
  std::mt19937 engine(17);
  for (int i = 0; i < 3000; ++i) {
    const std::string one = RandomAscii(engine);
    const std::string other = RandomAscii(engine);
    const std::string one_wide = one + "\u2003";
    const std::string other_wide = other + "\u2003";
    const auto squad = *ScoreAnswer(one, Texts{other, one + " cat"});
    const auto squad_wide = *ScoreAnswer(one_wide, Texts{other_wide, one + " cat\u2003"});
    EXPECT_EQ(squad.exact, squad_wide.exact) << one << "|" << other;
    EXPECT_EQ(squad.f1, squad_wide.f1) << one << "|" << other;
    EXPECT_TRUE(ScoreAnswer(one, Texts{one_wide})->exact) << one;

    const auto errors = *CountWordErrors(Texts{one}, Texts{other});
    const auto errors_wide = *CountWordErrors(Texts{one_wide}, Texts{other_wide});
    EXPECT_EQ(errors.edits.edits(), errors_wide.edits.edits()) << one << "|" << other;
    EXPECT_EQ(errors.edits.hits, errors_wide.edits.hits) << one << "|" << other;
    EXPECT_EQ(errors.reference_words, errors_wide.reference_words) << one << "|" << other;

    for (const Stemming stemming : {Stemming::kNone, Stemming::kPorter}) {
      const auto rouge = ScoreRouge(one, other, stemming);
      const auto rouge_wide = ScoreRouge(one + "\u00e9", other + "\u00e9", stemming);
      EXPECT_EQ(rouge.n[0].f1, rouge_wide.n[0].f1) << one << "|" << other;
      EXPECT_EQ(rouge.n[1].f1, rouge_wide.n[1].f1) << one << "|" << other;
      EXPECT_EQ(rouge.l.f1, rouge_wide.l.f1) << one << "|" << other;
      EXPECT_EQ(rouge.lsum.f1, rouge_wide.lsum.f1) << one << "|" << other;
    }
  }
}

// Many words go another way than few.
TEST(Squad, LongAnswersCountTheirWordsAlike) {
  std::string given, right;
  for (int i = 0; i < 100; ++i) {
    given += "w" + std::to_string(i % 70) + " ";
    right += "w" + std::to_string(i % 50) + " ";
  }
  // w0 to w29 twice in both, w30 to w49 once in the given one: 80 of 100 words on either side.
  EXPECT_DOUBLE_EQ(ScoreAnswer(given, Texts{right})->f1, 0.8);
  EXPECT_DOUBLE_EQ(ScoreAnswer("b b c", Texts{"c b d b b"})->f1, 2 * 1 * 0.6 / 1.6);
}

TEST(Squad, APointThatIsTakenOutOfANumberIsTold) {
  const auto told = [](const char* said, std::vector<std::string> right) { return IsExactWithoutPoint(said, right); };
  EXPECT_TRUE(told("3.5 million", {"35 million"}));
  EXPECT_FALSE(told("3.5 million", {"35 million", "3.5 million"}));
  EXPECT_FALSE(told("1,000.", {"1000"}));
  EXPECT_FALSE(told("U.S.A.", {"USA"}));
  EXPECT_FALSE(told("3.5", {"4"}));
}

// By hand; on 20,000 random pairs the same as the reference's steps in Python.
TEST(JoinedWordErrors, WordsTogetherOrApartAreAlike) {
  using Words = std::vector<std::u32string>;
  EXPECT_EQ(JoinedWordErrors(Words{U"some", U"one", U"is", U"here"}, Words{U"someone", U"is", U"here", U"now"}), 1u);
  EXPECT_EQ(JoinedWordErrors(Words{U"a", U"b", U"c"}, Words{U"abc", U"d"}), 1u);
  EXPECT_EQ(JoinedWordErrors(Words{U"abcd"}, Words{U"a", U"b", U"c", U"d"}), 4u);  // four aren't joined
  EXPECT_EQ(JoinedWordErrors(Words{}, Words{U"a"}), 1u);
  EXPECT_EQ(JoinedWordErrors(Words{}, Words{}), 0u);
}

}  // namespace
}  // namespace assay::metric
