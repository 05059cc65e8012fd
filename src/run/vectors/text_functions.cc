// SPDX-License-Identifier: Apache-2.0
// Text metrics, as mlcommons' evaluate_v1.1.py, rouge-score 0.1.2, jiwer 4.0.0 and sacrebleu 2.6.0 give them.
#include <array>
#include <vector>

#include "metric/sampling/pass_at_k.h"
#include "metric/text/bleu.h"
#include "metric/text/chrf.h"
#include "metric/text/rouge.h"
#include "metric/text/squad.h"
#include "metric/text/ter.h"
#include "metric/text/word_errors.h"
#include "run/vectors/vector_function.h"
#include "text/unicode.h"

namespace assay::run {
namespace {

using base::JsonValue;
using metric::BleuOptions;
using metric::BleuTokens;

Result<JsonValue> Squad(const VectorCase& one) {
  ASSAY_TRY(predicted, one.Text("pred"));
  ASSAY_TRY(right, one.Texts("gold"));
  ASSAY_TRY(score, metric::ScoreAnswer(predicted, right));
  const auto normalised = [](const std::string& utf8) {
    return JsonValue(text::EncodeUtf8(metric::NormaliseAnswer(text::DecodeUtf8(utf8))));
  };
  return VectorObject({{"em", JsonValue(score.exact)},
                       {"f1", VectorNumber(score.f1)},
                       {"norm_pred", normalised(predicted)},
                       {"norm_gold", normalised(right.front())}});
}

JsonValue Triple(const metric::OverlapScore& score) {
  return VectorNumbers(std::array{score.precision, score.recall, score.f1});
}

Result<JsonValue> Rouge(const VectorCase& one) {
  ASSAY_TRY(predicted, one.Text("pred"));
  ASSAY_TRY(target, one.Text("target"));
  const JsonValue* stem = one.Find("use_stemmer");
  const bool stemmed = stem != nullptr && stem->AsBool().value_or(false);
  constexpr std::size_t kOrders = 9;
  const auto scores = metric::ScoreRouge(predicted, target,
                                         stemmed ? metric::Stemming::kPorter : metric::Stemming::kNone, kOrders);
  std::vector<std::pair<std::string, JsonValue>> members;
  for (std::size_t n = 0; n < kOrders; ++n) members.emplace_back("rouge" + std::to_string(n + 1), Triple(scores.n[n]));
  members.emplace_back("rougeL", Triple(scores.l));
  members.emplace_back("rougeLsum", Triple(scores.lsum));
  return VectorObject(std::move(members));
}

Result<JsonValue> WordErrorFamily(const VectorCase& one) {
  ASSAY_TRY(reference, one.Texts("ref"));
  ASSAY_TRY(hypothesis, one.Texts("hyp"));
  ASSAY_TRY(words, metric::CountWordErrors(reference, hypothesis));
  ASSAY_TRY(characters, metric::CountCharacterErrors(reference, hypothesis));
  return VectorObject({{"wer", VectorNumber(words.Wer())},
                       {"cer", VectorNumber(characters.Wer())},
                       {"mer", VectorNumber(words.Mer())},
                       {"wil", VectorNumber(words.Wil())},
                       {"wip", VectorNumber(words.Wip())}});
}

struct Translations {
  std::vector<std::string> outputs;
  std::vector<std::vector<std::string>> references;
};

// `refs` is a list of streams, or one stream.
Result<Translations> TranslationsOf(const VectorCase& one) {
  Translations texts;
  ASSAY_TRY(outputs, one.Texts("hyp"));
  texts.outputs = std::move(outputs);
  const JsonValue* streams = one.Find("refs");
  if (streams == nullptr || streams->items().empty()) return one.Malformed("refs", "streams of references in");
  const auto stream = [&](const JsonValue& list) {
    std::vector<std::string> texts_of;
    for (const JsonValue& item : list.items()) texts_of.emplace_back(item.AsString().value_or(""));
    return texts_of;
  };
  if (streams->items()[0].AsString()) {
    texts.references.push_back(stream(*streams));
  } else {
    for (const JsonValue& list : streams->items()) texts.references.push_back(stream(list));
  }
  return texts;
}

JsonValue Score(double value) { return VectorObject({{"score", VectorNumber(value)}}); }

Result<JsonValue> Bleu(const VectorCase& one, const BleuOptions& options) {
  ASSAY_TRY(texts, TranslationsOf(one));
  ASSAY_TRY(score, metric::CorpusBleu(texts.outputs, texts.references, options));
  return Score(score);
}

Result<JsonValue> Bleu13a(const VectorCase& one) { return Bleu(one, {}); }
Result<JsonValue> BleuLower(const VectorCase& one) { return Bleu(one, {.lower_case = true}); }
Result<JsonValue> BleuIntl(const VectorCase& one) { return Bleu(one, {.tokens = BleuTokens::kIntl}); }
Result<JsonValue> BleuChar(const VectorCase& one) { return Bleu(one, {.tokens = BleuTokens::kChar}); }
Result<JsonValue> BleuNone(const VectorCase& one) { return Bleu(one, {.tokens = BleuTokens::kNone}); }

Result<JsonValue> Chrf(const VectorCase& one, const metric::ChrfOptions& options) {
  ASSAY_TRY(texts, TranslationsOf(one));
  ASSAY_TRY(score, metric::CorpusChrf(texts.outputs, texts.references, options));
  return Score(score);
}

Result<JsonValue> ChrfPlain(const VectorCase& one) { return Chrf(one, {}); }
Result<JsonValue> ChrfWords(const VectorCase& one) { return Chrf(one, {.word_order = 2}); }

Result<JsonValue> Ter(const VectorCase& one) {
  ASSAY_TRY(texts, TranslationsOf(one));
  ASSAY_TRY(score, metric::CorpusTer(texts.outputs, texts.references, {}));
  return Score(score);
}

Result<JsonValue> Sentence(const VectorCase& one) {
  ASSAY_TRY(output, one.Text("hyp"));
  ASSAY_TRY(references, one.Texts("ref"));
  if (references.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 reference");
  const BleuOptions bleu{.effective_order = true};
  return VectorObject({{"bleu", VectorNumber(metric::BleuScore(metric::CountBleu(output, references, bleu), bleu))},
                       {"chrf", VectorNumber(metric::ChrfScore(metric::CountChrf(output, references, {}), {}))},
                       {"ter", VectorNumber(metric::TerScore(metric::CountTer(output, references, {})))}});
}

Result<JsonValue> PassAtK(const VectorCase& one) {
  ASSAY_TRY(tries, one.Count("n"));
  ASSAY_TRY(passed, one.Count("c"));
  ASSAY_TRY(k, one.Count("k"));
  ASSAY_TRY(pass, metric::EstimatePass(tries, passed, k));
  return VectorObject({{"pass_at_k", VectorNumber(pass.any)}, {"pass_pow_k", VectorNumber(pass.all)}});
}

constexpr VectorFunction kTextFunctions[] = {
    {"squad_em_f1", 1e-12, &Squad},
    {"rouge", 1e-12, &Rouge},
    {"wer_family", 1e-12, &WordErrorFamily},
    {"sacrebleu_bleu_13a", 1e-9, &Bleu13a},
    {"sacrebleu_bleu_lower", 1e-9, &BleuLower},
    {"sacrebleu_bleu_intl", 1e-9, &BleuIntl},
    {"sacrebleu_bleu_char", 1e-9, &BleuChar},
    {"sacrebleu_bleu_none", 1e-9, &BleuNone},
    {"sacrebleu_chrf", 1e-9, &ChrfPlain},
    {"sacrebleu_chrfpp", 1e-9, &ChrfWords},
    {"sacrebleu_ter", 1e-9, &Ter},
    {"sacrebleu_sentence", 1e-9, &Sentence},
    {"pass_at_k", 1e-12, &PassAtK},
};

}  // namespace

std::span<const VectorFunction> TextFunctions() { return kTextFunctions; }

}  // namespace assay::run
