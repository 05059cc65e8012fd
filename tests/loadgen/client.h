// SPDX-License-Identifier: Apache-2.0
// Clients of the LoadGen API for tests: a library that notes its calls, a system that answers as a test says.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "loadgen/engine.h"

namespace assay::loadgen {

class NotingQsl final : public mlperf::QuerySampleLibrary {
 public:
  NotingQsl(std::size_t total, std::size_t performance) : total_(total), performance_(performance) {}
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return total_; }
  std::size_t PerformanceSampleCount() override { return performance_; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>& samples) override {
    loaded.push_back(samples);
    if (on_load) on_load();
  }
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>& samples) override {
    unloaded.push_back(samples);
    if (on_unload) on_unload();
  }

  std::vector<std::vector<mlperf::QuerySampleIndex>> loaded, unloaded;
  std::function<void()> on_load, on_unload;

 private:
  std::string name_ = "Library";
  std::size_t total_, performance_;
};

class ScriptedSut final : public mlperf::SystemUnderTest {
 public:
  using Issue = std::function<void(const std::vector<mlperf::QuerySample>&)>;
  explicit ScriptedSut(Issue issue, std::function<void()> flush = {}) : issue_(std::move(issue)), flush_(std::move(flush)) {}
  const std::string& Name() override {
    if (on_name) on_name();
    return name;
  }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override { issue_(samples); }
  void FlushQueries() override {
    ++flushes;
    if (flush_) flush_();
  }

  std::string name = "System";
  std::function<void()> on_name;
  int flushes = 0;

 private:
  Issue issue_;
  std::function<void()> flush_;
};

inline mlperf::QuerySampleResponse Response(const mlperf::QuerySample& sample, std::int64_t tokens = 0) {
  return {sample.id, 0, 0, tokens};
}

// A folder for a test's files, removed with the object.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    std::string name = (parent / "loadgen_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ + "/" + name).rdbuf();
    return text.str();
  }
  mlperf::LogSettings Logs(bool trace = false) const {
    mlperf::LogSettings logs;
    logs.log_output.outdir = path_;
    logs.enable_trace = trace;
    return logs;
  }

 private:
  std::string path_;
};

// The last value under `key`, empty when there is none.
inline std::string ValueOf(const TestResult& result, const std::string& key) {
  std::string text;
  for (const Value& value : result.values) {
    if (value.key == key) text = value.text;
  }
  return text;
}

inline bool Says(const TestResult& result, const std::string& part) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.text.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace assay::loadgen
