/* SPDX-License-Identifier: Apache-2.0
 * A module that breaks its contract for every fifth sample, in the way that the option `behaviour` names; all others
 * are answered at once with a score that is the sample's index modulo 2.
 *
 *   lose    is never answered           twice   is answered a second time     after   is answered once stop has returned
 *   block   is answered 10 ms late, inside issue                              never   issue doesn't return
 *   error   ends in an error            nan     has NaN as its score          foreign an id that nobody issued, too
 *   stuck-flush, stuck-stop             flush, stop doesn't return            crash   the process ends by SIGSEGV
 */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "assay/assay.h"

#define EVERY 5u
#define MOST_LATE 4096u

struct assay_executor {
  const assay_host* host;
  char behaviour[32];
  uint64_t issued;
  uint64_t late[MOST_LATE];
  uint64_t late_count;
  pthread_t late_thread;
  int late_running;
};

static void SleepMs(long ms) {
  const struct timespec time = {ms / 1000, (ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static void Forever(void) {
  for (;;) SleepMs(1000);
}

static int Is(const assay_executor* self, const char* behaviour) { return strcmp(self->behaviour, behaviour) == 0; }

static int32_t Create(const assay_executor_config* config, const assay_host* host, assay_executor** executor,
                      assay_error* error) {
  static assay_executor only;
  (void)error;
  memset(&only, 0, sizeof only);
  only.host = host;
  for (uint32_t i = 0; i < config->option_count; ++i) {
    if (strcmp(config->options[i].key, "behaviour") == 0) {
      strncpy(only.behaviour, config->options[i].value, sizeof only.behaviour - 1);
    }
  }
  *executor = &only;
  return ASSAY_OK;
}

static void Describe(assay_executor* self, assay_description* description) {
  (void)self;
  description->output_type = ASSAY_FLOAT32;
  description->output_bytes = sizeof(float);
  description->runtime = "hostile 1";
  description->device = "cpu";
  description->precision = "fp32";
}

static int32_t Load(assay_executor* self, const uint64_t* indices, uint64_t count, assay_error* error) {
  (void)self, (void)indices, (void)count, (void)error;
  return ASSAY_OK;
}

static int32_t Start(assay_executor* self, assay_error* error) {
  (void)error;
  self->issued = 0, self->late_count = 0;
  return ASSAY_OK;
}

static void Answer(const assay_executor* self, uint64_t id, float score, uint32_t status) {
  assay_completion completion = {0};
  completion.id = id;
  completion.status = status;
  if (status == ASSAY_STATUS_OK) completion.output = &score, completion.output_bytes = sizeof score;
  if (status == ASSAY_STATUS_ERROR) completion.error = 42;
  self->host->complete(self->host->context, &completion, 1);
}

static void AnswerBadly(assay_executor* self, const assay_sample* sample, float score) {
  if (Is(self, "lose")) return;
  if (Is(self, "after") && self->late_count < MOST_LATE) {
    self->late[self->late_count++] = sample->id;
    return;
  }
  if (Is(self, "never")) Forever();
  if (Is(self, "crash")) raise(SIGSEGV);
  if (Is(self, "block")) SleepMs(10);
  if (Is(self, "nan")) score = NAN;
  if (Is(self, "foreign")) Answer(self, UINT64_C(0xFFFFFFFF00000000), 0, ASSAY_STATUS_OK);
  Answer(self, sample->id, score, Is(self, "error") ? ASSAY_STATUS_ERROR : ASSAY_STATUS_OK);
  if (Is(self, "twice")) Answer(self, sample->id, 1 - score, ASSAY_STATUS_OK);
}

static void Issue(assay_executor* self, const assay_query* queries, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    for (uint64_t k = 0; k < queries[i].sample_count; ++k) {
      const assay_sample* sample = &queries[i].samples[k];
      const float score = (float)(sample->index % 2);
      if (++self->issued % EVERY == 0) {
        AnswerBadly(self, sample, score);
      } else {
        Answer(self, sample->id, score, ASSAY_STATUS_OK);
      }
    }
  }
}

static void Flush(assay_executor* self) {
  if (Is(self, "stuck-flush")) Forever();
}

static void* AnswerLate(void* executor) {
  const assay_executor* self = executor;
  SleepMs(2);
  for (uint64_t i = 0; i < self->late_count; ++i) Answer(self, self->late[i], 0, ASSAY_STATUS_OK);
  return NULL;
}

static void Stop(assay_executor* self) {
  if (Is(self, "stuck-stop")) Forever();
  if (Is(self, "after")) self->late_running = pthread_create(&self->late_thread, NULL, AnswerLate, self) == 0;
}

/* Not after destroy: the host isn't there any more. */
static void Destroy(assay_executor* self) {
  if (self->late_running) pthread_join(self->late_thread, NULL);
}

static void Nothing(assay_executor* self) { (void)self; }

ASSAY_EXPORT const assay_executor_v1* assay_executor_v1_get(void) {
  static const assay_executor_v1 kTable = {.abi_version = ASSAY_EXECUTOR_ABI,
                                           .struct_size = sizeof(assay_executor_v1),
                                           .name = "hostile",
                                           .create = Create,
                                           .destroy = Destroy,
                                           .describe = Describe,
                                           .load_samples = Load,
                                           .start = Start,
                                           .issue = Issue,
                                           .flush = Flush,
                                           .cancel = Nothing,
                                           .stop = Stop};
  return &kTable;
}
