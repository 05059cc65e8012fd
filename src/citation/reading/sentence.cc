// SPDX-License-Identifier: Apache-2.0
// Every measured number of a sentence gets the part of the sentence that speaks of it: up to the
// word that separates it from the next number. Facts are looked for there first, then in the whole
// sentence, then in the whole text, and taken only where that place names one value.
#include "citation/reading/sentence.h"

#include <algorithm>
#include <array>

#include "citation/reading/assertions.h"
#include "citation/reading/claim.h"
#include "citation/reading/suite.h"
#include "round/round.h"

namespace assay::citation {
namespace {

struct Claim {
  std::size_t number = 0;  // token
  std::string value, unit, metric;
  bool rounded = false;
  bool items = false;  // images/s: samples or queries
  bool ratio = false;
};

// The family as the stated round calls it: "ssd-large" is "ssd-resnet34" in later rounds.
void Canonicalise(Facts& facts) {
  const auto name = facts.find("benchmark"), round_name = facts.find("round");
  if (name == facts.end() || round_name == facts.end()) return;
  const round::Round* round = round::FindRound(round_name->second);
  if (round == nullptr) return;
  const std::string_view canonical = round::CanonicalBenchmark(*round, name->second);
  if (!canonical.empty()) name->second = canonical;
}

class SentenceReader {
 public:
  SentenceReader(std::string_view text, const Place& place, const Vocabulary& vocabulary)
      : text_(ParseText(text, vocabulary)), place_(place) {}

  std::vector<Quote> Run();

 private:
  bool Cue() const { return text_.Has("suite") || text_.Has("benchmark"); }
  Suite TextSuite() const;
  std::optional<Claim> ClaimOf(const Measure& measure, Range sentence, bool throughput_here) const;
  std::string LatencyMetric(const Measure& measure) const;
  bool NearAccuracy(std::size_t number) const;
  void BareNumbers(Range sentence, std::vector<Claim>& out) const;
  bool IsPlainCandidate(std::size_t at) const;
  std::vector<Claim> ClaimsIn(std::size_t sentence) const;
  std::vector<Range> SegmentsOf(const std::vector<Claim>& claims, Range sentence,
                                const Comparison* comparison) const;
  std::size_t SeparatorBetween(std::size_t from, std::size_t to) const;
  std::vector<Range> AroundClaims(const Claim& claim, const std::vector<Claim>& claims,
                                  Range sentence, const Comparison* comparison) const;
  std::vector<Range> WholeText(std::size_t own, const std::vector<Range>& around,
                               bool footnotes) const;
  Quote QuoteOf(const Claim& claim, std::size_t sentence, Range segment,
                const Comparison* comparison, const std::vector<Claim>& others) const;
  bool NamesAnotherSystem(Range segment, Range sentence, const Comparison* comparison) const;
  void FillFacts(Quote& quote, const std::vector<std::vector<Range>>& rings, bool isolated) const;
  void AddComparison(Quote& quote, const Comparison& comparison,
                     const std::vector<Claim>& others) const;
  void Distribute(std::vector<Quote>& quotes, Range sentence) const;
  void SetBeside(std::vector<Quote>& quotes, const std::vector<Claim>& claims,
                 const std::vector<Range>& segments, Range sentence,
                 const Comparison* comparison) const;
  std::string Words(std::size_t sentence) const;
  void AddWords(Quote& quote, std::size_t sentence) const;
  std::optional<Quote> WithoutNumber() const;

  ParsedText text_;
  const Place& place_;
};

// A text without end is read in parts: what its numbers share stands near them.
constexpr std::size_t kLongestText = 16'000;

// Without a digit, only a text that names MLPerf or another board can be a quote: most prose is
// passed over at once.
bool MayClaim(std::string_view text) {
  if (text.find_first_of("0123456789") != std::string_view::npos) return true;
  const std::vector<Token> tokens = Tokenise(text);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].Is("mlcommons") || !SuiteAt(tokens, at).name.empty()) return true;
  }
  return false;
}

