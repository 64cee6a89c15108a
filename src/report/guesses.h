// Random inputs that are likely to lead somewhere: the constants that the program compares with, their neighbours,
// values that the same execution has taken before, and otherwise any values.
#pragma once

#include "program/inputs.h"
#include "program/program.h"

#include <random>
#include <vector>

namespace assay {

/// The constants of a program's guards, by width.
class ConstantPool {
public:
  explicit ConstantPool(const Program& program);
  /// Null if there is none of this width.
  const BitVector* any(uint32_t width, uint64_t random) const;

private:
  std::vector<std::vector<BitVector>> byWidth_;
};

class Guesses {
public:
  Guesses(const ConstantPool& pool, uint64_t seed) : pool_(pool), random_(seed), anything_(seed) {}

  BitVector next(const Input& input, uint32_t width, SourcePosition position);

private:
  const ConstantPool& pool_;
  std::mt19937_64 random_;
  SeedInputs anything_;
  std::vector<BitVector> earlier_;
};

} // namespace assay
