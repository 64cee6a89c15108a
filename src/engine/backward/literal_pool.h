// Conditions that frames of a loop are made of (inductive_frames.h): those of a kind that hold in a given state. Some
// are the program's own comparisons, in the loop and before it; others relate two or three variables to each other, or
// one to a constant, by the values that they have in the state: the relations of types 1 to 3 of the paper, and those
// that order variables.
#pragma once

#include "analysis/vocabulary.h"
#include "encode/cut_relation.h"
#include "engine/backward/limits.h"
#include "term/evaluate.h"
#include "term/term_map.h"

#include <span>
#include <vector>

namespace assay {

class LiteralPool {
public:
  LiteralPool(const CutRelation& system, uint32_t head, const BackwardLimits& limits);

  /// Adds the atoms of a condition over what is live at the head.
  void add(Term condition);
  const std::vector<Term>& atoms() const { return atoms_; }
  /// All that hold in the state. Those that mention values which it happens to have are the last ones.
  std::vector<Term> at(const Assignment& state) const;
  /// Linear equations modulo 2^w, or between products as well, that hold in all of these states
  /// (analysis/affine_relations.h).
  std::vector<Term> equationsOf(std::span<const Assignment* const> states) const;

private:
  /// What the state tells about, and what it tells itself: the latter speaks of its values.
  struct Literals {
    std::vector<Term> general;
    std::vector<Term> ofState;
  };
  struct Number {
    Term term;
    BitVector value;
    bool isSigned;
  };
  void addBranches(const BlockPath& path, Vocabulary& mentioned);
  void addEntered(const BlockPath& path);
  void addRelations(const Assignment& state, Literals& literals) const;
  void addPair(const Number& x, const Number& y, bool isBounded, Literals& literals) const;
  void addBounds(Term variable, const BitVector& value, Literals& literals) const;

  const Flow& flow_;
  TermManager& terms_;
  const uint32_t head_;
  const BackwardLimits& limits_;
  std::vector<Term> atoms_;
  TermSet known_;
  std::vector<VariableId> numbers_; // that are live, those that the loop writes first
  std::vector<BitVector> constants_;
  bool multiplies_ = false; // the program does
};

} // namespace assay