std::size_t PartEnd(std::string_view text) {
  if (text.size() <= kLongestText) return text.size();
  for (std::string_view mark : {"\n\n", "\n", ". ", " "}) {
    const std::size_t at = text.rfind(mark, kLongestText - mark.size());
    if (at != std::string_view::npos && at > kLongestText / 4) return at + mark.size();
  }
  return kLongestText;
}

constexpr std::string_view kOfOneSystem[] = {"submitter",    "system",       "accelerator",
                                             "accelerators", "software",     "precision",
                                             "result_id",    "availability", "host_processor"};

std::vector<Range> Minus(Range range, const Comparison* comparison) {
  if (comparison == nullptr) return {range};
  std::vector<Range> out;
  const Range before{range.begin, std::min(range.end, comparison->other.begin)};
  const Range after{std::max(range.begin, comparison->other.end), range.end};
  if (!before.empty()) out.push_back(before);
  if (!after.empty()) out.push_back(after);
  return out;
}

// A test of one's own that no MLPerf round is named for.
bool InHouse(const ParsedText& text, Range range) {
  const bool mlperf = std::ranges::any_of(text.mentions, [&](const Mention& m) {
    return range.Holds(m.begin) &&
           (m.field == "suite" || m.field == "round" || m.field == "result_id");
  });
  if (mlperf) return false;
  for (std::size_t at = range.begin; at + 2 < range.end; ++at) {
    if (text.tokens[at].Is("in") && text.tokens[at + 1].Is("-") && text.tokens[at + 2].Is("house"))
      return true;
  }
  return text.Says(range, "our", "own", "internal", "my", "private") &&
         text.Says(range, "test", "tests", "testing", "measurement", "measurements", "measured",
                   "benchmark", "benchmarks", "run", "runs", "lab", "experiment", "experiments");
}

Suite SentenceReader::TextSuite() const {
  Suite suite = Suite::kNotStated;
  for (const Mention& mention : text_.mentions) {
    if (mention.field == "suite" && mention.suite != Suite::kNotStated) {
      if (suite != Suite::kNotStated && suite != mention.suite) return Suite::kNotStated;
      suite = mention.suite;
    }
  }
  return suite;
}

std::string SentenceReader::LatencyMetric(const Measure& measure) const {
  const std::size_t from = measure.number > 7 ? measure.number - 7 : 0;
  for (std::size_t i = from; i < std::min(measure.end + 5, text_.tokens.size()); ++i) {
    const Token& token = text_.tokens[i];
    if (token.sentence != text_.tokens[measure.number].sentence) continue;
    if (token.Is("ttft") ||
        (token.Is("first") && i + 1 < text_.tokens.size() && text_.tokens[i + 1].Is("token")))
      return "ttft";
    if (IsOneOf(token, "tpot", "itl") ||
        (token.Is("output") && i > 1 && text_.tokens[i - 1].Is("per")))
      return "tpot";
  }
  return {};
}

bool SentenceReader::NearAccuracy(std::size_t number) const {
  const std::size_t from = number > 5 ? number - 5 : 0;
  for (std::size_t i = from; i < std::min(number + 4, text_.tokens.size()); ++i) {
    const Token& token = text_.tokens[i];
    if (token.sentence != text_.tokens[number].sentence) continue;
    if (IsOneOf(token, "accuracy", "map", "dice", "wer", "bleu", "auc") ||
        token.text.starts_with("rouge") || (token.Is("f1"))) {
      return true;
    }
  }
  return false;
}

