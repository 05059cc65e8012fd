/* SPDX-License-Identifier: Apache-2.0
 * A module that breaks its contract: the sample's index chooses how. flush answers id 7 again, also after stop. Its
 * create fails without a reason when the option `fail` is there. */
#include <stddef.h>

#include "assay/assay.h"

struct assay_executor {
  const assay_host* host;
};

static int32_t Create(const assay_executor_config* config, const assay_host* host, assay_executor** executor,
                      assay_error* error) {
  static assay_executor only;
  (void)error;
  if (config->option_count > 0) return 12345; /* a number that no error has */
  only.host = host;
  *executor = &only;
  return ASSAY_OK;
}

static void Describe(assay_executor* self, assay_description* description) {
  (void)self;
  description->output_type = 77; /* no such type; and all texts stay NULL */
  description->detail_count = 5; /* but no details */
}

static int32_t Load(assay_executor* self, const uint64_t* indices, uint64_t count, assay_error* error) {
  (void)self, (void)indices, (void)count, (void)error;
  return ASSAY_OK;
}

static int32_t Start(assay_executor* self, assay_error* error) {
  (void)self, (void)error;
  return ASSAY_OK;
}

static void Issue(assay_executor* self, const assay_query* queries, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    for (uint64_t k = 0; k < queries[i].sample_count; ++k) {
      const assay_sample* sample = &queries[i].samples[k];
      assay_completion completion = {0};
      completion.id = sample->id;
      completion.status = sample->index == 0 ? 0 : sample->index == 1 ? 250 : ASSAY_STATUS_OK;
      completion.output_bytes = sample->index == 2 ? 16 : 0; /* 16 bytes at NULL */
      self->host->complete(self->host->context, &completion, 1);
    }
  }
  self->host->complete(self->host->context, NULL, 3);
  self->host->first_token(self->host->context, NULL, 3);
}

static void Flush(assay_executor* self) {
  assay_completion completion = {0};
  completion.id = 7;
  completion.status = ASSAY_STATUS_OK;
  self->host->complete(self->host->context, &completion, 1);
}

static void Nothing(assay_executor* self) { (void)self; }

const assay_executor_v1* assay_executor_v1_get(void) {
  static const assay_executor_v1 kTable = {.abi_version = ASSAY_EXECUTOR_ABI,
                                           .struct_size = sizeof(assay_executor_v1),
                                           .name = "bad_answers",
                                           .create = Create,
                                           .destroy = Nothing,
                                           .describe = Describe,
                                           .load_samples = Load,
                                           .start = Start,
                                           .issue = Issue,
                                           .flush = Flush,
                                           .cancel = Nothing,
                                           .stop = Nothing};
  return &kTable;
}
