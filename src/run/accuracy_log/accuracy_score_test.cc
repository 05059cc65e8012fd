// SPDX-License-Identifier: Apache-2.0
// Right values: arithmetic beside them. The scorers' formulas are held against scikit-learn, pycocotools and rouge-score in
// src/metric.
#include "run/accuracy_log/accuracy_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "record/mlperf_log_accuracy.h"
#include "run/accuracy_log/accuracy_text.h"
#include "run/accuracy_log/accuracy_txt.h"

namespace assay::run {
namespace {

using round::GateSide;
using verdict::Outcome;
namespace fs = std::filesystem;

// Numbers as they lie in memory.
template <class T>
std::string Bytes(std::initializer_list<T> numbers) {
  std::string bytes;
  for (const T number : numbers) {
    char raw[sizeof(T)];
    std::memcpy(raw, &number, sizeof number);
    bytes.append(raw, sizeof raw);
  }
  return bytes;
}

class AccuracyLog : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("accuracy_log_") + info->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string File(const std::string& name, const std::string& bytes) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }

  // A log of these answers: sample and bytes.
  std::string Log(const std::vector<std::pair<std::size_t, std::string>>& answers) {
    std::string text(record::kMlperfAccuracyHead);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto bytes = std::as_bytes(std::span(answers[i].second));
      record::AppendMlperfAnswer(text, {i, answers[i].first, bytes, std::nullopt, std::nullopt}, i == 0);
    }
    return File("mlperf_log_accuracy.json", text + std::string(record::kMlperfAccuracyFoot));
  }

  static AccuracyScore Scored(const AccuracyOptions& options) {
    auto score = ScoreAccuracy(options);
    EXPECT_TRUE(score) << (score ? "" : score.error().what);
    return score ? *std::move(score) : AccuracyScore{};
  }

  fs::path folder_;
};

// A whole run of ResNet: 50,000 images of which the first `good` are right.
struct ResnetLog {
  std::string truth, log;
};
ResnetLog Resnet(std::size_t good) {
  ResnetLog files;
  files.log = record::kMlperfAccuracyHead;
  for (std::size_t i = 0; i < 50000; ++i) {
    const auto label = static_cast<std::int32_t>(i % 1000);
    files.truth += "img " + std::to_string(label) + "\n";
    const std::string answer = Bytes<std::int32_t>({i < good ? label : label + 1});
    record::AppendMlperfAnswer(files.log, {i, i, std::as_bytes(std::span(answer)), std::nullopt, std::nullopt}, i == 0);
  }
  files.log += record::kMlperfAccuracyFoot;
  return files;
}

// 38,228 of 50,000 are 76.456 %; the gate is 75.6954, so 37,848 (75.696) pass and 37,847 (75.694) don't.
TEST_F(AccuracyLog, ImagesWithTheGate) {
  for (const auto& [good, printed, outcome] : {std::tuple{38228, "76.456", Outcome::kPass},
                                               {37848, "75.696", Outcome::kPass},
                                               {37847, "75.694", Outcome::kFail}}) {
    const ResnetLog files = Resnet(static_cast<std::size_t>(good));
    AccuracyOptions options{.path = File("log.json", files.log), .round = "v5.1", .benchmark = "resnet50", .scenario = {},
                            .type = "int32", .scorer = {.truths = {File("val_map.txt", files.truth)}}};
    const AccuracyScore score = Scored(options);
    EXPECT_EQ(score.outcome, outcome) << good;
    ASSERT_EQ(score.gates.size(), 1u);
    EXPECT_EQ(score.gates[0].figure->printed, printed);
    EXPECT_EQ(score.gates[0].rules == GateSide::kWithin, outcome == Outcome::kPass);
    EXPECT_EQ(score.gates[0].checker, score.gates[0].rules);
    EXPECT_EQ(score.lines[0], std::string("accuracy=") + printed + "%, good=" + std::to_string(good) + ", total=50000");
    EXPECT_EQ(score.lines[1], "hash=" + score.sha256);
    // What was written reads back, and meets the same gate.
    const auto again = ParseAccuracyTxt(AccuracyTxtOf(score), "accuracy.txt", score.benchmark->gates);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->hash, score.sha256);
    EXPECT_EQ(again->figures[0].printed, printed);
  }
}

