// SPDX-License-Identifier: Apache-2.0
// Right answers of the MLPerf tasks, and tokenizers: each reader gets the same bytes.
#include <string>

#include "data/response/token_texts.h"
#include "data/truth/class_list.h"
#include "data/truth/coco_annotations.h"
#include "data/truth/label_volume.h"
#include "data/truth/squad_questions.h"
#include "data/truth/target_texts.h"
#include "data/truth/transcripts.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  namespace data = assay::data;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  if (const auto classes = data::ParseClassList(text, "input")) CHECK_PROMISE(!classes->empty());
  if (const auto coco = data::ParseCocoAnnotations(text, "input")) CHECK_PROMISE(!coco->images.empty());
  if (const auto volume = data::ParseLabelVolume(text, "input")) {
    const auto& dims = volume->dims;
    CHECK_PROMISE(static_cast<std::int64_t>(volume->labels.size()) == dims[0] * dims[1] * dims[2]);
  }
  if (const auto squad = data::ParseSquad(text, "input")) {
    for (const auto& question : squad->questions) {
      CHECK_PROMISE(!question.answers.empty() && question.paragraph < squad->paragraphs.size());
    }
  }
  if (const auto texts = data::ParseTargetTexts(text, "input", "output")) CHECK_PROMISE(!texts->empty());
  if (const auto said = data::ParseTranscripts(text, "input")) CHECK_PROMISE(!said->empty());
  if (const auto tokens = data::TokenTexts::ParseJson(text, "input")) (void)tokens->Decode(std::vector<double>{0, 1});
  return 0;
}
