// SPDX-License-Identifier: Apache-2.0
// What is gathered while a spec is read: every error with its place, and where each value came
// from.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "spec/node.h"
#include "spec/source_text.h"
#include "spec/spec.h"

namespace assay::spec {

// "a list", "a mapping", "nothing", 'text': for "found …".
std::string Shown(const Node& node);

class SpecReading {
 public:
  explicit SpecReading(const SourceText& source);

  // A value was read at this path: remembers its place and its origin.
  void Note(const Node& node, const std::string& path);
  void NoteDefault(const std::string& path) { origins_.emplace(path, "default"); }

  void Fail(const Node& node, const std::string& path, ErrorCode code, std::string what,
            std::string hint = {});
  // At the key of a mapping's entry instead of its value.
  void FailAtKey(const Node& entry, const std::string& path, ErrorCode code, std::string what,
                 std::string hint = {});
  // A value parser's error, with its place.
  void Fail(const Node& node, const std::string& path, Error error);

  const Errors& errors() const { return errors_; }
  Errors TakeErrors() { return std::move(errors_); }
  Origins TakeOrigins() { return std::move(origins_); }
  std::map<std::string, Where> TakePlaces() { return std::move(places_); }

 private:
  Where PlaceOf(const Node& node, int line, int column, const std::string& path) const;

  const SourceText& source_;
  std::string short_name_;  // of the file, without its folders
  Errors errors_;
  Origins origins_;
  std::map<std::string, Where> places_;
};

}  // namespace assay::spec