std::optional<Claim> SentenceReader::ClaimOf(const Measure& measure, Range sentence,
                                             bool throughput_here) const {
  Claim claim{measure.number,  measure.value, measure.unit, std::string(measure.per),
              measure.rounded, false,         false};
  const Suite suite = TextSuite();
  const bool board = suite == Suite::kNotMlperf;
  switch (measure.kind) {
    case MeasureKind::kThroughput:
      if (measure.bound || text_.Says(sentence, "humans", "human", "person", "people", "reads",
                                      "priced", "pricing")) {
        return std::nullopt;
      }
      return claim;
    case MeasureKind::kItems:
      claim.items = true;
      if (measure.bound ||
          !(Cue() || text_.Has("accelerator") || text_.Says(sentence, "inference", "throughput"))) {
        return std::nullopt;
      }
      return claim;
    case MeasureKind::kLatency: {
      claim.metric = LatencyMetric(measure);
      const bool streams = std::ranges::any_of(text_.mentions, [&](const Mention& m) {
        return m.field == "scenario" && (m.value == "SingleStream" || m.value == "MultiStream");
      });
      const bool glued = std::ranges::any_of(text_.mentions, [&](const Mention& m) {
        return m.field == "scenario" && m.value.ends_with("Stream") && m.begin < measure.number &&
               m.begin + 4 > measure.number;
      });
      if (measure.bound || (throughput_here && !glued) || !(Cue() || text_.Has("accelerator")))
        return std::nullopt;
      if (suite != Suite::kInference && suite != Suite::kNotStated) {
        // Other suites measure times of their own.
        return claim;
      }
      if (!streams && claim.metric.empty() &&
          !text_.Says(sentence, "latency", "latencies", "response")) {
        return std::nullopt;
      }
      return claim;
    }
    case MeasureKind::kPower:
    case MeasureKind::kEnergy:
      if (throughput_here || measure.bound || !Cue() ||
          text_.Says(sentence, "tdp", "nameplate", "rated", "tbp")) {
        return std::nullopt;
      }
      return claim;
    case MeasureKind::kStreams:
      return Cue() && !measure.bound ? std::optional(claim) : std::nullopt;
    case MeasureKind::kRatio:
      claim.ratio = true;
      claim.metric = "speedup";
      if (text_.Says(sentence, "revenue", "sales", "profit", "stock", "shares", "cheaper", "price",
                     "headcount", "margin", "market", "shipments") &&
          !text_.Says(sentence, "throughput", "performance")) {
        return std::nullopt;
      }
      if (!(Cue() || text_.Has("accelerator") ||
            text_.Says(sentence, "throughput", "inference", "tokens"))) {
        return std::nullopt;
      }
      return claim;
    case MeasureKind::kPercent:
      if (measure.value == "99" || measure.value == "99.9") return std::nullopt;
      if (board && !text_.Says(sentence, "revenue", "growth", "sales")) {
        claim.metric = "score";
        return claim;
      }
      if (!Cue() || !NearAccuracy(measure.number)) return std::nullopt;
      claim.metric = "accuracy";
      return claim;
    case MeasureKind::kOther:
      if (suite == Suite::kNotStated || suite == Suite::kInference) return std::nullopt;
      if ((measure.unit == "minutes" || measure.unit == "hours") && suite != Suite::kTraining &&
          suite != Suite::kHpc) {
        return std::nullopt;
      }
      if (board || suite == Suite::kMobile || suite == Suite::kClient) claim.metric = "score";
      return claim;
  }
  return std::nullopt;
}

// A number that could be a result by itself: not a year, count, part of a name, or small whole
// number.
bool SentenceReader::IsPlainCandidate(std::size_t at) const {
  const Token& token = text_.tokens[at];
  if (token.kind != TokenKind::kNumber || token.value.size() > 20 || text_.InName(at)) return false;
  const bool fraction = token.value.find('.') != std::string::npos;
  if (!fraction && !token.grouped && token.value.size() < 3) return false;
  if (!fraction && !token.grouped && token.value.size() == 4 &&
      (token.value.starts_with("19") || token.value.starts_with("20"))) {
    return false;
  }
  if (at > 0 && IsOneOf(text_.tokens[at - 1], "$", "page", "slide", "#", "no", "fig", "figure",
                        "table", "v", "version", "top", "+", "-", "[")) {
    return false;
  }
  if (at > 0 && text_.tokens[at - 1].kind == TokenKind::kNumber) return false;
  return std::ranges::none_of(text_.measures,
                              [&](const Measure& m) { return at >= m.begin && at < m.end; });
}

