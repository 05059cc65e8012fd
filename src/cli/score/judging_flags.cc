// SPDX-License-Identifier: Apache-2.0
#include "cli/score/judging_flags.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/file.h"
#include "spec/quantity.h"

namespace assay::cli {
namespace {

Error Usage(std::string_view flag, const std::string& what) { return {ErrorCode::kUsage, std::string(flag) + ": " + what}; }

Result<double> Share(std::string_view flag, std::string_view text) {
  const auto share = spec::ParseShare(text);
  if (!share) return std::unexpected(Usage(flag, share.error().what));
  if (!(*share > 0 && *share < 1)) return std::unexpected(Usage(flag, "expected a share between 0 and 1, found " + std::string(text)));
  return *share;
}

Result<void> ReadThreshold(const Arguments& arguments, run::ScoreFileOptions& options) {
  const auto text = arguments.Get("--threshold");
  if (!text) return {};
  options.judging.threshold_given = true;
  if (const auto number = spec::ParseNumber(*text)) {
    options.threshold = *number;
    return {};
  }
  if (!base::FileExists(*text)) {
    return Fail(ErrorCode::kUsage, "--threshold takes a number, found '" + *text + "'",
                "or the file that --save-threshold has written");
  }
  ASSAY_TRY(file, run::ReadThresholdFile(*text));
  options.threshold = file.threshold;
  options.judging.threshold_file = std::move(file);
  return {};
}

// "1%" or "0.7%..1.4%".
Result<void> ReadBaseRate(const Arguments& arguments, run::ScoreFileOptions& options) {
  const auto text = arguments.Get("--base-rate");
  if (!text) return {};
  const std::size_t dots = text->find("..");
  ASSAY_TRY(low, Share("--base-rate", std::string_view(*text).substr(0, dots)));
  options.base_rate = low;
  if (dots == std::string::npos) return {};
  ASSAY_TRY(high, Share("--base-rate", std::string_view(*text).substr(dots + 2)));
  if (!(high > low)) return std::unexpected(Usage("--base-rate", "expected LOW..HIGH, found " + *text));
  options.judging.base_rate_high = high;
  return {};
}

Result<void> ReadMoney(const Arguments& arguments, std::string_view flag, std::optional<double>& target, std::string& currency) {
  const auto text = arguments.Get(flag);
  if (!text) return {};
  if (const auto number = spec::ParseNumber(*text)) {
    if (*number < 0) return std::unexpected(Usage(flag, "expected an amount >= 0, found " + *text));
    target = *number;
    return {};
  }
  const auto money = spec::ParseMoney(*text);
  if (!money || money->per == spec::Per::kHour) {
    return std::unexpected(Usage(flag, "expected an amount such as 4, 4.00EUR or 20EUR/1000, found " + *text));
  }
  if (!currency.empty() && currency != money->currency) {
    return std::unexpected(Usage(flag, "expected one currency, found " + currency + " and " + money->currency));
  }
  currency = money->currency;
  target = money->per == spec::Per::kThousand ? money->amount / 1000 : money->amount;
  return {};
}

}  // namespace

Result<void> ReadJudgingFlags(const Arguments& arguments, run::ScoreFileOptions& options) {
  run::JudgingRequest& judging = options.judging;
  ASSAY_CHECK_OK(ReadThreshold(arguments, options));
  ASSAY_CHECK_OK(ReadBaseRate(arguments, options));
  if (const auto text = arguments.Get("--alpha")) {
    ASSAY_TRY(alpha, Share("--alpha", *text));
    if (!(alpha < 0.5)) return std::unexpected(Usage("--alpha", "expected less than 0.5, found " + *text));
    judging.alpha = alpha;
    options.level = 1 - alpha;
  }
  judging.method = arguments.Get("--method").value_or(judging.method);
  constexpr std::string_view kMethods[] = {"fixed_sequence", "split", "grid", "descriptive"};
  if (std::ranges::find(kMethods, judging.method) == std::end(kMethods)) {
    return std::unexpected(Usage("--method", "expected fixed_sequence, split, grid or descriptive, found " + judging.method));
  }
  judging.tuned_on = arguments.Get("--tuned-on").value_or("");
  judging.group = arguments.Get("--group").value_or("");
  judging.stop_when_decided = arguments.Has("--stop-when-decided");
  judging.cost_column = arguments.Get("--cost-column").value_or("");
  ASSAY_CHECK_OK(ReadMoney(arguments, "--cost-fn", judging.cost_fn, judging.currency));
  ASSAY_CHECK_OK(ReadMoney(arguments, "--cost-fp", judging.cost_fp, judging.currency));
  ASSAY_CHECK_OK(ReadMoney(arguments, "--cost-review", judging.cost_review, judging.currency));
  const auto looks = arguments.Get("--looks");
  judging.looks_path = run::LooksPath(looks ? &*looks : nullptr, std::getenv("ASSAY_LOOKS"), std::getenv("XDG_STATE_HOME"),
                                      std::getenv("HOME"));
  return {};
}

Result<void> SaveThreshold(const Arguments& arguments, const run::FileJudgement& judgement) {
  const auto path = arguments.Get("--save-threshold");
  if (!path) return {};
  if (!judgement.has_threshold) {
    return Fail(ErrorCode::kNotMeasured, "there is no certified threshold to save",
                "a requirement with '@ precision>=SHARE' looks for one");
  }
  return base::WriteFileAtomically(*path, run::ThresholdJson(judgement.threshold));
}

}  // namespace assay::cli
