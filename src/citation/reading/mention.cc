// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/mention.h"

#include <algorithm>
#include <array>
#include <optional>

#include "citation/reading/suite.h"
#include "results/precision.h"
#include "round/round.h"

namespace assay::citation {
namespace {

constexpr std::string_view kCounts[] = {
    "zero", "one", "two",    "three",  "four",     "five",     "six",     "seven",  "eight",
    "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"};

class Finder {
 public:
  Finder(std::span<const Token> tokens, std::string_view source, const Vocabulary& vocabulary)
      : tokens_(tokens), source_(source), vocabulary_(vocabulary), taken_(tokens.size(), false) {}

  std::vector<Mention> Run() {
    // What swallows its words goes first, so that "9 September 2025" isn't a count and "DGX H200"
    // no accelerator.
    Sweep(&Finder::Url);
    Sweep(&Finder::ResultId);
    Sweep(&Finder::Date);
    Sweep(&Finder::Benchmark);
    Sweep(&Finder::SuiteName);
    Sweep(&Finder::SystemName);
    Sweep(&Finder::Accelerator);
    Sweep(&Finder::Software);
    Sweep(&Finder::Round);
    Sweep(&Finder::Submitter);
    Sweep(&Finder::PrecisionName);
    Sweep(&Finder::Scenario);
    Sweep(&Finder::DivisionName);
    Sweep(&Finder::AvailabilityName);
    Sweep(&Finder::Category);
    Sweep(&Finder::Status);
    Sweep(&Finder::Model);
    Counts();
    std::ranges::stable_sort(found_, {}, &Mention::begin);
    return std::move(found_);
  }

 private:
  const Token& At(std::size_t at) const {
    static const Token kNone;
    return at < tokens_.size() ? tokens_[at] : kNone;
  }
  const Token& Before(std::size_t at, std::size_t steps = 1) const {
    static const Token kNone;
    return at >= steps ? tokens_[at - steps] : kNone;
  }

  void Sweep(std::size_t (Finder::*rule)(std::size_t)) {
    for (std::size_t at = 0; at < tokens_.size();) {
      const std::size_t end = taken_[at] ? 0 : (this->*rule)(at);
      if (end <= at) {
        ++at;
        continue;
      }
      std::fill(taken_.begin() + static_cast<std::ptrdiff_t>(at),
                taken_.begin() + static_cast<std::ptrdiff_t>(end), true);
      at = end;
    }
  }

  std::size_t Add(std::string_view field, std::string value, std::size_t begin, std::size_t end,
                  bool strong = false) {
    found_.push_back({field, std::move(value), begin, end, Suite::kNotStated, strong});
    return end;
  }

  // The longest name of the table that starts here.
  std::optional<std::pair<std::string, std::size_t>> NameAt(std::size_t at,
                                                            const NameTable& table) const {
    std::optional<std::pair<std::string, std::size_t>> best;
    std::string folded;
    for (std::size_t i = at; i < tokens_.size() && i < at + 14 && folded.size() < 64; ++i) {
      if (tokens_[i].sentence != tokens_[at].sentence || taken_[i]) break;
      if (tokens_[i].kind == TokenKind::kSign) {
        const bool tight = !tokens_[i].space_before && !At(i + 1).space_before;
        if (i > at && (IsOneOf(tokens_[i], "-", "_") || (tight && IsOneOf(tokens_[i], ".", "/"))))
          continue;
        break;
      }
      folded += tokens_[i].folded;
      if (const auto hit = table.find(folded); hit != table.end()) best = {hit->second, i + 1};
    }
    return best;
  }

  std::size_t Url(std::size_t at) {
    const bool scheme = IsOneOf(tokens_[at], "http", "https") && At(at + 1).Is(":");
    const bool bare =
        IsOneOf(tokens_[at], "mlcommons", "www") && At(at + 1).Is(".") && !At(at + 2).space_before;
    if (!scheme && !bare) return 0;
    std::size_t end = at + 1;
    while (end < tokens_.size() && !tokens_[end].space_before &&
           !IsOneOf(tokens_[end], ")", ">", "\"", ",", ";", "]")) {
      ++end;
    }
    while (end > at + 1 && tokens_[end - 1].kind == TokenKind::kSign && !tokens_[end - 1].Is("/"))
      --end;
    return Add(
        "source",
        std::string(source_.substr(tokens_[at].begin, tokens_[end - 1].end - tokens_[at].begin)),
        at, end);
  }

