// SPDX-License-Identifier: Apache-2.0
// The block `traffic`: a flat set of keys that becomes one of the scenarios, each with its own few
// fields.
#include <limits>

#include "spec/arrival_value.h"
#include "spec/spec_table.h"
#include "spec/value_type.h"

namespace assay::spec {
namespace {

struct IssueKeys {
  IssueOrder order = IssueOrder::kUniform;
  std::uint64_t same_index = 0, sample_count = 0;
};

struct TrafficKeys : Traffic {
  std::string scenario_name;
  std::optional<Arrival> arrivals;
  std::optional<double> rate, expected_rate;
  std::optional<std::uint64_t> streams, samples_per_query;
  std::optional<std::int64_t> interval, expected_latency;
  IssueKeys issue;
};

constexpr std::uint64_t kMostCount = std::numeric_limits<std::uint64_t>::max();

TypeOf<SharedCores> SharedCoresValue() {
  return MakeScalar<SharedCores>(
      {[](const Node& node) -> Result<SharedCores> {
         if (node.kind == NodeKind::kScalar && node.text == "declared")
           return SharedCores::kDeclared;
         if (node.kind == NodeKind::kScalar && node.text == "false") return SharedCores::kNo;
         return Fail(ErrorCode::kWrongType, "expected false or declared, found " + Shown(node));
       },
       [](const SharedCores& shared) {
         return std::optional<std::string>(shared == SharedCores::kNo ? "false" : "declared");
       },
       [](const Names&, base::JsonWriter& json) {
         json.Key("enum").BeginArray().Value(false).Value("declared").EndArray();
       },
       "false, declared"});
}

const Table& LatencyTable() {
  static const Table table{
      "traffic[].latency",
      "The latency bound: at least the share `percentile` of the queries is answered within "
      "`at_most`.",
      {Key<&LatencyBound::percentile>("percentile", Share(true), "Share of the queries.", "0.99"),
       Key<&LatencyBound::at_most_ns>("at_most", Duration(false),
                                      "Counted from the scheduled time.", "10ms")
           .Required()}};
  return table;
}

const Table& IssueTable() {
  static const Table table{
      "traffic[].issue",
      "Which of the loaded samples a query takes.",
      {Key<&IssueKeys::order>("order",
                              Choice<IssueOrder>({{"uniform", IssueOrder::kUniform},
                                                  {"unique", IssueOrder::kUnique},
                                                  {"same", IssueOrder::kSame},
                                                  {"equal", IssueOrder::kEqual}}),
                              "Drawn with replacement; each once; always one; each equally often.",
                              "uniform"),
       Key<&IssueKeys::same_index>("same_index", Integer<std::uint64_t>(0, kMostCount),
                                   "Which one, for `same`.", "0"),
       Key<&IssueKeys::sample_count>("sample_count", Integer<std::uint64_t>(0, kMostCount),
                                     "Samples in memory at once; 0: all.", "1024")}};
  return table;
}

const Table& SeedsTable() {
  static const auto seed = [] { return Integer<std::uint64_t>(0, kMostCount); };
  static const Table table{
      "traffic[].seeds",
      "Seeds of the random streams, as MLPerf names them. 64 bits are kept; the streams use the "
      "low 32.",
      {Key<&Seeds::qsl>("qsl", seed(), "Which samples are loaded.", "16159082839903944936"),
       Key<&Seeds::sample_index>("sample_index", seed(), "In which order they are issued.", "1"),
       Key<&Seeds::schedule>("schedule", seed(), "When.", "1"),
       Key<&Seeds::accuracy_log>("accuracy_log", seed(), "Which answers go into the accuracy log.",
                                 "1")}};
  return table;
}

const Table& TrafficTable() {
  static const Table table{
      "traffic[]",
      "How queries are issued: one of MLPerf's scenarios, or arrivals of your own.",
      {Key<&Traffic::name, TrafficKeys>("name", Identifier(),
                                        "Names the traffic in claims and reports.", "online")
           .Required(),
       Key<&TrafficKeys::scenario_name>(
           "scenario", Word({"SingleStream", "MultiStream", "Server", "Offline", "Interactive"}),
           "MLPerf's scenario; Server is Poisson by definition.", "Server"),
       Key<&TrafficKeys::arrivals>(
           "arrivals", Optional(ArrivalValue()),
           "Own traffic, never called an MLPerf scenario: `assay list arrivals`.",
           "{replay: {file: monday.csv, speed: 10}}"),
       Key<&TrafficKeys::rate>("rate", Optional(Rate()),
                               "Mean rate of queries: Server and own arrivals.", "400/s"),
       Key<&TrafficKeys::streams>("streams", Optional(Integer<std::uint64_t>(1, 1'000'000)),
                                  "Older MultiStream: samples in each query.", "8"),
       Key<&TrafficKeys::interval>("interval", Optional(Duration(false)),
                                   "Older MultiStream: time between queries.", "50ms"),
       Key<&TrafficKeys::samples_per_query>(
           "samples_per_query", Optional(Integer<std::uint64_t>(1, 1'000'000)),
           "MultiStream: samples in each query; left out: 8.", "8"),
       Key<&TrafficKeys::expected_latency>(
           "expected_latency", Optional(Duration(false)),
           "SingleStream and MultiStream: sizes the schedule; left out: a probe finds it.", "1ms"),
       Key<&TrafficKeys::expected_rate>("expected_rate", Optional(Rate()),
                                        "Offline: sizes the query; left out: a probe finds it.",
                                        "5000/s"),
       Key<&Traffic::duration_ns, TrafficKeys>("duration", Duration(true),
                                               "Shortest run; left out: until min_queries.", "20s"),
       Unbuilt("hold", "How long a find-peak result must hold."),
       Key<&Traffic::min_queries, TrafficKeys>(
           "min_queries", Integer<std::uint64_t>(0, kMostCount),
           "Fewest queries; 0: what the latency percentile needs at least.", "662"),
       Key<&Traffic::latency, TrafficKeys>(
           "latency", Optional(TableOf<LatencyBound>(LatencyTable())), "The latency bound."),
       Unbuilt("ttft", "Bound on the time to the first token."),
       Unbuilt("tpot", "Bound on the time per token."),
       Key<&Traffic::mode, TrafficKeys>("mode",
                                        Choice<Mode>({{"performance", Mode::kPerformance},
                                                      {"accuracy", Mode::kAccuracy},
                                                      {"submission", Mode::kSubmission},
                                                      {"find-peak", Mode::kFindPeak}}),
                                        "What the run is for.", "performance"),
       Key<&Traffic::warmup_ns, TrafficKeys>("warmup", Duration(true),
                                             "Load before the measured part; not counted.", "2s"),
       Key<&Traffic::cores, TrafficKeys>("cores", Cores(), "Cores of the generator.", "0"),
       Key<&Traffic::shared_cores, TrafficKeys>(
           "shared_cores", SharedCoresValue(),
           "declared: generator and system share cores, and the report says so.", "declared"),
       Key<&TrafficKeys::issue>("issue", TableOf<IssueKeys>(IssueTable()),
                                "Which samples a query takes."),
       Key<&Traffic::seeds, TrafficKeys>("seeds", TableOf<Seeds>(SeedsTable()),
                                         "Seeds of the random streams."),
       Key<&Traffic::lost_after_ns, TrafficKeys>("lost_after", Duration(false),
                                                 "An answer that takes longer is lost.", "10s")}};
  return table;
}

// Which keys belong to which kind of traffic; `shape` is the scenario's or the arrivals' name.
void RefuseForeignKeys(const Node& node, const std::string& path, const std::string& shape,
                       SpecReading& reading) {
  struct Owned {
    std::string_view key;
    std::vector<std::string_view> owners;
  };
  static const Owned kOwned[] = {
      {"rate", {"Server", "Interactive", "constant", "poisson", "gamma"}},
      {"streams", {"MultiStream"}},
      {"interval", {"MultiStream"}},
      {"samples_per_query", {"MultiStream"}},
      {"expected_latency", {"SingleStream", "MultiStream"}},
      {"expected_rate", {"Offline"}},
      {"latency",
       {"SingleStream", "MultiStream", "Server", "Interactive", "constant", "poisson", "gamma",
        "replay"}},
  };
  for (const Owned& owned : kOwned) {
    const Node* entry = node.Find(owned.key);
    if (entry == nullptr ||
        std::find(owned.owners.begin(), owned.owners.end(), shape) != owned.owners.end())
      continue;
    std::string owners;
    for (std::string_view owner : owned.owners)
      owners += (owners.empty() ? "" : ", ") + std::string(owner);
    reading.FailAtKey(*entry, path + "." + std::string(owned.key), ErrorCode::kContradiction,
                      shape + " has no '" + std::string(owned.key) + "'",
                      "it belongs to " + owners + "; take it out");
  }
}

void NeedRate(const TrafficKeys& keys, const Node& node, const std::string& path,
              const std::string& shape, SpecReading& reading) {
  if (keys.rate || node.Find("rate") != nullptr) return;
  reading.FailAtKey(node, path + ".rate", ErrorCode::kMissingKey,
                    shape + " needs the key 'rate', found none", "for example rate: 400/s");
}

Scenario MultiStreamOf(const TrafficKeys& keys, const Node& node, const std::string& path,
                       SpecReading& reading) {
  const Node* streams = node.Find("streams");
  const Node* interval = node.Find("interval");
  if ((streams == nullptr) != (interval == nullptr)) {
    reading.FailAtKey(
        streams != nullptr ? *streams : *interval, path, ErrorCode::kContradiction,
        "streams and interval come together (the older MultiStream), found one of them",
        "for the current rule take samples_per_query alone");
  }
  if (const Node* samples = node.Find("samples_per_query");
      samples != nullptr && streams != nullptr) {
    reading.FailAtKey(*samples, path + ".samples_per_query", ErrorCode::kContradiction,
                      "samples_per_query and streams exclude each other",
                      "streams is the older rule, with an interval");
  }
  MultiStream multi;
  multi.samples_per_query =
      keys.streams ? *keys.streams : keys.samples_per_query.value_or(multi.samples_per_query);
  multi.interval_ns = keys.interval.value_or(0);
  multi.expected_latency_ns = static_cast<double>(keys.expected_latency.value_or(0));
  return multi;
}

Scenario ScenarioOf(const TrafficKeys& keys, const Node& node, const std::string& path,
                    SpecReading& reading) {
  const std::string& name = keys.scenario_name;
  if (name == "SingleStream")
    return SingleStream{static_cast<double>(keys.expected_latency.value_or(0))};
  if (name == "MultiStream") return MultiStreamOf(keys, node, path, reading);
  if (name == "Offline") return Offline{keys.expected_rate.value_or(0)};
  NeedRate(keys, node, path, name, reading);
  return Server{keys.rate.value_or(1), name};
}

Scenario OwnTrafficOf(const TrafficKeys& keys, const Node& node, const std::string& path,
                      SpecReading& reading) {
  if (keys.arrivals->name != "replay") NeedRate(keys, node, path, keys.arrivals->name, reading);
  return OwnTraffic{keys.arrivals->name, keys.rate.value_or(0), keys.arrivals->parameters};
}

// Find-peak searches a rate (Server) or a number of streams (older MultiStream), against a latency
// bound.
void CheckFindPeak(const Traffic& traffic, const Node& node, const std::string& path,
                   SpecReading& reading) {
  if (traffic.mode != Mode::kFindPeak) return;
  const Node& mode = *node.Find("mode");
  const auto* multi = std::get_if<MultiStream>(&traffic.scenario);
  if (!std::holds_alternative<Server>(traffic.scenario) &&
      (multi == nullptr || multi->interval_ns == 0)) {
    reading.Fail(mode, path + ".mode", ErrorCode::kContradiction,
                 "find-peak searches Server's rate or the older MultiStream's streams; this "
                 "traffic has neither");
  } else if (!traffic.latency && node.Find("latency") == nullptr && multi == nullptr) {
    reading.Fail(mode, path + ".mode", ErrorCode::kContradiction,
                 "find-peak needs a latency bound to search against",
                 "for example latency: {percentile: 0.99, at_most: 10ms}");
  }
}

void BuildTraffic(const TrafficKeys& keys, const Node& node, const std::string& path,
                  SpecReading& reading, Traffic& traffic) {
  traffic = keys;
  traffic.order = keys.issue.order;
  traffic.same_index = keys.issue.same_index;
  traffic.sample_count = keys.issue.sample_count;
  const Node* scenario = node.Find("scenario");
  const Node* arrivals = node.Find("arrivals");
  if (scenario != nullptr && arrivals != nullptr) {
    reading.FailAtKey(
        *arrivals, path + ".arrivals", ErrorCode::kContradiction,
        "scenario and arrivals exclude each other: own traffic isn't an MLPerf scenario",
        "Server is Poisson by itself; take one of them out");
    return;
  }
  if (scenario == nullptr && arrivals == nullptr) {
    reading.FailAtKey(node, path, ErrorCode::kMissingKey,
                      "expected the key 'scenario' or 'arrivals', found neither",
                      "for example scenario: Server");
    return;
  }
  const bool own = arrivals != nullptr;
  const std::string shape = own ? (keys.arrivals ? keys.arrivals->name : "") : keys.scenario_name;
  if (shape.empty()) return;  // its error is told
  RefuseForeignKeys(node, path, shape, reading);
  traffic.scenario =
      own ? OwnTrafficOf(keys, node, path, reading) : ScenarioOf(keys, node, path, reading);
  CheckFindPeak(traffic, node, path, reading);
}

// The way back, for resolved.yaml. A value of 0 stands for "left out".
struct KeysOfScenario {
  TrafficKeys& keys;
  void operator()(const SingleStream& single) const {
    keys.scenario_name = "SingleStream";
    SetLatency(single.expected_latency_ns);
  }
  void operator()(const MultiStream& multi) const {
    keys.scenario_name = "MultiStream";
    SetLatency(multi.expected_latency_ns);
    if (multi.interval_ns > 0) {
      keys.streams = multi.samples_per_query;
      keys.interval = multi.interval_ns;
    } else {
      keys.samples_per_query = multi.samples_per_query;
    }
  }
  void operator()(const Server& server) const {
    keys.scenario_name = server.label;
    keys.rate = server.target_qps;
  }
  void operator()(const Offline& offline) const {
    keys.scenario_name = "Offline";
    if (offline.expected_qps > 0) keys.expected_rate = offline.expected_qps;
  }
  void operator()(const OwnTraffic& own) const {
    keys.arrivals = Arrival{own.arrival, own.parameters};
    if (own.rate_qps > 0) keys.rate = own.rate_qps;
  }
  void SetLatency(double nanoseconds) const {
    if (nanoseconds > 0 && nanoseconds < 0x1p63)
      keys.expected_latency = static_cast<std::int64_t>(nanoseconds);
  }
};

TrafficKeys KeysOfTraffic(const Traffic& traffic) {
  TrafficKeys keys;
  static_cast<Traffic&>(keys) = traffic;
  keys.issue = IssueKeys{traffic.order, traffic.same_index, traffic.sample_count};
  std::visit(KeysOfScenario{keys}, traffic.scenario);
  return keys;
}

// Reading starts from nothing: an entry says itself which scenario it is.
class TrafficType : public TableType<Traffic, TrafficKeys> {
 public:
  TrafficType() : TableType(TrafficTable(), BuildTraffic, KeysOfTraffic) {}
  void Read(const Node& node, const std::string& path, SpecReading& reading,
            void* out) const override {
    TrafficKeys keys;
    ReadTable(TrafficTable(), node, path, reading, &keys);
    if (node.kind == NodeKind::kMap)
      BuildTraffic(keys, node, path, reading, *static_cast<Traffic*>(out));
  }
};

}  // namespace

TypeOf<std::vector<Traffic>> TrafficBlock() {
  return NamedListOf(TypeOf<Traffic>{std::make_shared<TrafficType>()}, "name");
}

}  // namespace assay::spec
