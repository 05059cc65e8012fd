// SPDX-License-Identifier: Apache-2.0
// Metrics of scores that are probabilities.
#include <gtest/gtest.h>

#include <cmath>

#include "assay/metric.h"
#include "metric/golden_cases.h"
#include "metric/owned_cases.h"

namespace assay {
namespace {

using metric::GoldenCase;
using metric::GoldenNumber;
using metric::OwnedCases;

// Right values: tests/golden/metric/binary_rank.jsonl. What is an error there (no probabilities,
// one class, no finite score) is undefined with a reason or an error here.
TEST(LogLoss, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : metric::ReadGolden("metric/binary_rank.jsonl")) {
    if (golden.fn != "log_loss") continue;
    ++checked;
    const auto measured = metric::FromGolden(golden.in).Measure("log_loss");
    const bool refused = golden.expected.Find("error") != nullptr;
    if (!measured) {
      EXPECT_TRUE(refused) << golden.id;
      continue;
    }
    ASSERT_EQ(measured->front().value.has_value(), !refused) << golden.id;
    if (refused) {
      EXPECT_FALSE(measured->front().note.empty()) << golden.id;
      continue;
    }
    const double expected = GoldenNumber(*golden.expected.Find("value"));
    EXPECT_NEAR(*measured->front().value, expected, 1e-12 * expected) << golden.id;
  }
  EXPECT_EQ(checked, 27);
}

// Right values: tests/golden/metric/calibration_and_areas.jsonl.
TEST(BrierSkill, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : metric::ReadGolden("metric/calibration_and_areas.jsonl")) {
    if (golden.fn != "brier_reference") continue;
    const OwnedCases cases = metric::FromGolden(golden.in);
    const double brier = GoldenNumber(*golden.expected.Find("brier"));
    const double skill = GoldenNumber(*golden.expected.Find("bss_vs_prevalence"));
    EXPECT_NEAR(*cases.Measure("brier")->front().value, brier, 1e-12 * brier) << golden.id;
    EXPECT_NEAR(*cases.Measure("brier_skill")->front().value, skill, 1e-12 * std::abs(skill))
        << golden.id;
    ++checked;
  }
  EXPECT_EQ(checked, 3);
}

// Right values: the same file; the cases with 15 bins.
TEST(Ece, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : metric::ReadGolden("metric/calibration_and_areas.jsonl")) {
    if (golden.fn != "ece" || golden.params.Find("bins")->AsUint64().value() != 15) continue;
    const auto measured = *metric::FromGolden(golden.in).Measure("ece");
    const auto expected = [&](const char* bins, const char* key) {
      return GoldenNumber(*golden.expected.Find(bins)->Find(key));
    };
    ASSERT_EQ(measured.size(), 5u);
    EXPECT_NEAR(*measured[0].value, expected("width", "ece"), 1e-12 * expected("width", "ece"))
        << golden.id;
    EXPECT_EQ(measured[1].metric, "ece.mce");
    EXPECT_NEAR(*measured[1].value, expected("width", "mce"), 1e-12 * expected("width", "mce"))
        << golden.id;
    EXPECT_EQ(measured[2].metric, "ece.mass");
    EXPECT_NEAR(*measured[2].value, expected("mass", "ece"), 1e-12 * expected("mass", "ece"))
        << golden.id;
    EXPECT_NE(measured[0].note.find("by chance"), std::string::npos);
    ++checked;
  }
  EXPECT_EQ(checked, 2);
}

// By hand: scores 0.2, 0.2, 0.5, 0.9 expect 1.8 positives, three are there; variance 0.16 + 0.16 +
// 0.25 + 0.09 = 0.66.
TEST(CalibrationInTheLarge, CountsExpectedAndFound) {
  const OwnedCases cases{.label = {1, 0, 1, 1}, .score = {.2, .2, .5, .9}};
  const auto measured = *cases.Measure("calibration_in_the_large");
  EXPECT_NEAR(*measured[0].value, -1.2, 1e-14);
  EXPECT_EQ(measured[0].note, "expected 1.8 positives, found 3; no interval: fewer than ten cases");
  EXPECT_EQ(measured[1].metric, "calibration_in_the_large.z");
  EXPECT_NEAR(*measured[1].value, -1.2 / std::sqrt(0.66), 1e-14);

  // Weight 2 twice is 4 in the variance.
  const OwnedCases weighted{.label = {1, 0}, .score = {.5, .5}, .weight = {2, 2}};
  EXPECT_EQ(*weighted.Measure("calibration_in_the_large")->front().value, 0);
  const OwnedCases uneven{.label = {1, 0}, .score = {.5, .5}, .weight = {2, 1}};
  EXPECT_NEAR(*(*uneven.Measure("calibration_in_the_large"))[1].value, -0.5 / std::sqrt(1.25),
              1e-14);

  const OwnedCases certain{.label = {1, 0}, .score = {0.0, 0.0}};
  const auto no_chance = *certain.Measure("calibration_in_the_large");
  EXPECT_EQ(no_chance[0].value, -1);
  EXPECT_FALSE(no_chance[1].value.has_value());
  EXPECT_EQ(no_chance[1].note, "every score is 0 or 1, which leaves nothing to chance");
}

