// SPDX-License-Identifier: Apache-2.0
// `assay results import`: public results and own runs into the store. All that was given is read before anything is
// kept.
#include "results/import/import.h"

#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/ranking.h"
#include "cli/results/store_place.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/store.h"

namespace assay::cli {
namespace {

using results::ImportReport;

constexpr std::size_t kMostLines = 20;  // of each kind on a screen; --format json has all

struct Kept {
  ImportReport report;  // of a run: kind and source alone
  std::optional<results::StoredRun> run;
  std::size_t replaced = 0;
};

std::string Joined(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

std::string Place(const Error& error) {
  if (error.where.empty()) return {};
  const Where& where = error.where.front();
  std::string place = where.file;
  if (where.line > 0) place += ":" + std::to_string(where.line);
  if (where.column > 0) place += ":" + std::to_string(where.column);
  return place + (where.path.empty() ? "" : " (" + where.path + ")");
}

template <class T, class Write>
void Some(Page& page, const std::vector<T>& items, const Write& write) {
  for (std::size_t i = 0; i < items.size() && i < kMostLines; ++i) page.Line(write(items[i]), 4);
  if (items.size() > kMostLines) page.Line("… and " + std::to_string(items.size() - kMostLines) + " more", 4);
}

void AddText(Page& page, const Kept& kept) {
  const ImportReport& report = kept.report;
  page.Line(report.source + ": " + report.kind);
  if (kept.run) {
    page.Line(Counted(kept.run->cells.size(), "load run") + ", " + Counted(kept.run->measurements.size(), "measurement") +
                  ", " + Counted(kept.run->claims.size(), "claim") + " of '" + kept.run->title + "'" +
                  (kept.replaced > 0 ? "; in place of an earlier import" : ""), 2);
    return;
  }
  page.Line(Counted(report.rows, "row") + " of " + Counted(report.systems, "system") + ", " +
                Joined(report.rounds) +
                (kept.replaced > 0 ? "; in place of " + std::to_string(kept.replaced) + " imported before" : ""), 2);
  if (!report.columns_read.empty()) page.Line("understood: " + Joined(report.columns_read), 2);
  if (!report.columns_left.empty()) page.Line("left: " + Joined(report.columns_left), 2);
  if (!report.types.empty()) {
    page.Line(Counted(report.types.size(), "value") + " read as another type than stands there:", 2);
    Some(page, report.types, [](const results::TypeChange& change) {
      return change.file + ": " + change.key + " " + change.stated + " read as " + change.read_as;
    });
  }
  if (!report.notes.empty()) {
    page.Line("notes:", 2);
    Some(page, report.notes, [](const std::string& note) { return note; });
  }
  if (!report.bad_rows.empty()) {
    page.Line(Counted(report.bad_rows.size(), "row") + " not imported:", 2);
    Some(page, report.bad_rows, [](const Error& error) { return Place(error) + ": " + error.what; });
  }
}

void WriteTexts(base::JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.Key(key).BeginArray();
  for (const std::string& text : texts) json.Value(text);
  json.EndArray();
}

void WriteKept(base::JsonWriter& json, const Kept& kept) {
  const ImportReport& report = kept.report;
  json.BeginObject().Member("source", report.source).Member("kind", report.kind).Member("replaced", kept.replaced);
  if (kept.run) {
    json.Member("title", kept.run->title).Member("cells", kept.run->cells.size());
    json.Member("measurements", kept.run->measurements.size()).Member("claims", kept.run->claims.size()).EndObject();
    return;
  }
  json.Member("rows", report.rows).Member("systems", report.systems);
  WriteTexts(json, "rounds", report.rounds);
  WriteTexts(json, "columns_read", report.columns_read);
  WriteTexts(json, "columns_left", report.columns_left);
  json.Key("types_changed").BeginArray();
  for (const results::TypeChange& change : report.types) {
    json.BeginObject().Member("file", change.file).Member("key", change.key).Member("stated", change.stated);
    json.Member("read_as", change.read_as).EndObject();
  }
  json.EndArray();
  WriteTexts(json, "notes", report.notes);
  json.Key("not_imported").BeginArray();
  for (const Error& error : report.bad_rows) {
    json.BeginObject().Member("place", Place(error)).Member("reason", error.what).EndObject();
  }
  json.EndArray().EndObject();
}

// What one path holds, read but not kept yet.
struct Incoming {
  std::optional<results::Imported> rows;
  std::optional<results::StoredRun> run;
};

Results<Incoming> ReadPath(const std::string& path) {
  const auto kind = results::KindOf(path);
  if (!kind) return std::unexpected(Errors{kind.error()});
  Incoming incoming;
  if (*kind == results::ImportKind::kRunFolder) {
    auto run = results::ReadRunFolder(path);
    if (!run) return std::unexpected(Errors{std::move(run).error()});
    incoming.run = *std::move(run);
    return incoming;
  }
  auto rows = results::ImportResults(path, *kind);
  if (!rows) return std::unexpected(std::move(rows).error());
  incoming.rows = *std::move(rows);
  return incoming;
}

Result<Kept> Keep(results::Store& store, Incoming incoming, const std::string& path) {
  Kept kept;
  if (incoming.run) {
    ASSAY_TRY(replaced, store.Save(*incoming.run));
    kept.replaced = replaced;
    kept.report.kind = "a run of your own";
    kept.report.source = path;
    kept.run = std::move(incoming.run);
    return kept;
  }
  ASSAY_TRY(replaced, store.Save(*incoming.rows));
  kept.replaced = replaced;
  kept.report = std::move(incoming.rows->report);
  return kept;
}

int Run(const Arguments& arguments, Terminal& terminal) {
  std::vector<Incoming> all;
  for (const std::string& path : arguments.positional) {
    auto incoming = ReadPath(path);
    if (!incoming) return terminal.Fail(incoming.error());
    all.push_back(*std::move(incoming));
  }
  const std::string path = StorePlace(arguments);
  auto store = results::Store::Open(path);
  if (!store) return terminal.Fail(store.error());
  std::vector<Kept> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto one = Keep(*store, std::move(all[i]), arguments.positional[i]);
    if (!one) return terminal.Fail(one.error());
    kept.push_back(*std::move(one));
  }
  if (terminal.json) {
    std::string text;
    base::JsonWriter json(text, 1);
    json.BeginObject().Member("schema", "assay.import/1").Member("store", path).Key("imports").BeginArray();
    for (const Kept& one : kept) WriteKept(json, one);
    json.EndArray().EndObject();
    terminal.Print(text + "\n");
  } else {
    Page page(terminal.render);
    for (const Kept& one : kept) AddText(page, one);
    page.Line("Kept in " + path + ".");
    terminal.Print(page.text());
  }
  return kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsImport{
    .name = "import",
    .usage = "FILE | DIR …",
    .summary = "a round's JSON, a table, a results tree, or a run of your own",
    .min_positional = 1,
    .max_positional = 1000,
    .run = &Run,
    .flags = "--store",
    .formats = "text json",
    .examples = {"assay results import summary_results.json", "assay results import runs/20260301-120000-lending"},
};

}  // namespace assay::cli