  // 5.1-0069, 5.1-0069.llama2-70b-99.Server
  std::size_t ResultId(std::size_t at) {
    const Token& round = tokens_[at];
    const std::string_view name =
        round.text.starts_with("v") ? std::string_view(round.text).substr(1) : round.text;
    const std::size_t point = name.find('.');
    if (point == std::string_view::npos || point == 0 || point > 2 || name.size() != point + 2)
      return 0;
    const Token& number = At(at + 2);
    if (!At(at + 1).Is("-") || number.text.size() != 4 ||
        number.text.find_first_not_of("0123456789") != std::string::npos || number.space_before) {
      return 0;
    }
    const std::string id = std::string(name) + "-" + number.text;
    std::size_t end = at + 3;
    Add("result_id", id, at, end);
    if (At(end).Is(".") && !At(end + 1).space_before && At(end + 1).kind == TokenKind::kWord) {
      if (const FamilyHit hit = FamilyAt(tokens_, end + 1); !hit.family.empty()) {
        std::size_t gate_end = hit.end;
        std::string benchmark = WithGate(hit.family, gate_end);
        Add("benchmark", std::move(benchmark), end + 1, gate_end);
        end = gate_end;
        if (At(end).Is(".") && !At(end + 1).space_before) {
          if (const auto scenario = round::ParseScenario(At(end + 1).text)) {
            Add("scenario", std::string(round::NameOf(*scenario)), end + 1, end + 2);
            end += 2;
          }
        }
      }
    }
    return end;
  }

  std::size_t Date(std::size_t at) {
    const DateHit hit = DateAt(tokens_, at);
    return hit.date.empty() ? 0 : Add("date", hit.date, at, hit.end);
  }

  // "-99", "-99.9", "(99.9% accuracy)", "99.9%", "high accuracy" behind a family that has two
  // gates. Moves `end`.
  std::string WithGate(std::string_view family, std::size_t& end) const {
    constexpr std::string_view kTwoGates[] = {"bert", "dlrm", "dlrm-v2",   "3d-unet",
                                              "gptj", "gpt3", "llama2-70b"};
    std::string name(family);
    const bool yolo = family == "yolo";
    if (!yolo &&
        std::find(std::begin(kTwoGates), std::end(kTwoGates), family) == std::end(kTwoGates))
      return name;
    std::size_t at = end;
    if (At(at).Is("-") && !At(at).space_before) {
      if (At(at + 1).Is("99") || At(at + 1).Is("99.9") || (yolo && At(at + 1).Is("95"))) {
        end = at + 2;
        return name + "-" + At(at + 1).text;
      }
      return name;
    }
    if (At(at).Is("99.9") && !IsOneOf(At(at + 1), "%", "percent")) {  // "DLRM-v2 99.9 Server"
      end = at + 1;
      return name + "-99.9";
    }
    if (IsOneOf(At(at), "(", ",", "at", "with")) ++at;
    if (IsOneOf(At(at), "the", "a")) ++at;
    if ((At(at).Is("99") || At(at).Is("99.9") || (yolo && At(at).Is("95"))) &&
        (At(at + 1).Is("%") || At(at + 1).Is("percent"))) {
      end = at + 2;
      if (IsOneOf(At(end), "accuracy", "target")) ++end;
      return name + "-" + At(at).text;
    }
    if (At(at).Is("high") &&
        (At(at + 1).Is("accuracy") || (At(at + 1).Is("-") && At(at + 2).Is("accuracy")))) {
      end = At(at + 1).Is("-") ? at + 3 : at + 2;
      return name + "-99.9";
    }
    return name;
  }

  std::size_t Benchmark(std::size_t at) {
    const FamilyHit hit = FamilyAt(tokens_, at);
    if (hit.family.empty()) return 0;
    std::size_t end = hit.end;
    std::string name = WithGate(hit.family, end);
    return Add("benchmark", std::move(name), at, end);
  }

  std::size_t SuiteName(std::size_t at) {
    const SuiteHit hit = SuiteAt(tokens_, at);
    if (hit.name.empty()) return 0;
    Add("suite", std::string(hit.name), at, hit.end);
    found_.back().suite = hit.suite;
    return hit.end;
  }

