/* SPDX-License-Identifier: Apache-2.0
 *
 * The C boundary of an executor that lives in a shared library of its own: assay_executor_v1.
 *
 * A module (lib/assay/executor_NAME.so, or any file named by `executor: plugin`) exports one function,
 * assay_executor_v1_get, which returns a table of functions. assay calls them in this order, for one executor:
 *
 *   create, describe, load_samples, start, issue ... flush, [cancel,] stop, [start ... stop,] destroy
 *
 * describe may be called at any time between create and destroy, but never at once with another call.
 *
 * create is called on a thread that may only run on the cores that the spec gives to the system; a module's threads
 * belong there, too, also those that start makes.
 *
 * Plain C11, and C++14. Everything is UTF-8, NUL-terminated, in the host's byte order; times are nanoseconds.
 * No C++ exception may cross this boundary: a module catches its own.
 * Version 1 is final; fields are only ever appended to the end of a struct that starts with struct_size. Whoever
 * reads such a struct looks at no field beyond the struct_size that it was given.
 */
#ifndef ASSAY_ASSAY_H_
#define ASSAY_ASSAY_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_EXECUTOR_ABI 1u

#if defined(__GNUC__)
#define ASSAY_EXPORT __attribute__((visibility("default")))
#else
#define ASSAY_EXPORT
#endif

/* Element types of tensors. */
#define ASSAY_FLOAT32 1u
#define ASSAY_UINT8 2u
#define ASSAY_INT64 3u
#define ASSAY_INT32 4u

/* How a sample ended. */
#define ASSAY_STATUS_OK 1u        /* answered */
#define ASSAY_STATUS_ERROR 2u     /* failed: counts as an error of the system, not as a wrong answer */
#define ASSAY_STATUS_CANCELLED 3u /* dropped after cancel or stop */

/* Return values and assay_error.code: 0, or a number that `assay explain` knows. Others count as ASSAY_SUT_FAILED. */
#define ASSAY_OK 0
#define ASSAY_NOT_FOUND 201    /* the model file isn't there */
#define ASSAY_UNKNOWN_NAME 102 /* an option names something that doesn't exist */
#define ASSAY_UNKNOWN_KEY 302  /* an option that the executor doesn't have */
#define ASSAY_OUT_OF_RANGE 306 /* an option's value */
#define ASSAY_SUT_FAILED 701   /* could not start */
#define ASSAY_SUT_MISSING 702  /* a library that the executor needs isn't installed; name its package in `hint` */
#define ASSAY_SUT_MISMATCH 703 /* the model's inputs, outputs or precision aren't those of the spec */

/* Filled by the function that fails. Belongs to the caller. */
typedef struct assay_error {
  int32_t code;
  char what[1024]; /* one line: what was expected, what was found */
  char hint[512];  /* one line: what to do; may be empty */
} assay_error;

typedef struct assay_option {
  const char* key;
  const char* value;
} assay_option;

/* The tensor of one sample, without a batch axis. */
typedef struct assay_tensor {
  uint32_t type; /* ASSAY_FLOAT32 ... */
  uint32_t rank;
  const int64_t* dims; /* `rank` of them, each >= 1 */
  uint64_t bytes;      /* of one sample */
} assay_tensor;

/* What the spec says of the system. Valid only during create. */
typedef struct assay_executor_config {
  uint32_t struct_size;
  int32_t threads;       /* >= 1: threads that compute one batch */
  const char* id;        /* systems[].id */
  const char* model;     /* path; empty when there is none */
  const char* precision; /* as claimed; empty when not claimed */
  const char* device;    /* empty when not stated */
  uint32_t max_batch;    /* >= 1: samples per batch at most */
  uint32_t option_count;
  const assay_option* options; /* the executor's own, in the order of the spec */
  int64_t batch_wait_ns;       /* >= 0: how long the first sample of a batch waits for more */
  uint64_t seed;               /* for whatever the executor draws */
  const assay_tensor* input;   /* what read_input writes; NULL when there is no input */
} assay_executor_config;

typedef struct assay_sample {
  uint64_t id;    /* of this issue of the sample: answer with it */
  uint64_t index; /* in the dataset: read its tensor with it */
} assay_sample;

