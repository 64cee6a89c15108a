// States at heads of loops, made simple, so that there are finitely many: what is dead is forgotten, chains of blocks become
// segments, and terms become symbols. Each step only forgets: the result covers the state.
#pragma once

#include "engine/shapes/machine.h"

#include <unordered_set>

namespace assay::shapes {

struct FoldOptions {
  bool joinsConstants = false; // nodes that hold different constants become one segment, too
};

class Folding {
public:
  Folding(const Program& program, Oracle& oracle, State& state, FoldOptions options)
      : program_(program), terms_(program.terms()), oracle_(oracle), state_(state), options_(options) {}

  /// All steps. Variables that are not among these are forgotten.
  void simplify(const std::unordered_set<VariableId>& kept);

  // The steps.
  void forget(const std::unordered_set<VariableId>& kept);
  void collectGarbage();
  void foldChains();
  void nameTerms();
  void dropConstraints();
  void dropFreeSymbols();

private:
  struct Pair {
    uint32_t a = 0, b = 0;
    Links links;
  };
  std::optional<Pair> findPair() const;
  std::optional<Pair> pairAt(uint32_t a, uint64_t next) const;
  bool findBackLink(Pair& pair) const;
  bool isInner(const Pair& pair) const;
  bool canJoin(const Pair& pair) const;
  /// What two blocks that nodes have for themselves become in a segment; nothing if they are not alike.
  std::optional<Block> ownedByBoth(const Value& a, const Value& b, uint32_t segment) const;
  bool isOnlyPointedToFromOnePlace(uint32_t block) const;
  void merge(const Pair& pair);

  const Program& program_;
  TermManager& terms_;
  Oracle& oracle_;
  State& state_;
  const FoldOptions options_;
};

/// What is known of a new symbol that stands for one number or another: constraints that hold of both, each in its state.
/// `known` are further conditions to try, over the term that they are about.
struct Alternative {
  Term number;
  const std::vector<Term>* constraints;
};
std::vector<Term> commonFacts(TermManager& terms, Oracle& oracle, Term symbol, const Alternative& a,
                              const Alternative& b);

} // namespace assay::shapes
