// SPDX-License-Identifier: Apache-2.0
#include "results/import/accuracy_lines.h"

#include "results/plain_text.h"

namespace assay::results {
namespace {

struct Form {
  std::string_view metric;
  std::string_view before;   // what stands before the number
  bool starts_line = false;  // and at the start of its line
};

constexpr Form kForms[] = {
    {"acc", "accuracy=", true},
    {"acc", "{\"accuracy\": ", true},
    {"acc", "'mean-accuracy': "},
    {"AUC", "AUC=", true},
    {"DLRM_NE", "metric/lifetime_ne/rating: "},
    {"DLRM_ACC", "metric/lifetime_accuracy/rating: "},
    {"DLRM_AUC", "metric/lifetime_gauc/rating: "},
    {"mAP", "mAP="},
    {"mAP", "'Total': "},
    {"bleu", "BLEU: ", true},
    {"F1", "\"f1\": "},
    {"F1_HIERARCHICAL", "\"f1\": "},
    {"WER", "Word Error Rate: "},
    {"ACCURACY", ", accuracy="},
    {"DICE", "Accuracy: mean = "},
    {"ROUGE1", "'rouge1': "},
    {"ROUGE2", "'rouge2': "},
    {"ROUGEL", "'rougeL': "},
    {"ROUGELSUM", "'rougeLsum': "},
    {"GEN_LEN", "'gen_len': "},
    {"TOKENS_PER_SAMPLE", "'tokens_per_sample': "},
    {"CLIP_SCORE", "'CLIP_SCORE': "},
    {"FID_SCORE", "'FID_SCORE': "},
    {"gsm8k_accuracy", "'gsm8k': "},
    {"mbxp_accuracy", "'mbxp': "},
    {"exact_match", "'exact_match': "},
    {"vbench_score", "'vbench_score': "},
    {"E2E_ACCURACY", "Accuracy: ", true},
};

// The number behind the first place where the form stands; empty when none does.
std::string_view NumberOf(std::string_view text, const Form& form) {
  for (std::size_t at = text.find(form.before); at != text.npos; at = text.find(form.before, at + 1)) {
    if (form.starts_line && at > 0 && text[at - 1] != '\n') continue;
    std::string_view rest = text.substr(at + form.before.size());
    if (rest.starts_with('\'') || rest.starts_with('"')) rest.remove_prefix(1);
    const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789."));
    if (Number(digits)) return digits;
  }
  return {};
}

}  // namespace

std::string AccuracyTextOf(std::string_view text, std::span<const round::Gate> gates) {
  std::string accuracy;
  std::string_view last;
  for (const round::Gate& gate : gates) {
    if (SameIgnoringCase(gate.metric, last)) continue;
    last = gate.metric;
    for (const Form& form : kForms) {
      if (!SameIgnoringCase(form.metric, gate.metric)) continue;
      const std::string_view number = NumberOf(text, form);
      if (number.empty()) continue;
      accuracy += (accuracy.empty() ? "" : "  ") + std::string(gate.metric) + ": " + std::string(number);
      break;
    }
  }
  return accuracy;
}

}  // namespace assay::results
