// SPDX-License-Identifier: Apache-2.0
#include "citation/needs.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <variant>

#include "citation/reading/fields.h"
#include "spec/near_name.h"
#include "spec/quantity.h"
#include "spec/yaml_reader.h"

namespace assay::citation {
namespace {

constexpr std::string_view kKeys[] = {"scenario", "sla",   "rate", "precision",
                                      "hardware", "model", "data", "traffic"};

enum class Bounded : unsigned char { kLatency, kTtft, kTpot };

struct SlaKey {
  Bounded what;
  double percentile;
};

// "p99", "ttft_p99", "tpot p99.9", "p99 ttft", "ttft" (then the 99th).
std::optional<SlaKey> ParseSlaKey(std::string_view text) {
  const std::string folded = [&] {
    std::string out;
    for (char c : text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.') out += c;
    }
    return out;
  }();
  SlaKey key{Bounded::kLatency, 0};
  std::string rest = folded;
  for (const auto& [word, what] : {std::pair<std::string_view, Bounded>{"ttft", Bounded::kTtft},
                                   {"tpot", Bounded::kTpot},
                                   {"latency", Bounded::kLatency}}) {
    if (const std::size_t at = rest.find(word); at != std::string::npos) {
      rest.erase(at, word.size());
      key.what = what;
    }
  }
  if (rest.empty() && key.what != Bounded::kLatency) {
    key.percentile = 0.99;
    return key;
  }
  if (rest.size() < 2 || rest[0] != 'p') return std::nullopt;
  double percent = 0;
  const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), percent);
  if (error != std::errc{} || end != rest.data() + rest.size() || !(percent > 0 && percent < 100))
    return std::nullopt;
  key.percentile = percent / 100;
  return key;
}

Result<void> SetBound(std::string_view key_text, std::string_view value, results::NeededSla& sla) {
  const auto key = ParseSlaKey(key_text);
  if (!key) {
    return Fail(ErrorCode::kBadBound, "expected a percentile like p99 or ttft_p99, found '" +
                                          std::string(key_text) + "'");
  }
  ASSAY_TRY(nanoseconds, spec::ParseDurationNs(value));
  if (nanoseconds <= 0)
    return Fail(ErrorCode::kOutOfRange, "expected a bound over 0, found " + std::string(value));
  switch (key->what) {
    case Bounded::kLatency:
      sla.percentile = key->percentile;
      sla.latency_ns = nanoseconds;
      break;
    case Bounded::kTtft:
      sla.ttft_percentile = key->percentile;
      sla.ttft_ns = nanoseconds;
      break;
    case Bounded::kTpot:
      sla.tpot_percentile = key->percentile;
      sla.tpot_ns = nanoseconds;
      break;
  }
  return {};
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::vector<results::NumericType> TypesOf(const results::Precision& precision) {
  std::vector<results::NumericType> types;
  for (unsigned bit = 0; bit <= static_cast<unsigned>(results::NumericType::kInt64); ++bit) {
    const auto type = static_cast<results::NumericType>(bit);
    if (precision.Has(type)) types.push_back(type);
  }
  return types;
}

class NeedsReader {
 public:
  explicit NeedsReader(const spec::SourceText& source) : source_(source) {}

  Results<Needs> Run(const spec::Node& node) {
    if (node.kind != spec::NodeKind::kMap) {
      Refuse(node, "", {ErrorCode::kWrongType, "expected a mapping of what is needed", {}, {}});
      return std::unexpected(std::move(errors_));
    }
    for (const spec::Node& entry : node.children) {
      if (!entry.key.starts_with("x-")) ReadEntry(entry);
    }
    if (!errors_.empty()) return std::unexpected(std::move(errors_));
    return std::move(needs_);
  }

 private:
  void Refuse(const spec::Node& node, const std::string& path, Error error) {
    error.where = {source_.At(node.line, node.column, path)};
    errors_.push_back(std::move(error));
  }

  void ReadEntry(const spec::Node& entry) {
    if (std::find(std::begin(kKeys), std::end(kKeys), entry.key) == std::end(kKeys)) {
      errors_.push_back({ErrorCode::kUnknownKey,
                         "unknown key '" + entry.key + "'",
                         {source_.At(entry.key_line, entry.key_column, entry.key)},
                         spec::NameHint(entry.key, kKeys)});
      return;
    }
    if (entry.kind == spec::NodeKind::kNull) return;
    if (entry.key == "sla") {
      ReadSla(entry);
    } else if (entry.key == "precision") {
      ReadPrecision(entry);
    } else if (entry.kind != spec::NodeKind::kScalar) {
      Refuse(entry, entry.key, {ErrorCode::kWrongType, entry.key + ": expected a text", {}, {}});
      return;
    } else if (entry.key == "scenario") {
      needs_.scenario = round::ParseScenario(entry.text);
      if (!needs_.scenario) {
        Refuse(entry, entry.key,
               {ErrorCode::kOutOfRange,
                "scenario: expected Offline, Server, Interactive, SingleStream or "
                "MultiStream, found " +
                    spec::Shown(entry.text),
                {},
                {}});
      }
    } else if (entry.key == "rate") {
      auto rate = spec::ParseRateQps(entry.text);
      if (rate.has_value()) {
        needs_.rate_per_second = *rate;
      } else {
        Refuse(entry, entry.key, std::move(rate).error());
      }
    } else {
      std::string& text = entry.key == "hardware" ? needs_.hardware
                          : entry.key == "model"  ? needs_.model
                          : entry.key == "data"   ? needs_.data
                                                  : needs_.traffic;
      text = entry.text;
    }
    needs_.given = true;
  }

  void ReadSla(const spec::Node& entry) {
    if (entry.kind == spec::NodeKind::kScalar) {
      auto sla = ParseSla(entry.text);
      if (sla.has_value()) {
        needs_.sla = *sla;
      } else {
        Refuse(entry, entry.key, std::move(sla).error());
      }
      return;
    }
    if (entry.kind != spec::NodeKind::kMap) {
      Refuse(entry, entry.key,
             {ErrorCode::kWrongType, "sla: expected a bound or a mapping of bounds", {}, {}});
      return;
    }
    for (const spec::Node& bound : entry.children) {
      std::string_view value = Trimmed(bound.text);
      while (!value.empty() && (value.front() == '<' || value.front() == '='))
        value = Trimmed(value.substr(1));
      if (auto set = SetBound(bound.key, value, needs_.sla); !set.has_value()) {
        Refuse(bound, "sla." + bound.key, std::move(set).error());
      }
    }
  }

  void ReadPrecision(const spec::Node& entry) {
    std::string text = entry.text;
    for (const spec::Node& item : entry.children) text += (text.empty() ? "" : ", ") + item.text;
    const results::Precision precision = results::ParsePrecision(text);
    if (!precision.disclosed) {
      Refuse(entry, entry.key,
             {ErrorCode::kOutOfRange,
              "precision: expected types like fp8 or int8, found " + spec::Shown(text),
              {},
              {}});
      return;
    }
    needs_.precision = TypesOf(precision);
    needs_.precision_text = text;
  }

  const spec::SourceText& source_;
  Needs needs_;
  Errors errors_;
};

// Arrivals in the words of `assay fit`.
std::string ArrivalText(const spec::OwnTraffic& own) {
  if (own.arrival == "poisson") return "Poisson";
  if (own.arrival == "gamma") return "bursts";
  if (own.arrival == "constant") return "constant gaps";
  if (own.arrival == "replay") return "a replayed log";
  return own.arrival;
}

void TakeTraffic(const spec::Traffic& traffic, Needs& needs) {
  if (const auto* own = std::get_if<spec::OwnTraffic>(&traffic.scenario)) {
    needs.traffic = ArrivalText(*own);
    if (own->rate_qps > 0) needs.rate_per_second = own->rate_qps;
  } else if (const auto* server = std::get_if<spec::Server>(&traffic.scenario)) {
    needs.scenario =
        server->label == "Interactive" ? round::Scenario::kInteractive : round::Scenario::kServer;
    needs.rate_per_second = server->target_qps;
  } else {
    needs.scenario = round::ParseScenario(spec::ScenarioName(traffic.scenario));
  }
  if (traffic.latency) {
    needs.sla.percentile = traffic.latency->percentile;
    needs.sla.latency_ns = traffic.latency->at_most_ns;
  }
  needs.given = true;
}

}  // namespace

