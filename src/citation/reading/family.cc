// SPDX-License-Identifier: Apache-2.0
// Benchmark families as prose names them. What a round calls them is round's to say.
#include <algorithm>

#include "citation/reading/mention.h"

namespace assay::citation {
namespace {

struct Spelling {
  std::string_view folded, family;
};

constexpr Spelling kFamilies[] = {
    {"resnet", "resnet"}, {"resnet50", "resnet"}, {"resnet50v15", "resnet"}, {"resnetv15", "resnet"},
    {"resnet50v1", "resnet"}, {"mobilenet", "mobilenet"}, {"mobilenetv1", "mobilenet"}, {"ssdsmall", "ssd-small"},
    {"ssdmobilenet", "ssd-small"}, {"ssdmobilenetv1", "ssd-small"}, {"ssdlarge", "ssd-large"},
    {"ssdresnet34", "ssd-large"}, {"gnmt", "gnmt"}, {"rnnt", "rnnt"}, {"bert", "bert"}, {"bertlarge", "bert"},
    {"dlrm", "dlrm"}, {"dlrmv2", "dlrm-v2"}, {"dlrmdcnv2", "dlrm-v2"}, {"dlrmdcn", "dlrm-v2"},
    {"dlrmv2dcnv2", "dlrm-v2"}, {"dlrmv3", "dlrm-v3"}, {"3dunet", "3d-unet"}, {"unet3d", "3d-unet"},
    {"3dunetkits19", "3d-unet"}, {"retinanet", "retinanet"}, {"retinanetresnext50", "retinanet"}, {"gptj", "gptj"},
    {"gptj6b", "gptj"}, {"gpt3", "gpt3"}, {"gpt3175b", "gpt3"}, {"llama270b", "llama2-70b"},
    {"llama270bchat", "llama2-70b"}, {"llama270bchathf", "llama2-70b"}, {"llama2chat70b", "llama2-70b"},
    {"llamav270b", "llama2-70b"}, {"llama31405b", "llama3.1-405b"}, {"llama31405binstruct", "llama3.1-405b"},
    {"llama318b", "llama3.1-8b"}, {"llama318binstruct", "llama3.1-8b"}, {"llama318bedge", "llama3.1-8b-edge"},
    {"mixtral", "mixtral-8x7b"}, {"mixtral8x7b", "mixtral-8x7b"}, {"mixtral8x7binstruct", "mixtral-8x7b"},
    {"stablediffusionxl", "stable-diffusion-xl"}, {"sdxl", "stable-diffusion-xl"},
    {"stablediffusionxl10", "stable-diffusion-xl"}, {"stablediffusionxlbase", "stable-diffusion-xl"},
    {"rgat", "rgat"}, {"pointpainting", "pointpainting"}, {"deepseekr1", "deepseek-r1"},
    {"deepseekr1671b", "deepseek-r1"}, {"whisper", "whisper"}, {"whisperlarge", "whisper"},
    {"whisperlargev3", "whisper"}, {"gptoss120b", "gpt-oss-120b"}, {"wan22", "wan-2.2-t2v-a14b"},
    {"wan22t2v", "wan-2.2-t2v-a14b"}, {"wan22t2va14b", "wan-2.2-t2v-a14b"}, {"qwen3vl", "qwen3-vl-235b-a22b"},
    {"qwen3vl235b", "qwen3-vl-235b-a22b"}, {"qwen3vl235ba22b", "qwen3-vl-235b-a22b"}, {"yolo", "yolo"},
    {"yolov11", "yolo"}, {"yolo11", "yolo"}, {"yolo11l", "yolo"}, {"qwen3627b", "qwen3.6-27b"},
    {"e2eragqna", "e2e-rag-qna"}, {"e2eragdb", "e2e-rag-db"}};

bool Connects(std::span<const Token> tokens, std::size_t at) {
  const Token& token = tokens[at];
  if (token.Is("-") || token.Is("_")) return true;
  // "llama3.1-8b": a point with nothing around it.
  return token.Is(".") && !token.space_before && at + 1 < tokens.size() && !tokens[at + 1].space_before;
}

}  // namespace

FamilyHit FamilyAt(std::span<const Token> tokens, std::size_t at) {
  FamilyHit best;
  if (tokens[at].folded.empty() || std::ranges::none_of(kFamilies, [&](const Spelling& spelling) {
        return spelling.folded[0] == tokens[at].folded[0] && spelling.folded.starts_with(tokens[at].folded);
      })) {
    return best;
  }
  std::string folded;
  for (std::size_t i = at; i < tokens.size() && i < at + 12 && folded.size() < 32; ++i) {
    if (tokens[i].kind == TokenKind::kSign) {
      if (i > at && Connects(tokens, i)) continue;
      break;
    }
    if (i > at && tokens[i].kind == TokenKind::kNumber && tokens[i].grouped) break;  // "resnet50 88,000"
    folded += tokens[i].folded;
    for (const Spelling& spelling : kFamilies) {
      if (folded == spelling.folded) best = {spelling.family, i + 1};
    }
  }
  // A size of its own behind a bare name is another model: "mixtral-8x22b", "whisper-tiny", "bert-base".
  if (!best.family.empty() && best.end + 1 < tokens.size() && Connects(tokens, best.end) &&
      !tokens[best.end + 1].space_before &&
      (IsOneOf(tokens[best.end + 1], "8x22b", "base", "tiny", "small", "medium", "7b", "13b"))) {
    return {};
  }
  if (!best.family.empty() && best.end < tokens.size() && IsOneOf(tokens[best.end], "8x22b", "base", "tiny")) return {};
  return best;
}

}  // namespace assay::citation
