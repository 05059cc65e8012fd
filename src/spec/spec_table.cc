// SPDX-License-Identifier: Apache-2.0
#include "spec/spec_table.h"

#include "spec/value_type.h"

namespace assay::spec {
namespace {

// `assay: spec/1`: says which grammar follows; fills nothing.
class HeaderType : public ValueType {
 public:
  void Read(const Node& node, const std::string& path, SpecReading& reading, void*) const override {
    if (node.kind == NodeKind::kScalar && node.text == kHeader) return;
    reading.Fail(node, path, ErrorCode::kOutOfRange,
                 "expected " + std::string(kHeader) + ", found " + Shown(node),
                 "this release reads the grammar spec/1");
  }
  std::optional<std::string> Text(const void*) const override { return std::string(kHeader); }
  void Schema(const Names&, base::JsonWriter& json) const override {
    json.Member("const", kHeader);
  }
  std::string Describe() const override { return std::string(kHeader); }

 private:
  static constexpr std::string_view kHeader = "spec/1";
};

const Table& TaskTable() {
  static const Table table{
      "task",
      "What the systems are asked to do.",
      {Key<&Task::name>("name", Identifier(), "Names the run and its folder.", "rare-class")
           .Required(),
       Key<&Task::kind>(
           "kind",
           Choice<TaskKind>({{"binary", TaskKind::kBinary}, {"multiclass", TaskKind::kMulticlass}},
                            {"detection", "qa", "summarisation", "speech", "segmentation",
                             "recommendation", "retrieval", "generation", "pipeline", "external"}),
           "Which kind of answer is scored.", "binary")
           .Required(),
       Key<&Task::positive>("positive", TextValue(),
                            "Binary tasks: the label of the class that is looked for.", "1"),
       Unbuilt("benchmark", "MLPerf benchmark whose rules give gates, seeds and durations."),
       Unbuilt("round", "MLPerf round of those rules."), Unbuilt("division", "closed or open."),
       Unbuilt("category", "datacenter or edge."),
       Unbuilt("threat_model", "Who attacks, and how.")}};
  return table;
}

const Table& BatchTable() {
  static const Table table{
      "systems[].batch",
      "How the executor gathers samples into one call.",
      {Key<&Batch::max>("max", Integer<std::uint32_t>(1, 1'000'000), "Most samples in one call.",
                        "16"),
       Key<&Batch::wait_ns>("wait", Duration(true),
                            "Longest that a sample waits for others to join.", "200us")}};
  return table;
}

const Table& SystemTable() {
  static const Table table{
      "systems[]",
      "One system under test: a model, what runs it, and how.",
      {Key<&System::id>("id", Identifier(), "Names the system in claims, gates and reports.",
                        "mlp-fp32")
           .Required(),
       Key<&System::executor>("executor", ExecutorName(), "What runs it: `assay list executors`.",
                              "onnxruntime")
           .Required(),
       Key<&System::model>("model", TextValue(), "Path of the model, from the spec's folder.",
                           "mlp-fp32.onnx"),
       Unbuilt("url", "Endpoint of a served model."),
       Unbuilt("urls", "Endpoints of several replicas."),
       Key<&System::precision>("precision", TextValue(),
                               "Numeric format; checked against what the model holds.", "fp32"),
       Key<&System::device>("device", TextValue(), "Device to run on, as the executor names it.",
                            "cpu"),
       Key<&System::threads>("threads", Integer<int>(1, 4096), "Threads that compute one call.",
                             "1"),
       Key<&System::cores>("cores", Cores(),
                           "Cores that the system's threads are pinned to; left out: not pinned.",
                           "0-3"),
       Key<&System::batch>("batch", TableOf<Batch>(BatchTable()),
                           "How samples are gathered into one call."),
       Key<&System::options>("options", MapOf(TextValue(), "the executor's options"),
                             "The executor's own options: `assay explain NAME`.",
                             "{provider: cpu}"),
       Key<&System::baseline>("baseline", Identifier(),
                              "Another system's id: paired comparison and flips.", "mlp-fp32"),
       Key<&System::tag>("tag", Word({"tuned", "standard"}), "What kind of candidate this is.",
                         "tuned"),
       Unbuilt("stages", "Stages of a pipeline."),
       Unbuilt("record", "What each stage keeps on record."),
       Unbuilt("oracle", "Stages that are replaced by the right answer.")}};
  return table;
}

const Table& StandardStackTable() {
  static const Table table{
      "standard_stack",
      "What your own platform runs, for the report to compare with.",
      {Key<&StandardStack::runtime>("runtime", TextValue(), "Runtime.", "onnxruntime"),
       Key<&StandardStack::version>("version", TextValue(), "Its version.", "1.20"),
       Key<&StandardStack::precision>("precision", TextValue(), "Numeric format.", "fp32"),
       Key<&StandardStack::hardware>("hardware", TextValue(), "Hardware.", "2 vCPU"),
       Key<&StandardStack::batch>("batch", TextValue(), "Batching.", "1")}};
  return table;
}

const Table& ScoringTable() {
  static const Table table{
      "scoring",
      "Which metrics are computed from the answers.",
      {Key<&Scoring::primary>("primary", MetricName(),
                              "The metric that gates and reports put first.", "average_precision"),
       Key<&Scoring::report>("report", ListOf(MetricName()), "Further metrics to show.",
                             "[roc_auc, brier]"),
       Key<&Scoring::unscored>(
           "unscored", Word({"count", "wrong"}),
           "Cases without an answer: counted apart (bounds widen), or taken as wrong.", "count"),
       Unbuilt("judge", "A model that scores answers."),
       Unbuilt("compatible", "Which older scores are comparable.")}};
  return table;
}

const Table& OperatingPointTable() {
  static const Table table{
      "operating_point",
      "How the decision threshold is chosen and certified, on the judged split (`certify`, else `main`).",
      {Key<&OperatingPoint::maximize>("maximize", MetricName(), "What the threshold maximises.",
                                      "recall"),
       Key<&OperatingPoint::subject_to>("subject_to", ConditionsValue(true), "What it must hold.",
                                        "\"precision >= 0.25\"")
           .Required(),
       Key<&OperatingPoint::at_base_rate>(
           "at",
           MakeScalar<bool>(
               {[](const Node& node) -> Result<bool> {
                  if (node.kind == NodeKind::kScalar && node.text == "base_rate") return true;
                  return Fail(ErrorCode::kOutOfRange, "expected base_rate, found " + Shown(node));
                },
                [](const bool& at) {
                  return at ? std::optional<std::string>("base_rate") : std::nullopt;
                },
                [](const Names&, base::JsonWriter& json) { json.Member("const", "base_rate"); },
                "base_rate"}),
           "base_rate: precision is taken at the service's base rate instead of the split's.",
           "base_rate"),
       Key<&OperatingPoint::method>("method",
                                    Word({"fixed_sequence", "split", "grid", "descriptive"}),
                                    "How the choice is kept honest.", "fixed_sequence"),
       Key<&OperatingPoint::alpha>("alpha", Share(true),
                                   "Chance of a wrong certificate that is accepted.", "0.05")}};
  return table;
}

const Table& BootstrapTable() {
  static const Table table{
      "stats.bootstrap",
      "How intervals are resampled. Shares keep their exact ones; rank metrics are drawn by class, all others by case.",
      {Key<&BootstrapSpec::replicates>("replicates", Integer<std::uint64_t>(100, 1'000'000),
                                       "Draws behind every resampled interval, shown or claimed.", "10000"),
       Unbuilt("kind", "What is drawn together."),
       Unbuilt("ci", "How draws become an interval.")}};
  return table;
}

const Table& StatsTable() {
  static const Table table{
      "stats",
      "Levels, repeats and the seed of everything that is drawn.",
      {Key<&Stats::level>("level", Share(true), "Coverage of intervals.", "0.95"),
       Key<&Stats::bootstrap>("bootstrap", Optional(TableOf<BootstrapSpec>(BootstrapTable())),
                              "Resampled intervals; left out: 2,000 draws for what is shown, 10,000 for claims.",
                              "{replicates: 10000}"),
       Unbuilt("cluster", "Cases that belong together."),
       Unbuilt("epochs", "Repeated answers to the same case."),
       Key<&Stats::repeat>("repeat", Integer<std::uint64_t>(1, 1000),
                           "Runs of each system under each traffic.", "1"),
       Key<&Stats::interleave>("interleave", Flag(),
                               "Systems take turns, so that drift of the host hits all.", "false"),
       Key<&Stats::seed>("seed",
                         Integer<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()),
                         "Seed of what assay itself draws; 64 bits, exact.", "1")}};
  return table;
}

struct RecordKeys {
  std::string outputs;
};

TypeOf<std::string> RecordBlock() {
  static const Table table{
      "record",
      "What the record keeps.",
      {Key<&RecordKeys::outputs>("outputs", Word({"none", "hash", "all"}),
                                 "Of each answer: nothing, its hash, or its bytes.", "all")}};
  return TableVia<std::string, RecordKeys>(
      table,
      [](const RecordKeys& keys, const Node&, const std::string&, SpecReading&,
         std::string& outputs) { outputs = keys.outputs; },
      [](const std::string& outputs) { return RecordKeys{outputs}; });
}

struct ReportKeys {
  std::vector<std::string> formats;
};

TypeOf<std::vector<std::string>> ReportBlock() {
  static const Table table{
      "report",
      "How results are written.",
      {Key<&ReportKeys::formats>("formats", ListOf(Word({"text", "json", "html"})),
                                 "Files to write; left out: all.", "[text, html]")}};
  return TableVia<std::vector<std::string>, ReportKeys>(
      table,
      [](const ReportKeys& keys, const Node&, const std::string&, SpecReading&,
         std::vector<std::string>& formats) { formats = keys.formats; },
      [](const std::vector<std::string>& formats) { return ReportKeys{formats}; });
}

}  // namespace