// "Dr. Lee left. The pump failed." is two sentences once "dr" is an abbreviation: with the same two the other way round 5 of 6
// words are in one order less, but line by line all are there: ROUGE-L 3/6, ROUGE-Lsum 1. The two texts have two blanks or a
// line feed between their sentences, one character a sentence end once they are parted: 13 + 1 + 16.
TEST_F(AccuracyLog, SentencesOfSummaries) {
  const std::string truth = R"([{"output": "Dr. Lee left.  The pump failed."}])";
  AccuracyOptions options{.path = Log({{0, "The pump failed.\n\nDr. Lee left. "}}), .round = "v5.1", .benchmark = "llama3.1-8b",
                          .scenario = {}, .type = "text", .scorer = {.truths = {File("cnn.json", truth)}}};
  const auto gate = [](const AccuracyScore& score, std::string_view metric) {
    for (const HeldGate& held : score.gates) {
      if (held.gate.metric == metric) return held;
    }
    return HeldGate{.gate = {}, .figure = {}, .rules = {}, .checker = {}, .reason = {}};
  };
  const AccuracyScore without = Scored(options);
  EXPECT_EQ(gate(without, "ROUGELSUM").outcome, Outcome::kNotMeasured);
  EXPECT_NE(gate(without, "ROUGELSUM").reason.find("--punkt"), std::string::npos);
  EXPECT_EQ(without.lines[0].find("rougeLsum"), std::string::npos);
  File("abbrev_types.txt", "dr\n");
  for (const char* name : {"collocations.tab", "ortho_context.tab", "sent_starters.txt"}) File(name, "");
  options.scorer.punkt = folder_.string();
  const AccuracyScore with = Scored(options);
  EXPECT_DOUBLE_EQ(*gate(with, "ROUGEL").figure->value, 50.0);
  EXPECT_DOUBLE_EQ(*gate(with, "ROUGELSUM").figure->value, 100.0);
  EXPECT_EQ(gate(with, "GEN_LEN").figure->printed, "30");
  EXPECT_NE(with.lines[0].find("'rougeLsum': '100.0000', 'gen_len': 30"), std::string::npos) << with.lines[0];
}

// Start and end scores of BERT's tokens: [CLS] who ? [SEP] steve smith ' s dog [SEP]. The best start is "smith" with 5, and
// its best end "smith" itself with 3: the text is "Smith". A better end before it, and better ones of the question, can't be.
// The second answer states a score of [CLS] only; all others are -10,000, so the first word, "Steve", is its answer. One of
// two right; the other 10,831 windows can hold 10,831 questions.
TEST_F(AccuracyLog, StartAndEndScores) {
  const std::string truth = R"({"data": [{"paragraphs": [{"context": "Steve Smith's dog", "qas": [
    {"id": "a", "question": "Who?", "answers": [{"text": "Smith"}]},
    {"id": "b", "question": "who?", "answers": [{"text": "dog"}]}]}]}]})";
  std::vector<std::pair<float, float>> scores(10, {0.0F, 0.0F});
  scores[5] = {5.0F, 3.0F};
  scores[4] = {-9.0F, 9.0F};
  scores[1] = {9.0F, 9.0F};
  std::string first;
  for (const auto& [start, end] : scores) first += Bytes<float>({start, end});
  AccuracyOptions options{.path = Log({{1, Bytes<float>({1.0F, 1.0F})}, {0, first}}), .round = "v4.1", .benchmark = "bert-99",
                          .scenario = {}, .type = {},
                          .scorer = {.truths = {File("dev.json", truth)},
                                     .tokenizer = File("vocab.txt", "[UNK]\nwho\n?\nsteve\nsmith\n'\ns\ndog\n")}};
  const AccuracyScore score = Scored(options);
  EXPECT_EQ(score.type, "float32");
  EXPECT_EQ(score.coverage.scored, 2u);
  ASSERT_EQ(score.gates.size(), 1u);
  ASSERT_TRUE(score.gates[0].figure);
  EXPECT_EQ(score.gates[0].figure->printed, "50.0");
  EXPECT_DOUBLE_EQ(*score.gates[0].figure->low, 100.0 * 1 / 10833);
  EXPECT_EQ(score.lines[0], R"({"exact_match": 50.0, "f1": 50.0})");
  options.scorer.tokenizer.clear();
  EXPECT_EQ(ScoreAccuracy(options).error().code, ErrorCode::kUsage);
}

