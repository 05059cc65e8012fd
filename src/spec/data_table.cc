// SPDX-License-Identifier: Apache-2.0
// The block `data`: splits, base rate, input and output.
#include <limits>

#include "spec/spec_table.h"
#include "spec/value_type.h"

namespace assay::spec {
namespace {

// What the keys of `data` fill; `Data` has one list of splits instead.
struct DataKeys {
  std::optional<Split> tune, certify, calibrate, main;
  std::optional<BaseRate> base_rate;
  InputSpec input;
  OutputSpec output;
};

struct BaseRateKeys {
  double value = 0;
  std::vector<double> interval;
  std::string source;
};

struct ImageKeys {
  double scale = 1, mean = 0, std = 1;
  std::string layout = "flat";
};

struct InputKeys : InputSpec {
  std::optional<ImageKeys> image_keys;
};

constexpr double kLowest = std::numeric_limits<double>::lowest();
constexpr double kHighest = std::numeric_limits<double>::max();

TypeOf<std::string> Sha256() {
  return MakeScalar<std::string>(
      {[](const Node& node) -> Result<std::string> {
         const bool hex = node.text.size() == 64 &&
                          node.text.find_first_not_of("0123456789abcdef") == std::string::npos;
         if (node.kind == NodeKind::kScalar && (node.text == "auto" || hex)) return node.text;
         return Fail(ErrorCode::kOutOfRange,
                     "expected auto or 64 hexadecimal digits in lower case, found " + Shown(node));
       },
       [](const std::string& text) { return std::optional(YamlText(text)); },
       [](const Names&, base::JsonWriter& json) {
         json.Member("type", "string").Member("pattern", "^(auto|[0-9a-f]{64})$");
       },
       "auto, SHA-256"});
}

TypeOf<std::string> FormatName() {
  return MakeScalar<std::string>(
      {[](const Node& node) -> Result<std::string> {
         if (node.kind == NodeKind::kScalar) return node.text;
         return Fail(ErrorCode::kWrongType, "expected the name of a format, found " + Shown(node));
       },
       [](const std::string& text) {
         return text.empty() ? std::nullopt : std::optional(YamlText(text));
       },
       [](const Names& names, base::JsonWriter& json) {
         json.Member("type", "string");
         if (names.datasets.empty()) return;
         json.Key("enum").BeginArray();
         for (const std::string& name : names.datasets) json.Value(name);
         json.EndArray();
       },
       "name of a format"});
}

const Table& SplitTable() {
  static const Table table{
      "data.SPLIT",
      "One set of labelled cases. `tune` is what models were made with, `certify` judges, `calibrate` calibrates; `main` "
      "is the only one there is.",
      {Key<&Split::path>("path", TextValue(), "The file, from the spec's folder.", "certify.csv")
           .Required(),
       Unbuilt("dataset", "A known data set by name."),
       Key<&Split::format>("format", FormatName(),
                           "`assay list datasets`; left out: by the file's ending.", "csv"),
       Key<&Split::id>("id", TextValue(), "Column that names a case.", "id"),
       Key<&Split::label>("label", TextValue(),
                          "Column with the right answer; for idx the path of the label file.", "y"),
       Key<&Split::time>("time", TextValue(), "Column with the case's time.", "admitted"),
       Key<&Split::group>("group", TextValue(), "Column with what cases share, such as a person.",
                          "person"),
       Key<&Split::where>("split", ConditionsValue(false), "Takes only the rows that hold this.",
                          "\"year >= 2020\""),
       Key<&Split::disjoint_by>(
           "disjoint_by", ListOf(TextValue()),
           "What this split may not share with any other: id, the group column, content.",
           "[id, person, content]"),
       Key<&Split::sha256>("sha256", Sha256(),
                           "The file's SHA-256; auto: taken at the run and recorded.", "auto")}};
  return table;
}

TypeOf<Split> SplitBlock() { return TableOf<Split>(SplitTable()); }

TypeOf<BaseRate> BaseRateBlock() {
  static const Table table{
      "data.base_rate",
      "How often the positive class occurs in service. Precision and cost depend on it; the test "
      "set's own rate says nothing.",
      {Key<&BaseRateKeys::value>("value", Share(true), "The rate.", "0.0146").Required(),
       Key<&BaseRateKeys::interval>("interval", ListOf(Share()), "Its low and high end.",
                                    "[0.012, 0.018]"),
       Key<&BaseRateKeys::source>("source", TextValue(), "Where it comes from, with a date.",
                                  "\"registry 2025\"")}};
  return TableVia<BaseRate, BaseRateKeys>(
      table,
      [](const BaseRateKeys& keys, const Node& node, const std::string& path, SpecReading& reading,
         BaseRate& rate) {
        rate = BaseRate{keys.value, std::nullopt, std::nullopt, keys.source};
        const Node* interval = node.Find("interval");
        if (interval == nullptr || interval->kind != NodeKind::kList) return;
        if (keys.interval.size() != 2) {
          reading.Fail(*interval, path + ".interval", ErrorCode::kOutOfRange,
                       "expected the low and the high end, found " +
                           std::to_string(keys.interval.size()) + " values");
          return;
        }
        rate.low = keys.interval[0];
        rate.high = keys.interval[1];
        if (rate.value > 0 && (*rate.low > rate.value || rate.value > *rate.high)) {
          reading.Fail(*interval, path + ".interval", ErrorCode::kContradiction,
                       "expected an interval that holds the value " + NumberText(rate.value) +
                           ", found " + NumberText(*rate.low) + " to " + NumberText(*rate.high));
        }
      },
      [](const BaseRate& rate) {
        BaseRateKeys keys{rate.value, {}, rate.source};
        if (rate.low && rate.high) keys.interval = {*rate.low, *rate.high};
        return keys;
      });
}

TypeOf<ImageKeys> ImageBlock() {
  static const Table table{
      "data.input.image",
      "Images as input: (pixel / scale - mean) / std.",
      {Key<&ImageKeys::scale>("scale", Number(1e-9, 1e9), "Pixels are divided by this.", "255"),
       Key<&ImageKeys::mean>("mean", Number(kLowest, kHighest), "Then this is taken off.", "0.286"),
       Key<&ImageKeys::std>("std", Number(1e-9, 1e9), "Then they are divided by this.", "0.353"),
       Key<&ImageKeys::layout>("layout", Word({"flat", "nchw", "nhwc"}),
                               "Order of the tensor's axes.", "nchw")}};
  return TableOf<ImageKeys>(table);
}

const Table& InputTable() {
  static const Table table{
      "data.input",
      "How a case becomes the model's input.",
      {Key<&InputSpec::columns, InputKeys>(
           "columns", ListOf(TextValue()),
           "Tables: columns in the model's order; [\"*\"]: all feature columns.", "[age, kappa]"),
       Key<&InputSpec::scale, InputKeys>(
           "scale", Word({"from_model", "standard"}),
           "from_model: values as they are; standard: (value - mean) / std.", "from_model"),
       Key<&InputSpec::mean, InputKeys>("mean", ListOf(Number(kLowest, kHighest)),
                                        "For standard: one per column.", "[61.2, 1.4]"),
       Key<&InputSpec::std, InputKeys>("std", ListOf(Number(1e-300, kHighest)),
                                       "For standard: one per column.", "[11.0, 0.9]"),
       Key<&InputSpec::one_hot, InputKeys>(
           "one_hot", MapOf(ListOf(TextValue()), "columns and their values in order"),
           "Columns that become one 0/1 input per value.", "{sex: [F, M]}"),
       Key<&InputKeys::image_keys>("image", Optional(ImageBlock()), "Images as input."),
       Key<&InputSpec::timed, InputKeys>(
           "timed", Flag(), "Whether making the input counts into the latency.", "true"),
       Unbuilt("order", "Order of channels."), Unbuilt("decode", "Image format to decode."),
       Unbuilt("resize", "Size to bring images to."),
       Unbuilt("tokenizer", "How text becomes tokens.")}};
  return table;
}

TypeOf<InputSpec> InputBlock() {
  return TableVia<InputSpec, InputKeys>(
      InputTable(),
      [](const InputKeys& keys, const Node& node, const std::string& path, SpecReading& reading,
         InputSpec& input) {
        input = keys;
        input.image = keys.image_keys.has_value();
        if (keys.image_keys) {
          input.image_scale = keys.image_keys->scale;
          input.image_mean = keys.image_keys->mean;
          input.image_std = keys.image_keys->std;
          input.layout = keys.image_keys->layout;
        }
        const Node* image = node.Find("image");
        if (image != nullptr && !input.columns.empty()) {
          reading.FailAtKey(*image, path + ".image", ErrorCode::kContradiction,
                            "columns and image exclude each other: a case is a row or an image",
                            "take one of them out");
        }
        const Node* scale = node.Find("scale");
        if (input.scale == "standard" &&
            (input.mean.size() != input.std.size() || input.mean.empty()) && scale != nullptr) {
          reading.Fail(*scale, path + ".scale", ErrorCode::kContradiction,
                       "expected as many values of mean as of std for scale: standard, found " +
                           std::to_string(input.mean.size()) + " and " +
                           std::to_string(input.std.size()));
        }
      },
      [](const InputSpec& input) {
        InputKeys keys;
        static_cast<InputSpec&>(keys) = input;
        if (input.image)
          keys.image_keys =
              ImageKeys{input.image_scale, input.image_mean, input.image_std, input.layout};
        return keys;
      });
}

TypeOf<OutputSpec> OutputBlock() {
  static const Table table{
      "data.output",
      "How the model's output becomes an answer.",
      {Key<&OutputSpec::score>("score", TextValue(),
                               "Output tensor and element that is the positive class's score.",
                               "\"probabilities[1]\""),
       Key<&OutputSpec::argmax>("argmax", Flag(), "The predicted class is the largest element.",
                                "true"),
       Key<&OutputSpec::tensor>("tensor", TextValue(),
                                "Name of the output; left out: the model's first.", "logits"),
       Key<&OutputSpec::threshold>(
           "threshold", Optional(Number(kLowest, kHighest)),
           "Scores from here on are positive; left out: 0.5 until an operating point is chosen.",
           "0.5"),
       Unbuilt("boxes", "Boxes of a detection."), Unbuilt("text", "Generated text.")}};
  return TableOf<OutputSpec>(table);
}

const Table& DataTable() {
  static const Table table{
      "data",
      "Labelled cases, the service's base rate, and how a case becomes an input.",
      {Key<&DataKeys::tune>("tune", Optional(SplitBlock()), "Cases that models and choices were made with; never judged on."),
       Key<&DataKeys::certify>("certify", Optional(SplitBlock()),
                               "Cases that claims are judged on."),
       Key<&DataKeys::calibrate>("calibrate", Optional(SplitBlock()),
                                 "Cases that scores are calibrated on."),
       Key<&DataKeys::main>("main", Optional(SplitBlock()), "The only cases there are."),
       Unbuilt("sampling", "How the cases were drawn."),
       Key<&DataKeys::base_rate>("base_rate", Optional(BaseRateBlock()),
                                 "How often the positive class occurs in service."),
       Key<&DataKeys::input>("input", InputBlock(), "How a case becomes the model's input."),
       Key<&DataKeys::output>("output", OutputBlock(), "How the model's output becomes an answer."),
       Unbuilt("prompts", "Prompts of a language model.")}};
  return table;
}

}  // namespace

TypeOf<Data> DataBlock() {
  return TableVia<Data, DataKeys>(
      DataTable(),
      [](const DataKeys& keys, const Node&, const std::string&, SpecReading&, Data& data) {
        data = Data{{}, keys.base_rate, keys.input, keys.output};
        const auto add = [&](std::string_view name, const std::optional<Split>& split) {
          if (!split) return;
          data.splits.push_back(*split);
          data.splits.back().name = name;
        };
        add("tune", keys.tune);
        add("certify", keys.certify);
        add("calibrate", keys.calibrate);
        add("main", keys.main);
      },
      [](const Data& data) {
        DataKeys keys{{}, {}, {}, {}, data.base_rate, data.input, data.output};
        for (const Split& split : data.splits) {
          if (split.name == "tune") keys.tune = split;
          if (split.name == "certify") keys.certify = split;
          if (split.name == "calibrate") keys.calibrate = split;
          if (split.name == "main") keys.main = split;
        }
        return keys;
      });
}

}  // namespace assay::spec
