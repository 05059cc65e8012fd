// SPDX-License-Identifier: Apache-2.0
#include "loadgen/c_api.h"

#include "loadgen/callback_client.h"
#include "loadgen/loadgen.h"

namespace mlperf {
namespace c {
namespace {

using assay::loadgen::CallbackQsl;
using assay::loadgen::CallbackSut;

mlperf::ResponseCallback Bind(ResponseCallback callback, ClientData client_data) {
  if (callback == nullptr) return {};
  return [callback, client_data](QuerySampleResponse* response) { callback(client_data, response); };
}

}  // namespace

void* ConstructSUT(ClientData client_data, const char* name, std::size_t name_length, IssueQueryCallback issue_cb,
                   FlushQueriesCallback flush_queries_cb) {
  mlperf::SystemUnderTest* const sut = new CallbackSut(
      std::string(name, name_length),
      [issue_cb, client_data](const std::vector<QuerySample>& samples) {
        issue_cb(client_data, samples.data(), samples.size());
      },
      flush_queries_cb);
  return sut;
}

void DestroySUT(void* sut) { delete static_cast<mlperf::SystemUnderTest*>(sut); }

void* ConstructQSL(ClientData client_data, const char* name, std::size_t name_length, std::size_t total_sample_count,
                   std::size_t performance_sample_count, LoadSamplesToRamCallback load_samples_to_ram_cb,
                   UnloadSamplesFromRamCallback unload_samples_from_ram_cb) {
  const auto bind = [client_data](auto callback) {
    return [callback, client_data](const std::vector<QuerySampleIndex>& samples) {
      callback(client_data, samples.data(), samples.size());
    };
  };
  mlperf::QuerySampleLibrary* const qsl =
      new CallbackQsl(std::string(name, name_length), total_sample_count, performance_sample_count,
                      bind(load_samples_to_ram_cb), bind(unload_samples_from_ram_cb));
  return qsl;
}

void DestroyQSL(void* qsl) { delete static_cast<mlperf::QuerySampleLibrary*>(qsl); }

void StartTest(void* sut, void* qsl, const TestSettings& settings, const std::string& audit_config_filename) {
  mlperf::StartTest(static_cast<mlperf::SystemUnderTest*>(sut), static_cast<mlperf::QuerySampleLibrary*>(qsl), settings,
                    LogSettings(), audit_config_filename);
}

void QuerySamplesComplete(QuerySampleResponse* responses, std::size_t response_count) {
  mlperf::QuerySamplesComplete(responses, response_count);
}

void QuerySamplesCompleteResponseCb(QuerySampleResponse* responses, std::size_t response_count,
                                    ResponseCallback response_cb, ClientData client_data) {
  mlperf::QuerySamplesComplete(responses, response_count, Bind(response_cb, client_data));
}

void FirstTokenComplete(QuerySampleResponse* responses, std::size_t response_count) {
  mlperf::FirstTokenComplete(responses, response_count);
}

void FirstTokenCompleteResponseCb(QuerySampleResponse* responses, std::size_t response_count,
                                  ResponseCallback response_cb, ClientData client_data) {
  mlperf::FirstTokenComplete(responses, response_count, Bind(response_cb, client_data));
}

void RegisterIssueQueryThread() { mlperf::RegisterIssueQueryThread(); }

}  // namespace c
}  // namespace mlperf