// "Llama 2 70B Server: 33,379", "MLPerf result of 34,988", "scored 1,287 on LMArena".
void SentenceReader::BareNumbers(Range sentence, std::vector<Claim>& out) const {
  const auto here = [&](std::string_view field) {
    return std::ranges::any_of(text_.mentions, [&](const Mention& m) {
      return m.field == field && sentence.Holds(m.begin);
    });
  };
  const Suite suite = TextSuite();
  const bool scored = suite == Suite::kNotMlperf || suite == Suite::kMobile ||
                      suite == Suite::kClient || suite == Suite::kTiny;
  for (std::size_t at = sentence.begin; at < sentence.end; ++at) {
    if (!IsPlainCandidate(at)) continue;
    const bool accuracy = NearAccuracy(at) && Cue() && text_.tokens[at].value != "99" &&
                          text_.tokens[at].value != "99.9";
    const auto token_is = [&](std::size_t i, auto... words) {
      return i < text_.tokens.size() && IsOneOf(text_.tokens[i], words...);
    };
    bool announced = false;
    for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
      announced |= token_is(at - back, "score", "scores", "scored", "scoring", "result",
                            "throughput", "performance", "achieved", "elo", "rating", "achieves",
                            ":", "|", "reaches", "reached");
    }
    bool composite = false;
    for (std::size_t back = 1; back <= 5 && back <= at; ++back) {
      composite |=
          token_is(at - back, "geomean", "average", "mean", "overall", "composite", "combined");
    }
    if (composite && Cue() && !scored) {
      out.push_back(
          {at, text_.tokens[at].value, "", "composite", text_.tokens[at].scaled, false, false});
    } else if (accuracy && !scored) {
      out.push_back({at, text_.tokens[at].value, "", "accuracy", false, false, false});
    } else if (scored && (announced || token_is(at + 1, "on", "in", "points"))) {
      out.push_back({at, text_.tokens[at].value, "", "score", false, false, false});
    } else if (!scored && announced && here("benchmark") &&
               (here("scenario") || suite == Suite::kInference || here("suite"))) {
      out.push_back({at, text_.tokens[at].value, "", "", text_.tokens[at].scaled, false, false});
    }
  }
}

std::vector<Claim> SentenceReader::ClaimsIn(std::size_t index) const {
  const Range sentence = text_.sentences[index];
  bool throughput_here = false;
  for (const Measure& measure : text_.measures) {
    throughput_here |=
        sentence.Holds(measure.number) && !measure.bound &&
        (measure.kind == MeasureKind::kThroughput || measure.kind == MeasureKind::kItems);
  }
  std::vector<Claim> out;
  for (const Measure& measure : text_.measures) {
    if (!sentence.Holds(measure.number)) continue;
    if (auto claim = ClaimOf(measure, sentence, throughput_here)) out.push_back(std::move(*claim));
  }
  const bool has_value = std::ranges::any_of(out, [](const Claim& c) { return !c.ratio; });
  if (!has_value) {
    std::vector<Claim> bare;
    BareNumbers(sentence, bare);
    out.insert(out.end(), bare.begin(), bare.end());
    std::ranges::stable_sort(out, {}, &Claim::number);
  } else if (out.size() == 1 && !out[0].ratio) {
    // "34,988 tokens/s vs 23,100", "… Offline and 33,379 Server": numbers beside it take the unit
    // of the only one.
    const Comparison* comparison = text_.comparisons[index] ? &*text_.comparisons[index] : nullptr;
    const std::size_t first = out[0].number;
    for (std::size_t at = sentence.begin; at < sentence.end; ++at) {
      if (!IsPlainCandidate(at)) continue;
      const bool beside_scenario = std::ranges::any_of(text_.mentions, [&](const Mention& m) {
        return m.field == "scenario" &&
               (m.begin == at + 1 || m.end == at ||
                (m.begin == at + 2 && IsOneOf(text_.tokens[at + 1], "in", "for", "(")));
      });
      if (!beside_scenario && !(comparison != nullptr && comparison->other.Holds(at))) continue;
      Claim shared = out[0];
      shared.number = at;
      shared.value = text_.tokens[at].value;
      shared.rounded = text_.tokens[at].scaled;
      if (at != first) out.push_back(std::move(shared));
    }
    std::ranges::stable_sort(out, {}, &Claim::number);
  }
  return out;
}

