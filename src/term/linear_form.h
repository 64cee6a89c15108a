// Sums over the integers: a1 x1 + a2 x2 + ... + c, as long as the numbers are small enough that none overflows.
#pragma once

#include "term/term.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace assay {

struct LinearForm {
  static constexpr int64_t kMostConstant = int64_t{1} << 40;

  std::vector<std::pair<Term, int64_t>> summands; // no symbol twice, no zero
  int64_t constant = 0;

  /// Adds a multiple. False: a number became too large, and the form is of no further use.
  bool add(const LinearForm& other, int64_t factor);
};

/// -most <= value <= most
inline bool isSmall(int64_t value, int64_t most) { return -most <= value && value <= most; }

} // namespace assay
