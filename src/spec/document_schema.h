// SPDX-License-Identifier: Apache-2.0
// The shape of a JSON document that the program prints, written down once as lists of fields, and its JSON Schema.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay::spec {

// A type is string, number, integer or boolean; words in brackets, "(yes|no)"; "{T}" for an object of T by free names;
// or an object's name after '@'. "[T]" is a list of T, "T?" may be null.
struct DocumentField {
  std::string_view name, type;
};

struct DocumentObject {
  std::string_view name;
  std::span<const DocumentField> fields;
};

// Shape    `name` is the document's own "schema" member, "assay.report/1"; every field must be there, none may be more.
// Errors   none: a type that isn't one of the above is a bug of the caller.
// Threads  safe: pure.
// Source   JSON Schema, Draft 2020-12.
std::string DocumentSchema(std::string_view name, std::string_view title, std::span<const DocumentField> fields,
                           std::span<const DocumentObject> objects);

// A document of several forms under one name: each form is an object of `objects`, and a document is one of them.
// Range    `forms` are names of objects.
std::string DocumentSchemaOfForms(std::string_view name, std::string_view title, std::span<const std::string_view> forms,
                                  std::span<const DocumentObject> objects);

}  // namespace assay::spec
