// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/vocabulary.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "citation/reading/token.h"

namespace assay::citation {
namespace {

struct CompanySpelling {
  std::string_view written, name;
};

// Company names as press releases write them; the rows' own spelling, where the rows have it, wins
// in AddSubmitters.
constexpr CompanySpelling kCompanies[] = {{"NVIDIA", "NVIDIA"},
                                   {"AMD", "AMD"},
                                   {"Intel", "Intel"},
                                   {"Google", "Google"},
                                   {"Google Cloud", "Google"},
                                   {"Dell", "Dell"},
                                   {"Dell Technologies", "Dell"},
                                   {"HPE", "HPE"},
                                   {"Hewlett Packard Enterprise", "HPE"},
                                   {"Supermicro", "Supermicro"},
                                   {"Super Micro", "Supermicro"},
                                   {"Lenovo", "Lenovo"},
                                   {"Cisco", "Cisco"},
                                   {"Oracle", "Oracle"},
                                   {"Oracle Cloud", "Oracle"},
                                   {"Microsoft Azure", "Azure"},
                                   {"Azure", "Azure"},
                                   {"Qualcomm", "Qualcomm"},
                                   {"Fujitsu", "Fujitsu"},
                                   {"GIGABYTE", "GIGABYTE"},
                                   {"Giga Computing", "GigaComputing"},
                                   {"ASUSTeK", "ASUSTeK"},
                                   {"ASUS", "ASUSTeK"},
                                   {"Quanta Cloud Technology", "Quanta_Cloud_Technology"},
                                   {"QCT", "Quanta_Cloud_Technology"},
                                   {"Red Hat", "RedHat"},
                                   {"CoreWeave", "CoreWeave"},
                                   {"Lambda", "Lambda"},
                                   {"Juniper Networks", "JuniperNetworks"},
                                   {"Untether AI", "UntetherAI"},
                                   {"Neural Magic", "NeuralMagic"},
                                   {"Broadcom", "Broadcom"},
                                   {"Nebius", "Nebius"},
                                   {"MangoBoost", "MangoBoost"},
                                   {"KRAI", "KRAI"},
                                   {"Sustainable Metal Cloud", "SMC"},
                                   {"VMware", "VMware"},
                                   {"Inspur", "Inspur"},
                                   {"Alibaba", "Alibaba"}};

// Accelerators that a claim may name before (or without) a row; more come from the rows.
constexpr std::string_view kAccelerators[] = {"H100",
                                              "H200",
                                              "H800",
                                              "H20",
                                              "B100",
                                              "B200",
                                              "B300",
                                              "GB200",
                                              "GB300",
                                              "GB200 NVL72",
                                              "GB300 NVL72",
                                              "GH200",
                                              "A100",
                                              "A800",
                                              "A30",
                                              "A40",
                                              "A10",
                                              "A2",
                                              "T4",
                                              "L4",
                                              "L40",
                                              "L40S",
                                              "V100",
                                              "P100",
                                              "MI100",
                                              "MI210",
                                              "MI250",
                                              "MI250X",
                                              "MI300A",
                                              "MI300X",
                                              "MI325X",
                                              "MI350X",
                                              "MI355X",
                                              "MI400",
                                              "Gaudi",
                                              "Gaudi 2",
                                              "Gaudi 3",
                                              "TPU v4",
                                              "TPU v5e",
                                              "TPU v5p",
                                              "TPU v6e",
                                              "TPU v6",
                                              "TPU v7",
                                              "Trillium",
                                              "Ironwood",
                                              "Trainium2",
                                              "Inferentia2",
                                              "RTX 4090",
                                              "RTX 5090",
                                              "RTX 6000 Ada",
                                              "RTX PRO 6000",
                                              "Jetson AGX Orin",
                                              "Jetson AGX Thor",
                                              "Jetson Orin NX",
                                              "Cloud AI 100",
                                              "WSE-3",
                                              "H100 NVL",
                                              "H100 PCIe",
                                              "H100 SXM",
                                              "H200 NVL",
                                              "H200 SXM",
                                              "Arc Pro B60",
                                              "Rubin CPX",
                                              "A100 80GB"};

constexpr std::string_view kSoftware[] = {"TensorRT",
                                          "TensorRT-LLM",
                                          "vLLM",
                                          "SGLang",
                                          "PyTorch",
                                          "TensorFlow",
                                          "TensorFlow Lite",
                                          "TFLite",
                                          "ONNX Runtime",
                                          "OpenVINO",
                                          "ROCm",
                                          "CUDA",
                                          "cuDNN",
                                          "Triton",
                                          "Triton Inference Server",
                                          "JAX",
                                          "MXNet",
                                          "DeepSparse",
                                          "ArmNN",
                                          "llama.cpp",
                                          "LMDeploy",
                                          "TGI",
                                          "JetPack",
                                          "OneDNN",
                                          "MIGraphX",
                                          "LLM-D",
                                          "KServe",
                                          "Dynamo",
                                          "SHARK-AI",
                                          "MIVisionX",
                                          "LLMBoost",
                                          "NeuronX",
                                          "TVM",
                                          "LiteRT",
                                          "Core ML",
                                          "Synapse",
                                          "SynapseAI"};

bool IsMemory(std::string_view folded) {
  const std::size_t digits = folded.find_first_not_of("0123456789");
  if (digits == std::string_view::npos || digits == 0)
    return folded.starts_with("hbm") || folded.starts_with("gddr");
  const std::string_view tail = folded.substr(digits);
  return tail == "gb" || tail == "g" || tail == "w" || tail == "gib";
}

bool HasDigit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
bool HasLetter(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
}

void Put(NameTable& table, std::string_view written, std::string_view name) {
  std::string folded = FoldName(written);
  if (!folded.empty()) table.try_emplace(std::move(folded), name);
}

// "NVIDIA H200-SXM-141GB" -> H200-SXM-141GB, H200-SXM, H200; "AMD Instinct MI325X 256GB HBM3e" ->
// MI325X.
void AddAccelerator(std::string_view stated, NameTable& table) {
  if (stated.find(',') != std::string_view::npos || stated.find(" and ") != std::string_view::npos)
    return;
  stated = stated.substr(0, stated.find('('));
  const std::vector<Token> tokens = Tokenise(stated);
  std::size_t first = tokens.size(), last = tokens.size();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::kSign) continue;
    if (first == tokens.size() &&
        IsOneOf(tokens[i], "nvidia", "amd", "instinct", "intel", "qualcomm", "geforce", "tesla",
                "arm", "virtualized", "xilinx", "quadro", "ms")) {
      continue;
    }
    if (first == tokens.size()) first = i;
    if (i > first && IsMemory(tokens[i].folded)) break;
    last = i;
  }
  if (first >= tokens.size() || last >= tokens.size()) return;
  const auto part = [&](std::size_t to) {
    return std::string(stated.substr(tokens[first].begin, tokens[to].end - tokens[first].begin));
  };
  const std::string whole = part(tokens.size() - 1), model = part(last);
  if (!HasLetter(model) || !HasDigit(model)) return;
  Put(table, whole, whole);
  Put(table, model, model);
}

