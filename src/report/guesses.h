// Random inputs that are likely to lead somewhere: the constants that the program compares with, their neighbours,
// values that the same execution has taken before, and otherwise any values.
#pragma once

#include "program/program.h"
#include "program/sampling/input_sources.h"

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

/// The pool must outlive the source.
Inputs guessedInputs(const ConstantPool& pool, uint64_t seed);

} // namespace assay