// The token at which the second number's part of the sentence starts: at the strongest word between
// the two, and the last of equals.
std::size_t SentenceReader::SeparatorBetween(std::size_t from, std::size_t to) const {
  std::size_t best = to;
  int strength = 0;
  for (std::size_t at = from + 1; at < to; ++at) {
    if (text_.InName(at)) continue;
    const Token& token = text_.tokens[at];
    // Where the next company or system is named, its part begins.
    const bool entity =
        std::ranges::any_of(text_.mentions,
                            [&](const Mention& m) {
                              return (m.field == "submitter" || m.field == "system") &&
                                     m.begin == at + 1;
                            }) ||
        (at + 1 < to && IsOneOf(text_.tokens[at + 1], "nvidia", "amd", "intel", "google"));
    const int here = IsOneOf(token, ";", "|", "while", "whereas", "vs", "versus", "compared") ? 5
                     : entity && IsOneOf(token, "and", ",", "to", "but")                      ? 4
                     : token.Is("and") && text_.tokens[at - 1].Is(",")                        ? 3
                     : IsOneOf(token, "and", "to", "but")                                     ? 2
                     : IsOneOf(token, ",", "/")                                               ? 1
                                                                                              : 0;
    if (here >= strength && here > 0) best = at, strength = here;
  }
  return best;
}

std::vector<Range> SentenceReader::SegmentsOf(const std::vector<Claim>& claims, Range sentence,
                                              const Comparison* comparison) const {
  std::vector<Range> out;
  std::size_t from = sentence.begin;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    std::size_t end = sentence.end;
    if (i + 1 < claims.size()) end = SeparatorBetween(claims[i].number, claims[i + 1].number);
    out.push_back({from, end});
    from = end;
  }
  (void)comparison;
  return out;
}

// What a sentence of several numbers says of all of them: what stands before the first and behind
// the last, without a scenario that is glued to one of them. What stands between belongs to one.
std::vector<Range> SentenceReader::AroundClaims(const Claim& claim,
                                                const std::vector<Claim>& claims, Range sentence,
                                                const Comparison* comparison) const {
  std::size_t first = sentence.end, last = sentence.begin;
  for (const Claim& other : claims) {
    if (other.ratio || (comparison != nullptr && comparison->OtherHas(other.number))) continue;
    first = std::min(first, other.number);
    last = std::max(last, other.number);
  }
  if (first >= last) return Minus(sentence, comparison);
  Range leading{sentence.begin, first}, trailing{last + 1, sentence.end};
  for (const Mention& mention : text_.mentions) {
    if (mention.field != "scenario") continue;
    if (claim.number != first && leading.Holds(mention.begin) && mention.end + 1 >= first)
      leading.end = mention.begin;
    if (claim.number != last && trailing.Holds(mention.begin) && mention.begin <= last + 6 &&
        std::ranges::any_of(text_.measures, [&](const Measure& m) {
          return m.number == last && mention.begin <= m.end + 2;
        })) {
      trailing.begin = mention.end;
    }
  }
  std::vector<Range> out;
  for (const Range& part : {leading, trailing}) {
    for (const Range& range : Minus(part, comparison)) {
      if (!range.empty()) out.push_back(range);
    }
  }
  return out;
}

// The other sentences whole, and of the own one what it says of all its numbers.
std::vector<Range> SentenceReader::WholeText(std::size_t own, const std::vector<Range>& around,
                                             bool footnotes) const {
  std::vector<Range> out = around;
  for (std::size_t i = 0; i < text_.sentences.size(); ++i) {
    if (i == own) continue;
    if (text_.footnote[i] != 0 && !footnotes) continue;
    const Comparison* comparison = text_.comparisons[i] ? &*text_.comparisons[i] : nullptr;
    for (const Range& range : Minus(text_.sentences[i], comparison)) out.push_back(range);
  }
  return out;
}

