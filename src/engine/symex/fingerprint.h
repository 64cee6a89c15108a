// 128-bit fingerprints of states and their parts. Two different ones agree with a probability of 2^-128; among 2^32 of them,
// any two with 2^-65: less than the machine's own errors, so that equal fingerprints are taken for equality.
#pragma once

#include "term/term_map.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::symex {

struct Fingerprint {
  uint64_t a = 0x243f6a8885a308d3, b = 0x13198a2e03707344;

  auto operator<=>(const Fingerprint&) const = default;

  void add(uint64_t word) {
    a = fold(a ^ word, 0xa0761d6478bd642f);
    b = fold(b + word + 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3);
  }
  void add(const Fingerprint& other) {
    add(other.a);
    add(other.b);
  }

private:
  /// Both halves of the product, so that every bit counts.
  static uint64_t fold(uint64_t x, uint64_t y) {
    const unsigned __int128 product = static_cast<unsigned __int128>(x) * y;
    return (static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64)) + (x << 31 | x >> 33);
  }
};

struct FingerprintHash {
  size_t operator()(const Fingerprint& print) const noexcept { return print.a; }
};

/// Fingerprints of terms up to the names of their variables: what counts is where a variable occurs for the first time, so
/// terms are to be given in an order that does not depend on names.
class TermFingerprints {
public:
  Fingerprint of(Term term);
  /// In the order in which they were met.
  const std::vector<Term>& variables() const { return variables_; }
  /// How many subterms have been looked at.
  size_t work() const { return known_.size(); }

private:
  Fingerprint compute(Term term);

  TermMap<Fingerprint> known_;
  std::vector<Term> variables_;
};

} // namespace assay::symex
