// SPDX-License-Identifier: Apache-2.0
// A results tree: division/submitter/{systems,measurements,results} up to v5.1, measurements.json beside the results
// from v6.0.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/json_reader.h"
#include "results/import/accuracy_lines.h"
#include "results/import/import.h"
#include "results/import/log_summary.h"
#include "results/import/system_description.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

namespace fs = std::filesystem;
using base::JoinPath;
using enum StatedField;

// Names of the sub-folders of a folder, sorted; none when it can't be read.
std::vector<std::string> FoldersIn(const std::string& folder) {
  std::vector<std::string> folders;
  const auto names = base::ListDirectory(folder);
  if (!names) return folders;
  for (const std::string& name : *names) {
    std::error_code error;
    if (!name.starts_with('.') && fs::is_directory(JoinPath(folder, name), error)) folders.push_back(name);
  }
  return folders;
}

bool IsFolder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// The last "vN.N" in a path: "inference_results_v5.1".
std::string RoundInPath(std::string_view path) {
  std::string round;
  for (std::size_t at = path.find('v'); at != path.npos; at = path.find('v', at + 1)) {
    const std::size_t end = std::min(path.find_first_not_of("0123456789.", at + 1), path.size());
    if (const std::string name = RoundName(path.substr(at, end - at)); !name.empty()) round = name;
  }
  return round;
}

// The seeds of each round are its own, and LoadGen writes them into each log.
std::string RoundOfSeed(const LogSummary& log) {
  const std::string_view text = log.Text("qsl_rng_seed");
  std::uint64_t seed = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (read.ec != std::errc()) return {};
  for (const round::Round& round : round::AllRounds()) {
    if (round.qsl_seed == seed) return std::string(round.name);
  }
  return {};
}

// One submitter's folder within a division.
class SubmitterReader {
 public:
  SubmitterReader(std::string folder, std::string division, std::string submitter, std::string round_in_path,
                  Collector& collector)
      : folder_(std::move(folder)), division_(std::move(division)), submitter_(std::move(submitter)),
        round_in_path_(std::move(round_in_path)), collector_(collector) {}

  void Read() {
    ReadMapping();
    const std::string results = JoinPath(folder_, "results");
    for (const std::string& system : FoldersIn(results)) {
      const Stated* description = Description(system);
      if (description == nullptr) continue;
      for (const std::string& model : FoldersIn(JoinPath(results, system))) {
        for (const std::string& scenario : FoldersIn(JoinPath(JoinPath(results, system), model))) {
          ReadResult(*description, system, model, scenario);
        }
      }
    }
  }

 private:
  // Open entries say in model_mapping.json which benchmark a model of their own was entered for.
  void ReadMapping() {
    const std::string path = JoinPath(folder_, "model_mapping.json");
    if (!base::FileExists(path)) return;
    const auto text = base::ReadFile(path);
    const auto mapping = text ? base::ReadJson(*text, path) : Result<base::JsonValue>(std::unexpected(text.error()));
    if (!mapping) return collector_.AddBad(mapping.error());
    for (const auto& [model, slot] : mapping->members()) {
      if (const auto name = slot.AsString()) slots_[model] = *name;
    }
  }

  const Stated* Description(const std::string& system) {
    const std::string path = JoinPath(JoinPath(folder_, "systems"), system + ".json");
    const auto text = base::ReadFile(path);
    auto read = text ? ReadSystemDescription(*text, path) : Result<SystemDescription>(std::unexpected(text.error()));
    if (!read) {
      Error error = std::move(read).error();
      error.what = "results of " + system + " left out: " + error.what;
      if (error.where.empty()) error.where.push_back({path});
      collector_.AddBad(std::move(error));
      return nullptr;
    }
    auto& types = collector_.report().types;
    types.insert(types.end(), read->changes.begin(), read->changes.end());
    Stated& stated = descriptions_[system] = std::move(read->stated);
    const auto differs = [&](StatedField field, const std::string& folder) {
      if (stated[field].empty() || SameIgnoringCase(stated[field], folder)) return;
      collector_.report().notes.push_back(path + ": " + std::string(NameOf(field)) + " '" + stated[field] +
                                          "', folder '" + folder + "'; the folder counts");
    };
    differs(kSubmitter, submitter_);
    differs(kDivision, division_);
    stated[kSubmitter] = submitter_;
    stated[kDivision] = division_;
    stated[kSystemId] = system;
    return &stated;
  }