typedef struct assay_query {
  uint64_t id;
  const assay_sample* samples; /* valid until stop returns: no copy needed */
  uint64_t sample_count;
} assay_query;

typedef struct assay_completion {
  uint64_t id;           /* assay_sample.id */
  const void* output;    /* need only be valid during the call of complete; may be NULL with 0 bytes */
  uint64_t output_bytes; /* no more than assay_description.output_bytes */
  uint32_t status;       /* ASSAY_STATUS_OK ... */
  int32_t error;         /* the executor's own error number, for ASSAY_STATUS_ERROR */
  uint32_t tokens;       /* output tokens; 0 where the word has no meaning */
  uint32_t reserved;     /* 0 */
} assay_completion;

/* What the module may call. The struct lives from before create until after destroy. All functions may be called from
 * any thread and never block, allocate or throw. */
typedef struct assay_host {
  uint32_t struct_size;
  uint32_t reserved;
  void* context; /* first argument of each function below */
  /* Answers samples, in any order and grouping. Between start and the return of stop, also from inside issue.
   * One timestamp is taken for the whole call, on entry. Each id is answered exactly once. */
  void (*complete)(void* context, const assay_completion* completions, uint64_t count);
  /* The first token of these samples has arrived. They still have to be completed. */
  void (*first_token)(void* context, const uint64_t* ids, uint64_t count);
  /* Writes the input of dataset sample `index`, exactly config.input->bytes long. 0 when it worked; otherwise the
   * sample can't be made: answer it with ASSAY_STATUS_ERROR. */
  int32_t (*read_input)(void* context, uint64_t index, void* tensor, uint64_t bytes);
  /* The monotonic clock that latencies are measured with. */
  int64_t (*now_ns)(void* context);
} assay_host;

/* What the executor found out about itself, for the record; not what it was told. Strings belong to the executor and
 * are valid until the next describe or destroy. */
typedef struct assay_description {
  uint32_t struct_size; /* set by the caller */
  uint32_t output_type; /* ASSAY_FLOAT32 ... */
  uint64_t output_bytes; /* most bytes of one sample's output; 0 = no output */
  const char* runtime;   /* "onnxruntime 1.32.0" */
  const char* device;    /* "cpu" */
  const char* precision; /* as found in the model: "fp32", "int8"; "undisclosed" when it can't be seen */
  const assay_option* details; /* options as taken */
  uint32_t detail_count;
  uint32_t reserved;
} assay_description;

typedef struct assay_executor assay_executor; /* the module's own */

/* Functions that return int32_t give ASSAY_OK, or an error's number after filling *error. */
typedef struct assay_executor_v1 {
  uint32_t abi_version; /* ASSAY_EXECUTOR_ABI */
  uint32_t struct_size; /* sizeof(assay_executor_v1) */
  const char* name;     /* of the executor, for messages and the record */
  int32_t (*create)(const assay_executor_config* config, const assay_host* host, assay_executor** executor,
                    assay_error* error);
  void (*destroy)(assay_executor* executor);
  void (*describe)(assay_executor* executor, assay_description* description);
  /* Brings these samples into memory; untimed. read_input works for them from now on. */
  int32_t (*load_samples)(assay_executor* executor, const uint64_t* indices, uint64_t count, assay_error* error);
  int32_t (*start)(assay_executor* executor, assay_error* error);
  /* Takes queries; called by one thread at a time. Returns soon: time spent here delays the next queries and counts
   * as latency. The array `queries` is only valid during the call, what its samples point at stays. */
  void (*issue)(assay_executor* executor, const assay_query* queries, uint64_t count);
  /* No more queries follow in this series: don't wait for a batch to fill. */
  void (*flush)(assay_executor* executor);
  /* Stop working on what hasn't been answered. From any thread, also while another call is in progress. */
  void (*cancel)(assay_executor* executor);
  /* After it returns, no thread of the module calls the host. start may follow again. */
  void (*stop)(assay_executor* executor);
} assay_executor_v1;

/* The one symbol of a module. The table lives as long as the process. */
ASSAY_EXPORT const assay_executor_v1* assay_executor_v1_get(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ASSAY_ASSAY_H_ */