// Without its last 2,000 answers 36,228 or 38,000 of 48,000 are right: 72.456 to 76.456, and 76 to 80 %, of 50,000.
TEST_F(AccuracyLog, MissingAnswersLeaveBounds) {
  for (const auto& [good, low, high, outcome] : {std::tuple{36228, 72.456, 76.456, Outcome::kUndecided},
                                                 {38000, 76.0, 80.0, Outcome::kNotMeasured},
                                                 {30000, 60.0, 64.0, Outcome::kFail}}) {
    const ResnetLog files = Resnet(static_cast<std::size_t>(good));
    std::string cut = files.log;
    for (int i = 0; i < 2000; ++i) cut.resize(cut.rfind(",\n{"));
    AccuracyOptions options{.path = File("log.json", cut), .round = "v5.1", .benchmark = "resnet", .scenario = {},
                            .type = "int32", .scorer = {.truths = {File("val_map.txt", files.truth)}}};
    const AccuracyScore score = Scored(options);
    EXPECT_EQ(score.outcome, outcome) << good;
    EXPECT_EQ(score.coverage.scored, 48000u);
    EXPECT_EQ(score.coverage.expected, 50000u);
    EXPECT_EQ(score.coverage.missing.front(), 48000u);
    ASSERT_TRUE(score.coverage.damage);  // the file is cut off
    EXPECT_TRUE(score.lines.empty());
    EXPECT_DOUBLE_EQ(*score.gates[0].figure->low, low);
    EXPECT_DOUBLE_EQ(*score.gates[0].figure->high, high);
  }
}

// Case D1: five images, image 2 answered three times, wrong, wrong, right: 4 of 5, and one repeat disagrees.
TEST_F(AccuracyLog, TheFirstAnswerCounts) {
  const auto answer = [](float label) { return Bytes<float>({label}); };
  AccuracyOptions options{.path = Log({{0, answer(3)}, {1, answer(7)}, {2, answer(1)}, {3, answer(0)}, {4, answer(9)},
                                       {2, answer(1)}, {2, answer(7)}}),
                          .round = "v5.1", .benchmark = "resnet", .scenario = {}, .type = {},
                          .scorer = {.truths = {File("val_map.txt", "a 3\nb 7\nc 7\nd 0\ne 9\n")}}};
  const AccuracyScore score = Scored(options);
  EXPECT_EQ(*score.gates[0].figure->value, 80);
  EXPECT_EQ(score.coverage.repeats, 2u);
  EXPECT_EQ(score.coverage.disagreeing, 1u);
  EXPECT_EQ(score.coverage.scored, 5u);
}

TEST_F(AccuracyLog, UnknownAndUnreadableAnswersAreCounted) {
  AccuracyOptions options{.path = Log({{0, Bytes<std::int32_t>({3})}, {1, "abc"}, {2, ""}, {9, Bytes<std::int32_t>({1})}}),
                          .round = "v5.1", .benchmark = "resnet", .scenario = {}, .type = "int32",
                          .scorer = {.truths = {File("val_map.txt", "3\n7\n7\n")}}};
  const AccuracyScore score = Scored(options);
  EXPECT_EQ(score.coverage.scored, 1u);
  EXPECT_EQ(score.coverage.unreadable, 2u);
  EXPECT_EQ(score.coverage.unknown, 1u);
  EXPECT_EQ(score.coverage.unreadable_words[0], "sample 1: 3 bytes aren't a whole number of int32");
  EXPECT_NE(score.outcome, Outcome::kPass);
  options.path = Log({{0, "abc"}});
  EXPECT_EQ(ScoreAccuracy(options).error().code, ErrorCode::kNotMeasured);
}

// Pairs of score and label: .9 1, .2 0 | .5 1, .5 0: 3.5 of 4 pairs. Rounded to even: 1, 0, 0, 0: 3 of 4 right.
TEST_F(AccuracyLog, ClicksCarryTheirTruth) {
  AccuracyOptions options{.path = Log({{0, Bytes<float>({.9F, 1, .2F, 0})}, {1, Bytes<float>({.5F, 1, .5F, 0})},
                                       {2, Bytes<float>({.5F, 2})}}),
                          .round = "v5.1", .benchmark = "dlrm-v2-99", .scenario = {}, .type = {}, .scorer = {}};
  const AccuracyScore score = Scored(options);
  EXPECT_DOUBLE_EQ(*score.gates[0].figure->value, 87.5);
  EXPECT_EQ(score.lines[0], "AUC=87.500%, accuracy=75.000%, good=3, total=4, queries=2");
  EXPECT_EQ(score.coverage.unreadable, 1u);  // a label of 2
  // Mean log loss over entropy ln 2: (-ln .9 - ln .8 - 2 ln .5) / 4 / ln 2, the scores being float32.
  const double loss = (-std::log(static_cast<double>(.9F)) - std::log(1 - static_cast<double>(.2F)) + 2 * std::log(2)) / 4;
  EXPECT_NEAR(*score.others[0].value, loss / std::log(2), 1e-15);
  EXPECT_EQ(score.outcome, Outcome::kNotMeasured);
}

