// What the structure of a bit-vector term says about the integer it stands for: a range and an arithmetic progression.
// Both are of the value as a signed number; nothing is known of variables but their width and what know() was told.
// Made for the indices in pointer arithmetic: sign_extend(i) * 12 + 4 lies in [-12 * 2^31 + 4, 12 * (2^31 - 1) + 4] and
// is 4 modulo 12.
#pragma once

#include "term/term.h"
#include "term/term_map.h"

#include <cstdint>

namespace assay {

/// base + stride * n for any integer n; a stride of 0 means the base alone.
struct Progression {
  int64_t base = 0;
  uint64_t stride = 0;

  static constexpr Progression any() { return {0, 1}; }
  constexpr bool isExact() const { return stride == 0; }
  bool contains(int64_t value) const {
    return stride == 0 ? value == base : (static_cast<__int128>(value) - base) % stride == 0;
  }
  constexpr bool operator==(const Progression&) const = default;
};
/// The smallest progression that holds both.
Progression join(Progression a, Progression b);
/// The sums of a number of one progression and a number of the other.
Progression sum(Progression a, Progression b);

struct IntegerShape {
  int64_t low, high;
  Progression values;
};

class IntegerShapes {
public:
  /// The shape of a bit-vector of at most 64 bits.
  const IntegerShape& operator()(Term term);
  /// What is known of a variable, before anything is asked.
  void know(Term variable, const IntegerShape& shape) { memo_.insert(variable, shape); }

private:
  IntegerShape compute(Term term) const;
  TermMap<IntegerShape> memo_;
};

} // namespace assay
