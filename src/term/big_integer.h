#pragma once

#include <gmpxx.h>

#include "term/bit_vector.h"

namespace assay {

/// The unsigned value.
inline mpz_class toInteger(const BitVector& v) {
  mpz_class result;
  mpz_import(result.get_mpz_t(), v.numWords(), -1, sizeof(uint64_t), 0, 0, v.words().data());
  return result;
}

} // namespace assay
