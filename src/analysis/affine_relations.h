// Linear equations modulo 2^w that hold of a set of points: the smallest affine relation that contains them (King and
// Søndergaard: "Automatic abstraction for congruences", 2010; Elder, Lim, Sharma, Andersen, Reps: "Abstract domains of
// affine relations", 2011). As C's integers wrap around, these are the equations that programs keep; and those with
// even coefficients are congruences: 2^31 x + 2^31 = 0 modulo 2^32 says that x is odd.
//
// Equations form a module over the integers modulo 2^w. A new point p leaves the equations with c0 + c1 p1 + ... = 0.
// Among generators e1 ... en of the module, with values v1 ... vn at p, let ej be the one with the fewest factors of
// two in its value. It clears the other generators: ei becomes ei - (vi / vj) ej; and ej itself is multiplied by 2
// until its value is zero. The result generates exactly the equations that p keeps, so a point costs one pass over at
// most n + 1 equations.
#pragma once

#include "analysis/modular.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

class AffineRelations {
public:
  /// Without a point at first: every equation holds. `width` is at most 64.
  AffineRelations(uint32_t width, size_t numVariables);

  uint32_t width() const { return width_; }
  bool contains(std::span<const uint64_t> point) const;
  /// False if the point was contained.
  bool add(std::span<const uint64_t> point);

  /// c[0] + c[1] x1 + ... + c[n] xn = 0 modulo 2^width.
  using Equation = std::vector<uint64_t>;
  /// In echelon form, leading coefficients are powers of two.
  std::vector<Equation> equations() const { return echelon(false); }
  /// The same with more equations: every equation without the last columns is a sum of multiples of equations of the
  /// list without them (Howell, "Spans in the module (Z_m)^s", 1986).
  std::vector<Equation> complete() const { return echelon(true); }

private:
  std::vector<Equation> echelon(bool isComplete) const;
  uint64_t masked(uint64_t value) const { return modulo(value, width_); }
  uint64_t valueAt(const Equation& equation, std::span<const uint64_t> point) const;
  /// How many factors of two the value has; width() for zero.
  uint32_t rank(uint64_t value) const;
  /// a + factor * b
  void addMultiple(Equation& a, uint64_t factor, const Equation& b) const;

  uint32_t width_;
  std::vector<Equation> generators_;
};

} // namespace assay
