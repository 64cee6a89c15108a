// The vocabulary of a program: the constants that it mentions and the comparisons that it makes. Guesses at invariants,
// measures, contracts and inputs are made of these words.
//
// Words are ranked: each stands once, in the order in which terms were added and in which it stands in them, children
// before parents. A user adds what matters to it most (guards before values, the loop before what surrounds it) and takes
// as many words from the front as it can afford. What is live at a head, encode/head_vocabulary.h tells.
#pragma once

#include "program/program.h"
#include "term/term_map.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace assay {

class Vocabulary {
public:
  /// Adds what the term mentions. The comparisons in it that are new, until more is added.
  std::span<const Term> add(Term root);
  /// Of all edges.
  void addGuards(const Program& program);

  /// Bit-vectors.
  const std::vector<Term>& constants() const { return constants_; }
  /// The same by width.
  std::map<uint32_t, std::vector<Term>> constantsByWidth() const;
  /// Of two bit-vectors: less, with sign or without, and equal.
  const std::vector<Term>& comparisons() const { return comparisons_; }
  /// Constants that something is compared with, in the order of comparisons: `use(comparison, side)`, where that side is
  /// the constant.
  template <class Use>
  void forEachBound(Use use) const {
    for (Term comparison : comparisons_)
      for (uint32_t side : {0u, 1u})
        if (comparison[side].kind() == Kind::BvConst) use(comparison, side);
  }

private:
  TermSet seen_;
  std::vector<Term> constants_, comparisons_;
};

/// What the program decides by.
Vocabulary guardsOf(const Program& program);

} // namespace assay