  std::size_t SystemName(std::size_t at) {
    if (tokens_[at].kind == TokenKind::kSign) return 0;
    const auto hit = NameAt(at, vocabulary_.systems);
    return hit ? Add("system", hit->first, at, hit->second) : 0;
  }

  bool IsCountOf(std::size_t at) const {  // "8x" or "8" before
    return (Before(at).Is("x") && Before(at, 2).kind == TokenKind::kNumber) ||
           Before(at).kind == TokenKind::kNumber;
  }

  std::size_t Accelerator(std::size_t at) {
    if (tokens_[at].kind == TokenKind::kSign) return 0;
    auto hit = NameAt(at, vocabulary_.accelerators);
    if (!hit) return 0;
    std::size_t end = hit->second;
    // "A2" and "T4" are also other things: as an accelerator they stand with a maker, a count, or
    // the word GPU.
    if (FoldName(hit->first).size() <= 2 &&
        !IsOneOf(Before(at), "nvidia", "tesla", "single", "x") && !IsCountOf(at) &&
        !IsOneOf(At(end), "gpu", "gpus", "accelerator", "accelerators")) {
      return 0;
    }
    // "H200 141GB", "B200 Server Edition": what belongs to the name isn't left for other rules.
    while (IsOneOf(At(end), "gpu", "gpus", "accelerator", "accelerators", "superchip", "edition",
                   "141gb", "80gb", "192gb") ||
           (At(end).Is("server") && At(end + 1).Is("edition"))) {
      ++end;
    }
    return Add("accelerator", hit->first, at, end);
  }

  static bool IsVersion(const Token& token) {
    if (token.kind == TokenKind::kNumber)
      return !token.grouped && !token.scaled && token.text.size() <= 7;
    if (token.kind == TokenKind::kSign) return false;  // the full stop behind a name
    const std::string_view digits =
        token.text.starts_with("v") ? std::string_view(token.text).substr(1) : token.text;
    return !digits.empty() && digits.find_first_not_of("0123456789.") == std::string_view::npos;
  }

  std::size_t Software(std::size_t at) {
    if (tokens_[at].kind == TokenKind::kSign) return 0;
    const auto hit = NameAt(at, vocabulary_.software);
    if (!hit) return 0;
    // "dynamo", "triton" and the like are words; the names are written large or with a version.
    std::size_t end = hit->second;
    std::string value = hit->first;
    std::size_t version = end;
    if (IsOneOf(At(version), "version", "release")) ++version;
    if (IsVersion(At(version)) && !IsOneOf(At(version + 1), "x", "%", "tokens", "ms") &&
        At(version).sentence == tokens_[at].sentence &&
        (At(version).text.find('.') != std::string::npos || At(version).text.starts_with("v"))) {
      value +=
          " " + std::string(source_.substr(At(version).begin, At(version).end - At(version).begin));
      end = version + 1;
    }
    if (!tokens_[at].capital && end == hit->second &&
        IsOneOf(tokens_[at], "dynamo", "triton", "synapse"))
      return 0;
    return Add("software", value, at, end);
  }

  bool NearSuite(std::size_t at) const {
    for (std::size_t back = 1; back <= 6 && back <= at; ++back) {
      const Token& token = tokens_[at - back];
      if (token.sentence != tokens_[at].sentence) return false;
      if (token.text.starts_with("mlperf") ||
          IsOneOf(token, "round", "inference", "version", "training", "rounds"))
        return true;
    }
    return false;
  }

  std::size_t Round(std::size_t at) {
    const Token& token = tokens_[at];
    std::string name;
    std::size_t end = at + 1;
    if (token.kind == TokenKind::kWord && token.text.size() >= 4 && token.text[0] == 'v' &&
        token.text.find('.') != std::string::npos) {
      name = token.text;
    } else if (token.Is("v") && At(at + 1).kind == TokenKind::kNumber &&
               At(at + 1).text.find('.') != std::string::npos) {
      name = "v" + At(at + 1).value;
      end = at + 2;
    } else if (token.kind == TokenKind::kNumber && token.text.size() == 3 && token.text[1] == '.' &&
               (IsOneOf(Before(at), "mlperf", "inference", "round", "version", "training", "tiny",
                        "mobile", "client", "storage", "automotive", "hpc", "rounds") ||
                (IsOneOf(Before(at), ":") && NearSuite(at)))) {
      if (IsOneOf(At(end), "x", "%", "times") && !At(end).space_before) return 0;
      if (IsOneOf(At(end), "ms", "s", "sec", "seconds", "milliseconds", "minutes", "hours", "x", "times", "tokens",
                  "samples", "queries", "watts", "w", "gib", "gb", "us", "fps", "qps"))
        return 0;
      name = "v" + token.text;
    } else {
      return 0;
    }
    if (name.find_first_not_of("0123456789.", 1) != std::string::npos) return 0;
    if (round::FindRound(name) == nullptr && !NearSuite(at)) return 0;
    return Add("round", name, at, end);
  }