// Whether the rest of the sentence speaks of a system of its own: then what it says of hardware and
// software isn't said of this one.
bool SentenceReader::NamesAnotherSystem(Range segment, Range sentence,
                                        const Comparison* comparison) const {
  for (std::string_view field : {"submitter", "system", "accelerator"}) {
    const auto named = [&](bool inside) {
      return std::ranges::find_if(text_.mentions, [&](const Mention& m) {
        if (m.field != field || !sentence.Holds(m.begin)) return false;
        if (comparison != nullptr && comparison->other.Holds(m.begin)) return false;
        return segment.Holds(m.begin) == inside;
      });
    };
    const auto here = named(true), there = named(false);
    if (here != text_.mentions.end() && there != text_.mentions.end() &&
        here->value != there->value)
      return true;
  }
  return false;
}

// Rings from near to far; a field that a near ring leaves unclear isn't looked for further out.
void SentenceReader::FillFacts(Quote& quote, const std::vector<std::vector<Range>>& rings,
                               bool isolated) const {
  std::vector<std::string> closed;
  bool first = true;
  for (const std::vector<Range>& ring : rings) {
    NamedFacts named = FactsIn(text_, ring);
    for (auto& [field, value] : named.facts) {
      if (std::ranges::find(closed, field) != closed.end() || field == "footnote") continue;
      // "MLPerf" near and "MLPerf Training" far are one suite.
      const auto held = quote.stated.find(field);
      const bool refines = held != quote.stated.end() && field == "suite" &&
                           quote.suite == Suite::kNotStated && value.starts_with(held->second);
      const bool gates = held != quote.stated.end() && field == "benchmark" &&
                         value.starts_with(held->second + "-9");
      if (held != quote.stated.end() && !refines && !gates) continue;
      if (field == "suite") quote.suite = named.suite;
      quote.stated[field] = std::move(value);
    }
    closed.insert(closed.end(), named.unclear.begin(), named.unclear.end());
    if (first && isolated)
      closed.insert(closed.end(), std::begin(kOfOneSystem), std::end(kOfOneSystem));
    first = false;
  }
}

void SentenceReader::AddComparison(Quote& quote, const Comparison& comparison,
                                   const std::vector<Claim>& others) const {
  Facts other = FactsIn(text_, {comparison.other}).facts;
  for (const Claim& claim : others) {
    if (!comparison.OtherHas(claim.number) || claim.ratio) continue;
    other["value"] = claim.value;
    if (!claim.unit.empty()) other["unit"] = claim.unit;
    break;
  }
  if (InHouse(text_, comparison.other)) other.try_emplace("suite", NameOf(Suite::kNotMlperf));
  if (other.empty()) {  // "than the previous generation": named, but by nothing that a row has
    const Token &first = text_.tokens[comparison.other.begin],
                &last = text_.tokens[comparison.other.end - 1];
    std::string words(text_.source.substr(first.begin, last.end - first.begin));
    while (!words.empty() && (words.back() == '.' || words.back() == ' ')) words.pop_back();
    if (words.empty() || words.size() > 80) return;
    other["system"] = std::move(words);
  }
  Canonicalise(other);
  quote.compared_with.push_back(std::move(other));
}

std::string SentenceReader::Words(std::size_t sentence) const {
  const auto cut = [&](std::size_t from, std::size_t to) {
    return std::string(text_.source.substr(text_.tokens[from].begin,
                                           text_.tokens[to].end - text_.tokens[from].begin));
  };
  if (text_.sentences.size() > 3) {
    return cut(text_.sentences[sentence].begin, text_.sentences[sentence].end - 1);
  }
  std::string out;
  for (std::size_t i = 0; i < text_.sentences.size(); ++i) {
    if ((text_.footnote[i] != 0 && i != sentence) || text_.sentences[i].empty()) continue;
    if (!out.empty()) out += ' ';
    out += cut(text_.sentences[i].begin, text_.sentences[i].end - 1);
  }
  return out;
}

