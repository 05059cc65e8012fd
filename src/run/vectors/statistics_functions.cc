// SPDX-License-Identifier: Apache-2.0
// Statistics as scipy 1.17.1 and the closed forms of their sources give them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "metric/rank/base_rate.h"
#include "metric/rank/delong.h"
#include "run/vectors/vector_function.h"
#include "stats/bootstrap_interval.h"
#include "stats/chi_square.h"
#include "stats/cluster_error.h"
#include "stats/distribution_distance.h"
#include "stats/two_samples.h"

namespace assay::run {
namespace {

using base::JsonValue;

Result<JsonValue> Drift(const VectorCase& one) {
  ASSAY_TRY(reference, one.Numbers("ref"));
  ASSAY_TRY(current, one.Numbers("cur"));
  ASSAY_TRY(gap, stats::KolmogorovSmirnovTest(reference, current));
  ASSAY_TRY(ranks, stats::MannWhitneyTest(reference, current));
  ASSAY_TRY(distance, stats::WassersteinDistance(reference, current));
  ASSAY_TRY(stability, stats::PopulationStability(reference, current, 10, 1e-4));
  return VectorObject({{"ks_stat", VectorNumber(gap.statistic)},
                       {"ks_p_asymp", VectorNumber(gap.asymptotic)},
                       {"ks_p_exact", VectorNumber(gap.exact)},
                       {"wasserstein", VectorNumber(distance)},
                       {"mannwhitney_u", VectorNumber(ranks.u)},
                       {"mannwhitney_p", VectorNumber(ranks.p)},
                       {"psi10_quantile_floor1e-4", VectorNumber(stability)}});
}

Result<JsonValue> ChiSquareContingency(const VectorCase& one) {
  const JsonValue* table = one.Find("table");
  if (table == nullptr || table->items().empty()) return one.Malformed("table", "a list of rows");
  std::vector<double> counts;
  const std::size_t columns = table->items()[0].items().size();
  for (const JsonValue& row : table->items()) {
    if (row.items().size() != columns) return one.Malformed("table", "rows of equal length in");
    for (const JsonValue& cell : row.items()) {
      const auto count = cell.AsDouble();
      if (!count) return one.Malformed("table", "rows of numbers in");
      counts.push_back(*count);
    }
  }
  ASSAY_TRY(test, stats::TestContingency(counts, columns));
  return VectorObject({{"chi2", VectorNumber(test.statistic)},
                       {"p", VectorNumber(test.p)},
                       {"dof", VectorNumber(static_cast<double>(test.degrees))}});
}

Result<JsonValue> JensenShannon(const VectorCase& one) {
  ASSAY_TRY(p, one.Numbers("p"));
  ASSAY_TRY(q, one.Numbers("q"));
  ASSAY_TRY(base, one.Number("base"));
  ASSAY_TRY(distance, stats::JensenShannonDistance(p, q, base));
  return VectorObject({{"distance", VectorNumber(distance)}});
}

// The costs stand beside the expected cost.
Result<JsonValue> PriorShift(const VectorCase& one) {
  ASSAY_TRY(tp, one.Count("tp"));
  ASSAY_TRY(positives, one.Count("pos"));
  ASSAY_TRY(fp, one.Count("fp"));
  ASSAY_TRY(negatives, one.Count("neg"));
  ASSAY_TRY(rate, one.Number("pi"));
  const metric::FlagCounts counts{tp, positives, fp, negatives};
  ASSAY_TRY(expected, metric::ExpectAtBaseRate(counts, rate, 0.95));
  std::vector<std::pair<std::string, JsonValue>> members{{"ppv", VectorNumber(expected.precision)},
                                                         {"flag_rate", VectorNumber(expected.flag_rate)}};
  if (expected.precision_interval) members.emplace_back("ci95_logit", VectorEnds(*expected.precision_interval));
  if (const JsonValue* cost = one.expected.Find("expected_cost_per_1000")) {
    double costs[3] = {0, 0, 0};
    const char* const names[3] = {"c_fn", "c_fp", "c_review"};
    std::vector<std::pair<std::string, JsonValue>> shown;
    for (std::size_t i = 0; i < 3; ++i) {
      const JsonValue* found = cost->Find(names[i]);
      const auto number = found == nullptr ? std::nullopt : found->AsDouble();
      if (!number) return one.Malformed("expected_cost_per_1000", "costs c_fn, c_fp and c_review in");
      costs[i] = *number;
      shown.emplace_back(names[i], VectorNumber(costs[i]));
    }
    ASSAY_TRY(value, metric::ExpectedCostPer1000(counts, rate, costs[0], costs[1], costs[2]));
    shown.emplace_back("value", VectorNumber(value));
    members.emplace_back("expected_cost_per_1000", VectorObject(std::move(shown)));
  }
  return VectorObject(std::move(members));
}

Result<JsonValue> DeLong(const VectorCase& one) {
  ASSAY_TRY(labels, one.Numbers("y"));
  ASSAY_TRY(first, one.Numbers("s1"));
  ASSAY_TRY(second, one.Numbers("s2"));
  std::vector<std::int32_t> label;
  for (const double value : labels) label.push_back(value == 1 ? 1 : 0);
  ASSAY_TRY(result, metric::CompareRocAuc(label, first, second));
  JsonValue::Array covariance;
  for (const auto& row : result.covariance) covariance.push_back(VectorNumbers(row));
  return VectorObject({{"auc", VectorNumbers(result.auc)},
                       {"cov", JsonValue(std::move(covariance))},
                       {"z", VectorNumber(result.z)},
                       {"p", VectorNumber(result.p)}});
}

Result<JsonValue> BootstrapOfMean(const VectorCase& one) {
  ASSAY_TRY(x, one.Numbers("x"));
  ASSAY_TRY(level, one.Number("level"));
  const JsonValue* rows = one.Find("idx");
  if (rows == nullptr || x.size() < 2) return one.Malformed("idx", "at least two values and their drawn positions");
  const auto n = static_cast<double>(x.size());
  std::vector<double> replicates;
  for (const JsonValue& row : rows->items()) {
    double sum = 0;
    for (const JsonValue& item : row.items()) {
      const auto at = item.AsUint64();
      if (!at || *at >= x.size()) return one.Malformed("idx", "positions in x in");
      sum += x[*at];
    }
    replicates.push_back(sum / static_cast<double>(row.items().size()));
  }
  std::ranges::sort(replicates);
  const double total = std::accumulate(x.begin(), x.end(), 0.0);
  std::vector<double> jackknife;
  for (const double value : x) jackknife.push_back((total - value) / (n - 1));
  ASSAY_TRY(percentile, stats::PercentileBootstrap(replicates, level));
  ASSAY_TRY(basic, stats::BasicBootstrap(replicates, total / n, level));
  ASSAY_TRY(bca, stats::BcaBootstrap(replicates, total / n, jackknife, level));
  if (!bca) return Fail(ErrorCode::kUndefined, "no BCa interval: the replicates or the jackknife have no spread");
  return VectorObject({{"percentile", VectorEnds(percentile)},
                       {"basic", VectorEnds(basic)},
                       {"bca", VectorEnds(bca->interval)},
                       {"z0", VectorNumber(bca->bias)},
                       {"a", VectorNumber(bca->acceleration)},
                       {"se", VectorNumber(stats::BootstrapError(replicates))}});
}

Result<JsonValue> ClusterErrorOfMean(const VectorCase& one) {
  ASSAY_TRY(x, one.Numbers("x"));
  ASSAY_TRY(groups, one.Numbers("cluster"));
  std::vector<std::int64_t> group;
  for (const double number : groups) {
    if (!(std::abs(number) < 0x1p62)) return one.Malformed("cluster", "whole numbers as");
    group.push_back(static_cast<std::int64_t>(number));
  }
  ASSAY_TRY(error, stats::ClusterErrorOfMean(x, group));
  return VectorObject({{"naive_se", VectorNumber(error.independent)},
                       {"cluster_se_miller", VectorNumber(error.clustered)},
                       {"cluster_se_finite", VectorNumber(error.corrected)}});
}

constexpr VectorFunction kStatisticsFunctions[] = {
    {"drift", 1e-9, &Drift},
    {"chi2_contingency", 1e-9, &ChiSquareContingency},
    {"jensen_shannon", 1e-9, &JensenShannon},
    {"prior_shift", 1e-9, &PriorShift},
    {"delong", 1e-6, &DeLong},
    {"bootstrap_ci_mean", 1e-6, &BootstrapOfMean},
    {"cluster_se_mean", 1e-12, &ClusterErrorOfMean},
};

}  // namespace

std::span<const VectorFunction> StatisticsFunctions() { return kStatisticsFunctions; }

}  // namespace assay::run