// One object of 100 x 50 in an image of 200 x 100, found exactly, beside a wrong class: AP 1 of the one class that is
// annotated.
TEST_F(AccuracyLog, BoxesAreSharesOfTheImage) {
  const std::string truth = File("coco.json", R"({"images": [{"id": 9, "width": 200, "height": 100}],
    "categories": [{"id": 4}, {"id": 7}],
    "annotations": [{"id": 1, "image_id": 9, "category_id": 7, "bbox": [50, 25, 100, 50], "area": 5000, "iscrowd": 0}]})");
  const std::string found = Bytes<float>({0, .25F, .25F, .75F, .75F, .9F, 7, 0, .25F, .25F, .75F, .75F, .95F, 4});
  AccuracyOptions options{.path = Log({{0, found}}), .round = "v5.1", .benchmark = "retinanet", .scenario = {}, .type = {},
                          .scorer = {.truths = {truth}}};
  EXPECT_DOUBLE_EQ(*Scored(options).gates[0].figure->value, 100);
  // As places in the list of categories: 2 is category 7.
  const std::string places = Bytes<float>({0, .25F, .25F, .75F, .75F, .9F, 2});
  options.path = Log({{0, places}});
  options.round = "v1.0", options.benchmark = "ssd-large";
  const AccuracyScore whole = Scored(options);
  EXPECT_EQ(whole.lines[0], "mAP=100.000%");
  EXPECT_EQ(whole.outcome, Outcome::kPass);  // that round's tables state no size: the truth's one image is all
  options.path = Log({{0, ""}});
  EXPECT_DOUBLE_EQ(*Scored(options).gates[0].figure->value, 0);
}

// F1 by hand: "Eiffel Tower" 1; "in 1889 Paris" against "1889" 2 x 1/3 x 1 / (1/3 + 1) = 0.5; "The" against "a" exact, but
// 0; "3.5 million" 1: 62.5 %. Exact: 3 of 4 (case D3).
TEST_F(AccuracyLog, AnswersAsText) {
  const std::string truth = File("dev.json", R"({"data": [{"paragraphs": [{"context": "", "qas": [
    {"id": "1", "question": "?", "answers": [{"text": "Eiffel Tower"}, {"text": "Tower"}]},
    {"id": "2", "question": "?", "answers": [{"text": "1889"}]}, {"id": "4", "question": "?", "answers": [{"text": "a"}]},
    {"id": "5", "question": "?", "answers": [{"text": "3.5 million"}]}]}]}]})");
  AccuracyOptions options{.path = Log({{0, "the Eiffel Tower"}, {1, "in 1889, Paris"}, {2, "The"}, {3, "3.5 million"}}),
                          .round = "v4.1", .benchmark = "bert-99", .scenario = {}, .type = "text",
                          .scorer = {.truths = {truth}}};
  const AccuracyScore score = Scored(options);
  EXPECT_EQ(score.lines[0], "{\"exact_match\": 75.0, \"f1\": 62.5}");
  EXPECT_EQ(score.coverage.expected, 10570u);  // questions of the development set
  EXPECT_EQ(score.outcome, Outcome::kUndecided);
  options.type.clear();  // start and end scores, which need a vocabulary
  EXPECT_EQ(ScoreAccuracy(options).error().code, ErrorCode::kUsage);
}

