// Random well-sorted terms, for fuzzing: the rewriter against evaluation, solvers against each other.
#pragma once

#include "term/evaluate.h"
#include "term/float_format.h"
#include "term/term_manager.h"

#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace assay {

struct RandomTermOptions {
  std::vector<uint32_t> widths{1, 2, 3, 4, 8}; // of variables
  uint32_t maxWidth = 16;                      // of what concatenation and extension make
  std::vector<FloatFormat> formats;            // empty: no floats
  bool arrays = false;                         // from the first width to the last, and from there to the first format
  uint32_t variablesPerSort = 2;
  std::set<Kind> excluded; // operators not to use
};

/// A growing pool of terms: each new one applies a random operator to terms of the pool, so terms become deep and
/// share. The same seed gives the same terms.
class RandomTerms {
public:
  RandomTerms(TermManager& tm, RandomTermOptions options, uint64_t seed);

  /// A new term of any sort; it joins the pool.
  Term next();
  /// A Boolean term over the pool as it is after `steps` further terms.
  Term nextFormula(uint32_t steps);
  /// A term from elsewhere joins the pool; random assignments cover it if it is a variable.
  void add(Term term);

  const std::vector<Term>& variables() const { return variables_; }
  const std::vector<Term>& pool() const { return pool_; }

  /// Extreme values (0, 1, ones, NaN, infinity, ...) are as likely as all others together.
  BitVector randomBits(uint32_t width);
  Value randomValue(Sort sort);
  Term randomConstant(Sort sort);
  /// A value for each variable.
  Assignment randomAssignment();

private:
  struct Recipe;
  static const std::vector<Recipe>& recipes();

  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  bool chance(uint32_t percent) { return below(100) < percent; }
  void addVariables(Sort sort, const char* prefix);
  BitVector randomFloatBits(FloatFormat format);
  Term any();
  Term any(SortKind kind);
  Term of(Sort sort);
  Sort randomFloatSort();
  uint32_t randomMode() { return below(5); }

  // One function per shape of operator; null if the pool has nothing that fits.
  Term sameSorts(Kind kind, SortKind sort);
  Term rounded(Kind kind);
  Term equal(Kind kind);
  Term ite(Kind kind);
  Term concat(Kind kind);
  Term extract(Kind kind);
  Term extend(Kind kind);
  Term fromBits(Kind kind);
  Term toBits(Kind kind);
  Term toFloat(Kind kind);
  Term toBitVector(Kind kind);
  Term select(Kind kind);
  Term store(Kind kind);
  Term bools(Kind kind) { return sameSorts(kind, SortKind::Bool); }
  Term bitVectors(Kind kind) { return sameSorts(kind, SortKind::BitVec); }
  Term floats(Kind kind) { return sameSorts(kind, SortKind::Float); }

  TermManager& tm_;
  RandomTermOptions options_;
  std::mt19937_64 random_;
  std::vector<Term> variables_;
  std::vector<Term> pool_;
};

} // namespace assay
