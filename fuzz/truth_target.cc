// SPDX-License-Identifier: Apache-2.0
// Right answers of the MLPerf tasks, tokenizers and what parts or spells texts: each reader gets the same bytes.
#include <string>

#include "data/response/token_texts.h"
#include "data/truth/class_list.h"
#include "data/truth/coco_annotations.h"
#include "data/truth/label_array.h"
#include "data/truth/label_volume.h"
#include "data/truth/spelling_table.h"
#include "data/truth/squad_windows.h"
#include "data/truth/target_texts.h"
#include "data/truth/transcripts.h"
#include "target.h"
#include "text/sentences.h"
#include "text/unicode.h"

namespace {

// The input as a vocabulary, a model, and a text.
void ReadAsText(const std::string& bytes) {
  namespace data = assay::data;
  namespace text = assay::text;
  const std::u32string decoded = text::DecodeUtf8(bytes);
  const auto spellings = data::ParseSpellings(bytes, "input");
  (void)text::SpokenWords(decoded, spellings ? *spellings : text::Spellings{});
  if (const auto model = text::PunktModel::Parse(bytes, bytes, bytes, bytes, "input")) {
    for (const auto sentence : model->Sentences(decoded)) CHECK_PROMISE(!sentence.empty());
  }
  auto pieces = text::WordPieces::Parse(bytes + "\n[UNK]\n", "input");
  CHECK_PROMISE(pieces.has_value());
  const data::SquadSet set{{bytes}, {{"q", bytes, 0, {"x"}}}};
  const data::SquadWindows windows(set, *std::move(pieces));
  for (const auto& window : windows.windows()) {
    CHECK_PROMISE(window.length > 0 && window.fullest.size() == window.length);
    CHECK_PROMISE(window.offset + window.length < data::SquadWindows::kTokens);
    (void)windows.TextOf(0, window.first, window.first + window.length - 1);
  }
}

}  // namespace

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
  if (const auto array = data::ParseNpyLabels(text, "input")) {
    std::int64_t cells = 1;
    for (const std::int64_t length : array->shape) cells *= length;
    CHECK_PROMISE(static_cast<std::int64_t>(array->labels.size()) == cells);
  }
  if (const auto said = data::ParseSpokenTexts(text, "input")) CHECK_PROMISE(!said->empty());
  ReadAsText(text);
  return 0;
}
