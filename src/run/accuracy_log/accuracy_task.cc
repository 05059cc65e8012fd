// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/accuracy_task.h"

#include "round/round.h"

namespace assay::run {
namespace {

using data::NumberType;

// Source   the accuracy scripts of mlcommons/inference, by benchmark: their default dtype and their order of samples.
constexpr AccuracyTask kTasks[] = {
    {"resnet", "", "", NumberType::kFloat32, "val_map.txt", &MakeClassScorer},
    {"mobilenet", "", "", NumberType::kFloat32, "val_map.txt", &MakeClassScorer},
    {"rgat", "", "", NumberType::kInt32, "right classes, one a line", &MakeClassScorer, true},
    {"ssd-small", "", "", NumberType::kFloat32, "instances_val2017.json", &MakeBoxScorer},
    {"ssd-large", "", "", NumberType::kFloat32, "instances_val2017.json", &MakeBoxScorer, false, true},
    {"retinanet", "", "", NumberType::kFloat32, "openimages-mlperf.json", &MakeBoxScorer},
    {"dlrm", "", "", NumberType::kFloat32, "", &MakeClickScorer},
    {"dlrm-v2", "", "", NumberType::kFloat32, "", &MakeClickScorer},
    {"bert", "", "", NumberType::kFloat32, "dev-v1.1.json", &MakeAnswerScorer},
    {"gptj", "", "", NumberType::kInt64, "cnn_eval.json", &MakeSummaryScorer},
    {"llama3.1-8b", "", "", NumberType::kInt64, "cnn_eval.json", &MakeSummaryScorer},
    {"llama3.1-8b-edge", "", "", NumberType::kInt64, "cnn_eval.json", &MakeSummaryScorer},
    {"llama2-70b", "", "", NumberType::kInt64, "OpenOrca as JSON, texts under \"output\"", &MakeSummaryScorer},
    {"llama2-70b-interactive", "", "", NumberType::kInt64, "OpenOrca as JSON, texts under \"output\"", &MakeSummaryScorer},
    {"llama3.1-405b", "", "", NumberType::kInt64, "the data set as JSON, right texts under \"gt_output\", kinds under \"metric\"",
     &MakeLongContextScorer},
    {"mixtral-8x7b", "", "", NumberType::kInt64, "the data set as JSON, right texts under \"gt_output\", sets under \"dataset\"",
     &MakeMixtureScorer},
    {"deepseek-r1", "", "", NumberType::kInt32, "the data set as JSON, right answers under \"ground_truth\", sets under \"dataset\"",
     &MakeReasoningScorer},
    {"rnnt", "", "", NumberType::kInt64, "the manifest of LibriSpeech", &MakeTranscriptScorer},
    {"whisper", "", "", NumberType::kInt64, "the manifest of LibriSpeech", &MakeSpeechScorer},
    {"3d-unet", "v2.0", "", NumberType::kUint8, "a list of segmentation.nii.gz, one a line", &MakeVolumeScorer},
};

bool Holds(const AccuracyTask& task, std::string_view round) {
  return (task.first.empty() || round::CompareRounds(task.first, round) <= 0) &&
         (task.last.empty() || round::CompareRounds(round, task.last) <= 0);
}

}  // namespace

Result<AccuracyTask> FindAccuracyTask(std::string_view benchmark, std::string_view round) {
  const std::string_view family = round::FamilyOf(benchmark);
  for (const AccuracyTask& task : kTasks) {
    if (task.family == family && Holds(task, round)) return task;
  }
  return Fail(ErrorCode::kUnsupported, "answers of " + std::string(benchmark) + " in " + std::string(round) +
                                           " can't be scored from the log",
              "those of these can: " + ScoredBenchmarks());
}

std::string ScoredBenchmarks() {
  std::string names;
  std::string_view before;
  for (const AccuracyTask& task : kTasks) {
    if (task.family == before) continue;
    before = task.family;
    names += (names.empty() ? "" : ", ") + std::string(task.family);
    if (!task.first.empty()) names += " (from " + std::string(task.first) + ")";
  }
  return names;
}

}  // namespace assay::run
