/* SPDX-License-Identifier: Apache-2.0 */
/* The load generator for C and every language that calls C: plain structs and functions, C linkage. C99 and C++.
 *
 * One test at a time in a process; answers come from any thread. Settings are set by the names of mlperf::TestSettings
 * ("server_target_qps"), so that a new one changes no layout here. Nothing of C++ passes this boundary: an exception of
 * the library is the code ASSAY_LOADGEN_FAILED. */
#ifndef ASSAY_LOADGEN_H
#define ASSAY_LOADGEN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ASSAY_LOADGEN_API __attribute__((visibility("default")))
#else
#define ASSAY_LOADGEN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Layouts of mlperf::QuerySample and mlperf::QuerySampleResponse. */
typedef struct assay_loadgen_sample {
  uintptr_t id;
  size_t index;
} assay_loadgen_sample;

typedef struct assay_loadgen_response {
  uintptr_t id;
  uintptr_t data; /* address; 0 when there is none */
  size_t size;
  int64_t n_tokens;
} assay_loadgen_response;

typedef struct assay_loadgen_client {
  size_t struct_size; /* sizeof(assay_loadgen_client) */
  void* context;      /* passed to all callbacks */
  const char* sut_name;
  const char* qsl_name;
  size_t total_sample_count;
  size_t performance_sample_count;
  void (*issue_query)(void* context, const assay_loadgen_sample* samples, size_t count);
  void (*flush_queries)(void* context); /* may be null, as the two below */
  void (*load_samples)(void* context, const size_t* indices, size_t count);
  void (*unload_samples)(void* context, const size_t* indices, size_t count);
} assay_loadgen_client;

enum {
  ASSAY_LOADGEN_OK = 0,
  ASSAY_LOADGEN_UNKNOWN_NAME = 1, /* no such setting */
  ASSAY_LOADGEN_BAD_VALUE = 2,    /* not a number of that setting's kind, or out of its range */
  ASSAY_LOADGEN_BAD_ARGUMENT = 3, /* a null pointer, a struct of another size */
  ASSAY_LOADGEN_FAILED = 4        /* an exception: out of memory, or thrown by a callback */
};

enum {
  ASSAY_LOADGEN_VALID = 0,
  ASSAY_LOADGEN_INVALID = 1,
  ASSAY_LOADGEN_NOT_JUDGED = 2, /* accuracy only */
  ASSAY_LOADGEN_NOT_RUN = 3
};

typedef struct assay_loadgen_settings assay_loadgen_settings;
typedef struct assay_loadgen_result assay_loadgen_result;

/* Defaults of LoadGen; null when there is no memory. */
ASSAY_LOADGEN_API assay_loadgen_settings* assay_loadgen_settings_new(void);
ASSAY_LOADGEN_API void assay_loadgen_settings_free(assay_loadgen_settings* settings);
/* `name` as in mlperf::TestSettings or LogSettings ("outdir", "prefix", "suffix", "enable_trace"); `value` as text in the
 * "C" locale: "400.5", "true" or "1", "Server", "AccuracyOnly". */
ASSAY_LOADGEN_API int assay_loadgen_settings_set(assay_loadgen_settings* settings, const char* name, const char* value);
/* As mlperf::TestSettings::FromConfig: 0, -ENOENT or -EINVAL. */
ASSAY_LOADGEN_API int assay_loadgen_settings_from_config(assay_loadgen_settings* settings, const char* path,
                                                         const char* model, const char* scenario, int conf_type);

/* Runs the test. `audit_config` may be null. `result` may be null; else it is to be freed. */
ASSAY_LOADGEN_API int assay_loadgen_run(const assay_loadgen_client* client, const assay_loadgen_settings* settings,
                                        const char* audit_config, assay_loadgen_result** result);

/* Any thread. */
ASSAY_LOADGEN_API void assay_loadgen_complete(assay_loadgen_response* responses, size_t count);
ASSAY_LOADGEN_API void assay_loadgen_first_token(assay_loadgen_response* responses, size_t count);
ASSAY_LOADGEN_API void assay_loadgen_abort(void);
ASSAY_LOADGEN_API void assay_loadgen_register_issue_thread(void);

/* What came of it. Texts belong to the result. */
ASSAY_LOADGEN_API int assay_loadgen_result_verdict(const assay_loadgen_result* result);
ASSAY_LOADGEN_API const char* assay_loadgen_result_reason(const assay_loadgen_result* result);
/* A value of the detail log by its key ("result_mean_latency_ns"); null when there is none. */
ASSAY_LOADGEN_API const char* assay_loadgen_result_value(const assay_loadgen_result* result, const char* key);
/* Number `position` of what went wrong or was ignored; null past the last. */
ASSAY_LOADGEN_API const char* assay_loadgen_result_diagnostic(const assay_loadgen_result* result, size_t position);
/* Latencies in order of issue, -1 for a sample without an answer; their number in `count`. */
ASSAY_LOADGEN_API const int64_t* assay_loadgen_result_latencies(const assay_loadgen_result* result, size_t* count);
ASSAY_LOADGEN_API void assay_loadgen_result_free(assay_loadgen_result* result);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_LOADGEN_H */
