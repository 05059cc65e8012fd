// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/measure.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace assay::citation {
namespace {

using round::ResultUnit;

struct Unit {
  MeasureKind kind;
  std::string text;
  int power = 0;  // value · 10^power is in `text`
  bool per_minute = false;
  std::size_t end = 0;
  std::string_view per = {};
};

std::string Plain(double value) {
  char text[400];  // a double has up to 309 digits before the point
  const auto end = std::to_chars(text, text + sizeof text, std::round(value * 1e6) / 1e6,
                                 std::chars_format::fixed)
                       .ptr;
  return std::string(text, end);
}
double Number(const std::string& digits) {
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}
// 40 % higher is 1.4 times; 30 % lower is 0.7 times.
std::string PercentAsRatio(const std::string& percent, bool less) {
  return Plain(1 + (less ? -1 : 1) * Number(percent) / 100);
}
std::string PerMinuteAsPerSecond(const std::string& digits) { return Plain(Number(digits) / 60); }

class Reader {
 public:
  explicit Reader(std::span<const Token> tokens) : tokens_(tokens) {}
  std::vector<Measure> Run();

 private:
  const Token& At(std::size_t at) const {
    static const Token kNone;
    return at < tokens_.size() ? tokens_[at] : kNone;
  }
  const Token& Before(std::size_t at, std::size_t steps = 1) const {
    static const Token kNone;
    return at >= steps ? tokens_[at - steps] : kNone;
  }

  // "/s", "per second", "a second", "-per-second", "/min" at `at`; 0 = none, else behind it.
  std::size_t RateEnd(std::size_t at, bool& per_minute) const;
  Unit Divided(Unit unit) const;
  std::optional<Unit> RateUnit(std::size_t at) const;
  std::optional<Unit> PlainUnit(std::size_t at) const;
  std::optional<Unit> UnitAt(std::size_t at) const;
  std::optional<Measure> RatioAt(std::size_t number) const;
  bool IsRounded(std::size_t number, std::size_t end) const;
  bool IsBound(std::size_t number) const;
  void ShareUnits(std::vector<Measure>& out) const;
  std::optional<Unit> UnitBefore(std::size_t number, std::size_t from) const;
  Measure Make(std::size_t number, const Unit& unit) const;

