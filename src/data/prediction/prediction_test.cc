// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/json_reader.h"
#include "data/prediction/detections.h"
#include "data/prediction/inspect_log.h"
#include "data/prediction/json_lines.h"
#include "data/prediction/lm_eval_samples.h"
#include "data/prediction/rankings.h"
#include "data/prediction/text_table.h"
#include "data/prediction/trials.h"
#include "data/prediction/masks.h"
#include "data/truth/label_array.h"

namespace assay::data {
namespace {

std::string Written(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + "/assay-prediction-" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(PythonTexts, AreThoseOfAListOnly) {
  EXPECT_EQ(PythonTexts("['a', \"it's\", 'b\\'c']"), (std::vector<std::string>{"a", "it's", "b'c"}));
  EXPECT_EQ(PythonTexts("['x\\ny']"), (std::vector<std::string>{"x\ny"}));
  for (const char* other : {"[1, 2]", "a", "", "[", "[]", "['a'", "['a' 'b']", "['a', ]", "['\\x41']", "['a\\"}) {
    EXPECT_TRUE(PythonTexts(other).empty()) << other;
  }
}

TEST(LmEvalSamples, TextsOfOneFilter) {
  const std::string text =
      R"({"doc_id": 4, "target": "['x', 'y']", "filtered_resps": ["x"], "filter": "a", "metrics": ["em", "raw"], "em": true, "raw": ["x", "y"]})"
      "\n"
      R"({"doc_id": 4, "target": "x", "filtered_resps": [["z"]], "filter": "b", "metrics": []})"
      "\n";
  const auto first = ReadLmEvalSamples(text, "f", "");
  ASSERT_TRUE(first) << first.error().what;
  ASSERT_EQ(first->cases.size(), 1u);
  EXPECT_EQ(first->cases[0].id, "4");
  EXPECT_EQ(first->cases[0].references, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(first->cases[0].scores, (std::map<std::string, double>{{"em", 1}}));  // a list is no score
  EXPECT_EQ(first->parts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(ReadLmEvalSamples(text, "f", "b")->cases[0].answer, "z");
  EXPECT_EQ(ReadLmEvalSamples(text, "f", "c").error().code, ErrorCode::kUnknownName);
  EXPECT_EQ(ReadLmEvalSamples(text + text, "f", "").error().code, ErrorCode::kDuplicateId);
}

TEST(LmEvalSamples, ChoicesNeedNumberedTargets) {
  const auto line = [](const std::string& target) {
    return R"({"doc_id": 0, "target": ")" + target + R"(", "filtered_resps": [["-2.0", "False"], ["-1.0", "True"]]})";
  };
  const auto read = ReadLmEvalSamples(line("0"), "f", "");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->choices);
  EXPECT_EQ(read->cases[0].answer, "1");
  EXPECT_EQ(read->cases[0].references, (std::vector<std::string>{"0"}));
  for (const char* target : {"2", "-1", "yes", ""}) {
    EXPECT_EQ(ReadLmEvalSamples(line(target), "f", "").error().code, ErrorCode::kUnsupported) << target;
  }
}

TEST(InspectLog, MissingPartsAreNamed) {
  const auto read = [](const std::string& samples) {
    return ReadInspectLog(*base::ReadJson(R"({"status": "success", "eval": {"task": "t"}, "samples": [)" + samples + "]}", "f"), "f");
  };
  EXPECT_EQ(read("").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(read(R"({"epoch": 1, "target": "a"})").error().where[0].path, "samples[0].id");
  EXPECT_EQ(read(R"({"id": 1, "epoch": 1})").error().where[0].path, "samples[0].target");
  EXPECT_EQ(read(R"({"id": 1, "epoch": 1, "target": "a"}, {"id": 1, "epoch": 1, "target": "a"})").error().code,
            ErrorCode::kDuplicateId);
  const auto one = read(R"({"id": "s", "epoch": 1, "target": ["a", "b"], "output": {"completion": "x", "choices": [{}]},
                            "scores": {"m": {"value": "P"}, "n": {"value": {"a": 1}}}})");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->cases[0].answer, "x");
  EXPECT_EQ(one->cases[0].references.size(), 2u);
  EXPECT_EQ(read(R"({"id": 1, "epoch": 1, "target": "a", "output": {"completion": "", "choices": []}})")->cases[0].answer,
            std::nullopt);
  EXPECT_EQ(one->cases[0].scores, (std::map<std::string, double>{{"m", 0.5}}));
}

TEST(TextTable, ReferencesOfEachForm) {
  const std::string path = Written("refs.jsonl", R"({"a": "x", "r": "one"})"
                                                 "\n"
                                                 R"({"a": 3, "r": ["one", 2]})"
                                                 "\n"
                                                 R"({"a": null, "r": null})"
                                                 "\n"
                                                 R"({"a": "", "r": {"text": ["t"], "answer_start": [0]}})"
                                                 "\n");
  const auto read = ReadTextTable(path, {.id = {}, .answer = "a", .references = {"r"}, .tokens = {}, .question = {}});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->cases.size(), 4u);
  EXPECT_EQ(read->cases[1].answer, "3");
  EXPECT_EQ(read->cases[1].references, (std::vector<std::string>{"one", "2"}));
  EXPECT_EQ(read->cases[2].answer, std::nullopt);
  EXPECT_TRUE(read->cases[2].references.empty());
  EXPECT_EQ(read->cases[3].answer, "");
  EXPECT_EQ(read->cases[3].references, (std::vector<std::string>{"t"}));
}

TEST(TextTable, WhatDoesntFitIsAnErrorWithItsLine) {
  const TextTableKeys keys{.id = "i", .answer = "a", .references = {"r"}, .tokens = "t", .question = {}};
  const auto code = [&](const std::string& second) {
    const auto read = ReadTextTable(Written("bad.jsonl", R"({"i": 1, "a": "x", "r": "y", "t": 2})" "\n" + second + "\n"), keys);
    if (read) return std::pair(ErrorCode::kInternal, 0);
    return std::pair(read.error()[0].code, read.error()[0].where[0].line);
  };
  EXPECT_EQ(code(R"({"i": 1, "a": "x", "r": "y", "t": 2})"), std::pair(ErrorCode::kDuplicateId, 2));
  EXPECT_EQ(code(R"({"i": 2, "a": {}, "r": "y", "t": 2})"), std::pair(ErrorCode::kWrongType, 2));
  EXPECT_EQ(code(R"({"i": 2, "a": "x", "r": [[1]], "t": 2})"), std::pair(ErrorCode::kWrongType, 2));
  EXPECT_EQ(code(R"({"i": 2, "a": "x", "r": "y", "t": -1})"), std::pair(ErrorCode::kNotFinite, 2));
  EXPECT_EQ(code(R"({"i": 2, "a": "x", "r": "y"})"), std::pair(ErrorCode::kMissingKey, 2));
  EXPECT_EQ(code("[1]"), std::pair(ErrorCode::kBadRow, 2));
  EXPECT_EQ(code("{"), std::pair(ErrorCode::kSyntax, 2));
}

TEST(Rankings, ScoresOrderAndMustBeWhole) {
  const auto read = ReadRankingLines(R"({"id": "q", "g": [{"id": "a", "score": 1}, {"id": "b", "score": 2}], "r": {"a": 2}})", "f", "g", "r");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->cases[0].retrieved->front().id, "b");
  const auto code = [](const std::string& line) { return ReadRankingLines(line, "f", "g", "r").error().code; };
  EXPECT_EQ(code(R"({"g": ["a", {"id": "b", "score": 2}], "r": []})"), ErrorCode::kContradiction);
  EXPECT_EQ(code(R"({"g": [{"id": "b"}], "r": []})"), ErrorCode::kWrongType);
  EXPECT_EQ(code(R"({"g": [], "r": {"a": "x"}})"), ErrorCode::kNotFinite);
  EXPECT_EQ(code(R"({"g": []})"), ErrorCode::kMissingKey);
}

TEST(Rankings, TrecFilesAreReadStrictly) {
  const std::string judged = Written("q.qrels", "q 0 a 1\nq 0 b 0\n");
  const auto code = [&](const std::string& run) {
    const auto read = ReadTrecRun(Written("r.trec", run), judged);
    return read ? ErrorCode::kInternal : read.error().code;
  };
  EXPECT_EQ(code("q Q0 a 1 nan t\n"), ErrorCode::kNotFinite);
  EXPECT_EQ(code("q Q0 a 1 2\n"), ErrorCode::kBadRow);
  EXPECT_EQ(code("q Q0 a 1 2 t\nq Q0 a 2 1 t\n"), ErrorCode::kDuplicateId);
  EXPECT_EQ(ReadTrecRun(Written("r.trec", "q Q0 a 1 2 t\n"), Written("c.qrels", "q 0 a 1\nq 0 a 0\n")).error().code,
            ErrorCode::kContradiction);
}

TEST(Masks, ListsAndShapes) {
  const auto read = ReadMasks("{\"id\": \"a\", \"mask\": [[0, 1], [2, 0]], \"truth\": [[0, 1], [0, 0]]}\n"
                              "{\"id\": \"b\", \"mask\": null, \"truth\": [true]}\n", "f", "mask", "truth");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->ids, (std::vector<std::string>{"a"}));
  EXPECT_EQ(read->predicted.front(), std::string("\0\1\2\0", 4));
  EXPECT_EQ(read->unscored, 1u);
  const auto code = [](const char* line) { return ReadMasks(line, "f", "mask", "truth").error().code; };
  EXPECT_EQ(code("{\"mask\": [0, 1], \"truth\": [[0, 1]]}"), ErrorCode::kContradiction);
  EXPECT_EQ(code("{\"mask\": [[0, 1], [1]], \"truth\": [0]}"), ErrorCode::kWrongType);
  EXPECT_EQ(code("{\"mask\": [[0], 1], \"truth\": [0]}"), ErrorCode::kWrongType);
  EXPECT_EQ(code("{\"mask\": [256], \"truth\": [0]}"), ErrorCode::kOutOfRange);
  EXPECT_EQ(code("{\"mask\": [0], \"truth\": \"a.npy\"}"), ErrorCode::kNotFound);
  EXPECT_EQ(code("{\"mask\": [0]}"), ErrorCode::kMissingKey);
}

// The header as numpy.save of numpy 2.4 writes it for an array of int16 of shape (2, 2), padded to 64 bytes.
TEST(LabelArray, OfNumpy) {
  const std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }";
  const std::string file = std::string("\x93NUMPY\1\0", 8) + "\x76" + std::string(1, '\0') + header +
                           std::string(117 - header.size(), ' ') + "\n" + std::string("\0\0\1\0\2\0\xFF\0", 8);
  const auto read = ParseNpyLabels(file, "f");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(read->labels, std::string("\0\1\2\xFF", 4));
  EXPECT_FALSE(ParseNpyLabels(file.substr(0, file.size() - 1), "f"));
  for (std::size_t size = 0; size < file.size(); ++size) EXPECT_FALSE(ParseNpyLabels(file.substr(0, size), "f")) << size;
  std::string fortran = file;
  fortran.replace(fortran.find("False"), 5, "True ");
  EXPECT_EQ(ParseNpyLabels(fortran, "f").error().code, ErrorCode::kBadRow);
}

