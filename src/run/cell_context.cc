// SPDX-License-Identifier: Apache-2.0
#include "run/cell_context.h"

#include "base/json.h"
#include "base/json_reader.h"

namespace assay::run {
namespace {

constexpr std::string_view kCellSchema = "assay.cell/1";

void WriteExecutor(const CellContext& context, base::JsonWriter& json) {
  const ExecutorDescription& executor = context.executor;
  json.Key("executor").BeginObject();
  json.Member("name", executor.name).Member("runtime", executor.runtime).Member("device", executor.device);
  json.Member("precision", executor.precision).Member("model", context.model);
  json.Member("model_sha256", executor.model_sha256).Member("output_bytes", executor.output_bytes);
  json.Member("output_type", static_cast<std::uint64_t>(executor.output_type));
  json.Member("threads", context.threads).Member("max_batch", context.max_batch);
  json.Member("batch_wait_ns", context.batch_wait_ns);
  json.Key("details").BeginObject();
  for (const auto& [name, value] : executor.details) json.Member(name, value);
  json.EndObject().EndObject();
}

// Reads members by name and remembers the first that doesn't fit.
class Members {
 public:
  Members(const base::JsonValue& object, const std::string& file) : object_(object), file_(file) {}

  std::string Text(std::string_view key) { return std::string(Get(key, &base::JsonValue::AsString)); }
  bool Flag(std::string_view key) { return Get(key, &base::JsonValue::AsBool); }
  std::uint64_t Count(std::string_view key) { return Get(key, &base::JsonValue::AsUint64); }
  std::int64_t Signed(std::string_view key) { return Get(key, &base::JsonValue::AsInt64); }
  std::optional<double> Number(std::string_view key) {
    const base::JsonValue* value = object_.Find(key);
    return value == nullptr ? std::nullopt : value->AsDouble();
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  template <class T>
  T Get(std::string_view key, std::optional<T> (base::JsonValue::*as)() const) {
    const base::JsonValue* value = object_.Find(key);
    const std::optional<T> found = value == nullptr ? std::nullopt : (value->*as)();
    if (found) return *found;
    if (!error_) {
      error_ = Error{ErrorCode::kBadRecord,
                     "the record's header has no usable '" + std::string(key) + "'",
                     {Where{.file = file_, .path = std::string(key)}}};
    }
    return T{};
  }

  const base::JsonValue& object_;
  const std::string& file_;
  std::optional<Error> error_;
};

}  // namespace

std::string ToJson(const CellContext& context) {
  std::string text;
  base::JsonWriter json(text);
  json.BeginObject();
  json.Member("schema", kCellSchema).Member("system", context.cell.system).Member("traffic", context.cell.traffic);
  json.Member("repeat", context.cell.repeat).Member("task", context.task).Member("scenario", context.scenario);
  json.Member("accuracy", context.accuracy).Member("split", context.split);
  json.Member("planned_queries", context.planned_queries).Member("samples_per_query", context.samples_per_query);
  json.Member("min_query_count", context.min_query_count).Member("min_duration_ns", context.min_duration_ns);
  json.Member("rate_asked", context.rate_asked).Member("size_origin", context.size_origin);
  json.Member("interval_ns", context.interval_ns).Member("clock", context.clock);
  json.Member("cores_shared", context.cores_shared).Member("sharing_declared", context.sharing_declared);
  json.Member("program_version", context.program_version);
  json.Key("notes").BeginArray();
  for (const std::string& note : context.notes) json.Value(note);
  json.EndArray();
  WriteExecutor(context, json);
  json.EndObject();
  return text;
}

Result<CellContext> ParseCellContext(std::string_view text, const std::string& file) {
  ASSAY_TRY(root, base::ReadJson(text, file));
  const base::JsonValue* executor = root.Find("executor");
  if (executor == nullptr || executor->kind() != base::JsonValue::Kind::kObject) {
    return FailAt({.file = file}, ErrorCode::kBadRecord, "the record's header names no executor");
  }
  Members top(root, file);
  CellContext context;
  if (const std::string schema = top.Text("schema"); schema != kCellSchema) {
    return FailAt({.file = file}, ErrorCode::kBadRecord,
                  "expected a header of schema " + std::string(kCellSchema) + ", found '" + schema + "'");
  }
  context.cell = {top.Text("system"), top.Text("traffic"), top.Count("repeat")};
  context.task = top.Text("task");
  context.scenario = top.Text("scenario");
  context.accuracy = top.Flag("accuracy");
  context.split = top.Text("split");
  context.planned_queries = top.Count("planned_queries");
  context.samples_per_query = top.Count("samples_per_query");
  context.min_query_count = top.Count("min_query_count");
  context.min_duration_ns = top.Signed("min_duration_ns");
  context.rate_asked = top.Number("rate_asked");
  context.size_origin = top.Text("size_origin");
  context.interval_ns = top.Signed("interval_ns");
  context.clock = top.Text("clock");
  context.cores_shared = top.Flag("cores_shared");
  context.sharing_declared = top.Flag("sharing_declared");
  context.program_version = top.Text("program_version");
  if (const base::JsonValue* notes = root.Find("notes")) {
    for (const base::JsonValue& note : notes->items()) {
      context.notes.emplace_back(note.AsString().value_or(std::string_view()));
    }
  }
  Members inner(*executor, file);
  context.executor.name = inner.Text("name");
  context.executor.runtime = inner.Text("runtime");
  context.executor.device = inner.Text("device");
  context.executor.precision = inner.Text("precision");
  context.model = inner.Text("model");
  context.executor.model_sha256 = inner.Text("model_sha256");
  context.executor.output_bytes = inner.Count("output_bytes");
  context.executor.output_type = static_cast<ElementType>(inner.Count("output_type"));
  context.threads = static_cast<int>(inner.Signed("threads"));
  context.max_batch = static_cast<std::uint32_t>(inner.Count("max_batch"));
  context.batch_wait_ns = inner.Signed("batch_wait_ns");
  if (const base::JsonValue* details = executor->Find("details")) {
    for (const base::JsonMember& member : details->members()) {
      context.executor.details.emplace_back(member.key, member.value.AsString().value_or(std::string_view()));
    }
  }
  if (top.error()) return std::unexpected(*top.error());
  if (inner.error()) return std::unexpected(*inner.error());
  return context;
}

}  // namespace assay::run