  // Whether what follows makes the company a part of a product's name.
  bool NamesProduct(std::size_t at) const {
    std::size_t next = at;
    if (At(next).Is("'") && At(next + 1).Is("s")) next += 2;
    for (std::size_t steps = 0; steps < 3; ++steps, ++next) {
      const Token& token = At(next);
      if (IsOneOf(token, "instinct", "xeon", "epyc", "gpu", "gpus", "hopper", "blackwell", "ampere",
                  "ada", "dgx", "hgx", "geforce", "jetson", "tesla", "gaudi", "tpu", "tpus", "cuda",
                  "grace", "triton", "quadro", "arc", "accelerator", "accelerators", "tensor",
                  "core", "radeon", "rtx", "hardware", "platform", "cloud", "snapdragon", "hexagon",
                  "ai", "ryzen", "amx", "cpu", "cpus", "processors", "mgx", "nim", "nvlink")) {
        return true;
      }
      if (std::ranges::any_of(found_, [&](const Mention& m) {
            return m.begin == next && (m.field == "accelerator" || m.field == "software" ||
                                       (m.field == "system" && m.value.starts_with("DGX")) ||
                                       (m.field == "system" && m.value.starts_with("HGX")));
          })) {
        return true;
      }
      if (token.kind == TokenKind::kSign || taken_[std::min(next, taken_.size() - 1)] ||
          !token.capital)
        return false;
    }
    return false;
  }

  std::size_t Submitter(std::size_t at) {
    if (tokens_[at].kind == TokenKind::kSign || !tokens_[at].capital) return 0;
    const auto hit = NameAt(at, vocabulary_.submitters);
    if (!hit) return 0;
    const std::size_t end = hit->second;
    const Token& before = Before(at);
    const bool by =
        (before.Is("by") &&
         IsOneOf(Before(at, 2), "submitted", "submission", "result", "results")) ||
        (IsOneOf(before, "submitter", "organization", "organisation")) ||
        (before.Is(":") && IsOneOf(Before(at, 2), "submitter", "organization", "organisation"));
    const bool own = IsOneOf(At(end), "submitted", "submission", "submissions", "submits") ||
                     (At(end).Is("'") && At(end + 1).Is("s") &&
                      IsOneOf(At(end + 2), "submission", "result", "results", "submissions"));
    if (by || own) return Add("submitter", hit->first, at, end, true);
    if (NamesProduct(end)) return end;
    return Add("submitter", hit->first, at, end);
  }

  std::size_t PrecisionName(std::size_t at) {
    const Token& token = tokens_[at];
    if (token.kind != TokenKind::kWord || token.text.size() > 10) return 0;
    const bool looks = std::ranges::any_of(
        std::array<std::string_view, 11>{"fp", "int", "bf16", "bfloat16", "nvfp4", "mxfp", "float",
                                         "uint", "tf32", "w4a", "w8a"},
        [&](std::string_view start) { return token.text.starts_with(start); });
    if (!looks || token.text.find_first_of("0123456789") == std::string::npos) return 0;
    const results::Precision precision = results::ParsePrecision(token.text);
    return precision.disclosed ? Add("precision", results::NameOf(precision), at, at + 1) : 0;
  }

  std::size_t Scenario(std::size_t at);
  std::size_t DivisionName(std::size_t at);
  std::size_t AvailabilityName(std::size_t at);
  std::size_t Category(std::size_t at);
  std::size_t Status(std::size_t at);
  std::size_t Model(std::size_t at);
  void Counts();
  void CountBefore(const Mention& accelerator);
  bool BoundByMlperf(std::size_t at) const;

