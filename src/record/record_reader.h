// SPDX-License-Identifier: Apache-2.0
// Reads record files; see record_writer.h for ReadRecord, the strict form that most callers want.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "record/run_record.h"

namespace assay::record {

// What could be read: all of it, or the blocks before the first damaged one.
struct RecordRead {
  RunRecord record;
  std::uint64_t blocks = 0;     // read whole
  std::optional<Error> damage;  // kCorrupt with the block's number and offset; what stands in `record` is intact
};

// Reads up to the end or to the first damage. A torn tail (nothing readable after it) isn't damage: it is how an
// interrupted run looks; then record.end is kInterrupted and end_reason says what is missing.
// Shape    any bytes: lengths are checked against what is there before they are used.
// Errors   kEmpty; kBadRecord for other files, other versions, and a record that breaks off inside its first block.
// Threads  safe: no shared state.
Result<RecordRead> ReadRecordBytes(std::span<const std::byte> bytes, const std::string& file);
Result<RecordRead> ReadRecordUpToDamage(const std::string& path);

}  // namespace assay::record
