// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "citation/document.h"
#include "citation/needs.h"
#include "citation/reading/fields.h"
#include "citation/reading/sentence.h"
#include "citation/reading/vocabulary_for_tests.h"
#include "target.h"

namespace {

void CheckQuote(const assay::citation::Quote& quote) {
  for (const auto& [field, value] : quote.stated) {
    CHECK_PROMISE(std::find(std::begin(assay::citation::kFields),
                            std::end(assay::citation::kFields),
                            field) != std::end(assay::citation::kFields));
    CHECK_PROMISE(!value.empty());
  }
}

}  // namespace

// The first byte chooses the reader: s sentence, f fields, n needs, and h m p c t the document
// formats but PDF, whose reader is another program.
int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const assay::citation::Vocabulary vocabulary = assay::citation::VocabularyForTests();
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  switch (bytes[0]) {
    case 's':
      for (const auto& quote : assay::citation::ReadSentence(text, {}, vocabulary))
        CheckQuote(quote);
      return 0;
    case 'f':
      if (const auto read = assay::citation::ReadFields(text, "claims.yaml", vocabulary)) {
        for (const auto& quote : read->quotes) CheckQuote(quote);
      } else {
        CHECK_PROMISE(!read.error().empty());
      }
      return 0;
    case 'n':
      if (const auto needs = assay::citation::ReadNeeds(text, "needs.yaml"); !needs)
        CHECK_PROMISE(!needs.error().empty());
      return 0;
    default:
      break;
  }
  for (const assay::DocumentInfo* format : assay::AllDocuments()) {
    if (format->name[0] != static_cast<char>(bytes[0]) || format->name == "pdf") continue;
    if (const auto read = format->read(text, "document")) {
      for (const auto& passage : read->passages) CHECK_PROMISE(passage.text.size() <= 100'000'000);
    }
  }
  return 0;
}
