// SPDX-License-Identifier: Apache-2.0
// What is issued and what is answered, in the types and layouts of the MLPerf LoadGen API. C++14.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mlperf {

using ResponseId = std::uintptr_t;          // names one issue of a sample; opaque, unique in a series
constexpr ResponseId kResponseIdReserved = 0;  // never a sample's id
using QuerySampleIndex = std::size_t;       // a place in the query sample library
using QuerySampleLatency = std::int64_t;    // ns

// One sample of a query. Two words, id first: clients lay arrays over it.
struct QuerySample {
  ResponseId id;
  QuerySampleIndex index;
};

// The answer to one sample. `data` need stay valid only until the call that hands it over returns.
struct QuerySampleResponse {
  QuerySampleResponse() : QuerySampleResponse(kResponseIdReserved, 0, 0) {}
  QuerySampleResponse(ResponseId id_value, std::uintptr_t data_address, std::size_t data_size)
      : QuerySampleResponse(id_value, data_address, data_size, 0) {}
  QuerySampleResponse(ResponseId id_value, std::uintptr_t data_address, std::size_t data_size,
                      std::int64_t token_count)
      : id(id_value), data(data_address), size(data_size), n_tokens(token_count) {}

  ResponseId id;
  std::uintptr_t data;   // address of the answer's bytes
  std::size_t size;      // how many
  std::int64_t n_tokens;  // output tokens; matters with use_token_latencies
};

}  // namespace mlperf
