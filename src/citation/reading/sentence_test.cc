// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/sentence.h"

#include <gtest/gtest.h>

#include "citation/reading/vocabulary_for_tests.h"

namespace assay::citation {
namespace {

struct Case {
  std::string_view text;
  std::vector<std::string> quotes;  // as LineOf writes them
};

// Right values: what the reader printed, each line then held against its sentence, and the reader corrected where a fact
// was wrong or not said of this number. They keep that reading; they aren't an independent source.
const std::vector<Case> kCases = {
    {"NVIDIA's H200 Tensor Core GPU delivered up to 34,864 tokens/second in the offline "
     "scenario and 32,790 tokens/second in the server scenario on Llama 2 70B in MLPerf "
     "Inference v4.1.",
     {"MLPerf Inference ~ accelerator=H200 benchmark=llama2-70b round=v4.1 "
      "scenario=Offline unit=Tokens/s value=34864",
      "MLPerf Inference accelerator=H200 benchmark=llama2-70b round=v4.1 scenario=Server "
      "unit=Tokens/s value=32790"}},
    {"In its MLPerf debut, the AMD Instinct MI300X reached 23,514 tokens/s Offline and "
     "21,028 tokens/s Server on Llama2-70B with 8 GPUs and vLLM 0.4.3.",
     {"- accelerator=MI300X accelerators=8 benchmark=llama2-70b scenario=Offline "
      "software=vLLM 0.4.3 suite=MLPerf unit=Tokens/s value=23514",
      "- accelerator=MI300X accelerators=8 benchmark=llama2-70b scenario=Server "
      "software=vLLM 0.4.3 suite=MLPerf unit=Tokens/s value=21028"}},
    {"Google submitted four TPU v6e chips to MLPerf Inference v4.1 Closed, Preview, "
     "generating 3.1x more SDXL throughput than TPU v5e.",
     {"MLPerf Inference accelerator=TPU v6e accelerators=4 availability=preview "
      "benchmark=stable-diffusion-xl division=closed metric=speedup round=v4.1 "
      "submitter=Google unit=x value=3.1 vs{accelerator=TPU v5e} !speedup"}},
    {"The Dell PowerEdge XE9680 with eight NVIDIA H200 GPUs posted 33,379 tokens/s (Llama "
     "2 70B 99.9%, Server, MLPerf® Inference v5.1 Closed, entry 5.1-0022).",
     {"MLPerf Inference accelerator=H200 accelerators=8 benchmark=llama2-70b-99.9 "
      "division=closed result_id=5.1-0022 round=v5.1 scenario=Server system=PowerEdge "
      "XE9680 unit=Tokens/s value=33379"}},
    {"Intel Xeon 6 with P-cores achieved an average 1.9x performance improvement over 5th "
     "Gen Xeon in MLPerf Inference v5.0.",
     {"MLPerf Inference metric=speedup round=v5.0 unit=x value=1.9 vs{system=5th Gen "
      "Xeon} !composite !speedup"}},
    {"GB300 sets a record of 5,842 tokens/second/GPU offline on DeepSeek-R1.",
     {"- accelerator=GB300 benchmark=deepseek-r1 metric=per_accelerator scenario=Offline "
      "unit=Tokens/s value=5842 !per_accelerator"}},
    {"CoreWeave achieved 800 tokens/s with GB200 on Llama 3.1 405B Server, 2.86X better "
     "per-chip performance than 8x H200 in MLPerf v5.0.",
     {"- accelerator=GB200 benchmark=llama3.1-405b round=v5.0 scenario=Server "
      "submitter=CoreWeave suite=MLPerf unit=Tokens/s value=800 vs{accelerator=H200 "
      "accelerators=8} !per_accelerator !speedup"}},
    {"Results: ResNet-50 Offline 88,526 samples/s; BERT-99 Offline 13,968 samples/s; "
     "RetinaNet Server 1,611 queries/s.",
     {"- benchmark=resnet scenario=Offline unit=Samples/s value=88526",
      "- benchmark=bert-99 scenario=Offline unit=Samples/s value=13968",
      "- benchmark=retinanet scenario=Server unit=Queries/s value=1611"}},
    {"On ResNet50 we measure 0.42 ms SingleStream latency and 0.71 ms MultiStream latency "
     "(MLPerf Inference v3.0 Closed Edge, 1x L4).",
     {"MLPerf Inference accelerator=L4 accelerators=1 benchmark=resnet category=edge "
      "division=closed round=v3.0 scenario=SingleStream unit=Latency (ms) value=0.42",
      "MLPerf Inference accelerator=L4 accelerators=1 benchmark=resnet category=edge "
      "division=closed round=v3.0 scenario=MultiStream unit=Latency (ms) value=0.71"}},
    {"Jetson AGX Orin runs 3D-UNet at 0.51 samples/s offline in MLPerf Inference v4.0.",
     {"MLPerf Inference accelerator=Jetson AGX Orin benchmark=3d-unet round=v4.0 "
      "scenario=Offline unit=Samples/s value=0.51"}},
    {"The system's p99 TTFT is 420 ms on Llama 2 70B Interactive.",
     {"- benchmark=llama2-70b metric=ttft scenario=Interactive unit=Latency (ms) value=420"}},
    {"Supermicro AS-8126GS-TNMR with 8x MI325X: 33,900 tokens/s vs 34,500 for 8x H200 on "
     "Llama 2 70B Offline in MLPerf Inference v5.0.",
     {"MLPerf Inference accelerator=MI325X accelerators=8 benchmark=llama2-70b round=v5.0 "
      "scenario=Offline submitter=Supermicro system=AS-8126GS-TNMR unit=Tokens/s "
      "value=33900 vs{accelerator=H200 accelerators=8 unit=Tokens/s value=34500} !speedup"}},
    {"H200 outperforms H100 by 1.45x on Llama 2 70B in MLPerf Inference v4.0 Closed.",
     {"MLPerf Inference accelerator=H200 benchmark=llama2-70b division=closed "
      "metric=speedup round=v4.0 unit=x value=1.45 vs{accelerator=H100} !speedup"}},
    {"B200 is 3.1 times faster than H200.",
     {"- accelerator=B200 metric=speedup unit=x value=3.1 vs{accelerator=H200} !speedup"}},
    {"Compared to v4.1, MI300X throughput in v5.1 is 20% higher on Llama 2 70B Server.",
     {"- accelerator=MI300X benchmark=llama2-70b metric=speedup round=v5.1 "
      "scenario=Server unit=x value=1.2 vs{round=v4.1} !speedup"}},
    {"Throughput went from 21,028 to 24,110 tokens/s on Llama 2 70B Server with MI300X.",
     {"- accelerator=MI300X benchmark=llama2-70b scenario=Server unit=Tokens/s "
      "value=24110 vs{unit=Tokens/s value=21028} !speedup"}},
    {"Our optimised stack delivers over 2x the throughput of vLLM on the same H100.",
     {"- ~ accelerator=H100 metric=speedup unit=x value=2 vs{software=vLLM} !speedup"}},
    {"35K tokens/s on Mixtral 8x7B Offline, 8x H100, TensorRT-LLM 0.11, FP8.",
     {"- ~ accelerator=H100 accelerators=8 benchmark=mixtral-8x7b precision=fp8 "
      "scenario=Offline software=TensorRT-LLM 0.11 unit=Tokens/s value=35000"}},
    {"1.2M tokens/minute on GPT-OSS-120B.",
     {"- ~ benchmark=gpt-oss-120b unit=Tokens/s value=20000"}},
    {"34.988,2 Tokens/s auf Llama 2 70B mit 8x H200.",
     {"- accelerator=H200 accelerators=8 benchmark=llama2-70b unit=Tokens/s value=34988.2"}},
    {"34 988 tokens/s on Llama 2 70B Server.",
     {"- benchmark=llama2-70b scenario=Server unit=Tokens/s value=34988"}},
    {"34’988 tokens/s on Llama 2 70B Server.",
     {"- benchmark=llama2-70b scenario=Server unit=Tokens/s value=34988"}},
    {"Nearly 100k QPS for DLRM-v2 99.9 Server on 8x H100 in MLPerf v4.1.",
     {"- ~ accelerator=H100 accelerators=8 benchmark=dlrm-v2-99.9 round=v4.1 "
      "scenario=Server suite=MLPerf unit=Queries/s value=100000"}},
    {"Approximately 13,000 inferences/s on BERT-Large in Server mode with an A100 80GB.",
     {"- ~ accelerator=A100 80GB benchmark=bert scenario=Server unit=Queries/s value=13000"}},
    {"Whisper Offline: 2,000 tok/s on a single L40S, OpenVINO 2025.1, INT8.",
     {"- accelerator=L40S accelerators=1 benchmark=whisper precision=int8 "
      "scenario=Offline software=OpenVINO 2025.1 unit=Tokens/s value=2000"}},
    {"Stable Diffusion XL: 18.3 samples/s offline; 17.1 queries/s server on 8x H200 with "
     "TensorRT 10.8.",
     {"- accelerator=H200 accelerators=8 benchmark=stable-diffusion-xl scenario=Offline "
      "software=TensorRT 10.8 unit=Samples/s value=18.3",
      "- accelerator=H200 accelerators=8 benchmark=stable-diffusion-xl scenario=Server "
      "software=TensorRT 10.8 unit=Queries/s value=17.1"}},
    {"Lenovo MLPerf Inference v5.1 (unverified): 31,000 tokens/s, Llama 2 70B, Offline. "
     "Result not verified by MLCommons Association.",
     {"MLPerf Inference benchmark=llama2-70b footnote=Result not verified by MLCommons "
      "Association. round=v5.1 scenario=Offline submitter=Lenovo unit=Tokens/s "
      "value=31000 verified=no"}},
    {"The official MLPerf result is 34,988 tokens/s.",
     {"- suite=MLPerf unit=Tokens/s value=34988 verified=yes !official"}},
    {"MLCommons certifies that the DGX B200 is the best AI system.",
     {"- system=DGX B200 !endorsement !superlative"}},
    {"MLPerf Training v5.0: 2,496 GB200 trained Llama 3.1 405B in 27.3 minutes.",
     {"MLPerf Training accelerator=GB200 accelerators=2496 benchmark=llama3.1-405b "
      "round=v5.0 unit=minutes value=27.3"}},
    {"In MLPerf Training v4.1 we are 2.2x faster than Hopper on GPT-3 pre-training.",
     {"MLPerf Training benchmark=gpt3 metric=speedup round=v4.1 unit=x value=2.2 "
      "vs{system=Hopper} !speedup"}},
    {"MLPerf Tiny v1.2: visual wake words in 6.1 ms and 0.9 mJ.",
     {"MLPerf Tiny round=v1.2 unit=Latency (ms) value=6.1",
      "MLPerf Tiny round=v1.2 unit=millijoules value=0.9"}},
    {"MLPerf Storage v1.0: 3D U-Net reached 28.4 GiB/s with 10 accelerators.",
     {"MLPerf Storage accelerators=10 benchmark=3d-unet round=v1.0 unit=GiB/s value=28.4"}},
    {"MLPerf Client v1.0: time to first token 0.34 s and 48.2 tokens/s on Llama 2 7B.",
     {"MLPerf Client model=Llama 2 7B round=v1.0 unit=Tokens/s value=48.2"}},
    {"MLPerf Mobile v4.1 object detection scored 1,893 on the new Snapdragon.",
     {"MLPerf Mobile metric=score round=v4.1 value=1893"}},
    {"Geekbench 6 single-core score of 3,105 and multi-core score of 15,022.",
     {"not an MLPerf result metric=score suite=Geekbench value=3105",
      "not an MLPerf result metric=score suite=Geekbench value=15022"}},
    {"The model scored 92.3% on MMLU and 88.4% on HumanEval.",
     {"not an MLPerf result metric=score suite=MMLU unit=% value=92.3",
      "not an MLPerf result metric=score suite=HumanEval unit=% value=88.4"}},
    {"It holds 1,287 Elo on Chatbot Arena.",
     {"not an MLPerf result metric=score suite=Chatbot Arena unit=elo value=1287"}},
    {"AIME 2025: 94.6%, GPQA Diamond: 87.3%.",
     {"not an MLPerf result metric=score suite=AIME 2025 unit=% value=94.6",
      "not an MLPerf result metric=score suite=GPQA Diamond unit=% value=87.3"}},
    {"InferenceMAX measured 15,900 tokens/s per GPU for GB200 NVL72 on DeepSeek-R1.",
     {"not an MLPerf result accelerator=GB200 NVL72 benchmark=deepseek-r1 "
      "metric=per_accelerator suite=InferenceMAX unit=Tokens/s value=15900 !per_accelerator"}},
    {"DGX H100 achieves 22.5 tokens/s/W on Llama 2 70B at 10.2 kW TDP.",
     {"- benchmark=llama2-70b metric=per_watt system=DGX H100 unit=Tokens/s value=22.5 "
      "!per_watt !tdp"}},
    {"MLPerf Power: 8x L40S consumes 3,150 W on SDXL Offline.",
     {"- accelerator=L40S accelerators=8 benchmark=stable-diffusion-xl scenario=Offline "
      "suite=MLPerf unit=Watts value=3150"}},
    {"With ROUGE-1 of 44.45, Llama 2 70B keeps accuracy on H200 in MLPerf Inference v5.1.",
     {"MLPerf Inference accelerator=H200 benchmark=llama2-70b metric=accuracy round=v5.1 "
      "value=44.45"}},
    {"Accuracy was 76.46% on ResNet-50 in MLPerf Inference v5.1 Open.",
     {"MLPerf Inference benchmark=resnet division=open metric=accuracy round=v5.1 unit=% "
      "value=76.46"}},
    {"MLPerf Inference v5.1 Open division, Llama 2 70B: 51,000 tokens/s with a pruned "
     "model in FP4.",
     {"MLPerf Inference benchmark=llama2-70b division=open precision=fp4 round=v5.1 "
      "unit=Tokens/s value=51000"}},
    {"MLPerf Inference v2.1 Network division: BERT-99 Server at 48,498 queries/s.",
     {"MLPerf Inference benchmark=bert-99 division=network round=v2.1 scenario=Server "
      "unit=Queries/s value=48498"}},
    {"Category: Available. Division: Closed. Round 5.1. Benchmark llama2-70b-99.9, "
     "Offline, 34,988.2 tokens/s.",
     {"- availability=available benchmark=llama2-70b-99.9 division=closed round=v5.1 "
      "scenario=Offline unit=Tokens/s value=34988.2"}},
    {"The open-source vLLM 0.9 runs Llama 2 70B at 30,000 tokens/s.",
     {"- benchmark=llama2-70b software=vLLM 0.9 unit=Tokens/s value=30000"}},
    {"Cisco UCS C885A M8: 8x H200, Llama 3.1 8B, Interactive, 45,000 tokens/s, Sep 9, 2025.",
     {"- accelerator=H200 accelerators=8 benchmark=llama3.1-8b date=2025-09-09 "
      "scenario=Interactive system=UCS C885A M8 unit=Tokens/s value=45000"}},
    {"See results at https://mlcommons.org/benchmarks/inference-datacenter, retrieved 9 "
     "September 2025: 99,123 tokens/s for Llama 2 70B-99.9 Server, 5.1-0069.",
     {"- benchmark=llama2-70b-99.9 date=2025-09-09 result_id=5.1-0069 scenario=Server "
      "source=https://mlcommons.org/benchmarks/inference-datacenter unit=Tokens/s value=99123"}},
    {"vLLM v0.6.3 on MI300X does 18,000 tokens/s in FP8 and 9,000 tokens/s in FP16.",
     {"- accelerator=MI300X precision=fp8 software=vLLM v0.6.3 unit=Tokens/s value=18000",
      "- accelerator=MI300X precision=fp16 software=vLLM v0.6.3 unit=Tokens/s value=9000"}},
    {"4 nodes with 8x H100 each reach 92,000 tokens/s on Llama 2 70B Offline.",
     {"- accelerator=H100 benchmark=llama2-70b scenario=Offline unit=Tokens/s value=92000"}},
    {"72x GB200 serve 11,614 tokens/s of Llama 3.1 405B.",
     {"- accelerator=GB200 accelerators=72 benchmark=llama3.1-405b unit=Tokens/s value=11614"}},
    {"34,988 tokens/s on Llama 2 70B Server (H200 x8).",
     {"- accelerator=H200 accelerators=8 benchmark=llama2-70b scenario=Server "
      "unit=Tokens/s value=34988"}},
    {"It is the cheapest and safest way to serve any model because of FP4, at 99,123 tokens/s.",
     {"- precision=fp4 unit=Tokens/s value=99123 !cost !safety !why !ours"}},
    {"60% lower latency than the A100 on BERT in MLPerf Inference v3.0.",
     {"MLPerf Inference benchmark=bert metric=speedup round=v3.0 unit=x value=0.4 "
      "vs{accelerator=A100} !speedup"}},
    {"Nobody beats our 51,000 tokens/s.",
     {"- unit=Tokens/s value=51000 !speedup"}},
    {"Tokens/s: 34,988 | Scenario: Offline | Benchmark: llama2-70b-99.9 | Round: v5.1",
     {"- benchmark=llama2-70b-99.9 round=v5.1 scenario=Offline unit=Tokens/s value=34988"}},
    {"Oracle and Google each submitted to MLPerf Inference v5.1; the H200 result is "
     "34,000 tokens/s on Llama 2 70B.",
     {"MLPerf Inference accelerator=H200 benchmark=llama2-70b round=v5.1 unit=Tokens/s value=34000"}},
    {"Submitted by Dell, run by NVIDIA: 33,000 tokens/s on Llama 2 70B Server in MLPerf "
     "Inference v5.1.",
     {"MLPerf Inference benchmark=llama2-70b round=v5.1 scenario=Server submitter=Dell "
      "unit=Tokens/s value=33000"}},
    {"KRAI's GLM run: YOLOv11 99% at 1.9 ms single-stream in MLPerf Inference v6.0 Edge.",
     {"MLPerf Inference benchmark=yolo-99 category=edge round=v6.0 scenario=SingleStream "
      "submitter=Krai unit=Latency (ms) value=1.9"}},
    {"Llama 3.3 70B runs at 12,000 tokens/s on 8x H200.",
     {"- accelerator=H200 accelerators=8 model=Llama 3.3 70B unit=Tokens/s value=12000"}},
    {"Latency: 16.9 ms for Wan 2.2 in SingleStream (MLPerf Inference v6.0), 42 s per video.",
     {"MLPerf Inference benchmark=wan-2.2-t2v-a14b round=v6.0 scenario=SingleStream "
      "unit=Latency (ms) value=16.9",
      "- unit=Latency (s) value=42"}},
    {"Up to 1.8x more tokens per second than the previous generation on Llama 3.1 405B, "
     "says NVIDIA.",
     {"- ~ benchmark=llama3.1-405b metric=speedup submitter=NVIDIA unit=x value=1.8 "
      "vs{system=the previous generation} !speedup"}},
    {"With 33,379 tokens/s our H200 server is ahead of the A100 with 11,200 tokens/s on "
     "Llama 2 70B.",
     {"- accelerator=H200 benchmark=llama2-70b unit=Tokens/s value=33379 "
      "vs{accelerator=A100 unit=Tokens/s value=11200} !speedup"}},
    {"MI325X is on par with H200: 34,000 vs. 34,500 tokens/s on Llama 2 70B Offline, "
     "MLPerf Inference v5.0 Closed.",
     {"MLPerf Inference benchmark=llama2-70b division=closed round=v5.0 scenario=Offline "
      "unit=Tokens/s value=34000 vs{unit=Tokens/s value=34500} !speedup"}},
    {"The Llama2-70b-99.9 Offline result of 34,988.2 was submitted by Supermicro.",
     {"- benchmark=llama2-70b-99.9 scenario=Offline submitter=Supermicro value=34988.2"}},
    {"5.1-0069.llama2-70b-99.Server",
     {"- benchmark=llama2-70b-99 result_id=5.1-0069 scenario=Server"}},
    {"NVIDIA DGX H200 and Cisco UCS C885A M8 both run Llama 2 70B; the first serves "
     "33,379 tokens/s and the second 33,210 tokens/s in Server.",
     {"- benchmark=llama2-70b unit=Tokens/s value=33379",
      "- benchmark=llama2-70b scenario=Server unit=Tokens/s value=33210"}},
    {"Throughput > 30,000 tokens/s on Llama 2 70B, that is 3,750 tokens/s/GPU on 8x H200.",
     {"- ~ accelerator=H200 accelerators=8 benchmark=llama2-70b unit=Tokens/s value=30000 "
      "!per_accelerator"}},
    {"MLPerf Inference: Llama 2 70B Server 33379, Offline 34988 tokens/s.",
     {"MLPerf Inference benchmark=llama2-70b scenario=Server unit=Tokens/s value=33379",
      "MLPerf Inference benchmark=llama2-70b scenario=Offline unit=Tokens/s value=34988"}},
    {"AMD Instinct MI355X delivers 2.7x the tokens per second of MI325X on Llama 2 70B in "
     "MLPerf Inference v5.1.",
     {"MLPerf Inference accelerator=MI355X benchmark=llama2-70b metric=speedup round=v5.1 "
      "unit=x value=2.7 vs{accelerator=MI325X} !speedup"}},
    {"Per MLPerf v4.1, H100 manages 22,290 tokens per second on Llama-2-70B (Server), "
     "whereas MI300X gets 21,028.",
     {"- accelerator=H100 benchmark=llama2-70b round=v4.1 scenario=Server suite=MLPerf "
      "unit=Tokens/s value=22290 vs{accelerator=MI300X unit=Tokens/s value=21028} !speedup"}},
    {"MLPerf Inference v5.0 Edge: Jetson AGX Orin does GPT-J at 64.5 tokens/s offline, "
     "SingleStream latency 4,176 ms.",
     {"MLPerf Inference accelerator=Jetson AGX Orin benchmark=gptj category=edge "
      "round=v5.0 scenario=Offline unit=Tokens/s value=64.5",
      "MLPerf Inference accelerator=Jetson AGX Orin benchmark=gptj category=edge "
      "round=v5.0 scenario=SingleStream unit=Latency (ms) value=4176"}},
    {"The network division of our company reached 500 queries per second.",
     {"- unit=Queries/s value=500"}},
    {"Our Gaudi 3 serves 21,264 tokens/s for Llama 2 70B, measured by us, not submitted to MLPerf.",
     {"- accelerator=Gaudi 3 benchmark=llama2-70b suite=MLPerf unit=Tokens/s value=21264 "
      "verified=no"}},
    {"DeepSeek-R1 server: GB300 5,842 vs 2,907 tokens/s/GPU for H200.",
     {"- accelerator=GB300 benchmark=deepseek-r1 metric=per_accelerator scenario=Server "
      "unit=Tokens/s value=5842 vs{accelerator=H200 unit=Tokens/s value=2907} "
      "!per_accelerator !speedup"}},
    {"NVIDIA H200 141 GB: Llama2-70B 99% Offline 34,864 tok/s, Server 32,790 tok/s. "
     "Mixtral: Offline 57,177 tok/s, Server 51,028 tok/s.",
     {"- accelerator=H200 benchmark=llama2-70b-99 scenario=Offline unit=Tokens/s value=34864",
      "- accelerator=H200 benchmark=llama2-70b-99 scenario=Server unit=Tokens/s value=32790",
      "- accelerator=H200 benchmark=mixtral-8x7b scenario=Offline unit=Tokens/s value=57177",
      "- accelerator=H200 benchmark=mixtral-8x7b scenario=Server unit=Tokens/s value=51028"}},
    {"Server latency p99 was 12 ms on ResNet-50 at 300,000 queries/s with 8x H100 in MLPerf v3.0.",
     {"- accelerator=H100 accelerators=8 benchmark=resnet round=v3.0 scenario=Server "
      "suite=MLPerf unit=Queries/s value=300000"}},
    {"In MLPerf® Inference v5.1, Closed division, Datacenter, Lenovo's ThinkSystem SR680a "
     "V3 with eight B200 GPUs hit 98,858 tokens/sec in the Llama2-70B-99 Server test.",
     {"MLPerf Inference accelerator=B200 accelerators=8 benchmark=llama2-70b-99 "
      "category=datacenter division=closed round=v5.1 scenario=Server submitter=Lenovo "
      "system=ThinkSystem SR680a V3 unit=Tokens/s value=98858"}},
};

TEST(ReadSentence, StatesWhatTheWordsSay) {
  const Vocabulary vocabulary = VocabularyForTests();
  for (const Case& c : kCases) {
    std::vector<std::string> found;
    for (const Quote& quote : ReadSentence(c.text, {}, vocabulary)) found.push_back(LineOf(quote));
    EXPECT_EQ(found, c.quotes) << c.text;
  }
}

// Numbers that aren't results: sizes, prices, dates, versions, bounds, growth.
constexpr std::string_view kNoClaims[] = {
    "HPE ProLiant DL380a Gen12 ranked first in 4-GPU RTX PRO 6000 results.",
    "Our service answers within 130 ms at the 99th percentile.",
    "The average person reads 4 tokens per second.",
    "We have 8 H200 GPUs, each with 141 GB of HBM3e, connected at 900 GB/s.",
    "Revenue rose 17% to $35.1 billion and data center sales grew 94% year over year.",
    "Model card: Llama 3.1 405B, context 128K tokens, released July 23, 2024.",
    "Page 12 of 48, version 2.3.1, call +1 408 486 2000.",
    "The camera streams video at 60 frames per second.",
    "Prices start at $2.49 per GPU hour, or $0.15 per million tokens.",
    "Qualified systems must reach 99.9% of the reference accuracy.",
    "MLCommons today released MLPerf Inference v5.1 with 27 submitters.",
    "The RTX PRO 6000 Blackwell Server Edition is available now.",
    "Our closed data center in Texas uses edge routers and 5,120 GPUs.",
    "The MLPerf name and logo are registered and unregistered trademarks of MLCommons "
    "Association in the United States and other countries. All rights reserved.",
    "",
    "...",
    "MLPerf",
    "8x",
    "99.9%",
};

TEST(ReadSentence, TakesNoOtherNumberForAResult) {
  const Vocabulary vocabulary = VocabularyForTests();
  for (std::string_view text : kNoClaims) {
    const std::vector<Quote> quotes = ReadSentence(text, {}, vocabulary);
    EXPECT_TRUE(quotes.empty()) << text << "\n" << (quotes.empty() ? "" : LineOf(quotes.front()));
  }
}

TEST(ReadSentence, GivesTheSentenceAndItsFootnoteApart) {
  const std::vector<Quote> quotes = ReadSentence(
      "Our H200 serves 33,379 tokens/s on Llama 2 70B Server. [1] MLPerf Inference v5.1 Closed. Retrieved from "
      "https://mlcommons.org/x on 9 Sep 2025, entry 5.1-0022.",
      {"a.txt", "line 4", 4, 1}, VocabularyForTests());
  ASSERT_EQ(quotes.size(), 1u);
  const Quote& quote = quotes[0];
  EXPECT_EQ(quote.place.part, "line 4");
  EXPECT_TRUE(quote.text.starts_with("Our H200 serves 33,379 tokens/s on Llama 2 70B Server."));
  EXPECT_EQ(quote.text.find("Retrieved"), std::string::npos);
  EXPECT_EQ(quote.stated.at("footnote"), "Retrieved from https://mlcommons.org/x on 9 Sep 2025, entry 5.1-0022.");
  EXPECT_EQ(quote.stated.at("result_id"), "5.1-0022");
  EXPECT_EQ(quote.stated.at("date"), "2025-09-09");
  EXPECT_EQ(quote.stated.at("round"), "v5.1");
}

TEST(ReadSentence, StaysCalmWithAnyBytes) {
  const Vocabulary vocabulary = VocabularyForTests();
  std::string text = "34,988 tokens/s on Llama 2 70B (8x H200) vs 1.5x faster, 5.1-0069.llama2-70b-99.Server 9 Sep 2025";
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'\0', '\xff', '9', '.', ' ', '-'}) {
      std::string changed = text;
      changed[i] = c;
      ReadSentence(changed, {}, vocabulary);
      ReadSentence(changed.substr(0, i), {}, vocabulary);
    }
  }
}

TEST(ReadContext, NamesOnlyWhatIsSaidOnce) {
  const Context context =
      ReadContext("MLPerf Inference v5.1 Closed: Offline and Server results of Llama 2 70B", VocabularyForTests());
  EXPECT_EQ(context.suite, Suite::kInference);
  EXPECT_EQ(context.facts.at("round"), "v5.1");
  EXPECT_EQ(context.facts.at("benchmark"), "llama2-70b");
  EXPECT_FALSE(context.facts.contains("scenario"));
}

}  // namespace
}  // namespace assay::citation
