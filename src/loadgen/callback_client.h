// SPDX-License-Identifier: Apache-2.0
// A system under test and a sample library made of callbacks.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "loadgen/query_sample_library.h"
#include "loadgen/system_under_test.h"

namespace assay::loadgen {

class CallbackSut final : public mlperf::SystemUnderTest {
 public:
  using Issue = std::function<void(const std::vector<mlperf::QuerySample>&)>;
  CallbackSut(std::string name, Issue issue, std::function<void()> flush)
      : name_(std::move(name)), issue_(std::move(issue)), flush_(std::move(flush)) {}
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override { issue_(samples); }
  void FlushQueries() override { flush_(); }

 private:
  std::string name_;
  Issue issue_;
  std::function<void()> flush_;
};

class CallbackQsl final : public mlperf::QuerySampleLibrary {
 public:
  using Take = std::function<void(const std::vector<mlperf::QuerySampleIndex>&)>;
  CallbackQsl(std::string name, std::size_t total, std::size_t performance, Take load, Take unload)
      : name_(std::move(name)), total_(total), performance_(performance), load_(std::move(load)),
        unload_(std::move(unload)) {}
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return total_; }
  std::size_t PerformanceSampleCount() override { return performance_; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>& samples) override { load_(samples); }
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>& samples) override { unload_(samples); }

 private:
  std::string name_;
  std::size_t total_, performance_;
  Take load_, unload_;
};

}  // namespace assay::loadgen
