// SPDX-License-Identifier: Apache-2.0
// A system under test and a sample library made of Python callables.
#pragma once

#include <string>
#include <vector>

#include "loadgen/query_dispatch_library.h"
#include "module_state.h"

namespace assay::python {

// In which form queries reach issue_cb.
enum class QueryForm {
  kSamples,  // issue_cb(list of QuerySample)
  kLists,    // issue_cb(list of ids, list of indices)
  kArrays,   // issue_cb(ids, indices), two memoryviews of unsigned 64-bit integers
};

// Called by the engine on any thread; takes the interpreter's lock. What a callable raises leaves as a PythonError.
// References are dropped by the destructor, which takes the lock too.
class CallbackSystem final : public mlperf::QueryDispatchLibrary {
 public:
  // `name` may be null: then the name is `fixed_name`, else what it returns.
  CallbackSystem(const ModuleState& state, QueryForm form, PyObject* issue, PyObject* flush, std::string fixed_name,
                 PyObject* name);
  ~CallbackSystem() override;
  const std::string& Name() override;
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override;
  void FlushQueries() override;

 private:
  const ModuleState& state_;
  const QueryForm form_;
  Ref issue_, flush_, name_;
  std::string name_text_;
};

class CallbackLibrary final : public mlperf::QuerySampleLibrary {
 public:
  CallbackLibrary(std::size_t total, std::size_t performance, PyObject* load, PyObject* unload);
  ~CallbackLibrary() override;
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return total_; }
  std::size_t PerformanceSampleCount() override { return performance_; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>& samples) override;
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>& samples) override;

 private:
  const std::string name_ = "PyQSL";
  const std::size_t total_, performance_;
  Ref load_, unload_;
};

}  // namespace assay::python
