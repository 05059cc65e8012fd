// SPDX-License-Identifier: Apache-2.0
// Conformance of every registered executor that needs neither a model nor input, with its defaults; and of some settings.
#include <utility>

#include "executor_conformance.h"

namespace assay::conformance {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

Subject SubjectOf(const ExecutorInfo& info, std::string suffix, Options options, std::uint32_t max_batch = 1) {
  Subject subject;
  subject.name = std::string(info.name) + suffix;
  subject.kind = info.name;
  subject.simulated = true;
  subject.make = [&info, options = std::move(options), max_batch](Clock& clock) {
    ExecutorOptions arguments;
    arguments.id = "subject";
    arguments.options = options;
    arguments.max_batch = max_batch;
    arguments.seed = 7;
    return info.make(arguments, nullptr, clock);
  };
  return subject;
}

}  // namespace

std::vector<Subject> Subjects() {
  std::vector<Subject> subjects;
  for (const ExecutorInfo* info : AllExecutors()) {
    if (info->needs_model || info->needs_input) continue;
    if (info->name != "synthetic") subjects.push_back(SubjectOf(*info, "", {}));
    if (info->name == "null") subjects.push_back(SubjectOf(*info, "_score", {{"score", "0.25"}}));
    if (info->name != "synthetic") continue;
    // Short means, so that the suite is quick under a real clock.
    subjects.push_back(SubjectOf(*info, "_constant", {{"mean", "100us"}}));
    subjects.push_back(SubjectOf(*info, "_exponential",
                                 {{"latency", "exponential"}, {"mean", "200us"}, {"workers", "4"},
                                  {"error_rate", "0.2"}, {"output", "score"}}));
    subjects.push_back(SubjectOf(*info, "_lognormal_batch",
                                 {{"latency", "lognormal"}, {"mean", "300us"}, {"per_item", "0.1"}}, 8));
    subjects.push_back(SubjectOf(*info, "_unlimited", {{"latency", "uniform"}, {"mean", "1ms"}, {"workers", "0"},
                                                       {"drift", "0.5"}}));
  }
  return subjects;
}

}  // namespace assay::conformance