Results<Needs> ReadNeeds(std::string_view text, const std::string& file) {
  const spec::SourceText source(file, text);
  auto root = spec::ReadYaml(text, file);
  if (!root.has_value()) return std::unexpected(std::move(root).error());
  // {needs: {…}} is what a citation file has; alone in a file it means the same.
  const spec::Node* inner = root->children.size() == 1 ? root->Find("needs") : nullptr;
  return NeedsReader(source).Run(inner != nullptr ? *inner : *root);
}

Results<Needs> ReadNeeds(const spec::Node& node, const spec::SourceText& source) {
  return NeedsReader(source).Run(node);
}

Result<results::NeededSla> ParseSla(std::string_view text) {
  results::NeededSla sla;
  std::string_view rest = text;
  while (!Trimmed(rest).empty()) {
    std::size_t comma = rest.find_first_of(",;");
    const std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    const std::size_t op = part.find('<');
    if (op == std::string_view::npos) {
      return Fail(ErrorCode::kBadBound,
                  "expected a bound like p99<=130ms, found '" + std::string(Trimmed(part)) + "'");
    }
    std::string_view value = part.substr(op + 1);
    if (value.starts_with('=')) value.remove_prefix(1);
    ASSAY_CHECK_OK(SetBound(Trimmed(part.substr(0, op)), Trimmed(value), sla));
  }
  if (Trimmed(text).empty())
    return Fail(ErrorCode::kBadBound, "expected a bound like p99<=130ms, found nothing");
  return sla;
}

Needs NeedsOfSpec(const spec::Spec& spec) {
  Needs needs;
  if (!spec.traffic.empty()) TakeTraffic(spec.traffic.front(), needs);
  if (spec.serving) {
    for (const auto& [name, bound_ns] : spec.serving->sla.percentile_ns) {
      const auto key = ParseSlaKey(name);
      if (!key || key->what != Bounded::kLatency) continue;
      // The highest percentile binds most: it is the one that a benchmark's bound is held against.
      if (needs.sla.percentile && *needs.sla.percentile > key->percentile) continue;
      needs.sla.percentile = key->percentile;
      needs.sla.latency_ns = bound_ns;
      needs.given = true;
    }
  }
  if (spec.standard_stack) {
    needs.precision_text = spec.standard_stack->precision;
    needs.precision = TypesOf(results::ParsePrecision(needs.precision_text));
    needs.hardware = spec.standard_stack->hardware;
    needs.given = true;
  }
  if (!spec.systems.empty()) {
    needs.model = spec.systems.front().model;
    needs.given = true;
  }
  if (const spec::Split* split = spec.JudgedSplit()) {
    needs.data = split->path;
    needs.given = true;
  }
  return needs;
}

}  // namespace assay::citation