void SentenceReader::AddWords(Quote& quote, std::size_t sentence) const {
  quote.place = place_;
  quote.text = Words(sentence);
  quote.asserts = ReadAssertions(quote.text);
  std::string footnote;
  for (std::size_t i = 0; i < text_.sentences.size(); ++i) {
    if (text_.footnote[i] == 0 || i == sentence || text_.sentences[i].empty()) continue;
    const Token &first = text_.tokens[text_.sentences[i].begin],
                &last = text_.tokens[text_.sentences[i].end - 1];
    if (!footnote.empty()) footnote += ' ';
    footnote += text_.source.substr(first.begin, last.end - first.begin);
  }
  if (!footnote.empty()) quote.stated["footnote"] = std::move(footnote);
}

Quote SentenceReader::QuoteOf(const Claim& claim, std::size_t sentence, Range segment,
                              const Comparison* comparison,
                              const std::vector<Claim>& others) const {
  Quote quote;
  quote.stated["value"] = claim.value;
  if (!claim.metric.empty()) quote.stated["metric"] = claim.metric;
  quote.rounded = claim.rounded;
  const std::vector<Range> around =
      AroundClaims(claim, others, text_.sentences[sentence], comparison);
  FillFacts(quote,
            {Minus(segment, comparison), around, WholeText(sentence, around, false),
             WholeText(sentence, around, true)},
            NamesAnotherSystem(segment, text_.sentences[sentence], comparison));
  if (!claim.unit.empty()) {
    const auto scenario = quote.stated.find("scenario");
    const bool queries = scenario != quote.stated.end() &&
                         (scenario->second == "Server" || scenario->second == "Interactive");
    quote.stated["unit"] = claim.items && queries
                               ? std::string(TextOf(round::ResultUnit::kQueriesPerSecond))
                               : claim.unit;
  }
  Canonicalise(quote.stated);
  AddWords(quote, sentence);
  if (comparison != nullptr) AddComparison(quote, *comparison, others);
  const auto asserts_speedup = [&] {
    return std::ranges::find(quote.asserts, "speedup") != quote.asserts.end();
  };
  if ((claim.ratio || !quote.compared_with.empty() || std::ranges::any_of(others, &Claim::ratio)) &&
      !asserts_speedup()) {
    const bool superlative = !quote.asserts.empty() && quote.asserts.back() == "superlative";
    quote.asserts.insert(quote.asserts.end() - (superlative ? 1 : 0), "speedup");
  }
  return quote;
}

// "34,988 and 33,379 tokens/s in Offline and Server, respectively": the n-th value goes with the
// n-th number.
void SentenceReader::Distribute(std::vector<Quote>& quotes, Range sentence) const {
  if (quotes.size() < 2 || !text_.Says(sentence, "respectively")) return;
  for (std::string_view field :
       {"scenario", "benchmark", "accelerator", "submitter", "division", "round", "system"}) {
    std::vector<const Mention*> named;
    for (const Mention& mention : text_.mentions) {
      if (mention.field == field && sentence.Holds(mention.begin)) named.push_back(&mention);
    }
    if (named.size() != quotes.size()) continue;
    for (std::size_t i = 0; i < quotes.size(); ++i)
      quotes[i].stated[std::string(field)] = named[i]->value;
  }
}

// "A reached 107,318 tokens/s and B 99,123 tokens/s": two systems in one sentence are a comparison,
// whatever the word between them.
void SentenceReader::SetBeside(std::vector<Quote>& quotes, const std::vector<Claim>& claims,
                               const std::vector<Range>& segments, Range sentence,
                               const Comparison* comparison) const {
  if (quotes.size() < 2 || comparison != nullptr || claims.front().ratio) return;
  for (std::size_t i = 1; i < quotes.size(); ++i) {
    if (!NamesAnotherSystem(segments[i], sentence, nullptr)) return;
    if (claims[i].metric != claims[0].metric || quotes[i].suite != quotes[0].suite) return;
  }
  for (std::size_t i = 1; i < quotes.size(); ++i) {
    quotes[i].stated.erase("footnote");
    quotes[0].compared_with.push_back(std::move(quotes[i].stated));
  }
  quotes.resize(1);
}