// By hand: scores 0.1 (labels 0, 0, 0, 1) and 0.9 (1, 1) in two bins: reliability (4 x 0.15^2 + 2 x 0.1^2) / 6, prevalence 1/2,
// resolution (4 x 0.25^2 + 2 x 0.5^2) / 6; equal scores leave nothing inside the bins.
TEST(BrierReliability, PartsAddUpToTheBrierScore) {
  const OwnedCases cases{.label = {0, 0, 0, 1, 1, 1}, .score = {.1, .1, .1, .1, .9, .9}};
  const auto parts = *cases.Measure("brier_reliability");
  EXPECT_NEAR(*parts[0].value, (4 * 0.0225 + 2 * 0.01) / 6, 1e-15);
  EXPECT_NEAR(*parts[1].value, (4 * 0.0625 + 2 * 0.25) / 6, 1e-15);
  EXPECT_EQ(*parts[2].value, 0.25);
  EXPECT_NEAR(*parts[3].value, 0, 1e-15);
  EXPECT_NEAR(*parts[0].value - *parts[1].value + *parts[2].value, *cases.Measure("brier")->front().value, 1e-15);

  // 0.01 and 0.06 share a bin: (0.01 - 0)^2 and (0.06 - 1)^2 over two are more than the bin's own distance says.
  const OwnedCases spread{.label = {0, 1}, .score = {.01, .06}};
  const auto apart = *spread.Measure("brier_reliability");
  EXPECT_NEAR(*apart[0].value, (0.035 - 0.5) * (0.035 - 0.5), 1e-15);
  EXPECT_NEAR(*apart[3].value, (0.0001 + 0.8836) / 2 - (*apart[0].value + 0.25), 1e-15);
}

// Right values: Newton's method in numpy, and scikit-learn 1.9.1 LogisticRegression without penalty.
TEST(CalibrationSlope, IsThatOfTheLogisticFit) {
  const OwnedCases cases{.label = {1, 0, 1, 0, 0, 1, 0, 1}, .score = {.9, .8, .7, .4, .3, .35, .1, .6}};
  const auto measured = *cases.Measure("calibration_slope");
  EXPECT_NEAR(*measured[0].value, 0.8716248450889, 1e-10);
  EXPECT_NEAR(measured[0].interval.value().high - *measured[0].value, 1.959963984540054 * 0.7251786477362641, 1e-8);
  EXPECT_EQ(measured[1].metric, "calibration_slope.intercept");
  EXPECT_NEAR(*measured[1].value, -0.08882564495552424, 1e-10);
  EXPECT_NEAR(measured[1].interval.value().high - *measured[1].value, 1.959963984540054 * 0.8049373608200969, 1e-8);
}

TEST(CalibrationSlope, IsUndefinedWhereAThresholdPartsTheClasses) {
  const OwnedCases parted{.label = {0, 0, 1, 1}, .score = {.1, .2, .6, .7}};
  const OwnedCases touching{.label = {0, 0, 1, 1}, .score = {.1, .5, .5, .7}};
  const OwnedCases equal{.label = {0, 1, 1}, .score = {.4, .4, .4}};
  for (const OwnedCases* cases : {&parted, &touching, &equal}) {
    const auto measured = *cases->Measure("calibration_slope");
    EXPECT_FALSE(measured.front().value);
    EXPECT_FALSE(measured.front().note.empty());
  }
}