  std::span<const Token> tokens_;
  std::string_view source_;
  const Vocabulary& vocabulary_;
  std::vector<char> taken_;
  std::vector<Mention> found_;
};

std::size_t Finder::Scenario(std::size_t at) {
  const Token& token = tokens_[at];
  const auto pair = [&](std::string_view first) -> std::size_t {
    if (token.text == std::string(first) + "stream") return at + 1;
    if (!token.Is(first)) return 0;
    const std::size_t next = IsOneOf(At(at + 1), "-", "_") ? at + 2 : at + 1;
    return IsOneOf(At(next), "stream", "streams") && (At(next).Is("stream") || next == at + 2)
               ? next + 1
               : 0;
  };
  if (const std::size_t end = pair("single")) return Add("scenario", "SingleStream", at, end);
  if (const std::size_t end = pair("multi"); end != 0)
    return Add("scenario", "MultiStream", at, end);
  if (token.Is("multiple") && At(at + 1).Is("stream"))
    return Add("scenario", "MultiStream", at, at + 2);
  if (token.Is("offline")) return Add("scenario", "Offline", at, at + 1);
  const bool server = token.Is("server"), interactive = token.Is("interactive");
  if (!server && !interactive) return 0;
  std::size_t next = at + 1;
  const bool named =
      IsOneOf(At(next), "scenario", "mode", "scenarios", "test", "result", "results", "throughput",
              "benchmark", "tokens", "performance", "workload", "latency", "queries");
  const auto lists = [](const Token& t) {
    return IsOneOf(t, "and", "or", "/", "&", ",", "vs", "to", ":");
  };
  const bool beside =
      (lists(Before(at)) && IsOneOf(Before(at, 2), "offline", "interactive", "server")) ||
      (lists(At(next)) && IsOneOf(At(next + 1), "offline", "interactive")) ||
      (IsOneOf(At(next), ",", "and") && IsOneOf(At(next + 1), "interactive", "offline", "and"));
  // "17.1 queries/s server on 8x H200"
  const bool after_rate = IsOneOf(Before(at), "s", "sec", "second", "ms", "qps");
  const bool alone = (after_rate || IsOneOf(Before(at), "(", "/", "|", "=", "scenario", "in") ||
                      (Before(at).Is(":") || (Before(at).Is("-") && Before(at).space_before) ||
                       Before(at).Is(".")) ||
                      at == 0 || (taken_[at - 1] && (token.capital || At(next).Is(":")))) &&
                     (next >= tokens_.size() || At(next).kind != TokenKind::kWord ||
                      IsOneOf(At(next), "at", "with", "on", "and", "in", "for", "of", "from",
                              "using", "scenario", "result"));
  // Large in the middle of a sentence: a name, unless a product noun follows.
  const bool large =
      token.capital && at > 0 && Before(at).sentence == token.sentence &&
      !IsOneOf(At(next), "edition", "cpu", "cpus", "gpu", "gpus", "platform", "system", "systems",
               "node", "nodes", "rack", "processor", "processors", "family", "line", "market",
               "business", "portfolio") &&
      !(Before(at).capital && Before(at).kind == TokenKind::kWord && !taken_[at - 1] && server &&
        !IsOneOf(Before(at), "the", "in", "for", "mlperf", "datacenter", "closed", "center",
                 "open"));
  if (!named && !beside && !alone && !large) return 0;
  return Add("scenario", server ? "Server" : "Interactive", at, at + 1);
}

// Whether MLPerf, a suite's word or a round stands within a few words before or behind: "closed"
// and "edge" are everyday words elsewhere.
bool Finder::BoundByMlperf(std::size_t at) const {
  const std::size_t from = at > 5 ? at - 5 : 0;
  for (std::size_t i = from; i < std::min(at + 5, tokens_.size()); ++i) {
    if (i == at || tokens_[i].sentence != tokens_[at].sentence) continue;
    if (IsOneOf(tokens_[i], "mlperf", "division", "mlcommons", "submission")) return true;
    if (std::ranges::any_of(found_,
                            [&](const Mention& m) { return m.field == "round" && m.begin == i; }))
      return true;
  }
  return false;
}

std::size_t Finder::DivisionName(std::size_t at) {
  const Token& token = tokens_[at];
  if (!IsOneOf(token, "closed", "open", "network")) return 0;
  const Token& next = At(at + 1);
  const bool division =
      next.Is("division") || (next.Is("-") && At(at + 2).Is("division")) ||
      (IsOneOf(Before(at), "division", ":", "=") &&
       (Before(at).Is("division") || IsOneOf(Before(at, 2), "division", "category"))) ||
      (IsOneOf(next, "and", "or") && false);
  const bool tree = IsOneOf(next, "datacenter", "edge", "preview", "available", "power") ||
                    (IsOneOf(next, ",", "/", "-", ":", "|") &&
                     IsOneOf(At(at + 2), "datacenter", "edge", "data")) ||
                    (next.Is("data") && At(at + 2).Is("center"));
  const bool after_round = at > 0 && std::ranges::any_of(found_, [&](const Mention& m) {
                             const std::size_t gap =
                                 IsOneOf(Before(at), ",", "-", ":", "/", "(", "|") ? 1 : 0;
                             return m.end + gap == at && (m.field == "round" || m.field == "suite");
                           });
  const bool plain =
      token.Is("closed") && (IsOneOf(next, "submission", "submissions", "results", "result") ||
                             (BoundByMlperf(at) && token.capital));
  // "…, closed, …" and "(closed, …)" of a text that names MLPerf.
  const bool listed = token.Is("closed") && IsOneOf(Before(at), ",", "(", ";") && IsOneOf(next, ",", ")", ";", ".") &&
                      std::ranges::any_of(found_, [](const Mention& m) { return m.field == "suite"; });
  const bool open = token.Is("open") && IsOneOf(next, "submission", "submissions");
  if (!division && !tree && !after_round && !plain && !open && !listed) return 0;
  if (token.Is("network") && !after_round &&
      !(division && std::ranges::any_of(
                        tokens_, [](const Token& t) { return t.text.starts_with("mlperf"); }))) {
    return 0;
  }
  if (token.Is("open") && IsOneOf(next, "source", "weight", "weights", "model", "models", "-"))
    return 0;
  return Add("division", token.text, at, division && next.Is("division") ? at + 2 : at + 1);
}

std::size_t Finder::AvailabilityName(std::size_t at) {
  const Token& token = tokens_[at];
  const auto labelled = [&] {
    return (IsOneOf(Before(at), "availability", "status")) ||
           (IsOneOf(Before(at), ":", "=") &&
            IsOneOf(Before(at, 2), "availability", "status", "category"));
  };
  const auto listed = [&] {  // "Closed, Available", "Closed/Datacenter/Preview"
    return IsOneOf(Before(at), ",", "/", "|", "(", "-") &&
           std::ranges::any_of(found_,
                               [&](const Mention& m) {
                                 return m.field == "division" && m.end < at && at - m.end < 8;
                               }) &&
           token.capital;
  };
  if (token.Is("available")) {
    if (labelled() || listed() || IsOneOf(At(at + 1), "category") ||
        (IsOneOf(At(at + 1), "system", "systems", "submission") && BoundByMlperf(at))) {
      return Add("availability", "available", at, at + 1);
    }
    return 0;
  }
  if (token.Is("preview")) {
    const bool named = IsOneOf(At(at + 1), "category", "submission", "submissions", "system",
                               "systems", "result", "results", "status");
    if (labelled() || listed() || named || (token.capital && BoundByMlperf(at)))
      return Add("availability", "preview", at, at + 1);
    return 0;
  }
  if (token.Is("rdi") && token.capital) return Add("availability", "rdi", at, at + 1);
  if (token.Is("research") && At(at + 1).Is(",") && At(at + 2).Is("development")) {
    for (std::size_t i = at + 3; i < at + 8; ++i) {
      if (At(i).Is("internal")) return Add("availability", "rdi", at, i + 1);
    }
  }
  return 0;
}

std::size_t Finder::Category(std::size_t at) {
  const Token& token = tokens_[at];
  std::size_t end = 0;
  if (token.Is("datacenter") || token.Is("datacentre")) end = at + 1;
  if (token.Is("data") && IsOneOf(At(at + 1), "center", "centre")) end = at + 2;
  if (token.Is("data") && At(at + 1).Is("-") && IsOneOf(At(at + 2), "center", "centre"))
    end = at + 3;
  const bool datacenter = end != 0;
  if (token.Is("edge")) end = at + 1;
  if (end == 0) return 0;
  const bool labelled =
      IsOneOf(At(end), "category", "suite", "division", "submission", "closed", "open") ||
      IsOneOf(Before(at), "suite", "category");
  if (!labelled && !BoundByMlperf(at) && std::ranges::none_of(found_, [&](const Mention& m) {
        return m.field == "division" && (m.end == at || m.end + 1 == at);
      })) {
    return 0;
  }
  if (IsOneOf(At(end), "gpu", "gpus", "cpu", "customers", "revenue", "business", "server",
              "servers", "ai") &&
      !labelled)
    return 0;
  return Add("category", datacenter ? "datacenter" : "edge", at, end);
}

// verified, inferred, source: "unverified", "not verified by MLCommons", "inferred result",
// "Source: …".
std::size_t Finder::Status(std::size_t at) {
  const Token& token = tokens_[at];
  if (token.Is("unverified") || token.Is("unofficial"))
    return Add("verified", "no", at, at + 1, true);
  if (IsOneOf(token, "verified", "official", "officially", "reviewed")) {
    if (token.Is("reviewed") && !(Before(at).Is("peer") || Before(at, 2).Is("peer"))) return 0;
    for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
      if (IsOneOf(Before(at, back), "not", "n't", "never", "isn", "nor", "non"))
        return Add("verified", "no", at, at + 1, true);
      if (Before(at, back).sentence != token.sentence) break;
    }
    if (token.Is("reviewed")) return 0;
    return Add("verified", "yes", at, at + 1);
  }
  if (token.Is("submitted") && IsOneOf(Before(at), "not", "never"))
    return Add("verified", "no", at, at + 1, true);
  if (token.Is("inferred") &&
      IsOneOf(At(at + 1), "result", "results", "from", "value", ")", ",", ".")) {
    return Add("inferred", "yes", at, at + 1);
  }
  return 0;
}

// A language model that isn't a benchmark of MLPerf by its name here.
std::size_t Finder::Model(std::size_t at) {
  const Token& token = tokens_[at];
  bool family = false;
  for (std::string_view start :
       {"llama", "mistral", "mixtral", "qwen", "gemma", "deepseek", "falcon", "granite", "phi",
        "nemotron", "kimi", "minimax", "grok", "gpt", "vit", "yolo", "bert", "codellama"}) {
    family |= token.text.starts_with(start) && token.text.size() <= start.size() + 4;
  }
  if (!family || token.kind != TokenKind::kWord) return 0;
  std::size_t end = at + 1, digits = token.text.find_first_of("0123456789") != std::string::npos;
  for (std::size_t i = at + 1; i < tokens_.size() && i < at + 9 && !taken_[i]; ++i) {
    if (tokens_[i].sentence != token.sentence) break;
    const bool sign = tokens_[i].kind == TokenKind::kSign;
    if (sign && !(IsOneOf(tokens_[i], "-", "_", ".") && !tokens_[i].space_before &&
                  !At(i + 1).space_before))
      break;
    if (sign) continue;
    const bool number = tokens_[i].kind == TokenKind::kNumber;
    const bool part =
        IsOneOf(tokens_[i], "instruct", "chat", "base", "large", "small", "mini", "medium", "turbo",
                "coder", "next", "maverick", "scout", "nano", "super", "ultra");
    const bool sized = tokens_[i].kind == TokenKind::kWord &&
                       tokens_[i].text.find_first_of("0123456789") != std::string::npos &&
                       tokens_[i].text.size() <= 6;
    if (number && (tokens_[i].grouped || tokens_[i].text.size() > 3 ||
                   IsOneOf(At(i + 1), "x", "%", "tokens", "samples", "queries", "ms")))
      break;
    if (!number && !part && !sized) break;
    digits += number || sized;
    end = i + 1;
  }
  if (digits == 0) return 0;
  return Add("model", std::string(source_.substr(token.begin, tokens_[end - 1].end - token.begin)),
             at, end);
}

// "8x H200", "8 H200 GPUs", "eight H200", "H200 x8", "8-GPU", "(x8)".
void Finder::Counts() {
  const std::vector<Mention> named = found_;
  for (const Mention& mention : named) {
    if (mention.field == "accelerator") CountBefore(mention);
  }
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    const Token& token = tokens_[at];
    if (taken_[at] ||
        !IsOneOf(token, "gpu", "gpus", "accelerator", "accelerators", "chips", "tpus"))
      continue;
    std::size_t before = at;
    if (before > 0 && tokens_[before - 1].Is("-")) --before;
    if (before > 0 && tokens_[before - 1].Is("x")) --before;
    if (before == 0) continue;
    const Token& count = tokens_[before - 1];
    if (taken_[before - 1]) continue;
    std::string value;
    if (count.kind == TokenKind::kNumber &&
        count.text.find_first_not_of("0123456789") == std::string::npos && count.text.size() <= 5) {
      value = count.text;
    }
    for (std::size_t n = 1; n < std::size(kCounts); ++n) {
      if (count.text == kCounts[n] && n != 1) value = std::to_string(n);
    }
    if (count.Is("single")) value = "1";
    if (value.empty() || IsOneOf(Before(before - 1), "per", "every", "each")) continue;
    Add("accelerators", value, before - 1, at + 1);
    std::fill(taken_.begin() + static_cast<std::ptrdiff_t>(before - 1),
              taken_.begin() + static_cast<std::ptrdiff_t>(at + 1), true);
  }
}

