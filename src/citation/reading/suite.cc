// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/suite.h"

#include <algorithm>
#include <string>

namespace assay::citation {
namespace {

struct Board {
  std::string_view folded, name;
};

// Boards that aren't MLPerf, by what people call them.
constexpr Board kBoards[] = {{"geekbench", "Geekbench"},
                             {"geekbenchai", "Geekbench AI"},
                             {"geekbenchml", "Geekbench ML"},
                             {"mtbench", "MT-Bench"},
                             {"chatbotarena", "Chatbot Arena"},
                             {"lmarena", "LMArena"},
                             {"lmsys", "LMArena"},
                             {"lmsysarena", "LMArena"},
                             {"mmlu", "MMLU"},
                             {"mmlupro", "MMLU-Pro"},
                             {"mmmu", "MMMU"},
                             {"humaneval", "HumanEval"},
                             {"gsm8k", "GSM8K"},
                             {"inferencemax", "InferenceMAX"},
                             {"inferencex", "InferenceX"},
                             {"artificialanalysis", "Artificial Analysis"},
                             {"aime", "AIME"},
                             {"aime2024", "AIME 2024"},
                             {"aime2025", "AIME 2025"},
                             {"swebench", "SWE-bench"},
                             {"swebenchverified", "SWE-bench Verified"},
                             {"gpqa", "GPQA"},
                             {"gpqadiamond", "GPQA Diamond"},
                             {"arcagi", "ARC-AGI"},
                             {"hellaswag", "HellaSwag"},
                             {"truthfulqa", "TruthfulQA"},
                             {"livecodebench", "LiveCodeBench"},
                             {"tpch", "TPC-H"},
                             {"tpcds", "TPC-DS"},
                             {"tpcc", "TPC-C"},
                             {"tpce", "TPC-E"},
                             {"tpcxai", "TPCx-AI"},
                             {"tpcxhs", "TPCx-HS"},
                             {"ulprocyon", "UL Procyon"},
                             {"procyon", "UL Procyon"},
                             {"dawnbench", "DAWNBench"},
                             {"coremark", "CoreMark"},
                             {"3dmark", "3DMark"},
                             {"cinebench", "Cinebench"},
                             {"passmark", "PassMark"},
                             {"antutu", "AnTuTu"},
                             {"llmperf", "LLMPerf"},
                             {"genaiperf", "GenAI-Perf"},
                             {"deepbench", "DeepBench"},
                             {"linpack", "LINPACK"},
                             {"hpl", "HPL"},
                             {"hplmxp", "HPL-MxP"},
                             {"hplai", "HPL-AI"},
                             {"hpcg", "HPCG"},
                             {"top500", "TOP500"},
                             {"green500", "Green500"},
                             {"openllmleaderboard", "Open LLM Leaderboard"},
                             {"bigbench", "BIG-bench"},
                             {"llamabench", "llama-bench"},
                             {"trtllmbench", "trtllm-bench"},
                             {"terminalbench", "Terminal-Bench"},
                             {"mlmark", "MLMark"},
                             {"aixprt", "AIXPRT"},
                             {"mteb", "MTEB"},
                             {"humanityslastexam", "Humanity's Last Exam"},
                             {"superglue", "SuperGLUE"},
                             {"glue", "GLUE"},
                             {"speccpu", "SPEC CPU"},
                             {"speccpu2017", "SPEC CPU 2017"},
                             {"specint", "SPECint"},
                             {"specfp", "SPECfp"},
                             {"specrate", "SPECrate"},
                             {"specratecpu2017", "SPECrate 2017"},
                             {"specpower", "SPECpower"},
                             {"specjbb", "SPECjbb"},
                             {"pcmark", "PCMark"},
                             {"speedometer", "Speedometer"},
                             {"webxprt", "WebXPRT"},
                             {"livebench", "LiveBench"},
                             {"alpacaeval", "AlpacaEval"},
                             {"arenahard", "Arena-Hard"},
                             {"ifeval", "IFEval"},
                             {"mbpp", "MBPP"},
                             {"lmevalharness", "lm-eval-harness"}};

struct Word {
  std::string_view word;
  Suite suite;
};

constexpr Word kSuites[] = {{"inference", Suite::kInference},
                            {"training", Suite::kTraining},
                            {"tiny", Suite::kTiny},
                            {"mobile", Suite::kMobile},
                            {"client", Suite::kClient},
                            {"storage", Suite::kStorage},
                            {"automotive", Suite::kAutomotive},
                            {"hpc", Suite::kHpc},
                            {"train", Suite::kTraining}};

SuiteHit MlperfAt(std::span<const Token> tokens, std::size_t at) {
  std::size_t next = at + 1;
  while (next < tokens.size() && next < at + 3 &&
         IsOneOf(tokens[next], "-", ":", "'", "s", "(", "_", "\""))
    ++next;
  // A version may stand between: "MLPerf v5.1 Inference", "MLPerf 4.0 Training".
  std::size_t word = next;
  if (word < tokens.size() &&
      (tokens[word].kind == TokenKind::kNumber || tokens[word].text.starts_with("v")))
    ++word;
  for (const std::size_t place : {next, word}) {
    if (place >= tokens.size() || tokens[place].sentence != tokens[at].sentence) continue;
    for (const Word& suite : kSuites) {
      if (tokens[place].text == suite.word) {
        return {suite.suite, NameOf(suite.suite), place == next ? place + 1 : at + 1};
      }
    }
  }
  return {Suite::kNotStated, "MLPerf", at + 1};
}

}  // namespace

SuiteHit SuiteAt(std::span<const Token> tokens, std::size_t at) {
  if (tokens[at].folded.starts_with("mlperf")) return MlperfAt(tokens, at);
  if (tokens[at].Is("ml") &&
      at + 1 < tokens.size()) {  // "ML-Perf", "ML Perf": a wrong mark, and still meant
    const std::size_t perf = tokens[at + 1].Is("-") ? at + 2 : at + 1;
    if (perf < tokens.size() && tokens[perf].Is("perf")) return MlperfAt(tokens, perf);
  }
  if (tokens[at].kind == TokenKind::kSign || tokens[at].folded.empty()) return {};
  // "AI Benchmark" is a board, "AI benchmarks" a phrase.
  if (tokens[at].text == "ai" && at + 1 < tokens.size() && tokens[at + 1].text == "benchmark" &&
      tokens[at].capital && tokens[at + 1].capital) {
    return {Suite::kNotMlperf, "AI Benchmark", at + 2};
  }
  SuiteHit best;
  if (std::ranges::none_of(kBoards, [&](const Board& board) {
        return board.folded[0] == tokens[at].folded[0] &&
               board.folded.starts_with(tokens[at].folded);
      })) {
    return tokens[at].capital && tokens[at].text.starts_with("specrate")
               ? SuiteHit{Suite::kNotMlperf, "SPECrate", at + 1}
               : best;
  }
  std::string folded;
  for (std::size_t i = at; i < tokens.size() && i < at + 6; ++i) {
    if (tokens[i].kind == TokenKind::kSign) {
      if (i > at && IsOneOf(tokens[i], "-", "_", "'")) continue;
      break;
    }
    folded += tokens[i].folded;
    for (const Board& board : kBoards) {
      if (folded == board.folded) best = {Suite::kNotMlperf, board.name, i + 1};
    }
  }
  // Words that are boards only as names.
  if ((best.name == "GLUE" || best.name == "HPL" || best.name == "AIME" ||
       best.name == "Speedometer") &&
      !tokens[at].capital)
    return {};
  return best;
}

SuiteHit SuiteNamedBy(std::string_view text) {
  const std::vector<Token> tokens = Tokenise(text);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (const SuiteHit hit = SuiteAt(tokens, at); !hit.name.empty()) return hit;
    for (const Word& suite : kSuites) {
      if (tokens[at].text == suite.word) return {suite.suite, NameOf(suite.suite), at + 1};
    }
  }
  return {tokens.empty() ? Suite::kNotStated : Suite::kNotMlperf, {}, tokens.size()};
}

}  // namespace assay::citation
