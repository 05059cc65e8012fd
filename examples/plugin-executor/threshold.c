/* SPDX-License-Identifier: Apache-2.0
 *
 * An executor in plain C, outside of assay's tree: the score is 1 when one feature exceeds a threshold, else 0. The
 * kind of rule that a model has to beat. Options: feature (its number, default 0), threshold (default 0).
 *
 * It answers inside issue, which is right for something that takes nanoseconds. An executor that takes longer hands
 * the samples to threads of its own: what they point at stays until stop returns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assay/assay.h"

struct assay_executor {
  const assay_host* host;
  float* row; /* one sample's input */
  uint64_t row_bytes;
  uint64_t feature;
  float threshold;
  char feature_text[32], threshold_text[32];
  assay_option details[2];
};

static int32_t Fail(assay_error* error, int32_t code, const char* what, const char* found) {
  error->code = code;
  snprintf(error->what, sizeof error->what, "%s, found '%s'", what, found);
  return code;
}

static int32_t ReadOptions(const assay_executor_config* config, assay_executor* self, assay_error* error) {
  for (uint32_t i = 0; i < config->option_count; ++i) {
    const assay_option* option = &config->options[i];
    char* end = NULL;
    if (strcmp(option->key, "feature") == 0) {
      self->feature = strtoull(option->value, &end, 10);
      if (*option->value == '\0' || *option->value == '-' || *end != '\0' ||
          self->feature >= config->input->bytes / sizeof(float)) {
        return Fail(error, ASSAY_OUT_OF_RANGE, "option feature: expected the number of a feature", option->value);
      }
    } else if (strcmp(option->key, "threshold") == 0) {
      self->threshold = strtof(option->value, &end);
      if (*option->value == '\0' || *end != '\0') {
        return Fail(error, ASSAY_OUT_OF_RANGE, "option threshold: expected a number", option->value);
      }
    } else {
      return Fail(error, ASSAY_UNKNOWN_KEY, "expected the options feature and threshold", option->key);
    }
  }
  return ASSAY_OK;
}

static void Destroy(assay_executor* self) {
  free(self->row);
  free(self);
}

static int32_t Create(const assay_executor_config* config, const assay_host* host, assay_executor** executor,
                      assay_error* error) {
  if (config->input == NULL || config->input->type != ASSAY_FLOAT32) {
    return Fail(error, ASSAY_SUT_MISMATCH, "expected an input of float32", config->input ? "another type" : "none");
  }
  assay_executor* self = calloc(1, sizeof *self);
  if (self != NULL) self->row = malloc(config->input->bytes);
  if (self == NULL || self->row == NULL) {
    free(self);
    return Fail(error, ASSAY_SUT_FAILED, "expected memory for one row", "none");
  }
  self->host = host;
  self->row_bytes = config->input->bytes;
  const int32_t code = ReadOptions(config, self, error);
  if (code != ASSAY_OK) {
    Destroy(self);
    return code;
  }
  snprintf(self->feature_text, sizeof self->feature_text, "%llu", (unsigned long long)self->feature);
  snprintf(self->threshold_text, sizeof self->threshold_text, "%g", (double)self->threshold);
  self->details[0] = (assay_option){"feature", self->feature_text};
  self->details[1] = (assay_option){"threshold", self->threshold_text};
  *executor = self;
  return ASSAY_OK;
}

static void Describe(assay_executor* self, assay_description* description) {
  description->output_type = ASSAY_FLOAT32;
  description->output_bytes = sizeof(float);
  description->runtime = "threshold 1";
  description->device = "cpu";
  description->precision = "fp32";
  description->details = self->details;
  description->detail_count = 2;
}

static int32_t LoadSamples(assay_executor* self, const uint64_t* indices, uint64_t count, assay_error* error) {
  (void)self, (void)indices, (void)count, (void)error;
  return ASSAY_OK; /* read_input does it */
}

static int32_t Start(assay_executor* self, assay_error* error) {
  (void)self, (void)error;
  return ASSAY_OK;
}

static void Answer(assay_executor* self, const assay_sample* sample) {
  const assay_host* host = self->host;
  float score = 0;
  assay_completion completion = {0};
  completion.id = sample->id;
  if (host->read_input(host->context, sample->index, self->row, self->row_bytes) == 0) {
    score = self->row[self->feature] > self->threshold ? 1.0f : 0.0f;
    completion.status = ASSAY_STATUS_OK;
    completion.output = &score;
    completion.output_bytes = sizeof score;
  } else {
    completion.status = ASSAY_STATUS_ERROR;
    completion.error = 1;
  }
  host->complete(host->context, &completion, 1);
}

static void Issue(assay_executor* self, const assay_query* queries, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    for (uint64_t k = 0; k < queries[i].sample_count; ++k) Answer(self, &queries[i].samples[k]);
  }
}

/* Nothing ever waits here. */
static void Nothing(assay_executor* self) { (void)self; }

ASSAY_EXPORT const assay_executor_v1* assay_executor_v1_get(void) {
  static const assay_executor_v1 kTable = {
      .abi_version = ASSAY_EXECUTOR_ABI,
      .struct_size = sizeof(assay_executor_v1),
      .name = "threshold",
      .create = Create,
      .destroy = Destroy,
      .describe = Describe,
      .load_samples = LoadSamples,
      .start = Start,
      .issue = Issue,
      .flush = Nothing,
      .cancel = Nothing,
      .stop = Nothing,
  };
  return &kTable;
}
