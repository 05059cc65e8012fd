// SPDX-License-Identifier: Apache-2.0
//
// A line is a key, a '=' on its own, and values of which the last counts. A '#' on its own ends the line, but only before
// the '=': after it, it is a value that isn't a number. What stands alone on a line is passed over, whatever it
// is, so that "#comment" works and "#comment two" doesn't.
#include "loadgen/conf_text.h"

#include <utility>

namespace assay::loadgen {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

struct Token {
  std::string_view text;
  int column;
};

std::vector<Token> TokensOf(std::string_view line) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(kBlanks, at)) != line.npos) {
    std::size_t end = line.find_first_of(kBlanks, at);
    if (end == line.npos) end = line.size();
    tokens.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
    at = end;
  }
  return tokens;
}

void ParseLine(const std::vector<Token>& tokens, int line, ConfText& conf) {
  using Kind = ConfSlip::Kind;
  const auto slip = [&](Kind kind, const Token& token) {
    conf.slips.push_back({kind, std::string(token.text), line, token.column});
  };
  if (tokens.empty() || tokens[0].text == "#") return;
  if (tokens.size() == 1 || tokens[1].text == "#") {
    if (!tokens[0].text.starts_with('#')) slip(Kind::kOneToken, tokens[0]);
    return;
  }
  if (tokens[1].text != "=") return slip(Kind::kNotKeyValue, tokens[0]);
  if (tokens.size() == 2) return slip(Kind::kNoValue, tokens[0]);
  ConfEntry entry;
  entry.key = tokens[0].text;
  entry.line = line;
  entry.column = tokens[0].column;
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    entry.number = ReadConfNumber(tokens[i].text);
    if (!entry.number.IsNumber()) return slip(Kind::kNotANumber, tokens[i]);
    entry.value = tokens[i].text;
    entry.value_column = tokens[i].column;
    entry.values = static_cast<int>(i) - 1;
  }
  conf.entries.push_back(std::move(entry));
}

}  // namespace

const ConfSlip* ConfText::Refusal() const {
  for (const ConfSlip& slip : slips) {
    if (slip.Refused()) return &slip;
  }
  return nullptr;
}

ConfText ParseConf(std::string_view text) {
  ConfText conf;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    ParseLine(TokensOf(text.substr(0, end)), line, conf);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return conf;
}

std::string RefusalText(const ConfSlip& slip) {
  const char* what = slip.kind == ConfSlip::Kind::kNotANumber ? "value needs to be integer or double, line="
                                                              : "expected 'key=value', line=";
  return what + std::to_string(slip.line);
}

}  // namespace assay::loadgen