// By hand: the prevalence as every score gives 1; scores 0.9 and 0.1 that are right give ln 0.9 / ln 0.5.
TEST(NormalisedEntropy, IsLogLossOverThatOfThePrevalence) {
  const OwnedCases flat{.label = {1, 0, 0, 0}, .score = {.25, .25, .25, .25}};
  EXPECT_NEAR(*flat.Measure("normalised_entropy")->front().value, 1, 1e-12);
  const OwnedCases right{.label = {1, 0}, .score = {.9, .1}};
  EXPECT_NEAR(*right.Measure("normalised_entropy")->front().value, std::log(.9) / std::log(.5), 1e-12);
  const OwnedCases one{.label = {1, 1}, .score = {.9, .1}};
  EXPECT_EQ(one.Measure("normalised_entropy")->front().note, "no negative");
}

TEST(ProbabilityScores, AreUndefinedOutsideZeroToOne) {
  const OwnedCases margins{.label = {1, 0, 1}, .score = {2.5, -1.0, 0.5}};
  for (const char* name : metric::kOfProbabilities) {
    const auto measured = *margins.Measure(name);
    EXPECT_FALSE(measured.front().value.has_value()) << name;
    EXPECT_EQ(measured.front().note, "scores outside 0 to 1 aren't probabilities") << name;
  }
}

TEST(ProbabilityScores, OfOneClassSayWhatIsMissing) {
  const OwnedCases negatives{.label = {0, 0, 0}, .score = {.1, .2, .3}};
  EXPECT_EQ(negatives.Measure("brier_skill")->front().note, "no positive");
  EXPECT_EQ(negatives.Measure("log_loss")->front().note, "no positive");
  EXPECT_NEAR(*negatives.Measure("ece")->front().value, 0.2,
              1e-15);  // one bin each: .1, .2, .3 too high
  const OwnedCases positives{.label = {1, 1}, .score = {.1, .2}};
  EXPECT_EQ(positives.Measure("brier_skill")->front().note, "no negative");
  EXPECT_EQ(positives.Measure("log_loss")->front().note, "no negative");
}

// The closed form of the mean's error: Brier losses of 400 cases, 1.96 sigma / sqrt(n) to both sides, which BCa moves by
// little here. Weights and too few cases have no interval, and it is said.
TEST(ProbabilityScores, LossesHaveIntervals) {
  OwnedCases cases = metric::RandomCases(3, 400, 101);
  double sum = 0, square = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    cases.score[i] = std::min(1.0, cases.score[i]);
    const double loss = (cases.score[i] - cases.label[i]) * (cases.score[i] - cases.label[i]);
    sum += loss, square += loss * loss;
  }
  const double half = 1.96 * std::sqrt((square / 400 - sum * sum / 160000) / 400);
  const auto brier = cases.Measure("brier")->front();
  ASSERT_TRUE(brier.interval);
  EXPECT_EQ(brier.interval->method, "bootstrap, BCa");
  EXPECT_NEAR(brier.interval->low, sum / 400 - half, 0.15 * half);
  EXPECT_NEAR(brier.interval->high, sum / 400 + half, 0.15 * half);
  for (const char* metric : {"brier_skill", "log_loss", "normalised_entropy", "calibration_in_the_large"}) {
    const auto measured = cases.Measure(metric)->front();
    ASSERT_TRUE(measured.interval) << metric;
    EXPECT_LT(measured.interval->low, *measured.value) << metric;
    EXPECT_GT(measured.interval->high, *measured.value) << metric;
  }
  cases.weight.assign(400, 0.5);
  EXPECT_FALSE(cases.Measure("brier")->front().interval);
  EXPECT_NE(cases.Measure("brier")->front().note.find("no interval: cases are weighted"), std::string::npos);
}

// The prevalence as every score: no skill, entropy as log-loss, calibrated.
TEST(ProbabilityScores, OfThePrevalenceAreTheBaselines) {
  const OwnedCases cases{.label = {1, 0, 0, 0}, .score = {.25, .25, .25, .25}};
  EXPECT_EQ(*cases.Measure("brier_skill")->front().value, 0);
  EXPECT_NEAR(*cases.Measure("log_loss")->front().value, -(std::log(0.25) + 3 * std::log(0.75)) / 4,
              1e-15);
  EXPECT_EQ(cases.Measure("log_loss")->front().note,
            "the prevalence as every score gives 0.5623; no interval: fewer than ten cases");
  EXPECT_EQ(*cases.Measure("ece")->front().value, 0);
  EXPECT_EQ(*cases.Measure("calibration_in_the_large")->front().value, 0);
}

}  // namespace
}  // namespace assay
