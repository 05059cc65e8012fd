// SPDX-License-Identifier: Apache-2.0
// Files of answers, rankings, tries, boxes and masks: each reader gets the same bytes.
#include <string>

#include "base/json_reader.h"
#include "data/prediction/detections.h"
#include "data/prediction/inspect_log.h"
#include "data/prediction/json_lines.h"
#include "data/prediction/lm_eval_samples.h"
#include "data/prediction/masks.h"
#include "data/prediction/rankings.h"
#include "data/prediction/trials.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  namespace data = assay::data;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  (void)data::FirstJsonLine(text);
  (void)data::IsTrecLine(text);
  (void)data::PythonTexts(text);
  if (const auto samples = data::ReadLmEvalSamples(text, "input", "")) {
    CHECK_PROMISE(!samples->cases.empty());
    for (const auto& one : samples->cases) CHECK_PROMISE(!one.references.empty());
  }
  if (const auto rankings = data::ReadRankingLines(text, "input", "retrieved", "relevant")) {
    CHECK_PROMISE(!rankings->cases.empty());
  }
  if (const auto trials = data::ReadTrials(text, "input")) {
    for (std::size_t i = 0; i < trials->ids.size(); ++i) CHECK_PROMISE(trials->passed[i] <= trials->tries[i]);
  }
  if (const auto log = data::ReadInspectArchive(text, "input")) CHECK_PROMISE(!log->cases.empty());
  if (const auto masks = data::ReadMasks(text, "input", "mask", "truth")) {
    for (std::size_t i = 0; i < masks->ids.size(); ++i) {
      CHECK_PROMISE(masks->predicted[i].size() == masks->truth[i].size());
    }
  }
  if (const auto document = assay::base::ReadJson(text, "input")) {
    if (data::IsInspectLog(*document)) {
      if (const auto log = data::ReadInspectLog(*document, "input")) CHECK_PROMISE(!log->cases.empty());
    }
    if (data::IsDetections(*document)) (void)data::ReadDetections(*document, "input");
  }
  return 0;
}