TEST(Trials, CountsAndSingleTries) {
  const auto counted = ReadTrials("{\"n\": 3, \"c\": 2}\n{\"n\": 3, \"c\": 4}", "f");
  EXPECT_EQ(counted.error().code, ErrorCode::kOutOfRange);
  const auto tries = ReadTrials("{\"id\": \"a\", \"passed\": true}\n{\"id\": \"b\", \"passed\": false}\n{\"id\": \"a\", \"passed\": null}", "f");
  ASSERT_TRUE(tries);
  EXPECT_EQ(tries->tries, (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(tries->passed, (std::vector<std::uint64_t>{1, 0}));
  EXPECT_EQ(tries->notes.size(), 1u);
  EXPECT_EQ(ReadTrials("{\"id\": \"a\", \"passed\": 1}", "f").error().code, ErrorCode::kWrongType);
}

TEST(Detections, FourNumbersABox) {
  const auto read = [](const std::string& text) { return ReadDetections(*base::ReadJson(text, "f"), "f"); };
  EXPECT_EQ(read(R"([{"image_id": 1, "category_id": 2, "bbox": [1, 2, 3, 4.5], "score": 0.5}])")->front().height, 4.5);
  EXPECT_EQ(read(R"([{"image_id": 1, "category_id": 2, "bbox": [1, 2, 3], "score": 0.5}])").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(read(R"([{"image_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}])").error().code, ErrorCode::kMissingKey);
}

}  // namespace
}  // namespace assay::data
