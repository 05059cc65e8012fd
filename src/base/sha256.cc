// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "base/file.h"

namespace assay::base {
namespace {

constexpr std::array<std::uint32_t, 64> FirstPrimes() {
  std::array<std::uint32_t, 64> primes{};
  std::size_t found = 0;
  for (std::uint32_t candidate = 2; found < primes.size(); ++candidate) {
    bool prime = true;
    for (std::size_t i = 0; i < found; ++i) prime = prime && candidate % primes[i] != 0;
    if (prime) primes[found++] = candidate;
  }
  return primes;
}

// First 32 bits of the fraction of the square (power 2) or cube (power 3) root of `prime`: the largest x whose power is
// at most prime * 2^(32 * power), cut to 32 bits. FIPS 180-4 defines its constants so.
constexpr std::uint32_t RootFraction(std::uint32_t prime, int power) {
  const auto bound = static_cast<unsigned __int128>(prime) << (32 * power);
  std::uint64_t root = 0;
  for (int bit = 40; bit >= 0; --bit) {
    const std::uint64_t candidate = root | (std::uint64_t{1} << bit);
    unsigned __int128 value = candidate;
    for (int i = 1; i < power; ++i) value *= candidate;
    if (value <= bound) root = candidate;
  }
  return static_cast<std::uint32_t>(root);
}

constexpr std::array<std::uint32_t, 64> kPrimes = FirstPrimes();

constexpr std::array<std::uint32_t, 64> kRound = [] {
  std::array<std::uint32_t, 64> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = RootFraction(kPrimes[i], 3);
  return values;
}();

constexpr std::array<std::uint32_t, 8> kStart = [] {
  std::array<std::uint32_t, 8> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = RootFraction(kPrimes[i], 2);
  return values;
}();

std::uint32_t BigEndian(const std::byte* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = (value << 8) | static_cast<std::uint32_t>(bytes[i]);
  return value;
}

}  // namespace

Sha256::Sha256() : state_(kStart) {}

void Sha256::Compress(const std::byte* block) {
  using std::rotr;
  std::array<std::uint32_t, 64> w;
  for (std::size_t t = 0; t < 16; ++t) w[t] = BigEndian(block + 4 * t);
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const std::uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = s1 + w[t - 7] + s0 + w[t - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    const std::uint32_t sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + kRound[t] + w[t];
    const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = d + t1;
    d = c; c = b; b = a; a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += added[i];
}

Sha256& Sha256::Update(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t used = length_ % 64;
    const std::size_t taken = std::min(64 - used, bytes.size());
    std::memcpy(pending_.data() + used, bytes.data(), taken);
    length_ += taken;
    bytes = bytes.subspan(taken);
    if (used + taken == 64) Compress(pending_.data());
  }
  return *this;
}

Sha256& Sha256::Update(std::string_view text) { return Update(std::as_bytes(std::span(text))); }

Sha256Digest Sha256::Finish() {
  const std::uint64_t bits = length_ * 8;
  constexpr std::array<std::byte, 64> kPadding = {std::byte{0x80}};
  const std::size_t used = length_ % 64;
  Update(std::span(kPadding).first(used < 56 ? 56 - used : 120 - used));
  std::array<std::byte, 8> tail;
  for (std::size_t i = 0; i < 8; ++i) tail[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  Update(tail);

  Sha256Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<std::byte>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string ToHex(const Sha256Digest& digest) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : digest) {
    text += kHex[static_cast<unsigned>(byte) >> 4];
    text += kHex[static_cast<unsigned>(byte) & 15];
  }
  return text;
}

std::string Sha256Hex(std::span<const std::byte> bytes) { return ToHex(Sha256().Update(bytes).Finish()); }
std::string Sha256Hex(std::string_view text) { return ToHex(Sha256().Update(text).Finish()); }

Result<std::string> Sha256HexOfFile(const std::string& path) {
  Sha256 hash;
  ASSAY_CHECK_OK(ReadFileInPieces(path, [&](std::span<const std::byte> piece) { hash.Update(piece); }));
  return ToHex(hash.Finish());
}

}  // namespace assay::base
