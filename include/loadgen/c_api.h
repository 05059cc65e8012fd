// SPDX-License-Identifier: Apache-2.0
// The LoadGen API through plain functions, as MLPerf LoadGen has it: namespace mlperf::c, C++ linkage. C++14.
// For C and other languages there is assay_loadgen.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "query_sample.h"
#include "test_settings.h"

namespace mlperf {
namespace c {

// Passed back to the callbacks as it is.
typedef std::uintptr_t ClientData;

typedef void (*IssueQueryCallback)(ClientData, const QuerySample*, std::size_t);
typedef void (*FlushQueriesCallback)();
typedef void (*ResponseCallback)(ClientData, QuerySampleResponse*);
typedef void (*LoadSamplesToRamCallback)(ClientData, const QuerySampleIndex*, std::size_t);
typedef void (*UnloadSamplesFromRamCallback)(ClientData, const QuerySampleIndex*, std::size_t);

// The name is copied.
MLPERF_LOADGEN_API void* ConstructSUT(ClientData client_data, const char* name, std::size_t name_length,
                                      IssueQueryCallback issue_cb, FlushQueriesCallback flush_queries_cb);
MLPERF_LOADGEN_API void DestroySUT(void* sut);

MLPERF_LOADGEN_API void* ConstructQSL(ClientData client_data, const char* name, std::size_t name_length,
                                      std::size_t total_sample_count, std::size_t performance_sample_count,
                                      LoadSamplesToRamCallback load_samples_to_ram_cb,
                                      UnloadSamplesFromRamCallback unload_samples_from_ram_cb);
MLPERF_LOADGEN_API void DestroyQSL(void* qsl);

// With default log settings: files in the current folder.
MLPERF_LOADGEN_API void StartTest(void* sut, void* qsl, const TestSettings& settings,
                                  const std::string& audit_config_filename);

MLPERF_LOADGEN_API void QuerySamplesComplete(QuerySampleResponse* responses, std::size_t response_count);
MLPERF_LOADGEN_API void QuerySamplesCompleteResponseCb(QuerySampleResponse* responses, std::size_t response_count,
                                                       ResponseCallback response_cb, ClientData client_data);
MLPERF_LOADGEN_API void FirstTokenComplete(QuerySampleResponse* responses, std::size_t response_count);
MLPERF_LOADGEN_API void FirstTokenCompleteResponseCb(QuerySampleResponse* responses, std::size_t response_count,
                                                     ResponseCallback response_cb, ClientData client_data);

MLPERF_LOADGEN_API void RegisterIssueQueryThread();

}  // namespace c
}  // namespace mlperf
