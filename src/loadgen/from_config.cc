// SPDX-License-Identifier: Apache-2.0
//
// LoadGen counts calls in the process and loads its defaults in the first one only, so that a second TestSettings has
// none. Here the settings themselves say whether they have them: with the official seeds, which only the defaults set.
#include <cerrno>
#include <utility>

#include "base/file.h"
#include "loadgen/conf_lint.h"
#include "loadgen/conf_table.h"
#include "loadgen/config.h"

namespace assay::loadgen {
namespace {

bool HasDefaults(const mlperf::TestSettings& settings, const mlperf::TestSettings& defaults) {
  return settings.qsl_rng_seed == defaults.qsl_rng_seed &&
         settings.sample_index_rng_seed == defaults.sample_index_rng_seed &&
         settings.schedule_rng_seed == defaults.schedule_rng_seed;
}

ConfigNote& Note(ConfigOutcome& outcome, bool is_error, const std::string& file, std::string what,
                 std::string hint = {}) {
  outcome.notes.push_back({ConfigFault::kFile, is_error, file, 0, 0, {}, std::move(what), std::move(hint), {}});
  return outcome.notes.back();
}

// The defaults, unless these settings have them.
void TakeDefaults(const ConfTable& official, const std::string& model, const std::string& scenario,
                  mlperf::TestSettings& settings, ConfigOutcome& outcome) {
  mlperf::TestSettings defaults;
  ApplyConf(official, model, scenario, true, defaults);
  if (!HasDefaults(settings, defaults)) {
    ApplyConf(official, model, scenario, true, settings);
    return;
  }
  Note(outcome, false, {},
       "these settings had the official defaults already; what was set since then stays",
       "LoadGen 6.0.17 calls several configuration files invalid for submission")
      .logged = "Multiple conf files are used. This is not valid for official submission.";
}

}  // namespace

ConfigOutcome ReadConfig(mlperf::TestSettings& settings, const std::string& path, const std::string& model,
                         const std::string& scenario, int conf_type, const std::string& round) {
  ConfigOutcome outcome;
  const auto official = OfficialConf(round);
  if (!official) {
    Note(outcome, true, {}, official.error().what, official.error().hint);
    outcome.code = -EINVAL;
    return outcome;
  }
  if (const auto* known = round.empty() ? nullptr : round::FindRound(round); known && !HasOfficialConf(*known)) {
    Note(outcome, false, {},
         "of " + round + " only seeds, minimum duration and sample counts are known: latency bounds and query counts "
         "are LoadGen's plain defaults");
  }
  if (conf_type == 0) {
    ApplyConf(*official, model, scenario, true, settings);
    return outcome;
  }
  if (conf_type == 1) TakeDefaults(*official, model, scenario, settings, outcome);

  const auto bytes = base::ReadFile(path);
  if (!bytes) {
    const std::string what = "can't open file " + path;
    Note(outcome, true, path, what).logged = what;
    outcome.code = -ENOENT;
    return outcome;
  }
  const ConfText text = ParseConf(*bytes);
  const ConfFile kind = conf_type == 2 ? ConfFile::kAudit : ConfFile::kUser;
  for (ConfigNote& note : LintConf(text, path, kind, *official, {model, scenario})) {
    outcome.notes.push_back(std::move(note));
  }
  if (text.Refusal() != nullptr) {
    outcome.code = -EINVAL;
    return outcome;
  }
  ApplyConf(ConfTable(text.entries), model, scenario, false, settings);
  return outcome;
}

}  // namespace assay::loadgen
