// SPDX-License-Identifier: Apache-2.0
// Answers in words with their right answers, as a file of results holds them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::data {

struct TextAnswer {
  std::string id;
  std::optional<std::string> answer;    // empty = the system gave none
  std::optional<std::string> answer_by_length;  // of choices: the likeliest per character of the choice, where that is known
  std::vector<std::string> references;  // right answers; none = the question has no right answer
  std::optional<double> tokens;
  std::string question;                 // answers to one question share it; empty = the id
  std::map<std::string, double> scores;  // what the file itself gives this answer, by name of the score
};

struct TextAnswers {
  std::string form;                // "lm-evaluation-harness samples": shown
  std::vector<TextAnswer> cases = {};
  std::vector<std::string> notes = {};  // what a reader should know of the file
  std::vector<std::string> parts = {};  // where the file has its answers several times (filters): all of them, the first is read
  std::uint64_t epochs = 1;        // how often each question was asked, at most
  bool choices = false;            // answers and references are numbers of choices
};

}  // namespace assay::data
