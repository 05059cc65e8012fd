// SPDX-License-Identifier: Apache-2.0
// Every error that assay can report: one enumerator, one number, one phrase, one page for `assay explain E0312`.
//
// The number's hundreds say whose fault it is and so which exit code follows (see ExitCodeOf in cli/exit_code.h):
// 01 wrong usage, 02 files, 03 spec, 04 data, 05 record, 06 load run, 07 system under test, 08 metric, 09 verdict,
// 99 a bug of ours. A new error is one line here; the explain page, the docs and the JSON all read this table.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

// clang-format off
#define ASSAY_ERROR_CODES(X)                                                                                          \
  X(kUsage,             101, "wrong usage",            "The command line doesn't fit the verb. `assay help VERB` lists its flags.")                         \
  X(kUnknownName,       102, "unknown name",           "No metric, executor, arrival, dataset, error or verb has this name. `assay list` shows the names there are.") \
  X(kUnsupported,       103, "not built yet",          "The grammar knows this, but the engine behind it isn't part of this release. The status table in the README says what is.") \
  X(kNotFound,          201, "file not found",         "The path doesn't exist or can't be opened. Relative paths are taken from the folder of the file that names them.") \
  X(kUnwritable,        202, "can't write",            "The output folder can't be created or written, or the disk is full. Nothing that was complete is lost.") \
  X(kUnreadable,        203, "can't read",             "Reading the file failed in the middle: the device or the permissions are at fault, not the content.") \
  X(kSyntax,            301, "syntax error",           "The file isn't well-formed YAML or JSON at the place shown.")                                \
  X(kUnknownKey,        302, "unknown key",            "The key isn't part of the grammar here. Keys that start with x- are free.")                  \
  X(kDuplicateKey,      303, "duplicate key",          "The same key stands twice in one mapping; which one counts would be a guess.")               \
  X(kWrongType,         304, "wrong type",             "The value has another kind than the key takes: a list for a text, a text for a number, …")   \
  X(kBadQuantity,       305, "bad quantity",           "Quantities are written with their unit: 15ms, 400/s, 5%, 1.84EUR/h. Bare numbers are counts, shares and seeds.") \
  X(kOutOfRange,        306, "out of range",           "The value is outside what the key allows. Rates and durations are positive and finite.")     \
  X(kMissingKey,        307, "missing key",            "A key that this block can't do without isn't there.")                                        \
  X(kBadReference,      308, "no such reference",      "A system, traffic, split or claim is named that the spec doesn't define.")                   \
  X(kContradiction,     309, "contradiction",          "Two settings can't both hold, so the run could never be VALID. Said before the run, not after.") \
  X(kBadBound,          310, "bad bound",              "A bound is OP VALUE, OP one of <= >= < > ==, VALUE a quantity, a share or a gate (99% of SYSTEM).") \
  X(kUndecidable,       312, "can't be decided",       "The plan's query or case count is too small for the bound to pass, whatever the system does.") \
  X(kEmpty,             401, "empty input",            "There is nothing in it: no bytes, no rows, or no values to compute from.")                   \
  X(kBadRow,            402, "bad row",                "A row of the data file doesn't fit its header or its types. The row is shown; none is dropped silently.") \
  X(kDuplicateId,       403, "duplicate id",           "Ids name cases; the same id twice would make two cases one.")                                \
  X(kMissingLabel,      404, "missing label",          "A case without a label can't be scored. Declare it unscored or take it out.")                \
  X(kNotFinite,         405, "not a finite number",    "NaN and infinity aren't scores or features. They are refused by row, never dropped or sorted.") \
  X(kOverlap,           406, "splits overlap",         "Splits share ids, groups or contents, so a claim certified on one would leak from the other.") \
  X(kOneClass,          407, "one class only",         "The positive (or the negative) class never occurs, so rates that divide by its count are undefined.") \
  X(kNotHeld,           408, "round not held",         "The round is known, but its results are not part of the program, nor of the store named. Nothing is said of a row of it.") \
  X(kNotComparable,    409, "not comparable",         "A comparison needs the same cases with the same labels, or loads of one scenario and rate, on both sides. What differs is named; nothing is left out silently.") \
  X(kBadRecord,         501, "not a record",           "The bytes aren't an assay record, or a format version that this release doesn't read.")      \
  X(kCorrupt,           502, "record damaged",         "A block's checksum doesn't match its bytes. Blocks before it are intact and readable.")      \
  X(kMismatch,          503, "hash mismatch",          "A file isn't the one that the manifest names.")                                              \
  X(kRunInvalid,        601, "run invalid",            "The measurement can't be trusted; the reasons are listed with it.")                          \
  X(kHostUnfit,         602, "host unfit",             "The machine can't time this load well enough; `assay doctor` says why.")                     \
  X(kInterrupted,       603, "interrupted",            "The run was stopped before its end; what was complete is on record.")                        \
  X(kSutFailed,         701, "system under test failed", "The executor could not start, or stopped the run.")                                        \
  X(kSutMissing,        702, "runtime missing",        "The module or library that this executor needs isn't installed; the message names the package.") \
  X(kSutMismatch,       703, "model doesn't match",    "The model's inputs, outputs or precision differ from what the spec says.")                   \
  X(kSutStuck,          704, "system under test stuck", "A call into the executor didn't return within lost_after; the ids that were waiting are named.") \
  X(kUndefined,         801, "undefined metric",       "The formula divides by zero for this data. Undefined is a value of its own; it is not 0.")   \
  X(kNotMeasured,       901, "not measured",           "No valid evidence exists for the claim.")                                                    \
  X(kInternal,         9901, "bug in assay",           "This should not happen. Please report it with the spec and the message.")
// clang-format on

enum class ErrorCode : std::uint16_t {
#define ASSAY_ERROR_ENUMERATOR(name, number, phrase, page) name = number,
  ASSAY_ERROR_CODES(ASSAY_ERROR_ENUMERATOR)
#undef ASSAY_ERROR_ENUMERATOR
};

struct ErrorCodeInfo {
  ErrorCode code;
  std::string_view name;    // the enumerator without its k
  std::string_view phrase;  // a few words
  std::string_view page;    // what it means and what to do
};

// All codes in ascending order of their number.
inline constexpr ErrorCodeInfo kErrorCodes[] = {
#define ASSAY_ERROR_ROW(name, number, phrase, page) {ErrorCode::name, std::string_view(#name).substr(1), phrase, page},
    ASSAY_ERROR_CODES(ASSAY_ERROR_ROW)
#undef ASSAY_ERROR_ROW
};

}  // namespace assay
