// SPDX-License-Identifier: Apache-2.0
#include "record/record_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/crc32c.h"
#include "base/file.h"
#include "record/block.h"
#include "record/record_writer.h"

namespace assay::record {
namespace {

// Above it, the outputs of one record are refused rather than the memory of the machine.
constexpr std::uint64_t kMostOutputBytes = std::uint64_t{1} << 32;

// Takes the columns of a payload one after another.
class Columns {
 public:
  explicit Columns(std::span<const std::byte> payload) : rest_(payload) {}

  // `count` values appended to `values`. The payload's size was checked against the layout before.
  template <class T>
  void Take(std::uint64_t count, std::vector<T>& values) {
    const std::size_t before = values.size();
    values.resize(before + count);
    const std::size_t bytes = count * sizeof(T);
    if (bytes > 0) std::memcpy(values.data() + before, rest_.data(), bytes);
    rest_ = rest_.subspan(bytes);
  }
  template <class T>
  T TakeOne() {
    T value;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }
  std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> rest_;
};

struct Answer {
  std::uint64_t sample;
  std::int64_t done_ns, first_token_ns;
  std::uint32_t tokens;
  SampleStatus status;
  std::int32_t error;
  std::span<const std::byte> output;
};

class Reader {
 public:
  Reader(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  Result<RecordRead> Read();

 private:
  // Each Apply returns what is wrong with a block whose checksum fits; empty = nothing.
  std::string Apply(const BlockFrame& frame, std::span<const std::byte> payload);
  std::string ApplyHeader(Columns columns);
  std::string ApplyIssued(const BlockFrame& frame, Columns columns);
  std::string ApplyDone(const BlockFrame& frame, Columns columns);
  std::string ApplyStrays(const BlockFrame& frame, Columns columns);
  std::string ApplyEnd(const BlockFrame& frame, Columns columns);
  std::string Give(const Answer& answer);

  std::string ReadBlock();
  bool BlockFollows() const;
  void Damage(const std::string& what);
  Result<void> CheckMagic() const;
  void Finish();

  std::span<const std::byte> bytes_;
  const std::string& file_;
  std::size_t at_ = 0;
  RecordRead read_;
  bool has_header_ = false;
  bool ended_ = false;
  std::vector<Answer> early_;                          // answers whose queries come in a later block
  std::vector<std::span<const std::byte>> outputs_;    // by sample, inside bytes_
};

Result<void> Reader::CheckMagic() const {
  if (bytes_.empty()) return FailAt({file_}, ErrorCode::kEmpty, "expected a record, found an empty file");
  const std::string_view start(reinterpret_cast<const char*>(bytes_.data()), std::min(bytes_.size(), kFileMagic.size()));
  if (start == kFileMagic) return {};
  const std::string_view family = kFileMagic.substr(0, kFileMagic.find('/') + 1);
  if (kFileMagic.starts_with(start)) {
    return FailAt({file_}, ErrorCode::kBadRecord, "the record breaks off inside its first 16 bytes");
  }
  if (start.starts_with(family)) {
    return FailAt({file_}, ErrorCode::kBadRecord,
                  "expected record version 1, found " +
                      std::string(start.substr(family.size(), start.find('\n') - family.size())));
  }
  return FailAt({file_}, ErrorCode::kBadRecord, "expected a record, found other bytes at its start");
}

void Reader::Damage(const std::string& what) {
  Where where{.file = file_, .path = "block " + std::to_string(read_.blocks + 1) + " at byte " + std::to_string(at_)};
  read_.damage = Error{ErrorCode::kCorrupt, where.path + ": " + what, {where},
                       std::to_string(read_.blocks) + " blocks before it are intact"};
}

// Whether a frame with a good checksum starts anywhere after at_: then at_ isn't the tail but damage.
bool Reader::BlockFollows() const {
  for (std::size_t at = at_ + 1; at + kFrameSize <= bytes_.size(); ++at) {
    const void* next = std::memchr(bytes_.data() + at, 'a', bytes_.size() - at);
    if (next == nullptr) return false;
    at = static_cast<std::size_t>(static_cast<const std::byte*>(next) - bytes_.data());
    if (DecodeFrame(bytes_.subspan(at)).has_value()) return true;
  }
  return false;
}

// Reads the block at at_ and moves behind it, or says why it isn't whole. What is wrong in a whole one is damage.
std::string Reader::ReadBlock() {
  const std::span<const std::byte> rest = bytes_.subspan(at_);
  const std::optional<BlockFrame> frame = DecodeFrame(rest);
  if (!frame) return rest.size() < kFrameSize ? "is cut short" : "has no valid frame";
  const std::uint64_t left = rest.size() - kFrameSize;
  if (frame->header_size > left || frame->payload_size > left - frame->header_size) return "is cut short";
  const auto body = rest.subspan(kFrameSize, frame->header_size + frame->payload_size);
  if (base::Crc32c(body) != frame->body_crc) return "has a checksum that doesn't match its bytes";

  const BlockLayout* layout = FindLayout(frame->kind);
  const auto payload = body.subspan(frame->header_size);
  const std::string_view header(reinterpret_cast<const char*>(body.data()), frame->header_size);
  const std::uint64_t per_query = read_.record.samples_per_query;
  const auto fixed = layout == nullptr ? std::nullopt : FixedSize(*layout, frame->rows, per_query);
  std::string wrong;
  if (!fixed || *fixed > payload.size() || (layout->tail.empty() && *fixed != payload.size()) ||
      header != BlockHeaderJson(*layout, frame->rows, frame->first, per_query, payload.size() - *fixed)) {
    wrong = "its columns aren't those of version 1";
  } else {
    wrong = Apply(*frame, payload);
  }
  if (!wrong.empty()) {
    Damage(wrong);
    return {};
  }
  at_ += kFrameSize + body.size();
  ++read_.blocks;
  return {};
}

std::string Reader::Apply(const BlockFrame& frame, std::span<const std::byte> payload) {
  if (ended_) return "it follows the end block";
  if (has_header_ == (frame.kind == BlockKind::kHeader)) return "expected the header block first, and once";
  const Columns columns(payload);
  switch (frame.kind) {
    case BlockKind::kHeader: return ApplyHeader(columns);
    case BlockKind::kIssued: return ApplyIssued(frame, columns);
    case BlockKind::kDone: return ApplyDone(frame, columns);
    case BlockKind::kStrays: return ApplyStrays(frame, columns);
    case BlockKind::kEnd: return ApplyEnd(frame, columns);
  }
  return "unknown kind of block";
}

std::string Reader::ApplyHeader(Columns columns) {
  const auto per_query = columns.TakeOne<std::uint64_t>();
  if (per_query == 0) return "expected at least 1 sample a query, found 0";
  has_header_ = true;
  read_.record.samples_per_query = per_query;
  read_.record.output_bytes = columns.TakeOne<std::uint64_t>();
  read_.record.header_json.assign(reinterpret_cast<const char*>(columns.rest().data()), columns.rest().size());
  return {};
}

std::string Reader::ApplyIssued(const BlockFrame& frame, Columns columns) {
  RunRecord& record = read_.record;
  if (frame.first != record.queries()) {
    return "expected query " + std::to_string(record.queries()) + " to follow, found " + std::to_string(frame.first);
  }
  const std::uint64_t samples = record.samples() + frame.rows * record.samples_per_query;
  if (record.output_bytes > 0 && samples > kMostOutputBytes / record.output_bytes) {
    return "the outputs of " + std::to_string(samples) + " samples of " + std::to_string(record.output_bytes) +
           " bytes are more than the 4 GiB that are read";
  }
  columns.Take(frame.rows, record.due_ns);
  columns.Take(frame.rows, record.issued_ns);
  columns.Take(frame.rows, record.issue_returned_ns);
  columns.Take(frame.rows * record.samples_per_query, record.sample_index);
  record.done_ns.resize(samples, -1);
  record.first_token_ns.resize(samples, -1);
  record.tokens.resize(samples, 0);
  record.status.resize(samples, SampleStatus::kPending);
  record.error.resize(samples, 0);
  record.output_size.resize(record.output_bytes > 0 ? samples : 0, 0);
  outputs_.resize(samples);
  return {};
}

std::string Reader::ApplyDone(const BlockFrame& frame, Columns columns) {
  std::vector<std::uint64_t> sample;
  std::vector<std::int64_t> done_ns, first_token_ns;
  std::vector<std::uint32_t> tokens, output_size;
  std::vector<std::uint8_t> status;
  std::vector<std::int32_t> error;
  columns.Take(frame.rows, sample);
  columns.Take(frame.rows, done_ns);
  columns.Take(frame.rows, first_token_ns);
  columns.Take(frame.rows, tokens);
  columns.Take(frame.rows, status);
  columns.Take(frame.rows, error);
  columns.Take(frame.rows, output_size);
  std::span<const std::byte> outputs = columns.rest();
  std::uint64_t used = 0;
  for (std::size_t row = 0; row < frame.rows; ++row) {
    used += output_size[row];
    if (output_size[row] > read_.record.output_bytes) return "an output is longer than output_bytes";
    if (status[row] > static_cast<std::uint8_t>(SampleStatus::kLost)) return "unknown status " + std::to_string(status[row]);
  }
  if (used != outputs.size()) return "output_size doesn't sum to the outputs";
  for (std::size_t row = 0; row < frame.rows; ++row) {
    const Answer answer{sample[row], done_ns[row],     first_token_ns[row],
                        tokens[row], static_cast<SampleStatus>(status[row]), error[row], outputs.first(output_size[row])};
    outputs = outputs.subspan(output_size[row]);
    if (answer.sample >= read_.record.samples()) {
      early_.push_back(answer);
    } else if (const std::string wrong = Give(answer); !wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

std::string Reader::Give(const Answer& answer) {
  RunRecord& record = read_.record;
  const std::uint64_t s = answer.sample;
  if (record.status[s] != SampleStatus::kPending) return "sample " + std::to_string(s) + " is answered twice";
  record.done_ns[s] = answer.done_ns;
  record.first_token_ns[s] = answer.first_token_ns;
  record.tokens[s] = answer.tokens;
  record.status[s] = answer.status;
  record.error[s] = answer.error;
  if (record.output_bytes > 0) record.output_size[s] = static_cast<std::uint32_t>(answer.output.size());
  outputs_[s] = answer.output;
  return {};
}

std::string Reader::ApplyStrays(const BlockFrame& frame, Columns columns) {
  std::vector<std::uint64_t> id;
  std::vector<std::int64_t> at_ns;
  std::vector<std::uint8_t> kind;
  columns.Take(frame.rows, id);
  columns.Take(frame.rows, at_ns);
  columns.Take(frame.rows, kind);
  for (std::size_t row = 0; row < frame.rows; ++row) {
    if (kind[row] < 1 || kind[row] > 3) return "unknown kind of stray answer " + std::to_string(kind[row]);
    read_.record.strays.push_back({id[row], at_ns[row], static_cast<StrayCompletion::Kind>(kind[row])});
  }
  read_.record.stray_count = read_.record.strays.size();
  return {};
}

std::string Reader::ApplyEnd(const BlockFrame& frame, Columns columns) {
  RunRecord& record = read_.record;
  const auto state = columns.TakeOne<std::uint8_t>();
  if (state > static_cast<std::uint8_t>(EndState::kAborted)) return "unknown end state " + std::to_string(state);
  const auto end_ns = columns.TakeOne<std::int64_t>();
  const auto stray_count = columns.TakeOne<std::uint64_t>();
  const auto skipped = columns.TakeOne<std::uint64_t>();
  std::vector<std::uint32_t> sizes;
  columns.Take(frame.rows, sizes);
  std::string_view texts(reinterpret_cast<const char*>(columns.rest().data()), columns.rest().size());
  std::uint64_t sum = 0;
  for (const std::uint32_t size : sizes) sum += size;
  if (sizes.empty() || sum != texts.size()) return "text_size doesn't sum to the texts";
  record.end_reason = texts.substr(0, sizes[0]);
  texts.remove_prefix(sizes[0]);
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    record.notes.emplace_back(texts.substr(0, sizes[i]));
    texts.remove_prefix(sizes[i]);
  }
  record.end = static_cast<EndState>(state);
  record.end_ns = end_ns;
  record.stray_count = stray_count;
  record.skipped_intervals = skipped;
  ended_ = true;
  return {};
}

void Reader::Finish() {
  RunRecord& record = read_.record;
  std::uint64_t homeless = 0;
  for (const Answer& answer : early_) {
    if (answer.sample >= record.samples()) {
      ++homeless;
    } else if (const std::string wrong = Give(answer); !wrong.empty() && !read_.damage) {
      Damage(wrong);
    }
  }
  if (homeless > 0) {
    const std::string what = std::to_string(homeless) + " answers belong to queries that aren't on record";
    record.notes.push_back(what);
    if (ended_ && !read_.damage) Damage(what);
  }
  record.outputs.resize(record.samples() * record.output_bytes);
  for (std::uint64_t s = 0; s < outputs_.size(); ++s) {
    std::copy(outputs_[s].begin(), outputs_[s].end(),
              record.outputs.begin() + static_cast<std::ptrdiff_t>(s * record.output_bytes));
  }
  if (ended_) return;
  for (const auto* column : {&record.due_ns, &record.issued_ns, &record.done_ns}) {
    for (const std::int64_t at : *column) record.end_ns = std::max(record.end_ns, at);
  }
}

Result<RecordRead> Reader::Read() {
  ASSAY_CHECK_OK(CheckMagic());
  at_ = kFileMagic.size();
  std::string torn;
  while (at_ < bytes_.size() && torn.empty() && !read_.damage) {
    torn = ReadBlock();
    if (!torn.empty() && (ended_ || BlockFollows())) Damage("the block " + torn);
  }
  if (!has_header_) {
    return FailAt({file_}, ErrorCode::kBadRecord,
                  read_.damage ? read_.damage->what : "the record breaks off before the end of its first block");
  }
  if (!ended_) {
    read_.record.end = EndState::kInterrupted;
    read_.record.end_reason = "interrupted: the record has no end block";
    if (read_.damage) {
      read_.record.end_reason = "damaged: " + read_.damage->what;
    } else if (!torn.empty()) {
      read_.record.end_reason += ", and its last block (" + std::to_string(bytes_.size() - at_) + " bytes, left out) " + torn;
    }
  }
  Finish();
  return std::move(read_);
}

}  // namespace

Result<RecordRead> ReadRecordBytes(std::span<const std::byte> bytes, const std::string& file) {
  return Reader(bytes, file).Read();
}

Result<RecordRead> ReadRecordUpToDamage(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ReadRecordBytes(std::as_bytes(std::span(text)), path);
}

Result<RunRecord> ReadRecord(const std::string& path) {
  ASSAY_TRY(read, ReadRecordUpToDamage(path));
  if (read.damage) return std::unexpected(*std::move(read.damage));
  return std::move(read.record);
}

}  // namespace assay::record
