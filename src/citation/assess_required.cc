// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"

#include "citation/match_text.h"

namespace assay::citation {
namespace {

struct Required {
  std::string_view word;
  std::string_view fields[3];  // any of them
};

constexpr Required kText[] = {{"submitter", {"submitter"}},
                              {"benchmark", {"benchmark", "model"}},
                              {"version", {"round"}},
                              {"system", {"system", "accelerator", "host_processor"}}};
constexpr Required kFootnote[] = {{"version", {"round"}},          {"division", {"division"}},
                                  {"benchmark", {"benchmark", "model"}}, {"scenario", {"scenario"}},
                                  {"date of retrieval", {"date"}}, {"source", {"source"}},
                                  {"result ID", {"result_id"}}};

bool Has(const Subject& subject, const Required& required) {
  for (const std::string_view field : required.fields) {
    if (!field.empty() && subject.Stated(field)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> MissingInText(const Subject& subject) {
  std::vector<std::string> missing;
  for (const Required& each : kText) {
    if (!Has(subject, each)) missing.emplace_back(each.word);
  }
  return missing;
}

std::vector<std::string> MissingInFootnote(const Subject& subject) {
  std::vector<std::string> missing;
  if (subject.quote.suite == Suite::kNotStated && !subject.Stated("suite")) missing.emplace_back("suite");
  for (const Required& each : kFootnote) {
    if (!Has(subject, each)) missing.emplace_back(each.word);
  }
  if (!MentionsAny(subject.Words(), "mlcommons.org", "mlcommons org", "trademark", "trademarks")) {
    missing.emplace_back("trademark legend");
  }
  return missing;
}

std::string Listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  }
  return text;
}

}  // namespace assay::citation