void AddSystem(const results::System& system, NameTable& table) {
  std::string_view name = system.name.substr(0, system.name.find('('));
  while (!name.empty() && (name.back() == ' ' || name.back() == ',')) name.remove_suffix(1);
  std::string_view short_name = name;
  const std::size_t blank = name.find(' ');
  if (blank != std::string_view::npos &&
      FoldName(name.substr(0, blank)) == FoldName(system.submitter)) {
    short_name = name.substr(blank + 1);
  }
  for (std::string_view maker : {"NVIDIA ", "Dell ", "Cisco ", "HPE ", "Lenovo ", "Supermicro "}) {
    if (short_name.starts_with(maker)) short_name.remove_prefix(maker.size());
  }
  for (std::string_view written : {name, short_name, system.id}) {
    const std::string folded = FoldName(written);
    if (folded.size() >= 6 && HasDigit(folded) && HasLetter(folded))
      Put(table, written, written == system.id ? written : short_name);  // a directory is no name
  }
}

}  // namespace

std::string FoldName(std::string_view text) {
  std::string out;
  for (const Token& token : Tokenise(text)) out += token.folded;
  return out;
}

Vocabulary MakeVocabulary(const results::RowSet& rows) {
  Vocabulary out;
  for (const results::System& system : rows.systems()) {
    Put(out.submitters, system.submitter, system.submitter);
    AddAccelerator(system.accelerator, out.accelerators);
  }
  for (const CompanySpelling& company : kCompanies) {
    // The rows' own name for the company, where they have one.
    const auto known = out.submitters.find(FoldName(company.name));
    Put(out.submitters, company.written,
        known == out.submitters.end() ? company.name : known->second);
  }
  for (std::string_view name : kAccelerators) Put(out.accelerators, name, name);
  for (const results::System& system : rows.systems()) {
    AddSystem(system, out.systems);
  }
  // "NVIDIA H100" as a system's name is its accelerator.
  std::erase_if(out.systems, [&](const auto& system) {
    return out.accelerators.contains(system.first) ||
           out.accelerators.contains(FoldName(system.second));
  });
  for (std::string_view name :
       {"DGX H100", "DGX H200", "DGX B200", "DGX B300", "DGX A100", "HGX H100", "HGX H200",
        "HGX B200", "PowerEdge XE9680", "PowerEdge XE9640"}) {
    Put(out.systems, name, name);
  }
  for (std::string_view name : kSoftware) Put(out.software, name, name);
  return out;
}

}  // namespace assay::citation
