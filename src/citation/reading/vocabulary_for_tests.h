// SPDX-License-Identifier: Apache-2.0
// Systems by hand, spelled as the public rounds spell them, for tests of the readers.
#pragma once

#include <string>

#include "citation/citation.h"
#include "citation/reading/vocabulary.h"

namespace assay::citation {

inline Vocabulary VocabularyForTests() {
  results::RowSet rows;
  const auto add = [&](std::string_view submitter, std::string_view name, std::string_view accelerator) {
    results::System& system = rows.AddSystem();
    system.submitter = submitter;
    system.name = name;
    system.accelerator = accelerator;
  };
  add("NVIDIA", "NVIDIA DGX H200 (8x H200-SXM-141GB, TensorRT)", "NVIDIA H200-SXM-141GB");
  add("AMD", "Supermicro AS-8125GS-TNMR2", "AMD Instinct MI300X 192GB HBM3");
  add("Supermicro", "AS-8126GS-TNMR (8x MI325X)", "AMD Instinct MI325X 256GB HBM3e");
  add("Cisco", "Cisco UCS C885A M8 (8x H200-SXM-141GB, TensorRT)", "NVIDIA H200-SXM-141GB");
  add("Dell", "Dell PowerEdge XE9680 (8x H200-SXM-141GB, TensorRT)", "NVIDIA H200-SXM-141GB");
  add("Krai", "1xRTX4090", "NVIDIA GeForce RTX 4090");
  add("Quanta_Cloud_Technology", "QuantaGrid D74A-7U", "AMD Instinct MI325X 256GB HBM3e");
  add("Lenovo", "ThinkSystem SR680a V3", "NVIDIA RTX PRO 6000 Blackwell Server Edition");
  for (std::string_view submitter : {"Google", "Oracle", "Intel", "HPE", "CoreWeave", "GATEOverflow"}) {
    add(submitter, "", "");
  }
  return MakeVocabulary(rows);
}

// One line a quote: "MLPerf Inference ~ benchmark=… value=… vs{accelerator=H100} !speedup".
inline std::string LineOf(const Quote& quote) {
  std::string out(quote.suite == Suite::kNotStated ? "-" : NameOf(quote.suite));
  if (quote.rounded) out += " ~";
  for (const auto& [field, value] : quote.stated) {
    if (field != "suite" || quote.suite == Suite::kNotStated || quote.suite == Suite::kNotMlperf) {
      out += " " + field + "=" + value;
    }
  }
  for (const Facts& side : quote.compared_with) {
    std::string words;
    for (const auto& [field, value] : side) words += (words.empty() ? "" : " ") + field + "=" + value;
    out += " vs{" + words + "}";
  }
  for (const std::string& assertion : quote.asserts) out += " !" + assertion;
  return out;
}

}  // namespace assay::citation
