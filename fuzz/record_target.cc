// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "target.h"
#include "record/record_reader.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto read = assay::record::ReadRecordBytes(std::as_bytes(std::span(bytes, size)), "record.assay");
  if (!read) return 0;
  const assay::record::RunRecord& record = read->record;
  CHECK_PROMISE(record.samples() == record.queries() * record.samples_per_query);
  CHECK_PROMISE(record.status.size() == record.samples() && record.done_ns.size() == record.samples());
  for (std::uint64_t sample = 0; sample < record.samples(); ++sample) {
    CHECK_PROMISE(record.Output(sample).size() <= record.output_bytes);
  }
  return 0;
}
