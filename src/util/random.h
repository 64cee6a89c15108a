// Numbers that look random. A seed gives the same numbers on every machine. Which executions are tried and what is
// guessed from them depends on these numbers, so no user's generator is exchanged for another one without need.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ull; // times 2^64, an odd number

/// The output function of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): a
/// bijection that scrambles well.
constexpr uint64_t scrambled(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Two numbers as one.
constexpr uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t x = a * kGoldenRatio + b;
  x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 29)) * 0x94d049bb133111ebull;
  return x ^ (x >> 32);
}

/// Good numbers of 64 bits, for any seed.
class SplitMix64 {
public:
  explicit constexpr SplitMix64(uint64_t seed) : state_(seed) {}
  constexpr uint64_t operator()() { return scrambled(state_ += kGoldenRatio); }

private:
  uint64_t state_;
};

/// Numbers of 53 bits, for any seed (Marsaglia: "Xorshift RNGs", 2003).
class Xorshift64 {
public:
  explicit constexpr Xorshift64(uint64_t seed) : state_(seed * kGoldenRatio + 1) {}
  constexpr uint64_t operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ >> 11;
  }

private:
  uint64_t state_;
};

/// A linear congruential generator: numbers of 31 bits.
class LinearCongruential64 {
public:
  explicit constexpr LinearCongruential64(uint64_t seed) : state_(seed) {}
  constexpr uint64_t operator()() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return state_ >> 33;
  }

private:
  uint64_t state_;
};

} // namespace assay