  std::span<const Token> tokens_;
};

std::size_t Reader::RateEnd(std::size_t at, bool& per_minute) const {
  std::size_t next = at;
  if (At(next).Is("/") || At(next).Is("per") || At(next).Is("a") || At(next).Is("every") ||
      At(next).Is("each")) {
    ++next;
  } else if (At(next).Is("-") && At(next + 1).Is("per")) {
    next += At(next + 2).Is("-") ? 3 : 2;
  } else {
    return 0;
  }
  if (IsOneOf(At(next), "s", "sec", "secs", "second", "seconds")) return next + 1;
  if (IsOneOf(At(next), "min", "minute")) {
    per_minute = true;
    return next + 1;
  }
  return 0;
}

// "tokens/s/GPU", "tokens/s per watt".
Unit Reader::Divided(Unit unit) const {
  const std::size_t word = unit.end + 1;
  if (!IsOneOf(At(unit.end), "/", "per", "each") || At(word).kind != TokenKind::kWord) return unit;
  if (IsOneOf(At(word), "gpu", "accelerator", "chip", "card", "device", "tpu", "socket", "core") ||
      (At(unit.end).Is("per") && At(word).capital &&
       At(word).text.find_first_of("0123456789") != std::string::npos)) {
    unit.per = "per_accelerator";
  } else if (IsOneOf(At(word), "w", "watt", "kw", "mw", "kilowatt", "megawatt", "joule", "j")) {
    unit.per = "per_watt";
  } else {
    return unit;
  }
  unit.end = word + 1;
  return unit;
}

std::optional<Unit> Reader::RateUnit(std::size_t at) const {
  const Token& noun = At(at);
  MeasureKind kind = MeasureKind::kThroughput;
  ResultUnit unit = ResultUnit::kTokensPerSecond;
  if (IsOneOf(noun, "tps", "qps", "rps", "fps", "ips")) {
    if (noun.Is("qps") || noun.Is("rps")) unit = ResultUnit::kQueriesPerSecond;
    if (noun.Is("fps") || noun.Is("ips"))
      kind = MeasureKind::kItems, unit = ResultUnit::kSamplesPerSecond;
    return Divided(Unit{kind, std::string(TextOf(unit)), 0, false, at + 1});
  }
  if (IsOneOf(noun, "token", "tokens", "tok", "toks", "t")) {
  } else if (IsOneOf(noun, "sample", "samples")) {
    unit = ResultUnit::kSamplesPerSecond;
  } else if (IsOneOf(noun, "query", "queries", "request", "requests", "req", "reqs")) {
    unit = ResultUnit::kQueriesPerSecond;
  } else if (IsOneOf(noun, "image", "images", "img", "imgs", "frame", "frames", "inference",
                     "inferences", "inf", "sentence", "sentences", "sequence", "sequences",
                     "utterances", "videos", "video")) {
    kind = MeasureKind::kItems;
    unit = ResultUnit::kSamplesPerSecond;
  } else {
    return std::nullopt;
  }
  bool per_minute = false;
  const std::size_t end = RateEnd(at + 1, per_minute);
  if (end == 0) return std::nullopt;
  return Divided(Unit{kind, std::string(TextOf(unit)), 0, per_minute, end});
}

std::optional<Unit> Reader::PlainUnit(std::size_t at) const {
  const Token& word = At(at);
  const auto ms = [&](int power) {
    return Unit{MeasureKind::kLatency, std::string(TextOf(ResultUnit::kLatencyMs)), power, false,
                at + 1};
  };
  if (IsOneOf(word, "ms", "msec", "millisecond", "milliseconds")) return ms(0);
  if (IsOneOf(word, "us", "usec", "microsecond", "microseconds")) return ms(-3);
  if (IsOneOf(word, "s", "sec", "second", "seconds")) {
    return Unit{MeasureKind::kLatency, std::string(TextOf(ResultUnit::kLatencyS)), 0, false,
                at + 1};
  }
  if (IsOneOf(word, "w", "watt", "watts", "kw", "kilowatts")) {
    return Unit{MeasureKind::kPower, std::string(TextOf(ResultUnit::kWatts)),
                word.text[0] == 'k' ? 3 : 0, false, at + 1};
  }
  if (IsOneOf(word, "mj", "millijoule", "millijoules", "j", "joule", "joules", "uj",
              "microjoules")) {
    const int power = word.text.starts_with("j")                                   ? 3
                      : word.text.starts_with("u") || word.text.starts_with("mic") ? -3
                                                                                   : 0;
    return Unit{MeasureKind::kEnergy, std::string(TextOf(ResultUnit::kMillijoules)), power, false,
                at + 1};
  }
  if (word.Is("streams"))
    return Unit{MeasureKind::kStreams, std::string(TextOf(ResultUnit::kStreams)), 0, false, at + 1};
  if (word.Is("%") || word.Is("percent")) return Unit{MeasureKind::kPercent, "%", 0, false, at + 1};
  if (IsOneOf(word, "minute", "minutes", "min", "mins"))
    return Unit{MeasureKind::kOther, "minutes", 0, false, at + 1};
  if (IsOneOf(word, "hour", "hours")) return Unit{MeasureKind::kOther, "hours", 0, false, at + 1};
  if (IsOneOf(word, "gib", "gb", "mib", "mb") && At(at + 1).Is("/") && At(at + 2).Is("s")) {
    const std::string text = word.Is("gib")   ? "GiB/s"
                             : word.Is("gb")  ? "GB/s"
                             : word.Is("mib") ? "MiB/s"
                                              : "MB/s";
    return Unit{MeasureKind::kOther, text, 0, false, at + 3};
  }
  if (IsOneOf(word, "points", "elo")) return Unit{MeasureKind::kOther, word.text, 0, false, at + 1};
  return std::nullopt;
}

// Up to three words may stand between number and unit: "34,988 output tokens/s", "34,988
// (Tokens/s)".
std::optional<Unit> Reader::UnitAt(std::size_t at) const {
  if (auto unit = PlainUnit(at)) return unit;
  std::size_t next = At(at).Is("-") ? at + 1 : at;
  for (int fillers = 0; fillers < 4; ++fillers, ++next) {
    if (auto unit = RateUnit(next)) return unit;
    if (!IsOneOf(At(next), "output", "total", "generated", "completed", "input", "aggregate",
                 "combined", "scheduled", "offline", "server", "interactive", "overall", "llm",
                 "inference", "system", "peak", "decode", "(", "[", "inferenced", "sustained",
                 "+")) {
      break;
    }
  }
  if (At(at).Is("(")) return PlainUnit(at + 1);
  return std::nullopt;
}

bool Reader::IsRounded(std::size_t number, std::size_t end) const {
  if (tokens_[number].scaled || At(number + 1).Is("+")) return true;
  if (IsOneOf(At(end), "plus")) return true;
  for (std::size_t back = 1; back <= 4 && back <= number; ++back) {
    const Token& word = Before(number, back);
    if (word.sentence != tokens_[number].sentence) break;
    if (IsOneOf(word, "about", "over", "around", "approximately", "nearly", "almost", "roughly",
                "~", "exceeding", ">", "above", "approx", "circa", "exceeds", "exceeded", "beyond",
                "topping", "surpassing")) {
      return true;
    }
    if (word.Is("to") && Before(number, back + 1).Is("up")) return true;
    if (word.Is("than") &&
        IsOneOf(Before(number, back + 1), "more", "greater", "better", "less", "fewer"))
      return true;
    if (word.Is("as") && IsOneOf(Before(number, back + 1), "many", "much", "high", "low", "little"))
      return true;
    if (word.Is("least") && Before(number, back + 1).Is("at")) return true;
    if (word.kind == TokenKind::kNumber || IsOneOf(word, ",", ";", "and", "at", "of", "with"))
      break;
  }
  return false;
}

bool Reader::IsBound(std::size_t number) const {
  for (std::size_t back = 1; back <= 4 && back <= number; ++back) {
    const Token& word = Before(number, back);
    if (word.sentence != tokens_[number].sentence) break;
    if (IsOneOf(word, "under", "within", "below", "<", "limit", "limits", "constraint",
                "constraints", "bound", "sla", "slo", "target", "requirement", "budget",
                "threshold", "ceiling", "deadline", "cap", "capped", "fastest")) {
      return true;
    }
    if (word.kind == TokenKind::kNumber || word.Is(",")) break;
  }
  for (std::size_t ahead = 2; ahead <= 5; ++ahead) {
    if (At(number + ahead).sentence != tokens_[number].sentence) break;
    if (IsOneOf(At(number + ahead), "limit", "constraint", "bound", "sla", "slo", "target",
                "requirement", "budget", "deadline", "ceiling")) {
      return true;
    }
    if (At(number + ahead).kind != TokenKind::kWord) break;
  }
  return false;
}

// "1.5x", "3 times", "2.4-fold", "40% faster". A count ("8x H200") isn't one: what follows must
// speak of performance, unless the number has a fraction.
std::optional<Measure> Reader::RatioAt(std::size_t number) const {
  const Token& token = tokens_[number];
  if (token.scaled || token.grouped) return std::nullopt;
  std::size_t after = number + 1;
  std::string value = token.value;
  const auto speaks = [&](std::size_t from, std::size_t words) {
    for (std::size_t i = from; i < from + words; ++i) {
      if (At(i).sentence != token.sentence || At(i).kind == TokenKind::kNumber) return false;
      if (IsOneOf(At(i), "faster", "higher", "better", "performance", "throughput", "speedup",
                  "speed", "speedups", "improvement", "improvements", "uplift", "leap", "boost",
                  "gain", "gains", "quicker", "slower", "perf", "tokens", "outperform",
                  "outperforms", "latency", "inference", "efficient", "efficiency")) {
        return true;
      }
      if (IsOneOf(At(i), ",", ";", ".", "(")) return false;
    }
    return false;
  };
  if (At(after).Is("-") && At(after + 1).Is("fold")) {
    after += 2;
  } else if (IsOneOf(At(after), "times", "fold")) {
    if (!speaks(after + 1, 4) &&
        !IsOneOf(At(after + 1), "that", "the", "over", "compared", "versus", "vs", "as", "more")) {
      return std::nullopt;
    }
    ++after;
  } else if (At(after).Is("x") &&
             !(At(after).space_before && At(after + 1).kind == TokenKind::kNumber)) {
    const bool fraction = value.find('.') != std::string::npos;
    if (!fraction && !speaks(after + 1, 4) &&
        !IsOneOf(At(after + 1), "over", "vs", "versus", "compared", "relative", "that", "than",
                 "improvement", "the", "of", "more", "as", "its")) {
      return std::nullopt;
    }
    ++after;
  } else if (IsOneOf(At(after), "%", "percent")) {
    if (!speaks(after + 1, 4) && !(IsOneOf(At(after + 1), "more", "greater", "increase", "lower",
                                           "less", "over", "above"))) {
      return std::nullopt;
    }
    if ((IsOneOf(At(after + 1), "increase", "lower", "less", "more", "greater", "over", "above") &&
         !speaks(after + 1, 5)) ||
        IsOneOf(At(after + 1), "efficient", "efficiency")) {
      return std::nullopt;
    }
    const bool less = IsOneOf(At(after + 1), "lower", "less", "slower");
    value = PercentAsRatio(value, less);
    ++after;
  } else {
    return std::nullopt;
  }
  return Measure{MeasureKind::kRatio,      value, "x",  number, number, after,
                 IsRounded(number, after), {},    false};
}

Measure Reader::Make(std::size_t number, const Unit& unit) const {
  Measure out{unit.kind, tokens_[number].value,       unit.text, number,         number,
              unit.end,  IsRounded(number, unit.end), unit.per,  IsBound(number)};
  if (unit.power != 0) out.value = ShiftDecimal(out.value, unit.power);
  if (unit.per_minute) {
    out.value = PerMinuteAsPerSecond(out.value);
    out.rounded = true;
  }
  return out;
}

// "Tokens/s: 34,988", "tokens per second of 34,988", "Tokens/s | 34,988".
std::optional<Unit> Reader::UnitBefore(std::size_t number, std::size_t from) const {
  for (std::size_t at = number > 8 ? std::max(number - 8, from) : from; at < number; ++at) {
    if (tokens_[at].sentence != tokens_[number].sentence) continue;
    const auto unit = RateUnit(at);
    if (!unit || unit->end > number) continue;
    bool joined = unit->end < number;
    for (std::size_t i = unit->end; i < number; ++i) {
      joined &= IsOneOf(tokens_[i], ":", "=", "of", "at", "is", "was", ")", "|", "-", ",",
                        "reached", "result", "about", "over", "nearly", "~", ">", "]");
    }
    if (joined) return unit;
  }
  return std::nullopt;
}

// A number before "and", "vs", "to", "/" or a comma and a measured number has its unit too.
void Reader::ShareUnits(std::vector<Measure>& out) const {
  for (std::size_t i = tokens_.size(); i-- > 0;) {
    const Token& token = tokens_[i];
    if (token.kind != TokenKind::kNumber || token.value.size() > 20) continue;
    if (std::ranges::any_of(out, [&](const Measure& m) { return i >= m.begin && i < m.end; }))
      continue;
    const std::size_t gap =
        IsOneOf(At(i + 1), "and", "vs", "versus", "against", "to", "/", "or", "-", "&") ? 2
        : At(i + 1).Is(",") && IsOneOf(At(i + 2), "and", "or")                          ? 3
        : At(i + 1).Is(",") || (At(i + 1).Is("vs") && At(i + 2).Is("."))                ? 2
                                                                                        : 0;
    if (gap == 0) continue;
    const std::size_t next_at = At(i + 1).Is("vs") && At(i + 2).Is(".") ? i + 3 : i + gap;
    const auto next =
        std::ranges::find_if(out, [&](const Measure& m) { return m.number == next_at; });
    if (next == out.end() || next->kind == MeasureKind::kRatio ||
        next->kind == MeasureKind::kPercent)
      continue;
    if (At(next_at).sentence != token.sentence) continue;
    Measure shared = *next;
    shared.value = token.value;
    shared.number = shared.begin = i;
    shared.end = i + 1;
    shared.rounded = IsRounded(i, i + 1);
    out.insert(next, shared);
  }
}

std::vector<Measure> Reader::Run() {
  std::vector<Measure> out;
  std::size_t from = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != TokenKind::kNumber || tokens_[i].value.size() > 20) continue;
    if (auto ratio = RatioAt(i)) {
      out.push_back(*ratio);
      from = ratio->end;
      continue;
    }
    if (const auto unit = UnitAt(i + 1); unit && At(i + 1).sentence == tokens_[i].sentence) {
      out.push_back(Make(i, *unit));
      from = unit->end;
    } else if (const auto before = UnitBefore(i, from); before && before->end > from) {
      Measure measure = Make(i, *before);
      measure.end = i + 1;
      out.push_back(measure);
      from = i + 1;
    }
  }
  ShareUnits(out);
  return out;
}

}  // namespace

std::vector<Measure> FindMeasures(std::span<const Token> tokens) { return Reader(tokens).Run(); }

}  // namespace assay::citation