std::optional<Quote> SentenceReader::WithoutNumber() const {
  if (text_.tokens.empty()) return std::nullopt;
  const bool id = text_.Has("result_id");
  const bool names = text_.Has("suite") || text_.Says({0, text_.tokens.size()}, "mlcommons");
  std::size_t sentence = 0;
  while (sentence < text_.sentences.size() &&
         (text_.footnote[sentence] != 0 || text_.sentences[sentence].empty()))
    ++sentence;
  Quote quote;
  if (sentence == text_.sentences.size()) return std::nullopt;
  FillFacts(
      quote,
      {WholeText(text_.sentences.size(), {}, false), WholeText(text_.sentences.size(), {}, true)},
      false);
  AddWords(quote, sentence);
  const bool asserts = std::ranges::any_of(
      quote.asserts, [](const std::string& a) { return a != "official" && a != "why"; });
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text_.tokens.size(); ++i)
    plain += !text_.InName(i) && text_.tokens[i].kind == TokenKind::kWord;
  if (!(names && asserts) && !(id && plain < 6)) return std::nullopt;
  if (text_.comparisons[sentence]) AddComparison(quote, *text_.comparisons[sentence], {});
  return quote;
}

std::vector<Quote> SentenceReader::Run() {
  std::vector<Quote> out;
  for (std::size_t index = 0; index < text_.sentences.size(); ++index) {
    const Range sentence = text_.sentences[index];
    const Comparison* comparison = text_.comparisons[index] ? &*text_.comparisons[index] : nullptr;
    const std::vector<Claim> claims = ClaimsIn(index);
    std::vector<Claim> own;
    for (const Claim& claim : claims) {
      // A ratio is of this side, wherever it stands: "H200 outperforms H100 by 1.45x".
      if (comparison == nullptr || claim.ratio || !comparison->OtherHas(claim.number))
        own.push_back(claim);
    }
    if (own.empty()) {  // "nobody beats our 51,000 tokens/s": no other side has a number
      own = claims;
      comparison = nullptr;
    }
    // A ratio, or a rate per watt or accelerator, beside values says something of them; it isn't a
    // number of its own.
    const auto derived = [](const Claim& c) { return c.ratio || c.metric.starts_with("per_"); };
    if (!std::ranges::all_of(own, derived)) std::erase_if(own, derived);
    const std::vector<Range> segments = SegmentsOf(own, sentence, comparison);
    std::vector<Quote> quotes;
    for (std::size_t i = 0; i < own.size(); ++i) {
      quotes.push_back(QuoteOf(own[i], index, segments[i], comparison, claims));
    }
    Distribute(quotes, sentence);
    SetBeside(quotes, own, segments, sentence, comparison);
    std::ranges::move(quotes, std::back_inserter(out));
  }
  if (out.empty()) {
    if (auto quote = WithoutNumber()) out.push_back(std::move(*quote));
  }
  return out;
}

}  // namespace

std::vector<Quote> ReadSentence(std::string_view text, const Place& place,
                                const Vocabulary& vocabulary) {
  if (!MayClaim(text)) return {};
  if (text.size() <= kLongestText) return SentenceReader(text, place, vocabulary).Run();
  std::vector<Quote> out;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, PartEnd(text));
    text.remove_prefix(part.size());
    std::ranges::move(SentenceReader(part, place, vocabulary).Run(), std::back_inserter(out));
  }
  return out;
}

Context ReadContext(std::string_view text, const Vocabulary& vocabulary) {
  const ParsedText parsed = ParseText(text, vocabulary);
  NamedFacts named = FactsIn(parsed, {{0, parsed.tokens.size()}});
  return {std::move(named.facts), named.suite};
}

void AddContext(const Context& context, Quote& quote) {
  for (const auto& [field, value] : context.facts) {
    if (field == "suite" && quote.suite == Suite::kNotStated &&
        context.suite != Suite::kNotStated) {
      quote.suite = context.suite;
      quote.stated[field] = value;
      continue;
    }
    quote.stated.try_emplace(field, value);
  }
}

}  // namespace assay::citation
