// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "base/json_reader.h"
#include "target.h"

// What reads once, is written and reads again, is written the same.
int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto write = [](const assay::base::JsonValue& value) {
    std::string text;
    assay::base::JsonWriter writer(text);
    value.WriteTo(writer);
    return text;
  };
  const auto value = assay::base::ReadJson({reinterpret_cast<const char*>(bytes), size}, "input.json");
  if (!value) {
    CHECK_PROMISE(value.error().where.size() == 1 && value.error().where[0].line >= 1);
    return 0;
  }
  const std::string written = write(*value);
  const auto again = assay::base::ReadJson(written, "written.json");
  CHECK_PROMISE(again.has_value() && write(*again) == written);
  return 0;
}
