// SPDX-License-Identifier: Apache-2.0
// One scorer on one file of inputs, as often as asked: scorers_ratio.py runs it beside the program that others use.
//
//   scorers_client SCORER FILE    reads the file, then for every line on stdin scores once and prints
//                                 {"cpu_s":..., "wall_s":..., "values":[...]}
//
// FILE holds what the scorer needs as plain numbers of the machine, so that reading it is no part of what is measured:
// the inputs lie in memory, as they do for the peer.
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metric/detection/box_detection.h"
#include "metric/rank/rank_curve.h"
#include "metric/resample/curve_bootstrap.h"
#include "metric/text/rouge.h"
#include "metric/text/squad.h"
#include "metric/text/word_errors.h"

namespace {

using assay::metric::AnnotatedBox;
using assay::metric::DetectedBox;
using Values = std::vector<double>;
using Scorer = std::function<Values()>;  // empty = it failed

constexpr std::size_t kReplicates = 200;

// The file from front to back.
class Input {
 public:
  explicit Input(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    bytes_.resize(file ? static_cast<std::size_t>(file.tellg()) : 0);
    file.seekg(0);
    file.read(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
  }
  template <class T>
  std::vector<T> Take(std::size_t count) {
    std::vector<T> taken(count);
    if (at_ + count * sizeof(T) > bytes_.size()) return {};
    std::memcpy(taken.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return taken;
  }
  std::size_t Count() {
    const auto count = Take<std::uint64_t>(1);
    return count.empty() ? 0 : count.front();
  }
  // Texts: how many, their lengths, their bytes.
  std::vector<std::string> Texts() {
    std::vector<std::string> texts;
    for (const std::uint64_t length : Take<std::uint64_t>(Count())) {
      const auto bytes = Take<char>(length);
      texts.emplace_back(bytes.begin(), bytes.end());
    }
    return texts;
  }

 private:
  std::vector<char> bytes_;
  std::size_t at_ = 0;
};

struct Cases {
  explicit Cases(Input& input) {
    const std::size_t count = input.Count();
    score = input.Take<double>(count);
    label = input.Take<std::int32_t>(count);
  }
  assay::QualityColumns columns() const { return {.label = label, .score = score}; }
  std::vector<double> score;
  std::vector<std::int32_t> label;
};

Scorer AveragePrecision(Input& input) {
  return [cases = Cases(input)]() -> Values {
    const auto curve = assay::metric::BuildRankCurve(cases.columns(), assay::metric::Thresholds::kAtPositives);
    if (!curve) return {};
    return {assay::metric::AveragePrecision(*curve).value_or(-1)};
  };
}

// All of it for 200 replicates: sorting too.
Scorer AveragePrecisionBootstrap(Input& input) {
  return [cases = Cases(input)]() -> Values {
    const auto curve = assay::metric::BuildRankCurve(cases.columns(), assay::metric::Thresholds::kAtPositives);
    if (!curve) return {};
    const auto outcome = assay::metric::BootstrapCurve(
        *curve, {&assay::metric::AveragePrecision, &assay::metric::AveragePrecisionLeavingOut},
        {.seed = 1, .replicates = kReplicates, .kind = assay::metric::BootstrapKind::kBca});
    return outcome ? Values{outcome->estimate} : Values();
  };
}

Scorer Detections(Input& input) {
  const auto integer = [](double number) { return static_cast<std::int64_t>(number); };
  assay::metric::DetectionTask task;
  for (const double id : input.Take<double>(input.Count())) task.images.push_back(integer(id));
  for (const double id : input.Take<double>(input.Count())) task.categories.push_back(integer(id));
  const auto annotated = input.Take<double>(8 * input.Count());
  for (std::size_t i = 0; i + 8 <= annotated.size(); i += 8) {
    const double* one = &annotated[i];
    task.annotated.push_back({integer(one[0]), integer(one[1]), {one[2], one[3], one[4], one[5]}, one[6], one[7] != 0});
  }
  const auto found = input.Take<double>(7 * input.Count());
  std::vector<DetectedBox> detected;
  for (std::size_t i = 0; i + 7 <= found.size(); i += 7) {
    const double* one = &found[i];
    detected.push_back({integer(one[0]), integer(one[1]), {one[2], one[3], one[4], one[5]}, one[6]});
  }
  return [task = std::move(task), detected = std::move(detected)]() -> Values {
    const auto scores = assay::metric::ScoreDetections(task, detected);
    return scores ? Values(scores->begin(), scores->end()) : Values();
  };
}

// Mean F1 of ROUGE-1, 2, L and Lsum. Texts in turns: target, prediction.
template <assay::metric::Stemming stemming>
Scorer Rouge(Input& input) {
  return [texts = input.Texts()]() -> Values {
    Values sums(4);
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
      const auto scores = assay::metric::ScoreRouge(texts[i + 1], texts[i], stemming);
      sums[0] += scores.n[0].f1;
      sums[1] += scores.n[1].f1;
      sums[2] += scores.l.f1;
      sums[3] += scores.lsum.f1;
    }
    for (double& sum : sums) sum /= static_cast<double>(texts.size() / 2);
    return sums;
  };
}

// Exact match and F1 in %. Texts in runs: an answer, and its right ones.
Scorer Squad(Input& input) {
  const std::size_t right = input.Count();
  return [right, texts = input.Texts()]() -> Values {
    double exact = 0;
    double f1 = 0;
    const std::span<const std::string> all(texts);
    const std::size_t questions = all.size() / (right + 1);
    for (std::size_t i = 0; i < questions; ++i) {
      const auto score = assay::metric::ScoreAnswer(all[i * (right + 1)], all.subspan(i * (right + 1) + 1, right));
      if (!score) return {};
      exact += score->exact ? 1 : 0;
      f1 += score->f1;
    }
    return {100 * exact / static_cast<double>(questions), 100 * f1 / static_cast<double>(questions)};
  };
}

// Word error rate, hits. References, then hypotheses.
template <auto count>
Scorer Errors(Input& input) {
  auto reference = input.Texts();
  auto hypothesis = input.Texts();
  return [reference = std::move(reference), hypothesis = std::move(hypothesis)]() -> Values {
    const auto errors = count(reference, hypothesis);
    if (!errors) return {};
    return {errors->Wer(), static_cast<double>(errors->edits.hits)};
  };
}

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string Digits(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

bool ScoreOnce(const Scorer& scorer) {
  const auto wall = std::chrono::steady_clock::now();
  const double cpu = CpuSeconds();
  const Values values = scorer();
  const double cpu_s = CpuSeconds() - cpu;
  const std::chrono::duration<double> wall_s = std::chrono::steady_clock::now() - wall;
  std::string line = R"({"cpu_s":)" + Digits(cpu_s) + R"(,"wall_s":)" + Digits(wall_s.count()) + R"(,"values":[)";
  for (std::size_t i = 0; i < values.size(); ++i) line += (i == 0 ? "" : ",") + Digits(values[i]);
  std::cout << line << "]}" << std::endl;
  return !values.empty();
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string_view, Scorer (*)(Input&)> scorers{
      {"average_precision", &AveragePrecision},
      {"average_precision_bootstrap", &AveragePrecisionBootstrap},
      {"detections", &Detections},
      {"rouge", &Rouge<assay::metric::Stemming::kNone>},
      {"rouge_stemmed", &Rouge<assay::metric::Stemming::kPorter>},
      {"squad", &Squad},
      {"word_errors", &Errors<&assay::metric::CountWordErrors>},
      {"character_errors", &Errors<&assay::metric::CountCharacterErrors>},
  };
  const auto found = argc == 3 ? scorers.find(argv[1]) : scorers.end();
  if (found == scorers.end()) {
    std::fprintf(stderr, "usage: scorers_client SCORER FILE, SCORER one of:");
    for (const auto& [name, scorer] : scorers) std::fprintf(stderr, " %s", std::string(name).c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  Input input(argv[2]);
  const Scorer scorer = found->second(input);
  for (std::string line; std::getline(std::cin, line);) {
    if (!ScoreOnce(scorer)) return 1;
  }
  return 0;
}
