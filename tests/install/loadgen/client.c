/* SPDX-License-Identifier: Apache-2.0 */
/* A client in C99. */
#include "assay_loadgen.h"

#include <stdio.h>
#include <string.h>

static void Issue(void* context, const assay_loadgen_sample* samples, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i) {
    assay_loadgen_response response = {0, 0, 0, 0};
    response.id = samples[i].id;
    *(size_t*)context += 1;
    assay_loadgen_complete(&response, 1);
  }
}

int main(void) {
  size_t answered = 0, latencies = 0;
  assay_loadgen_client client;
  assay_loadgen_result* result = NULL;
  assay_loadgen_settings* settings = assay_loadgen_settings_new();
  memset(&client, 0, sizeof client);
  client.struct_size = sizeof client;
  client.context = &answered;
  client.sut_name = "C99";
  client.qsl_name = "none";
  client.total_sample_count = 10;
  client.performance_sample_count = 10;
  client.issue_query = Issue;
  if (assay_loadgen_settings_set(settings, "scenario", "Offline") != ASSAY_LOADGEN_OK) return 1;
  if (assay_loadgen_settings_set(settings, "min_duration_ms", "0") != ASSAY_LOADGEN_OK) return 1;
  if (assay_loadgen_settings_set(settings, "min_query_count", "25") != ASSAY_LOADGEN_OK) return 1;
  if (assay_loadgen_settings_set(settings, "min_query_count", "25x") != ASSAY_LOADGEN_BAD_VALUE) return 2;
  if (assay_loadgen_settings_set(settings, "no_such_setting", "1") != ASSAY_LOADGEN_UNKNOWN_NAME) return 2;
  if (assay_loadgen_run(&client, settings, NULL, &result) != ASSAY_LOADGEN_OK) return 3;
  assay_loadgen_result_latencies(result, &latencies);
  printf("%d %s\n", assay_loadgen_result_verdict(result), assay_loadgen_result_value(result, "result_validity"));
  if (assay_loadgen_result_verdict(result) != ASSAY_LOADGEN_VALID || answered != 25 || latencies != 25) return 4;
  assay_loadgen_result_free(result);
  assay_loadgen_settings_free(settings);
  return 0;
}
