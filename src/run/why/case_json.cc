// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "run/slices/slice_words.h"
#include "run/why/case_story.h"

namespace assay::run {
namespace {

void WriteAnswers(base::JsonWriter& json, const CaseStory& story) {
  json.Key("answers").BeginArray();
  for (const CaseAnswer& answer : story.answers) {
    json.BeginObject().Member("system", answer.system).Member("load", answer.load).Member("repeat", answer.repeat);
    json.Member("status", answer.status).Member("predicted", answer.predicted).Member("score", answer.score);
    json.Member("latency_ns", answer.latency_ns).Member("slow", answer.slow).EndObject();
  }
  json.EndArray().Key("decisions").BeginArray();
  for (const CaseDecision& decision : story.decisions) {
    json.BeginObject().Member("system", decision.system).Member("decision", decision.decision);
    json.Key("predicted");
    decision.right ? json.Value(decision.predicted) : json.Null();
    json.Member("right", decision.right).EndObject();
  }
  json.EndArray();
}

void WriteNeighbours(base::JsonWriter& json, std::string_view key, const std::vector<CaseNeighbour>& list) {
  json.Key(key).BeginArray();
  for (const CaseNeighbour& near : list) {
    json.BeginObject().Member("id", near.id).Member("label", near.label).Member("predicted", near.predicted);
    json.Member("score", near.score).Member("distance", near.distance).Key("differs").BeginArray();
    for (const std::string& text : near.differs) json.Value(text);
    json.EndArray().EndObject();
  }
  json.EndArray();
}

void WriteChanged(base::JsonWriter& json, const CaseStory& story) {
  json.Key("changed_inputs");
  if (!story.changed) {
    json.Null().Member("not_measured", story.changed_missing);
    return;
  }
  const ChangedInputs& changed = *story.changed;
  json.BeginObject().Member("note", "local, model-agnostic: says what this model did near this case, not why in general");
  json.Member("asked", changed.asked).Member("score", changed.unchanged.score).Key("occlusions").BeginArray();
  for (const Occlusion& occlusion : changed.occlusions) {
    json.BeginObject().Member("column", occlusion.column).Member("value", occlusion.value);
    json.Member("replaced_by", occlusion.replaced_by).Member("score", occlusion.answer.score);
    json.Member("change", occlusion.change).Member("flips", occlusion.flips).EndObject();
  }
  json.EndArray().Key("smallest_changes").BeginArray();
  for (const SmallestChange& change : changed.smallest) {
    json.BeginObject().Member("column", change.column).Member("value", change.value).Member("changed_to", change.changed_to);
    json.Member("deviations", change.deviations).Member("score", change.answer.score).EndObject();
  }
  json.EndArray().EndObject().Key("not_measured").Null();
}

}  // namespace

std::string CaseJson(const CaseStory& story) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.why/1").Member("run", story.run).Member("split", story.split);
  json.Member("case", story.id).Key("label");
  story.label.empty() ? json.Null() : json.Value(story.label);
  json.Key("columns").BeginArray();
  for (const CaseColumn& column : story.columns) {
    json.BeginObject().Member("name", column.name).Member("value", column.value);
    json.Member("share_at_most", column.share_at_most).Member("share_equal", column.share_equal).EndObject();
  }
  json.EndArray();
  WriteAnswers(json, story);
  json.Member("system", story.system).Member("error_rate", story.overall_error_rate).Key("slices").BeginArray();
  for (const CaseSlice& slice : story.slices) {
    json.BeginObject().Member("slice", slice.text).Member("declared", slice.declared).Key("errors");
    WriteErrorRate(json, slice.errors);
    json.EndObject();
  }
  json.EndArray();
  WriteNeighbours(json, "nearest_right", story.right);
  WriteNeighbours(json, "nearest_wrong", story.wrong);
  WriteChanged(json, story);
  json.EndObject();
  return text + "\n";
}

}  // namespace assay::run
