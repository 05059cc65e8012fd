# SPDX-License-Identifier: Apache-2.0
"""The third voter: Server's due times, written from the definition of the generator and the distribution alone.

Source: ISO C++ [rand.eng.mers], [rand.dist.pois.exp], [rand.util.canonical] with 53 bits from two 32-bit draws."""
import math


class Twister:
    def __init__(self, seed):
        word = seed % 2**32
        self.words = [word]
        for i in range(1, 624):
            word = (1812433253 * (word ^ word >> 30) + i) % 2**32
            self.words.append(word)
        self.next = 624

    def draw(self):
        if self.next == 624:
            for i in range(624):
                mixed = (self.words[i] & 2**31) | (self.words[(i + 1) % 624] & 2**31 - 1)
                self.words[i] = self.words[(i + 397) % 624] ^ mixed >> 1 ^ (0x9908B0DF if mixed % 2 else 0)
            self.next = 0
        value = self.words[self.next]
        self.next += 1
        value ^= value >> 11
        value ^= value << 7 & 0x9D2C5680
        value ^= value << 15 & 0xEFC60000
        return value ^ value >> 18

    def unit(self):
        low, high = self.draw(), self.draw()
        return min((low + high * 2.0**32) / 2.0**64, math.nextafter(1, 0))


def due_times(seed, rate, count):
    """The first `count` due times in ns and the one after them: exponential gaps, each cut to whole ns."""
    twister, times = Twister(seed), [0]
    for _ in range(count):
        times.append(times[-1] + int(-math.log(1 - twister.unit()) / rate * 1e9))
    return times