// One text equal to its target, one with no word of it: 1 and 0. Characters: 23 and "dogs  bark" 10, or 9 if the two blanks
// part sentences: 33.
TEST_F(AccuracyLog, SummariesAsTextAndAsTokens) {
  const std::string right = "the cat sat on the mat.";
  const std::string truth = File("cnn.json", "[{\"output\": \"" + right + "\"}, {\"output\": \"" + right + "\"}]");
  AccuracyOptions options{.path = Log({{0, right}, {1, " dogs  bark\n"}}), .round = "v5.1", .benchmark = "llama2-70b-99",
                          .scenario = {}, .type = "text", .scorer = {.truths = {truth}}};
  AccuracyScore score = Scored(options);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(score.gates[k].figure->printed, "50.0000");  // 1 and 0
  EXPECT_EQ(score.lines[0], "{'rouge1': '50.0000', 'rouge2': '50.0000', 'rougeL': '50.0000', 'gen_len': 33, 'gen_num': 2}");
  EXPECT_FALSE(score.gates[3].figure->value);  // no token counts in texts
  // Eight and two tokens, the end among them: 5 a sample. Characters: 23 and 4.
  options.scorer.tokenizer = File("tokenizer.json", R"({"decoder": {"type": "ByteLevel"}, "added_tokens": [
    {"id": 6, "content": "<end>", "special": true}], "model": {"vocab": {"the": 0, "Ġcat": 1, "Ġsat": 2, "Ġon": 3,
    "Ġthe": 7, "Ġmat": 4, ".": 5, "dogs": 8}}})");
  options.path = Log({{0, Bytes<std::int64_t>({0, 1, 2, 3, 7, 4, 5, 6})}, {1, Bytes<std::int64_t>({8, 6})}});
  options.type.clear();
  score = Scored(options);
  EXPECT_EQ(score.gates[0].figure->printed, "50.0000");
  EXPECT_EQ(score.gates[3].figure->printed, "5.0");
  EXPECT_EQ(score.lines[0], "{'rouge1': '50.0000', 'rouge2': '50.0000', 'rougeL': '50.0000', 'gen_len': 27, 'gen_num': 2, "
                            "'gen_tok_len': 10, 'tokens_per_sample': 5.0}");
}

