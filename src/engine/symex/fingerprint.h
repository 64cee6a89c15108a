// 128-bit fingerprints of states and their parts. Two different ones agree with a probability of 2^-128; among 2^32 of
// them, any two with 2^-65: less than the machine's own errors, so that equal fingerprints are taken for equality. The
// debug build does not take this for granted: there a fingerprint also knows exactly what was added to it, and two
// fingerprints that agree must agree in that.
#pragma once

#include "term/term_map.h"

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::symex {

/// A sequence of words and of other sequences, as the number of its node in a tree of all sequences: equal sequences,
/// and no others, have the same number.
class Transcript {
public:
  bool operator==(const Transcript&) const = default;
  void append(uint64_t word) { step(word, false); }
  void append(Transcript other) { step(other.node_, true); }

private:
  void step(uint64_t word, bool isSequence);

  uint64_t node_ = 0;
};

struct Fingerprint {
  uint64_t a = 0x243f6a8885a308d3, b = 0x13198a2e03707344;

  bool operator==(const Fingerprint& other) const {
    const bool isEqual = a == other.a && b == other.b;
    assert((!isEqual || added_ == other.added_) && "equal fingerprints of different things");
    return isEqual;
  }
  std::strong_ordering operator<=>(const Fingerprint& other) const {
    return *this == other ? std::strong_ordering::equal : std::pair(a, b) <=> std::pair(other.a, other.b);
  }

  void add(uint64_t word) {
    mix(word);
    added_.append(word);
  }
  void add(const Fingerprint& other) {
    mix(other.a);
    mix(other.b);
    added_.append(other.added_);
  }

private:
#ifdef ASSAY_EXACT_FINGERPRINTS
  using Added = Transcript;
#else
  /// Keeps nothing.
  struct Added {
    bool operator==(const Added&) const = default;
    void append(uint64_t) {}
    void append(Added) {}
  };
#endif

  void mix(uint64_t word) {
    a = fold(a ^ word, 0xa0761d6478bd642f);
    b = fold(b + word + 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3);
  }
  /// Both halves of the product, so that every bit counts.
  static uint64_t fold(uint64_t x, uint64_t y) {
    const unsigned __int128 product = static_cast<unsigned __int128>(x) * y;
    return (static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64)) + (x << 31 | x >> 33);
  }

  [[no_unique_address]] Added added_;
};

struct FingerprintHash {
  size_t operator()(const Fingerprint& print) const noexcept { return print.a; }
};

/// Fingerprints of terms up to the names of their variables: what counts is where a variable occurs for the first time,
/// so terms are to be given in an order that does not depend on names.
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
