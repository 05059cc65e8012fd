// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "loadgen/conf_lint.h"
#include "target.h"

// Every place that is named is in the text; what was read, written plainly, reads the same.
int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  namespace loadgen = assay::loadgen;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const loadgen::ConfText conf = loadgen::ParseConf(text);
  std::string plain;
  for (const loadgen::ConfEntry& entry : conf.entries) {
    CHECK_PROMISE(entry.line >= 1 && entry.column >= 1 && entry.value_column > entry.column && entry.number.IsNumber());
    plain += entry.key + " = " + entry.value + "\n";
  }
  const loadgen::ConfText again = loadgen::ParseConf(plain);
  CHECK_PROMISE(again.entries.size() == conf.entries.size() && again.slips.empty());
  for (const loadgen::ConfFile kind : {loadgen::ConfFile::kOfficial, loadgen::ConfFile::kUser, loadgen::ConfFile::kAudit}) {
    for (const loadgen::ConfigNote& note : loadgen::LintConf(conf, "user.conf", kind, {})) {
      CHECK_PROMISE(note.line >= 1 && note.column >= 1 && !note.what.empty());
    }
  }
  mlperf::TestSettings settings, from_plain;
  loadgen::ApplyConf(loadgen::ConfTable(conf.entries), "bert", "Server", true, settings);
  loadgen::ApplyConf(loadgen::ConfTable(again.entries), "bert", "Server", true, from_plain);
  CHECK_PROMISE(settings.min_query_count == from_plain.min_query_count &&
                settings.server_target_latency_ns == from_plain.server_target_latency_ns);
  return 0;
}
