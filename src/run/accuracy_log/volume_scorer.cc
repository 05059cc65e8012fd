// SPDX-License-Identifier: Apache-2.0
// Volumes: an answer holds a class a cell, background 0, kidney 1, tumor 2; KiTS19. The truth of one case is held at a
// time.
#include <algorithm>
#include <utility>

#include "base/file.h"
#include "data/truth/label_volume.h"
#include "metric/segmentation/dice.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

constexpr std::int32_t kKidney = 1, kTumor = 2;

class VolumeScorer : public LogScorer {
 public:
  VolumeScorer(std::vector<std::string> files, data::NumberType type) : files_(std::move(files)), type_(type) {}

  std::size_t samples() const override { return files_.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_TRY(truth, data::ReadLabelVolume(files_[answer.sample]));
    const std::size_t cells = truth.labels.size();
    if (answer.bytes.size() != cells * data::SizeOf(type_)) {
      return Fail(ErrorCode::kBadRow, "expected " + std::to_string(cells) + " cells of " + std::string(data::NameOf(type_)) +
                                          ", found " + std::to_string(answer.bytes.size()) + " bytes");
    }
    metric::DiceCounts kidney, tumor;
    // A slice at a time, so that the numbers of a whole volume are never held.
    const auto slice = static_cast<std::size_t>(truth.dims[1] * truth.dims[2]);
    for (std::size_t at = 0; at < cells; at += slice) {
      ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes.subspan(at * data::SizeOf(type_), slice * data::SizeOf(type_)), type_,
                                       numbers_));
      for (std::size_t i = 0; i < slice; ++i) {
        const double found = numbers_[i];
        const std::uint8_t right = truth.labels[at + i];
        if (!(found == 0 || found == kKidney || found == kTumor)) {
          return Fail(ErrorCode::kOutOfRange, "a cell holds " + ShortestNumber(found) + ": expected 0, 1 or 2");
        }
        if (right > kTumor) return Fail(ErrorCode::kOutOfRange, "the truth holds the class " + std::to_string(right));
        Count(found, right, kKidney, kidney);
        Count(found, right, kTumor, tumor);
      }
    }
    kidney_ += *metric::Dice(kidney, metric::DiceSmoothing::kAddEpsilon);
    tumor_ += *metric::Dice(tumor, metric::DiceSmoothing::kAddEpsilon);
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) override {
    const auto n = static_cast<double>(scored), all = static_cast<double>(scored + unscored);
    const double mean = (kidney_ + tumor_) / 2;
    AccuracyFigures figures;
    AccuracyFigure figure{.metric = "DICE", .value = mean / n, .printed = FixedNumber(mean / n, 5), .low = mean / all,
                          .high = (mean + static_cast<double>(unscored)) / all, .interval = {},
                          .note = "mean of kidney and tumor, smoothing " +
                                  metric::DiceSmoothingName(metric::DiceSmoothing::kAddEpsilon)};
    figures.lines.push_back("Accuracy: mean = " + figure.printed + ", kidney = " + FixedNumber(kidney_ / n, 4) +
                            ", tumor = " + FixedNumber(tumor_ / n, 4));
    figures.figures.push_back(std::move(figure));
    return figures;
  }

 private:
  static void Count(double found, std::uint8_t right, std::int32_t label, metric::DiceCounts& counts) {
    const bool predicted = found == label, target = right == label;
    counts.predicted += predicted ? 1 : 0;
    counts.target += target ? 1 : 0;
    counts.both += predicted && target ? 1 : 0;
  }

  std::vector<std::string> files_;
  data::NumberType type_;
  std::vector<double> numbers_;
  double kidney_ = 0, tumor_ = 0;
};

}  // namespace

// The truth is a list of files, a path a line beside the list: the order of the samples isn't in the volumes.
Result<std::unique_ptr<LogScorer>> MakeVolumeScorer(const ScorerOptions& options) {
  if (!options.type) return Fail(ErrorCode::kUsage, "a cell is a number: --dtype uint8, int8, …");
  ASSAY_TRY(path, OneTruth(options, "a list of segmentation.nii.gz, one a line"));
  ASSAY_TRY(text, base::ReadFile(path));
  std::vector<std::string> files;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (line.empty()) continue;
    files.push_back(base::ResolveBeside(path, line));
    if (!base::FileExists(files.back())) {
      return FailAt({.file = path}, ErrorCode::kNotFound, "there is no file '" + files.back() + "'");
    }
  }
  if (files.empty()) return FailAt({.file = path}, ErrorCode::kEmpty, "there is no file in the list");
  return std::make_unique<VolumeScorer>(std::move(files), *options.type);
}

}  // namespace assay::run
