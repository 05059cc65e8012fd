// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/claim.h"

#include <algorithm>
#include <map>

namespace assay::citation {
namespace {

bool SpeaksOfRatio(const ParsedText& text, Range before) {
  return std::ranges::any_of(text.measures,
                             [&](const Measure& m) {
                               return m.kind == MeasureKind::kRatio && before.Holds(m.number);
                             }) ||
         text.Says(before, "improvement", "gain", "gains", "uplift", "increase", "speedup", "boost",
                   "advantage", "leap", "improvements", "lead", "faster");
}

// The token behind the word that opens the other side; 0 = none.
std::size_t ComparatorAt(const ParsedText& text, Range sentence, std::size_t at) {
  const auto& tokens = text.tokens;
  const Token& token = tokens[at];
  const auto next_is_number = [&](std::size_t i) {
    return i < sentence.end && tokens[i].kind == TokenKind::kNumber;
  };
  if (token.Is("than")) {
    const bool quantity =
        at > sentence.begin &&
        IsOneOf(tokens[at - 1], "more", "less", "greater", "fewer", "better", "higher", "lower") &&
        next_is_number(at + 1) &&
        std::ranges::any_of(text.measures, [&](const Measure& m) { return m.number == at + 1; });
    const bool counted = at > sentence.begin && IsOneOf(tokens[at - 1], "more", "less", "fewer") &&
                         next_is_number(at + 1) && !text.InName(at + 1);
    return quantity || counted ? 0 : at + 1;
  }
  if (IsOneOf(token, "vs", "versus", "against", "outperforms", "outperform", "outperforming",
              "outperformed", "beats", "beating", "surpasses", "surpassing")) {
    return at + 1;
  }
  if (IsOneOf(token, "compared", "relative", "comparison", "opposed") && at + 1 < sentence.end &&
      IsOneOf(tokens[at + 1], "to", "with")) {
    return at + 2;
  }
  // "… whereas MI300X gets 21,028"
  if (IsOneOf(token, "whereas", "while") && at > sentence.begin &&
      std::ranges::any_of(text.mentions, [&](const Mention& m) {
        return (m.field == "accelerator" || m.field == "system") && m.begin > at &&
               m.begin <= at + 9 && m.begin < sentence.end;
      })) {
    return at + 1;
  }
  // "3.1x as fast as H100", "four times what H200 does"
  if (token.Is("as") && at > sentence.begin + 1 &&
      IsOneOf(tokens[at - 1], "fast", "quick", "much", "many", "high", "efficient", "performant") &&
      tokens[at - 2].Is("as")) {
    return at + 1;
  }
  if (token.Is("what") && at > sentence.begin &&
      IsOneOf(tokens[at - 1], "times", "x", "double", "twice")) {
    return at + 1;
  }
  if (IsOneOf(token, "ahead") && at + 1 < sentence.end && tokens[at + 1].Is("of")) return at + 2;
  const Range before{sentence.begin, at};
  // "84x its 1,624 tokens/s on …"
  if (IsOneOf(token, "its", "their") && std::ranges::any_of(text.measures, [&](const Measure& m) {
        return m.kind == MeasureKind::kRatio && m.end == at;
      })) {
    return at + 1;
  }
  if (token.Is("over") && !next_is_number(at + 1) && SpeaksOfRatio(text, before)) return at + 1;
  if (token.Is("over") && next_is_number(at + 1) && text.InName(at + 1) &&
      SpeaksOfRatio(text, before))
    return at + 1;
  if (token.Is("up") && at + 1 < sentence.end && tokens[at + 1].Is("from")) return at + 2;
  // "3x the throughput of H100", "3 times that of"
  if (token.Is("of") && at > sentence.begin &&
      IsOneOf(tokens[at - 1], "performance", "throughput", "that", "speed", "latency", "second",
              "s") &&
      SpeaksOfRatio(text, before)) {
    return at + 1;
  }
  return 0;
}

bool BareNumberAt(const ParsedText& text, std::size_t open, std::size_t end) {
  for (std::size_t at = open; at < std::min(open + 3, end); ++at) {
    if (text.tokens[at].kind != TokenKind::kNumber || text.InName(at)) continue;
    return std::ranges::none_of(text.measures, [&](const Measure& m) { return m.number == at; });
  }
  return false;
}

bool IsOfBoth(std::string_view field) {
  return field == "benchmark" || field == "scenario" || field == "round" || field == "suite" ||
         field == "division";
}

// "33,900 tokens/s vs 34,500 for 8x H200 on Llama 2 70B in MLPerf v5.0": where this side says
// nothing of benchmark and round, what the sentence ends with says it of both.
void ShareTail(const ParsedText& text, Range sentence, Comparison& comparison) {
  const Range before{sentence.begin, comparison.other.begin};
  for (const Mention& mention : text.mentions) {
    if (before.Holds(mention.begin) && IsOfBoth(mention.field)) return;
  }
  for (std::size_t at = comparison.other.begin + 1; at < comparison.other.end; ++at) {
    if (!IsOneOf(text.tokens[at], "in", "on", "for", "at", "under")) continue;
    const bool named = std::ranges::any_of(text.mentions, [&](const Mention& m) {
      return IsOfBoth(m.field) && m.begin > at && m.begin <= at + 2;
    });
    if (!named) continue;
    comparison.shared = {at, comparison.other.end};
    comparison.other.end = at;
    return;
  }
}

// Both ranges name a benchmark, a scenario or a round, and not the same.
bool NamedTwice(const ParsedText& text, Range before, Range behind) {
  for (const Mention& a : text.mentions) {
    if (!before.Holds(a.begin)) continue;
    for (const Mention& b : text.mentions) {
      const bool selects = a.field == "benchmark" || a.field == "scenario" || a.field == "round";
      if (behind.Holds(b.begin) && selects && a.field == b.field && a.value != b.value) return true;
    }
  }
  return false;
}

std::optional<Comparison> ComparisonIn(const ParsedText& text, Range sentence) {
  const auto& tokens = text.tokens;
  std::size_t open = 0, word = 0;
  for (std::size_t at = sentence.begin; at < sentence.end && open == 0; ++at) {
    open = ComparatorAt(text, sentence, at);
    word = at;
  }
  if (open == 0) {
    // "from 23,100 to 34,988 tokens/s": the first is the other side.
    for (std::size_t i = 0; i + 1 < text.measures.size(); ++i) {
      const Measure &a = text.measures[i], &b = text.measures[i + 1];
      if (sentence.Holds(a.number) && sentence.Holds(b.number) && a.number > 0 &&
          tokens[a.number - 1].Is("from") && tokens[b.number - 1].Is("to")) {
        return Comparison{{a.number, b.number - 1}, {}};
      }
    }
    return std::nullopt;
  }
  // "Compared with H100, H200 …"
  const bool leads = word == sentence.begin ||
                     (word == sentence.begin + 1 && IsOneOf(tokens[sentence.begin], "as", "when"));
  std::size_t end = sentence.end;
  for (std::size_t at = open; at < sentence.end; ++at) {
    if (tokens[at].Is(";") || (leads && tokens[at].Is(","))) {
      end = at;
      break;
    }
  }
  if (open >= end) return std::nullopt;
  Comparison out{{open, end}, {}};
  for (std::size_t at = open + 1; at + 1 < end; ++at) {
    if (IsOneOf(tokens[at], "against", "vs", "versus") &&
        tokens[at - 1].kind == TokenKind::kNumber && tokens[at + 1].kind == TokenKind::kNumber &&
        !text.InName(at - 1)) {
      out.own_number = at - 1;
      return out;
    }
  }
  const bool has_number = std::ranges::any_of(text.measures, [&](const Measure& m) {
    return out.other.Holds(m.number) && m.kind != MeasureKind::kRatio && !m.bound;
  });
  if (leads) return out;
  if (has_number || BareNumberAt(text, open, end)) {
    ShareTail(text, sentence, out);
    return out;
  }
  const auto named_before = [&](std::size_t at) {
    return std::ranges::any_of(text.mentions,
                               [&](const Mention& m) { return m.begin >= open && m.end <= at; }) ||
           at > open;
  };
  for (std::size_t at = open; at < end; ++at) {
    if (IsOneOf(tokens[at], "in", "on", "for", "at", "by", "under", "using", "running", ",",
                "when") &&
        named_before(at)) {
      // "… on Llama 2 70B, four times what H200 does in GPT-J": that is of the other side alone.
      if (NamedTwice(text, {sentence.begin, word}, {at, end})) break;
      out.shared = {at, end};
      out.other.end = at;
      break;
    }
  }
  return out;
}

bool LooksLikeFootnote(const ParsedText& text, Range sentence) {
  if (text.Says(sentence, "retrieved", "trademark", "trademarks", "retrieval") ||
      text.Says(sentence, "footnote"))
    return true;
  if (text.Says(sentence, "verified") && text.Says(sentence, "mlcommons") &&
      text.Says(sentence, "not"))
    return true;
  const bool has_value = std::ranges::any_of(
      text.measures, [&](const Measure& m) { return sentence.Holds(m.number); });
  const bool has_id = std::ranges::any_of(text.mentions, [&](const Mention& m) {
    return m.field == "result_id" && sentence.Holds(m.begin);
  });
  return has_id && !has_value && sentence.end - sentence.begin > 12;
}

// Of two values of one field, the one that says all of both; empty when they say different things.
std::string Merged(std::string_view field, const std::string& a, const std::string& b) {
  if (a == b) return a;
  if (field == "verified") return "no";  // "official … not verified by MLCommons"
  if (field == "software" || field == "precision") {
    return a.find(b) != std::string::npos ? a : b.starts_with(a) ? b : a + ", " + b;
  }
  if (field == "source") return a;
  if (field == "suite" || field == "accelerator" || field == "system" || field == "benchmark" ||
      field == "model") {
    const std::string &shorter = a.size() < b.size() ? a : b, &longer = a.size() < b.size() ? b : a;
    const char next = longer.size() > shorter.size() ? longer[shorter.size()] : ' ';
    const bool extends = longer.starts_with(shorter) && (next == '-' || next == ' ');
    if (extends && !(field == "benchmark" && !longer.substr(shorter.size()).starts_with("-9")))
      return longer;
  }
  return {};
}

}  // namespace

bool ParsedText::Has(std::string_view field) const {
  return std::ranges::any_of(mentions, [&](const Mention& m) { return m.field == field; });
}

bool ParsedText::InName(std::size_t token) const {
  return token < named.size() && named[token] != 0;
}

ParsedText ParseText(std::string_view text, const Vocabulary& vocabulary) {
  ParsedText out;
  out.source = text;
  out.tokens = Tokenise(text);
  out.mentions = FindMentions(out.tokens, text, vocabulary);
  out.measures = FindMeasures(out.tokens);
  out.named.assign(out.tokens.size(), 0);
  for (const Mention& mention : out.mentions) {
    for (std::size_t i = mention.begin; i < std::min(mention.end, out.named.size()); ++i)
      out.named[i] = 1;
  }
  std::erase_if(out.measures, [&](const Measure& m) { return out.named[m.number] != 0; });
  for (std::size_t i = 0; i < out.tokens.size(); ++i) {
    const auto sentence = static_cast<std::size_t>(out.tokens[i].sentence);
    while (out.sentences.size() <= sentence) out.sentences.push_back({i, i});
    out.sentences[sentence].end = i + 1;
  }
  for (const Range& sentence : out.sentences) {
    out.footnote.push_back(LooksLikeFootnote(out, sentence));
    out.comparisons.push_back(ComparisonIn(out, sentence));
  }
  return out;
}

NamedFacts FactsIn(const ParsedText& text, const std::vector<Range>& ranges) {
  NamedFacts out;
  std::map<std::string_view, bool> explicit_fields;
  std::vector<std::string> unclear;
  const auto is_unclear = [&](std::string_view field) {
    return std::ranges::find(unclear, field) != unclear.end();
  };
  for (const Mention& mention : text.mentions) {
    if (std::ranges::none_of(ranges, [&](const Range& r) { return r.Holds(mention.begin); }))
      continue;
    const std::string field(mention.field);
    const auto held = out.facts.find(field);
    if (held == out.facts.end() && !is_unclear(field)) {
      out.facts[field] = mention.value;
      explicit_fields[mention.field] = mention.explicitly;
      if (field == "suite") out.suite = mention.suite;
      continue;
    }
    const bool was_explicit = explicit_fields[mention.field];
    if (mention.explicitly != was_explicit) {  // the explicit one counts alone
      if (was_explicit) continue;
      out.facts[field] = mention.value;
      explicit_fields[mention.field] = true;
      std::erase(unclear, field);
      continue;
    }
    if (held == out.facts.end()) continue;
    std::string merged = Merged(mention.field, held->second, mention.value);
    if (merged.empty()) {
      out.facts.erase(held);
      unclear.push_back(field);
      if (field == "suite") out.suite = Suite::kNotStated;
      continue;
    }
    if (field == "suite" && merged == mention.value) out.suite = mention.suite;
    held->second = std::move(merged);
  }
  out.unclear = std::move(unclear);
  return out;
}

}  // namespace assay::citation
