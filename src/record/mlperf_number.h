// SPDX-License-Identifier: Apache-2.0
// Numbers as the LoadGen logs have them: those of a C++ stream in the "C" locale, whatever the process's locale is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace assay::record {

// Six significant digits: 1e+06, 0.0133458, 2947.32. What isn't finite is inf, -inf or -nan, as the official program
// prints 0/0 on x86-64.
// Threads  safe, as all here: no shared state.
void AppendStreamDouble(std::string& out, double value);

// Fixed with `decimals` digits after the dot: 10.00.
// Range    0 <= decimals <= 17.
void AppendFixedDouble(std::string& out, double value, int decimals);

void AppendInteger(std::string& out, std::int64_t value);
void AppendInteger(std::string& out, std::uint64_t value);

// Nanoseconds as `unit_digits` fewer digits before the dot and the rest after it, exactly: 1234567 with 3 is 1234.567.
// Range    unit_digits 3 or 6.
void AppendNanosecondsAs(std::string& out, std::int64_t time_ns, int unit_digits);

// The same at `to`, for texts that are mostly numbers. Both return where the number ends.
// Range    room for kMostDigits characters, some of which may be overwritten past the number's end.
inline constexpr std::size_t kMostDigits = 32;
char* WriteInteger(char* to, std::uint64_t value);
char* WriteInteger(char* to, std::int64_t value);
// Nanoseconds as microseconds with three decimals: as AppendNanosecondsAs with 3.
char* WriteMicroseconds(char* to, std::int64_t time_ns);

}  // namespace assay::record
