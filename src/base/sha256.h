// SPDX-License-Identifier: Apache-2.0
// SHA-256: what a manifest names files by, and what a case's content is compared by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::base {

using Sha256Digest = std::array<std::byte, 32>;

// Takes a message in pieces.
// Threads  one object belongs to one thread.
// Source   FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3, 6.2.
class Sha256 {
 public:
  Sha256();
  Sha256& Update(std::span<const std::byte> bytes);
  Sha256& Update(std::string_view text);
  // Ends the message; the object isn't used again.
  Sha256Digest Finish();

 private:
  void Compress(const std::byte* block);

  std::array<std::uint32_t, 8> state_;
  std::array<std::byte, 64> pending_{};
  std::uint64_t length_ = 0;  // bytes
};

// 64 lower-case hexadecimal digits.
std::string ToHex(const Sha256Digest& digest);
std::string Sha256Hex(std::span<const std::byte> bytes);
std::string Sha256Hex(std::string_view text);

// Of a file's bytes as they are, read in pieces.
// Errors   kNotFound; kUnreadable for a folder or a failing device.
Result<std::string> Sha256HexOfFile(const std::string& path);

}  // namespace assay::base
