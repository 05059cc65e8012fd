// SPDX-License-Identifier: Apache-2.0
#include "fit/distance_text.h"

#include <algorithm>
#include <charconv>

#include "base/json.h"

namespace assay::fit {
namespace {

std::string Number(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4).ptr};
}

std::string Padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

std::string SideText(std::string_view name, const Side& side) {
  std::string text =
      "    " + Padded(std::string(name), 8) + (side.words.empty() ? "not known" : side.words);
  return text + (side.source.empty() ? "" : "   [" + side.source + "]") + "\n";
}

void WriteSide(std::string_view name, const Side& side, base::JsonWriter& json) {
  const auto text = [&](std::string_view key, const std::string& value) {
    json.Key(key);
    value.empty() ? json.Null() : json.Value(value);
  };
  json.Key(name).BeginObject();
  text("words", side.words);
  json.Member("number", side.number);
  text("unit", side.unit);
  text("source", side.source);
  json.EndObject();
}

}  // namespace

std::string DistanceText(std::span<const AxisDistance> axes, std::string_view row,
                         std::string_view spec) {
  std::string text = "How far the task of " + std::string(row) + "\nis from that of " +
                     std::string(spec) + ", axis by axis. Axes don't add up.\n\n";
  std::string licensed, not_licensed;
  for (const AxisDistance& axis : axes) {
    const std::string name(NameOf(axis.axis));
    text += "  " + Padded(name, 16) + std::string(NameOf(axis.near));
    if (axis.effect) text += "   " + axis.effect_name + " " + Number(*axis.effect);
    text += "\n" + SideText("ours", axis.ours) + SideText("theirs", axis.theirs);
    if (!axis.licenses.empty()) licensed += "  " + Padded(name, 16) + axis.licenses + "\n";
    if (!axis.not_licenses.empty())
      not_licensed += "  " + Padded(name, 16) + axis.not_licenses + "\n";
  }
  text += "\nWhat carries over\n" + (licensed.empty() ? "  nothing\n" : licensed);
  return text + "\nWhat doesn't\n" +
         (not_licensed.empty() ? "  nothing is in the way\n" : not_licensed);
}

std::string DistanceJson(std::span<const AxisDistance> axes, std::string_view row,
                         std::string_view spec) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.distance/1").Member("row", row).Member("spec", spec);
  json.Key("axes").BeginArray();
  for (const AxisDistance& axis : axes) {
    json.BeginObject().Member("axis", NameOf(axis.axis)).Member("near", NameOf(axis.near));
    WriteSide("ours", axis.ours, json);
    WriteSide("theirs", axis.theirs, json);
    json.Member("effect", axis.effect).Key("effect_name");
    axis.effect_name.empty() ? json.Null() : json.Value(axis.effect_name);
    json.Key("licenses");
    axis.licenses.empty() ? json.Null() : json.Value(axis.licenses);
    json.Key("not_licenses");
    axis.not_licenses.empty() ? json.Null() : json.Value(axis.not_licenses);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::fit