// "nor is it's manner": 4 words, one replaced and one put in; "mister quilter is the apostle": 5 words, one left out: 3 of 9.
TEST_F(AccuracyLog, TranscriptsByLetters) {
  const auto letters = [](std::string_view text) {
    std::string bytes;
    for (const char c : text) bytes += static_cast<char>(c == ' ' ? 0 : c == '\'' ? 27 : c - 'a' + 1);
    return bytes;
  };
  AccuracyOptions options{.path = Log({{0, letters("mister quilter is apostle")}, {1, letters("nor is its manner of")}}),
                          .round = "v4.0", .benchmark = "rnnt", .scenario = {}, .type = "int8",
                          .scorer = {.truths = {File("manifest.json", R"([
    {"transcript": "MISTER QUILTER IS THE APOSTLE", "original_duration": 5.0},
    {"transcript": "nor is it's manner", "original_duration": 15.0}])")}}};
  const AccuracyScore score = Scored(options);
  EXPECT_NEAR(*score.gates[0].figure->value, 100 - 100 / 3.0, 1e-12);
  EXPECT_TRUE(score.lines[0].starts_with("Word Error Rate: 33.3333")) << score.lines[0];
  EXPECT_EQ(score.outcome, Outcome::kFail);
}

TEST_F(AccuracyLog, SaysWhatItCannotScore) {
  const auto code = [&](AccuracyOptions options) { return ScoreAccuracy(options).error().code; };
  const std::string log = Log({{0, Bytes<std::int32_t>({3})}});
  const std::string truth = File("val_map.txt", "3\n");
  const AccuracyOptions good{.path = log, .round = "v5.1", .benchmark = "resnet", .scenario = {}, .type = "int32",
                             .scorer = {.truths = {truth}}};
  AccuracyOptions options = good;
  options.benchmark = "stable-diffusion-xl";
  EXPECT_EQ(code(options), ErrorCode::kUnsupported);
  options = good, options.round = "v9.9";
  EXPECT_EQ(code(options), ErrorCode::kUnknownName);
  options = good, options.round = "v0.7", options.benchmark = "3d-unet-99";  // another data set then
  EXPECT_EQ(code(options), ErrorCode::kUnsupported);
  options = good, options.benchmark = "llama2-70b";
  EXPECT_EQ(code(options), ErrorCode::kUsage);
  options = good, options.benchmark.clear();
  EXPECT_EQ(code(options), ErrorCode::kUsage);
  options = good, options.type = "float";
  EXPECT_EQ(code(options), ErrorCode::kUnknownName);
  options = good, options.scorer.truths.clear();
  EXPECT_EQ(code(options), ErrorCode::kUsage);
  options = good, options.path = File("empty.json", "");
  EXPECT_EQ(code(options), ErrorCode::kEmpty);
  options = good, options.path = File("other.json", "{}");
  EXPECT_EQ(code(options), ErrorCode::kSyntax);
}

TEST(AccuracyTxt, ReadsWhatIsThereAndNothingElse) {
  const auto gates = round::FindRound("v5.1")->Find("resnet")->gates;
  const auto read = ParseAccuracyTxt("\xEF\xBB\xBF" "accuracy=76.014%, good=38007, total=50000\r\nhash=9f2c\r\n", "a", gates);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read->figures[0].value, 76.014);
  EXPECT_EQ(read->hash, "9f2c");
  for (const char* bad : {"accuracy=76,014%\n", "accuracy=7.6e1%\n", "accuracy=76.014%\nhash=1\naccuracy=70.1%\n"}) {
    EXPECT_FALSE(ParseAccuracyTxt(bad, "a", gates)) << bad;
  }
  EXPECT_TRUE(ParseAccuracyTxt("accuracy=76.014%\naccuracy=76.014%\n", "a", gates));
  EXPECT_TRUE(ParseAccuracyTxt("nothing\n", "a", gates)->figures.empty());
}

// The line of each metric as the official checker finds it (its patterns, read by value); each gate of each round reads its
// number back.
TEST(AccuracyTxt, EveryGateOfEveryRoundIsRead) {
  constexpr std::pair<std::string_view, std::pair<std::string_view, std::string_view>> kForms[] = {
      {"AUC", {"AUC=", ""}}, {"mAP", {"mAP=", "%"}}, {"bleu", {"BLEU: ", ""}}, {"F1", {"{\"exact_match\": 83.9, \"f1\": ", "}"}},
      {"WER", {"Word Error Rate: 2.06%, accuracy=", "%"}}, {"ACCURACY", {"Word Error Rate: 2.06%, accuracy=", "%"}},
      {"DICE", {"Accuracy: mean = ", ""}}, {"ROUGE1", {"{'rouge1': '", "'"}}, {"ROUGE2", {"'rouge2': '", "'"}},
      {"ROUGEL", {"'rougeL': '", "'"}}, {"ROUGELSUM", {"'rougeLsum': ", ","}}, {"GEN_LEN", {"'gen_len': ", ","}},
      {"TOKENS_PER_SAMPLE", {"'tokens_per_sample': ", "}"}}, {"CLIP_SCORE", {"'CLIP_SCORE': '", "'"}},
      {"FID_SCORE", {"'FID_SCORE': '", "'"}}, {"gsm8k_accuracy", {"'gsm8k': ", ","}}, {"mbxp_accuracy", {"'mbxp': ", ","}},
      {"exact_match", {"'exact_match': ", ","}}, {"vbench_score", {"'vbench_score': ", "}"}}, {"F1_HIERARCHICAL", {"{\"f1\": ", "}"}},
      {"DLRM_NE", {"metric/lifetime_ne/rating: ", ""}}, {"DLRM_ACC", {"metric/lifetime_accuracy/rating: ", ""}},
      {"DLRM_AUC", {"metric/lifetime_gauc/rating: ", ""}}, {"E2E_ACCURACY", {"Accuracy: ", ""}}};
  std::size_t gates = 0;
  for (const round::Round& one : round::AllRounds()) {
    for (const round::Benchmark& benchmark : one.benchmarks) {
      for (const round::Gate& gate : benchmark.gates) {
        std::string line = benchmark.name == "rgat" ? "'mean-accuracy': '76.5'" : "accuracy=76.5%, good=1, total=2";
        for (const auto& [metric, form] : kForms) {
          if (metric == gate.metric) line = std::string(form.first) + "76.5" + std::string(form.second);
        }
        const auto read = ParseAccuracyTxt(line + "\nhash=ab\n", "accuracy.txt", std::span(&gate, 1));
        ASSERT_TRUE(read) << one.name << " " << benchmark.name << " " << gate.metric;
        ASSERT_EQ(read->figures.size(), 1u) << one.name << " " << benchmark.name << " " << gate.metric << ": " << line;
        EXPECT_EQ(read->figures[0].value, 76.5) << benchmark.name;
        ++gates;
      }
    }
  }
  EXPECT_GT(gates, 200u);
}

}  // namespace
}  // namespace assay::run