  void ReadResult(const Stated& description, const std::string& system, const std::string& model,
                  const std::string& scenario_name) {
    const std::string folder = JoinPath(JoinPath(JoinPath(JoinPath(folder_, "results"), system), model), scenario_name);
    const Where where{folder, 0, 0, {}, {}};
    const auto bad = [&](Error error) {
      if (error.where.empty()) error.where.push_back(where);
      collector_.AddBad(std::move(error));
    };
    const auto scenario = round::ParseScenario(scenario_name);
    if (!scenario) return bad({ErrorCode::kBadRow, "expected a scenario, found '" + scenario_name + "'"});
    Stated stated = description;
    stated[kModel] = model;
    stated[kScenario] = scenario_name;
    if (const auto slot = slots_.find(model); slot != slots_.end()) stated[kSlot] = slot->second;
    if (auto read = ReadRuns(folder, *scenario, stated); !read) return bad(std::move(read).error());
    ReadMeasurements(folder, system, model, scenario_name, stated);
    collector_.Add(stated, where);
  }

  // run_1; the lowest of several Server runs, which v0.5 and v0.7 asked for.
  Result<void> ReadRuns(const std::string& folder, round::Scenario scenario, Stated& stated) {
    const std::string performance = JoinPath(folder, "performance");
    std::optional<Headline> best;
    int runs = 0;
    for (int run = 1; run <= 5; ++run) {
      const std::string path = JoinPath(JoinPath(performance, "run_" + std::to_string(run)), "mlperf_log_summary.txt");
      if (run > 1 && (scenario != round::Scenario::kServer || !base::FileExists(path))) break;
      ASSAY_TRY(text, base::ReadFile(path));
      LogSummary log(text);
      const std::string detail = base::ResolveBeside(path, "mlperf_log_detail.txt");
      if (base::FileExists(detail)) {
        ASSAY_TRY(detail_text, base::ReadFile(detail));
        log.TakeDetail(detail_text);
      }
      if (run == 1) ReadRound(log, stated);
      const round::Round* rules = round::FindRound(stated[kRound]);
      const round::Benchmark* benchmark =
          rules == nullptr ? nullptr
                           : rules->Find(round::CanonicalBenchmark(*rules, stated[kSlot].empty() ? stated[kModel] : stated[kSlot]));
      auto headline = HeadlineOf(log, stated[kRound], benchmark == nullptr ? nullptr : benchmark->Find(scenario), scenario);
      if (!headline) {
        headline.error().where = {{path}};
        return std::unexpected(std::move(headline).error());
      }
      ++runs;
      if (run > 1 && round::CompareRounds(stated[kRound], "v1.0") >= 0) break;  // only run_1 counts from then on
      if (best && best->value <= headline->value) continue;
      best = *headline;
      stated[kValid] = log.Text("Result is");
      ReadBounds(log, stated);
      if (run == 1 && benchmark != nullptr) ReadAccuracy(folder, *benchmark, stated);
    }
    stated[kValue] = ShortestText(best->value);
    stated[kUnit] = round::TextOf(best->unit);
    stated[kInferred] = best->inferred ? "1" : "0";
    stated[kRuns] = std::to_string(runs);
    if (IsFolder(JoinPath(performance, "power"))) stated[kHasPower] = "1";
    return {};
  }

  void ReadRound(const LogSummary& log, Stated& stated) {
    const std::string by_seed = RoundOfSeed(log);
    stated[kRound] = by_seed.empty() ? round_in_path_ : by_seed;
  }

