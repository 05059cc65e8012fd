// SPDX-License-Identifier: Apache-2.0
#include "run/compare/comparison_text.h"

#include <algorithm>
#include <array>

#include "run/compare/comparison_sentence.h"
#include "run/measurement_text.h"

namespace assay::run {
namespace {

constexpr std::size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;

// Columns on the screen: bytes that don't continue a character.
std::size_t ScreenWidth(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string AlignRows(const std::vector<Row>& rows) {
  std::array<std::size_t, kColumns> width{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) width[i] = std::max(width[i], ScreenWidth(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = "   ";
    for (std::size_t i = 0; i < kColumns; ++i) {
      const std::string gap(width[i] - ScreenWidth(row[i]), ' ');
      const bool left = i == 0 || i + 1 == kColumns;
      if (width[i] > 0) line += (i == 0 ? " " : "  ") + (left ? row[i] + gap : gap + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string Shortened(const std::string& name) {
  const auto slash = name.find_last_of('/');
  const std::string last = slash == std::string::npos ? name : name.substr(slash + 1);
  return last.size() <= 14 ? last : last.substr(0, 13) + "~";
}

std::string MetricTable(const Comparison& comparison, const ComparedPart& part) {
  std::string before = Shortened(comparison.baseline), after = Shortened(comparison.other);
  if (before == after) before = "baseline", after = "other";
  std::vector<Row> rows{{"metric", before, after, part.load ? "change" : "difference", "interval", "p", "adjusted", ""}};
  for (const ComparedMetric& metric : part.metrics) {
    Row row{metric.metric + (metric.named ? " *" : ""),
            metric.baseline ? ValueText(*metric.baseline, metric.unit) : "-",
            metric.other ? ValueText(*metric.other, metric.unit) : "-",
            metric.difference ? DifferenceText(metric, *metric.difference) : "-",
            metric.interval ? DifferenceText(metric, metric.interval->low) + " to " + DifferenceText(metric, metric.interval->high) : "-",
            metric.p ? PValueText(*metric.p) : "-",
            metric.adjusted_p ? PValueText(*metric.adjusted_p) : "-",
            std::string(metric.outcome ? verdict::OutcomeWord(*metric.outcome) : ChangeWord(metric.change))};
    rows.push_back(std::move(row));
  }
  return AlignRows(rows);
}

// "= 0.02", "< 0.0001".
std::string Equal(const std::string& p) { return p.starts_with('<') ? p : "= " + p; }

std::string FlipsLine(const ComparedFlips& flips) {
  std::string text = "    of " + std::to_string(flips.counts.cases()) + " " + flips.of + ": " + std::to_string(flips.broken()) +
                     (flips.graded ? " worse, " : " broken (right before, wrong after), ") + std::to_string(flips.fixed()) +
                     (flips.graded ? " better" : " fixed");
  if (flips.broken() + flips.fixed() > 0) {
    text += std::string(flips.graded ? "; sign test" : "; McNemar") + " p " + Equal(PValueText(flips.exact)) + " exact, " + PValueText(flips.mid_p) + " mid-p";
  }
  text += "\n";
  const auto list = [&](const char* word, const std::vector<std::string>& ids, std::uint64_t count) {
    if (ids.empty()) return;
    text += std::string("      ") + word + ": ";
    for (std::size_t i = 0; i < ids.size(); ++i) text += (i == 0 ? "" : ", ") + ids[i];
    if (count > ids.size()) text += " and " + std::to_string(count - ids.size()) + " more";
    text += "\n";
  };
  list(flips.graded ? "worse" : "broken", flips.broken_ids, flips.broken());
  list(flips.graded ? "better" : "fixed", flips.fixed_ids, flips.fixed());
  return text;
}

// What the judged metrics say, then how much of the noise more queries would take away.
std::string PartText(const Comparison& comparison, const ComparedPart& part, const std::string& said) {
  std::string text = "  " + part.name + "\n";
  for (const ComparedFlips& flips : part.flips) {
    const bool by_metric = flips.of.contains(" by ");
    if (by_metric || &flips == &part.flips.front() || flips.counts.cases() < part.flips.front().counts.cases()) text += FlipsLine(flips);
  }
  const bool open = std::ranges::all_of(part.metrics, [](const ComparedMetric& metric) { return !metric.difference; });
  if (!part.metrics.empty() && !open) text += MetricTable(comparison, part);
  for (const ComparedMetric& metric : part.metrics) {
    if (metric.sentence == said) continue;
    if (metric.named || (!metric.reason.empty() && !metric.difference)) text += "    " + metric.sentence + "\n";
  }
  for (const ComparedMetric& metric : part.metrics) {
    if (!metric.named || !metric.deviation) continue;
    text += "    one repeat's " + metric.metric + " ratio varies by " + Fixed(*metric.deviation * 100, 1) + " %";
    if (metric.within_share) {
      text += "; the queries within the runs explain " + Fixed(*metric.within_share * 100, 0) + " % of that variance, the rest is between runs";
    }
    text += "\n";
  }
  for (const std::string& limit : part.limits) text += "    limit: " + limit + "\n";
  return text;
}

std::string NextLine(const CompareOutcome& outcome) {
  for (const Comparison& comparison : outcome.comparisons) {
    for (const ComparedPart& part : comparison.parts) {
      for (const ComparedMetric& metric : part.metrics) {
        if (part.published) return "Next  assay distance " + comparison.other.substr(comparison.other.find(':') + 1) + " SPEC   (how far the row's task is from ours)\n";
        if (part.load && metric.n <= 1) return "Next  assay run SPEC --repeat 10 --interleave   (`assay plan SPEC` says how many a slowdown needs)\n";
      }
    }
  }
  if (!outcome.rule && outcome.exit_code == 0) return "Next  assay compare … --metric NAME --fail-if worse=2%   (a verdict, with its exit code)\n";
  return "";
}

}  // namespace

std::string ComparisonText(const CompareOutcome& outcome) {
  std::string text = outcome.word + "   " + outcome.sentence + "\n";
  bool explored = false;
  std::size_t confirmed = 0;
  for (const Comparison& comparison : outcome.comparisons) {
    text += "\n" + comparison.other + " against " + comparison.baseline + "\n";
    for (const ComparedPart& part : comparison.parts) {
      text += PartText(comparison, part, outcome.sentence);
      for (const ComparedMetric& metric : part.metrics) {
        confirmed += metric.named ? 1 : 0;
        explored = explored || !metric.named;
      }
    }
    for (const std::string& limit : comparison.limits) text += "  limit: " + limit + "\n";
  }
  text += "\nIntervals " + Fixed(outcome.level * 100, 0) + " %, each by itself. * confirmed" +
          (confirmed > 1 ? ", p adjusted by Holm for " + std::to_string(confirmed) : "") +
          (explored ? "; the others are exploratory, p adjusted by Benjamini-Hochberg" : "") + ".\n";
  return text + NextLine(outcome);
}

}  // namespace assay::run
