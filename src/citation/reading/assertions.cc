// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/assertions.h"

#include <algorithm>
#include <span>

#include "citation/reading/token.h"

namespace assay::citation {
namespace {

// A phrase is words with one blank; '*' at its end takes any ending of the last word.
struct Phrase {
  std::string_view kind, words;
};

constexpr Phrase kPhrases[] = {{"accuracy", "most accurate"},
                               {"accuracy", "more accurate"},
                               {"accuracy", "accurate answers"},
                               {"accuracy", "highest accuracy"},
                               {"accuracy", "higher accuracy"},
                               {"accuracy", "best accuracy"},
                               {"accuracy", "better accuracy"},
                               {"accuracy", "superior accuracy"},
                               {"accuracy", "full accuracy"},
                               {"accuracy", "production quality"},
                               {"accuracy", "production grade accuracy"},
                               {"accuracy", "high quality answers"},
                               {"accuracy", "no accuracy loss"},
                               {"accuracy", "no loss of accuracy"},
                               {"accuracy", "no loss in accuracy"},
                               {"accuracy", "without loss of accuracy"},
                               {"accuracy", "without accuracy loss"},
                               {"accuracy", "without losing accuracy"},
                               {"accuracy", "without sacrificing accuracy"},
                               {"accuracy", "without compromising accuracy"},
                               {"accuracy", "no loss of quality"},
                               {"accuracy", "no loss in quality"},
                               {"accuracy", "no quality loss"},
                               {"accuracy", "without quality loss"},
                               {"accuracy", "without loss of quality"},
                               {"accuracy", "without losing quality"},
                               {"accuracy", "without sacrificing quality"},
                               {"accuracy", "no degradation"},
                               {"accuracy", "without degradation"},
                               {"accuracy", "better answers"},
                               {"accuracy", "same quality"},
                               {"accuracy", "same accuracy"},
                               {"accuracy", "lossless"},
                               {"accuracy", "as accurate"},
                               {"accuracy", "accurate as"},
                               {"accuracy", "accurate enough"},
                               {"accuracy", "proves accuracy"},
                               {"accuracy", "accuracy is preserved"},
                               {"accuracy", "preserves accuracy"},
                               {"accuracy", "preserving accuracy"},
                               {"accuracy", "maintaining accuracy"},
                               {"accuracy", "better quality"},
                               {"accuracy", "higher quality"},
                               {"accuracy", "best quality"},
                               {"accuracy", "more precise"},
                               {"accuracy", "accuracy of"},
                               {"accuracy", "more correct"},
                               {"accuracy", "high accuracy answers"},
                               {"accuracy", "highly accurate"},
                               {"accuracy", "answers are accurate"},
                               {"accuracy", "is accurate"},
                               {"accuracy", "accurately"},
                               {"accuracy", "quality of the answers"},
                               {"accuracy", "will not hurt accuracy"},
                               {"accuracy", "accuracy on your"},
                               {"accuracy", "accuracy on our"},
                               {"accuracy", "smarter"},
                               {"cost", "cheap*"},
                               {"cost", "cost per"},
                               {"cost", "tco"},
                               {"cost", "total cost"},
                               {"cost", "cost effective*"},
                               {"cost", "cost efficient"},
                               {"cost", "cost efficiency"},
                               {"cost", "lower cost*"},
                               {"cost", "lowest cost*"},
                               {"cost", "price performance"},
                               {"cost", "price to performance"},
                               {"cost", "per dollar"},
                               {"cost", "dollars per"},
                               {"cost", "saves money"},
                               {"cost", "save money"},
                               {"cost", "cost saving*"},
                               {"cost", "reduce costs"},
                               {"cost", "reduces costs"},
                               {"cost", "reducing costs"},
                               {"cost", "halves cost*"},
                               {"cost", "half the cost"},
                               {"cost", "half the price"},
                               {"cost", "cuts cost*"},
                               {"cost", "cut cost*"},
                               {"cost", "less expensive"},
                               {"cost", "affordable"},
                               {"cost", "roi"},
                               {"cost", "return on investment"},
                               {"cost", "best value"},
                               {"cost", "economical"},
                               {"cost", "cost less"},
                               {"cost", "costs less"},
                               {"cost", "lower price"},
                               {"cost", "per $"},
                               {"cost", "cost of inference"},
                               {"cost", "cost reduction"},
                               {"safety", "safe"},
                               {"safety", "safely"},
                               {"safety", "safer"},
                               {"safety", "safest"},
                               {"safety", "safety"},
                               {"safety", "hallucination free"},
                               {"safety", "no hallucination*"},
                               {"safety", "fewer hallucination*"},
                               {"safety", "doesn ' t hallucinate"},
                               {"safety", "does not hallucinate"},
                               {"safety", "trustworthy"},
                               {"safety", "secure"},
                               {"safety", "jailbreak*"},
                               {"safety", "harmless"},
                               {"safety", "unbiased"},
                               {"safety", "robust against"},
                               {"safety", "responsible ai"},
                               {"safety", "compliant with"},
                               {"safety", "robust to"},
                               {"why", "because"},
                               {"why", "thanks to"},
                               {"why", "due to"},
                               {"why", "owing to"},
                               {"why", "the reason"},
                               {"why", "driven by"},
                               {"why", "enabled by"},
                               {"why", "as a result of"},
                               {"why", "made possible by"},
                               {"why", "powered by the new"},
                               {"why", "attributed to"},
                               {"why", "explains why"},
                               {"why", "proves that"},
                               {"why", "comes from"},
                               {"ours", "your workload*"},
                               {"ours", "your application*"},
                               {"ours", "your data"},
                               {"ours", "your model*"},
                               {"ours", "your customers"},
                               {"ours", "your users"},
                               {"ours", "your chatbot"},
                               {"ours", "your traffic"},
                               {"ours", "your business"},
                               {"ours", "your use case"},
                               {"ours", "your own"},
                               {"ours", "your production"},
                               {"ours", "your team"},
                               {"ours", "you will get"},
                               {"ours", "you get"},
                               {"ours", "you can expect"},
                               {"ours", "you ll get"},
                               {"ours", "you ' ll"},
                               {"ours", "for you"},
                               {"ours", "for us"},
                               {"ours", "for our"},
                               {"ours", "your documents"},
                               {"ours", "our documents"},
                               {"ours", "our workload*"},
                               {"ours", "our traffic"},
                               {"ours", "our users"},
                               {"ours", "our data"},
                               {"ours", "our chatbot"},
                               {"ours", "our customers"},
                               {"ours", "our application*"},
                               {"ours", "our model*"},
                               {"ours", "our use case"},
                               {"ours", "our service"},
                               {"ours", "our product"},
                               {"ours", "we will get"},
                               {"ours", "we can expect"},
                               {"ours", "so we"},
                               {"ours", "in production"},
                               {"ours", "any model"},
                               {"ours", "any workload"},
                               {"ours", "any llm"},
                               {"ours", "all models"},
                               {"ours", "all workloads"},
                               {"ours", "every workload"},
                               {"ours", "every model"},
                               {"ours", "real world"},
                               {"ours", "real life"},
                               {"ours", "enterprise workloads"},
                               {"ours", "any application"},
                               {"ours", "production workload*"},
                               {"ours", "production traffic"},
                               {"ours", "all llms"},
                               {"ours", "your llm*"},
                               {"ours", "our llm*"},
                               {"ours", "any customer"},
                               {"ours", "customer workload*"},
                               {"ours", "our fraud"},
                               {"ours", "our rag"},
                               {"ours", "our task"},
                               {"ours", "our site"},
                               {"endorsement", "endorsed by mlcommons"},
                               {"endorsement", "certified by mlcommons"},
                               {"endorsement", "recommended by mlcommons"},
                               {"endorsement", "approved by mlcommons"},
                               {"endorsement", "mlcommons certif*"},
                               {"endorsement", "mlcommons endorse*"},
                               {"endorsement", "mlcommons recommend*"},
                               {"endorsement", "mlcommons approve*"},
                               {"endorsement", "mlcommons name*"},
                               {"endorsement", "mlcommons rank*"},
                               {"endorsement", "mlcommons award*"},
                               {"endorsement", "mlcommons confirm*"},
                               {"endorsement", "mlcommons prove*"},
                               {"endorsement", "mlcommons crown*"},
                               {"endorsement", "mlcommons guarantee*"},
                               {"endorsement", "mlcommons declare*"},
                               {"endorsement", "mlperf certif*"},
                               {"endorsement", "mlperf approve*"},
                               {"endorsement", "mlperf endorse*"},
                               {"endorsement", "certified by mlperf"},
                               {"endorsement", "endorsed by mlperf"},
                               {"endorsement", "approved by mlperf"},
                               {"endorsement", "mlperf recommend*"},
                               {"endorsement", "recommended by mlperf"},
                               {"endorsement", "mlperf winner"},
                               {"endorsement", "mlcommons select*"},
                               {"endorsement", "mlcommons choose*"},
                               {"endorsement", "mlcommons consider*"},
                               {"per_accelerator", "per gpu"},
                               {"per_accelerator", "/ gpu"},
                               {"per_accelerator", "per accelerator"},
                               {"per_accelerator", "per chip"},
                               {"per_accelerator", "each gpu"},
                               {"per_accelerator", "per card"},
                               {"per_accelerator", "/ accelerator"},
                               {"per_accelerator", "per device"},
                               {"per_accelerator", "per - gpu"},
                               {"per_accelerator", "per tpu"},
                               {"per_accelerator", "per socket"},
                               {"per_accelerator", "per core"},
                               {"per_accelerator", "/ chip"},
                               {"per_accelerator", "a single gpu of the"},
                               {"per_accelerator", "every gpu"},
                               {"per_accelerator", "each of the gpus"},
                               {"per_accelerator", "each b200"},
                               {"per_accelerator", "each b300"},
                               {"per_accelerator", "each h100"},
                               {"per_accelerator", "each h200"},
                               {"per_accelerator", "each gb200"},
                               {"per_accelerator", "each gb300"},
                               {"per_accelerator", "each l40s"},
                               {"per_accelerator", "each mi3*"},
                               {"per_accelerator", "each accelerator"},
                               {"per_accelerator", "each chip"},
                               {"per_accelerator", "every accelerator"},
                               {"per_accelerator", "every chip"},
                               {"per_accelerator", "per h*"},
                               {"per_accelerator", "per b200"},
                               {"per_accelerator", "per b300"},
                               {"per_accelerator", "per mi3*"},
                               {"per_accelerator", "per l40s"},
                               {"per_watt", "per watt"},
                               {"per_watt", "/ w"},
                               {"per_watt", "/ watt"},
                               {"per_watt", "energy efficien*"},
                               {"per_watt", "power efficien*"},
                               {"per_watt", "perf / watt"},
                               {"per_watt", "per joule"},
                               {"per_watt", "/ joule"},
                               {"per_watt", "/ j"},
                               {"per_watt", "per kilowatt"},
                               {"per_watt", "per megawatt"},
                               {"per_watt", "/ kw"},
                               {"per_watt", "/ mw"},
                               {"per_watt", "less energy"},
                               {"per_watt", "lower energy"},
                               {"per_watt", "less power"},
                               {"per_watt", "per kwh"},
                               {"tdp", "tdp"},
                               {"tdp", "nameplate"},
                               {"tdp", "thermal design power"},
                               {"tdp", "psu rating"},
                               {"tdp", "rated power"},
                               {"tdp", "board power"},
                               {"tdp", "tbp"},
                               {"tdp", "design power"},
                               {"composite", "on average"},
                               {"composite", "an average"},
                               {"composite", "average speedup"},
                               {"composite", "average score"},
                               {"composite", "geomean"},
                               {"composite", "geometric mean"},
                               {"composite", "overall score"},
                               {"composite", "combined score"},
                               {"composite", "aggregate score"},
                               {"composite", "composite"},
                               {"composite", "average across"},
                               {"composite", "averaged over"},
                               {"composite", "averaged across"},
                               {"composite", "mean of all"},
                               {"composite", "total score"},
                               {"composite", "on average across"},
                               {"composite", "mlperf score"},
                               {"composite", "average over"},
                               {"composite", "average of all"},
                               {"composite", "across all benchmarks"},
                               {"composite", "sum of all"},
                               {"official", "official*"},
                               {"official", "verified"},
                               {"official", "peer reviewed"},
                               {"speedup", "faster"},
                               {"speedup", "slower"},
                               {"speedup", "outperform*"},
                               {"speedup", "speedup*"},
                               {"speedup", "speed up"},
                               {"speedup", "beat"},
                               {"speedup", "beats"},
                               {"speedup", "beating"},
                               {"speedup", "surpass*"},
                               {"speedup", "higher performance"},
                               {"speedup", "better performance"},
                               {"speedup", "more performance"},
                               {"speedup", "times the performance"},
                               {"speedup", "higher throughput"},
                               {"speedup", "more throughput"},
                               {"speedup", "times the throughput"},
                               {"speedup", "lower latency"},
                               {"speedup", "twice the"},
                               {"speedup", "twice as"},
                               {"speedup", "double the"},
                               {"speedup", "doubles the"},
                               {"speedup", "doubled"},
                               {"speedup", "triple the"},
                               {"speedup", "times that of"},
                               {"speedup", "times more"},
                               {"superlative", "fastest"},
                               {"superlative", "leader"},
                               {"superlative", "leading"},
                               {"superlative", "leadership"},
                               {"superlative", "world record*"},
                               {"superlative", "record breaking"},
                               {"superlative", "record setting"},
                               {"superlative", "number one"},
                               {"superlative", "no . 1"},
                               {"superlative", "# 1"},
                               {"superlative", "best"},
                               {"superlative", "highest"},
                               {"superlative", "unmatched"},
                               {"superlative", "unbeaten"},
                               {"superlative", "top performer"},
                               {"superlative", "tops"},
                               {"superlative", "first place"},
                               {"superlative", "leads"},
                               {"superlative", "dominate*"},
                               {"superlative", "sets record*"},
                               {"superlative", "set record*"},
                               {"superlative", "unrivaled"},
                               {"superlative", "wins"},
                               {"superlative", "sweeps"},
                               {"superlative", "won"},
                               {"superlative", "most powerful"},
                               {"superlative", "lowest latency"},
                               {"superlative", "most efficient"}};

constexpr std::string_view kKinds[] = {
    "accuracy", "cost", "safety",    "why",      "ours",    "endorsement", "per_accelerator",
    "per_watt", "tdp",  "composite", "official", "speedup", "superlative"};

// Hyphens between words count as blanks: "cost-effective", "record-breaking". 0 = not here, else
// the tokens taken.
std::size_t MatchAt(std::span<const Token> tokens, std::size_t at, std::string_view words) {
  std::size_t i = at;
  while (!words.empty()) {
    const std::size_t blank = words.find(' ');
    std::string_view word = words.substr(0, blank);
    words.remove_prefix(blank == std::string_view::npos ? words.size() : blank + 1);
    if (i > at && i < tokens.size() && tokens[i].Is("-") && word != "-") ++i;
    if (i >= tokens.size() || tokens[i].sentence != tokens[at].sentence) return 0;
    const bool open = word.ends_with('*');
    if (open) word.remove_suffix(1);
    if (open ? !tokens[i].text.starts_with(word) : tokens[i].text != word) return 0;
    ++i;
  }
  return i - at;
}

bool Denied(std::span<const Token> tokens, std::size_t at) {
  for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
    const Token& token = tokens[at - back];
    if (token.sentence != tokens[at].sentence || IsOneOf(token, ",", ";", ".", "but")) return false;
    if (IsOneOf(token, "not", "no", "never", "without", "nor", "isn", "doesn", "non", "unverified",
                "neither"))
      return true;
  }
  return false;
}

// "99.9% accuracy", "accuracy target" and "high accuracy mode" name the gate; TDP inside a name
// isn't a claim, but it is named, and whether it may be is for the rules to say.
bool NamesGate(std::span<const Token> tokens, std::size_t at) {
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    if (tokens[at - back].Is("99") || tokens[at - back].Is("99.9")) return true;
  }
  for (std::size_t ahead = 1; ahead <= 4 && at + ahead < tokens.size(); ++ahead) {
    if (IsOneOf(tokens[at + ahead], "99", "99.9", "target", "gate")) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> ReadAssertions(std::string_view text) {
  const std::vector<Token> tokens = Tokenise(text);
  std::vector<bool> found(std::size(kKinds), false);
  for (const Phrase& phrase : kPhrases) {
    const auto kind = static_cast<std::size_t>(
        std::find(std::begin(kKinds), std::end(kKinds), phrase.kind) - std::begin(kKinds));
    if (found[kind]) continue;
    const std::string_view first = phrase.words.substr(0, phrase.words.find(' '));
    const bool denies_itself = first == "no" || first == "without" || first == "does" ||
                               first == "doesn" || first == "will";
    for (std::size_t at = 0; at < tokens.size() && !found[kind]; ++at) {
      if (tokens[at].text[0] != first[0] || MatchAt(tokens, at, phrase.words) == 0 ||
          (!denies_itself && Denied(tokens, at)))
        continue;
      if (phrase.kind == "accuracy" && NamesGate(tokens, at)) continue;
      if (phrase.words == "per h*" &&
          tokens[at + 1].text.find_first_of("0123456789") == std::string::npos)
        continue;
      found[kind] = true;
    }
  }
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    if (found[i]) out.emplace_back(kKinds[i]);
  }
  return out;
}

}  // namespace assay::citation