  static void ReadBounds(const LogSummary& log, Stated& stated) {
    stated[kTargetLatencyNs] = log.Text("target_latency (ns)");
    stated[kTtftP99Ns] = log.Text("99.00 percentile first token latency (ns)");
    stated[kTpotP99Ns] = log.Text("99.00 percentile time to output token (ns)");
  }

  static void ReadAccuracy(const std::string& folder, const round::Benchmark& benchmark, Stated& stated) {
    const auto text = base::ReadFile(JoinPath(JoinPath(folder, "accuracy"), "accuracy.txt"));
    if (text) stated[kAccuracy] = AccuracyTextOf(*text, benchmark.gates);
  }

  // measurements.json beside the results, or <system>.json, <system>_….json under measurements/.
  std::string MeasurementsPath(const std::string& folder, const std::string& system, const std::string& model,
                               const std::string& scenario) const {
    const std::string beside = JoinPath(folder, "measurements.json");
    if (base::FileExists(beside)) return beside;
    const std::string apart = JoinPath(JoinPath(JoinPath(JoinPath(folder_, "measurements"), system), model), scenario);
    const auto names = base::ListDirectory(apart);
    if (!names) return {};
    std::string found;
    for (const std::string& name : *names) {
      if (!name.ends_with(".json")) continue;
      if (name == system + ".json") return JoinPath(apart, name);
      if (found.empty() || name.starts_with(system + "_")) found = JoinPath(apart, name);
    }
    return found;
  }

  void ReadMeasurements(const std::string& folder, const std::string& system, const std::string& model,
                        const std::string& scenario, Stated& stated) {
    const std::string path = MeasurementsPath(folder, system, model, scenario);
    if (path.empty()) return collector_.report().notes.push_back(folder + ": no measurements file, precision not stated");
    const auto text = base::ReadFile(path);
    const auto object = text ? base::ReadJson(*text, path) : Result<base::JsonValue>(std::unexpected(text.error()));
    if (!object) {
      return collector_.report().notes.push_back(path + ": " + object.error().what + "; precision not stated");
    }
    for (const auto& [key, value] : object->members()) {
      const StatedField field = FieldNamed(key);
      if (field != kWeights && field != kInputs && field != kRetraining && field != kWeightTransformations) continue;
      std::string words;
      if (const auto plain = value.AsString()) {
        words = *plain;
      } else {
        base::JsonWriter writer(words);
        value.WriteTo(writer);
      }
      stated[field] = words;
    }
  }

  std::string folder_, division_, submitter_, round_in_path_;
  Collector& collector_;
  std::map<std::string, std::string> slots_;
  std::map<std::string, Stated> descriptions_;
};

std::string NameIn(const fs::path& path) { return path.filename().string(); }

}  // namespace

Results<Imported> ImportTree(const std::string& folder) {
  Collector collector("a results tree", folder);
  std::error_code error;
  fs::path whole = fs::weakly_canonical(folder, error);
  if (error) whole = folder;
  if (!whole.has_filename()) whole = whole.parent_path();
  const std::string round = RoundInPath(whole.string());
  const auto read_division = [&](const std::string& path, const std::string& division) {
    for (const std::string& submitter : FoldersIn(path)) {
      SubmitterReader(JoinPath(path, submitter), division, submitter, round, collector).Read();
    }
  };
  if (ParseDivision(NameIn(whole))) {
    read_division(folder, Lowered(NameIn(whole)));
  } else if (IsFolder(JoinPath(folder, "results")) && ParseDivision(NameIn(whole.parent_path()))) {
    SubmitterReader(folder, Lowered(NameIn(whole.parent_path())), NameIn(whole), round, collector).Read();
  } else {
    for (const std::string& name : FoldersIn(folder)) {
      if (ParseDivision(name)) read_division(JoinPath(folder, name), Lowered(name));
    }
  }
  return collector.Finish();
}

}  // namespace assay::results
