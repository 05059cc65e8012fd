// SPDX-License-Identifier: Apache-2.0
// A few rows of MLPerf Inference v5.1 and v6.0, with the values that the public tables have, for tests.
#pragma once

#include "citation/assess_subject.h"
#include "results/row_for_test.h"

namespace assay::citation {

// Source   inference_results_v5.1, summary_results.json: 5.1-0069 (NVIDIA DGX B200), 5.1-0002 (AMD MI325X); the open row
//          is made after the same shape.
struct RowsForTest {
  results::RowSet rows;
  results::Row *server, *twin, *offline, *amd, *open, *later;

  RowsForTest() {
    using enum round::Scenario;
    server = &Add("v5.1", "llama2-70b-99.9", kServer, 99123, "99123.0");
    twin = &Add("v5.1", "llama2-70b-99", kServer, 99123, "99123.0");
    twin->system = server->system;
    server->twin = twin;
    twin->twin = server;
    offline = &Add("v5.1", "llama2-70b-99.9", kOffline, 101527, "101527.0");
    offline->system = server->system;
    amd = &Add("v5.1", "llama2-70b-99.9", kServer, 32027.6, "32027.6");
    results::System& amd_system = results::SystemOf(*amd);
    amd_system.submitter = "AMD";
    amd_system.name = "QuantaGrid D74A-7U";
    amd_system.id = "8xMI325X_2xEPYC_9575F_1";
    amd_system.accelerator = "AMD Instinct MI325X 256GB HBM3e";
    amd_system.framework = "vLLM 0.9.0.2, ROCm 6.4.1";
    amd->weights = results::ParsePrecision("fp8");
    amd->result_id = "5.1-0002";
    open = &Add("v5.1", "llama2-70b-99.9", kOffline, 151000, "151000.0");
    results::SystemOf(*open).division = results::Division::kOpen;
    results::SystemOf(*open).submitter = "Fabrikam";
    open->other_model = true;
    open->model_stated = "llama3_1-70b-fp8_dyn";
    open->accuracy = "ROUGE1: 39.10  ROUGE2: 17.20  ROUGEL: 25.00  TOKENS_PER_SAMPLE: 210.0";
    open->weights = {};
    open->result_id = "5.1-0900";
    later = &Add("v6.0", "llama2-70b-99.9", kServer, 107318, "107318.0");
    later->result_id = {};
  }

  // What a complete quote of `server` states.
  static Facts Complete() {
    return {{"round", "v5.1"},           {"division", "closed"},
            {"availability", "available"}, {"category", "datacenter"},
            {"submitter", "NVIDIA"},     {"system", "NVIDIA DGX B200"},
            {"accelerator", "B200"},     {"accelerators", "8"},
            {"software", "TensorRT 10.11"}, {"benchmark", "llama2-70b-99.9"},
            {"scenario", "Server"},      {"value", "99123"},
            {"unit", "Tokens/s"},        {"precision", "fp4"},
            {"result_id", "5.1-0069"}};
  }
  static Quote CompleteQuote() {
    Quote quote;
    quote.stated = Complete();
    quote.suite = Suite::kInference;
    return quote;
  }
  // Server under 2000 and 200 ms, as the row was measured by the round's rules.
  static Needs MatchingNeeds() {
    Needs needs;
    needs.scenario = round::Scenario::kServer;
    needs.sla.ttft_ns = 2'000'000'000;
    needs.sla.tpot_ns = 200'000'000;
    needs.given = true;
    return needs;
  }

 private:
  results::Row& Add(std::string_view round_name, std::string_view benchmark, round::Scenario scenario, double value,
                    std::string_view digits) {
    results::Row& row =
        results::AddTestRow(rows, round_name, benchmark, scenario, value, round::ResultUnit::kTokensPerSecond);
    results::System& system = results::SystemOf(row);
    system.submitter = "NVIDIA";
    system.id = "B200-SXM-180GBx8_TRT";
    system.name = "NVIDIA DGX B200 (8x B200-SXM-180GB, TensorRT)";
    system.accelerator = "NVIDIA B200-SXM-180GB";
    system.framework = "TensorRT 10.11, CUDA 12.9";
    row.value_stated = digits;
    row.weights = results::ParsePrecision("fp4");
    row.weights_stated = "fp4";
    row.accuracy = "ROUGE1: 44.7172  ROUGE2: 22.3468  ROUGEL: 29.1181  TOKENS_PER_SAMPLE: 274.4";
    row.result_id = "5.1-0069";
    row.source = "https://example.org/results";
    row.inferred = false;
    return row;
  }
};

}  // namespace assay::citation
