// SPDX-License-Identifier: Apache-2.0
#include "citation/citation_schema.h"

#include "spec/document_schema.h"

namespace assay::citation {
namespace {

using Field = spec::DocumentField;
using Object = spec::DocumentObject;

constexpr Field kDocument[] = {{"citations", "[@citation]"}, {"not_read", "[@not_read]"}};
constexpr Field kCitation[] = {
    {"verdict", "(EVIDENCE|EVIDENCE-LIMITED|NOT-YET-A-CLAIM|DECORATIVE|VIOLATION|OVERCLAIM|CONTRADICTED)"},
    {"because", "string"},
    {"place", "@place"},
    {"text", "string"},
    {"suite", "string"},
    {"match", "string"},
    {"stated", "{string}"},
    {"filled", "{string}"},
    {"contradictions", "[@contradiction]"},
    {"questions", "[@question]"},
    {"licensed", "[string]"},
    {"not_licensed", "[string]"},
    {"rules", "[@rule]"},
    {"sentence", "string?"},
    {"footnote", "string?"},
    {"ask", "[@ask]"},
    {"slot", "integer"}};
constexpr Field kPlace[] = {{"file", "string?"}, {"part", "string?"}, {"line", "integer?"}, {"column", "integer?"}};
constexpr Field kContradiction[] = {{"field", "string"}, {"stated", "string"}, {"held", "string"}};
constexpr Field kQuestion[] = {{"id", "string"},    {"question", "string"},   {"state", "string"},
                               {"words", "string"}, {"licensed", "[string]"}, {"not_licensed", "[string]"}};
constexpr Field kRule[] = {{"id", "string"},
                           {"state", "(kept|broken|completed|not known|not applicable)"},
                           {"source", "string"},
                           {"words", "string"}};
constexpr Field kAsk[] = {{"field", "string"}, {"question", "string"}};
constexpr Field kNotRead[] = {{"file", "string?"}, {"part", "string?"}, {"reason", "string"}};
constexpr Object kObjects[] = {{"citation", kCitation}, {"place", kPlace}, {"contradiction", kContradiction},
                               {"question", kQuestion}, {"rule", kRule},   {"ask", kAsk},
                               {"not_read", kNotRead}};

}  // namespace

std::string CitationSchema() {
  return spec::DocumentSchema("assay.citation/1", "quoted benchmark numbers, and what each licenses one to claim",
                              kDocument, kObjects);
}

}  // namespace assay::citation
