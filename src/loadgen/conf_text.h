// SPDX-License-Identifier: Apache-2.0
// The grammar of mlperf.conf, user.conf and audit.config, quirks included: tokens parted by blanks, "key = value".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "loadgen/conf_number.h"

namespace assay::loadgen {

// A value that the grammar takes.
struct ConfEntry {
  std::string key;                    // "model.scenario.name", as written
  std::string value;                  // the last one on its line
  ConfNumber number;
  int line = 0, column = 0;           // of the key
  int value_column = 0;
  int values = 1;                     // on the line
};

// What the grammar passes over in silence, or refuses.
struct ConfSlip {
  enum class Kind {
    kNotKeyValue,    // refused: "expected 'key=value', line=N"
    kNotANumber,     // refused: "value needs to be integer or double, line=N"
    kOneToken,       // "key=value" without blanks: the line says nothing
    kNoValue,        // "key =" alone
  };
  Kind kind = Kind::kOneToken;
  std::string token;
  int line = 0, column = 0;

  bool Refused() const { return kind == Kind::kNotKeyValue || kind == Kind::kNotANumber; }
};

struct ConfText {
  std::vector<ConfEntry> entries;  // in order of lines; the last of equal keys counts
  std::vector<ConfSlip> slips;

  // The first slip for which LoadGen refuses the whole file; null when it takes it.
  const ConfSlip* Refusal() const;
};

// Shape    any bytes; lines end in LF or CRLF; a byte order mark is part of the first token.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17 by observed behaviour.
ConfText ParseConf(std::string_view text);

// "error text" of a refusal, as LoadGen words it.
std::string RefusalText(const ConfSlip& slip);

}  // namespace assay::loadgen
