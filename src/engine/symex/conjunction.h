// A conjunction of conditions in a form in which much is merged: all bounds of the same sum, whatever constant is added
// to it, are one interval of numbers modulo 2^w (so that `x + 1 <= 9` and `x - 1 >= -9` are `x in [-8, 8]`), and a
// variable that is equal to a constant is replaced by it everywhere else.
#pragma once

#include "term/term_manager.h"
#include "term/term_map.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace assay::symex {

/// The `length` + 1 numbers from `low` on, modulo 2^width.
struct Interval {
  uint64_t low = 0, length = 0;
};

/// A term as a sum: a term without a constant summand (null: nothing), and the constant.
class Sums {
public:
  explicit Sums(TermManager& terms) : terms_(terms) {}
  /// Splits a bit-vector of at most 64 bits.
  std::pair<Term, uint64_t> split(Term term);
  TermManager& terms() const { return terms_; }

private:
  TermManager& terms_;
  TermMap<std::pair<Term, uint64_t>> known_;
};

class Conjunction {
public:
  void add(Term condition, Sums& sums);
  /// Replaces variables that are equal to a constant by it, in so many rounds.
  void propagate(Sums& sums, uint32_t rounds);

  std::vector<Term> terms(Sums& sums) const;
  size_t size() const;
  bool isFalse() const { return isFalse_; }
  /// Variables that are equal to a constant, with it, in the order in which they came.
  std::vector<std::pair<Term, uint64_t>> constants() const;

private:
  struct Bounded {
    Term sum;
    std::vector<Interval> intervals; // mostly one: those that do not make one together stay apart
  };

  void addPart(Term part, Sums& sums);
  void bound(Term sum, Interval interval);

  std::vector<Bounded> bounded_;
  std::vector<Term> others_;
  TermMap<size_t> index_; // into bounded_
  TermSet seen_;          // others_
  bool isFalse_ = false;
};

/// The numbers that are in both, if these are an interval.
std::optional<Interval> intersection(Interval a, Interval b, uint32_t width);

} // namespace assay::symex