void Finder::CountBefore(const Mention& accelerator) {
  // Over the maker's name back to the number.
  std::size_t at = accelerator.begin;
  while (at > 0 && IsOneOf(tokens_[at - 1], "nvidia", "amd", "instinct", "intel", "google",
                           "qualcomm", "geforce", "tesla", "virtualized"))
    --at;
  std::string value;
  std::size_t begin = at;
  if (at > 1 && tokens_[at - 1].Is("x") && tokens_[at - 2].kind == TokenKind::kNumber) {
    value = tokens_[at - 2].value;
    begin = at - 2;
  } else if (at > 0 && !taken_[at - 1] && tokens_[at - 1].kind == TokenKind::kNumber &&
             tokens_[at - 1].space_before && !IsOneOf(Before(at, 2), "of", "v", "version")) {
    value = tokens_[at - 1].value;
    begin = at - 1;
  } else if (at > 0 && IsOneOf(tokens_[at - 1], "single", "one")) {
    value = IsOneOf(Before(at, 2), "per") ? "" : "1";
    begin = at - 1;
  } else if (at > 0) {
    for (std::size_t n = 2; n < std::size(kCounts); ++n) {
      if (tokens_[at - 1].text == kCounts[n]) value = std::to_string(n), begin = at - 1;
    }
  }
  std::size_t end = accelerator.begin;
  if (value.empty()) {  // behind: "H200 x8", "H200 (x8)", "H200 (8x)"
    const std::size_t next = At(accelerator.end).Is("(") ? accelerator.end + 1 : accelerator.end;
    const std::string& glued = At(next).text;  // "x8"
    if (glued.size() > 1 && glued[0] == 'x' &&
        glued.find_first_not_of("0123456789", 1) == std::string::npos) {
      value = glued.substr(1);
    }
    if (At(next).Is("x") && At(next + 1).kind == TokenKind::kNumber) value = At(next + 1).text;
    if (next > accelerator.end && At(next).kind == TokenKind::kNumber && At(next + 1).Is("x"))
      value = At(next).text;
    if (value.empty()) return;
    begin = accelerator.end;
    end = next + 2;
  }
  if (value.find_first_not_of("0123456789") != std::string::npos || value.size() > 5 ||
      value.front() == '0')
    return;
  // "4 nodes with 8x H200": the number of the whole system isn't said.
  for (std::size_t i = begin > 8 ? begin - 8 : 0; i < std::min(accelerator.end + 4, tokens_.size());
       ++i) {
    if (tokens_[i].sentence == tokens_[accelerator.begin].sentence &&
        IsOneOf(tokens_[i], "nodes", "servers", "each"))
      return;
  }
  for (std::size_t i = begin; i < std::min(end, tokens_.size()); ++i) taken_[i] = true;
  Add("accelerators", value, begin, end);
}

}  // namespace

std::vector<Mention> FindMentions(std::span<const Token> tokens, std::string_view source,
                                  const Vocabulary& vocabulary) {
  if (tokens.empty()) return {};
  return Finder(tokens, source, vocabulary).Run();
}

}  // namespace assay::citation