const Table& SpecTable() {
  static const Table table{
      "spec",
      "An evaluation spec binds task, data, systems, scoring and run conditions, and the claims "
      "that will be judged.",
      {Field{"assay", std::make_shared<HeaderType>(), [](void* owner) { return owner; },
             "Which grammar the file is written in.", "spec/1", true},
       Unbuilt("include", "Another file whose keys are taken in."),
       Key<&Spec::task>("task", TableOf<Task>(TaskTable()), "What the systems are asked to do.")
           .Required(),
       Key<&Spec::data>(
           "data", DataBlock(),
           "Labelled cases, the service's base rate, and how a case becomes an input."),
       Key<&Spec::systems>("systems", NamedListOf(TableOf<System>(SystemTable()), "id"),
                           "The systems under test.")
           .Required(),
       Key<&Spec::standard_stack>("standard_stack",
                                  Optional(TableOf<StandardStack>(StandardStackTable())),
                                  "What your own platform runs."),
       Key<&Spec::scoring>("scoring", TableOf<Scoring>(ScoringTable()),
                           "Which metrics are computed."),
       Key<&Spec::operating_point>("operating_point",
                                   Optional(TableOf<OperatingPoint>(OperatingPointTable())),
                                   "How the decision threshold is chosen."),
       Key<&Spec::costs>("costs", Optional(CostsBlock()), "What errors and answers cost."),
       Key<&Spec::traffic>("traffic", TrafficBlock(), "How queries are issued."),
       Key<&Spec::serving>("serving", Optional(ServingBlock()),
                           "What serving must hold and costs."),
       Key<&Spec::slices>("slices", Optional(SlicesBlock()),
                          "Parts of the data that are looked at apart."),
       Unbuilt("safety", "Attacks and their effect."),
       Key<&Spec::stats>("stats", TableOf<Stats>(StatsTable()), "Levels, repeats, seed."),
       Key<&Spec::claims>("claims", ClaimsBlock(), "The claims that are judged."),
       Unbuilt("citations", "Published numbers that the report leans on."),
       Key<&Spec::decision>("decision", Optional(DecisionBlock()),
                            "Which claims must hold, and what is preferred then."),
       Unbuilt("pack", "The evidence pack: expiry, approver, signature."),
       Key<&Spec::record_outputs>("record", RecordBlock(), "What the record keeps."),
       Key<&Spec::report_formats>("report", ReportBlock(), "How results are written.")}};
  return table;
}

}  // namespace assay::spec
