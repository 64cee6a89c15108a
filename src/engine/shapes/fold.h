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
  /// Whether what points to the two tells them apart: something stands at one of them, or at both ends.
  bool isBorder(const Pair& pair) const;
  /// Whether a segment of the two says less of what they hold.
  bool losesFacts(const Pair& pair) const;
  /// Two fields that lead to blocks which nodes have for themselves, or to nothing.
  bool canBeOwned(const Field& x, bool isOfSegment, const Field& y, bool isOfOtherSegment) const;
  /// What two blocks that nodes have for themselves become in a segment, without numbers that differ; nothing if they are
  /// not alike.
  std::optional<Block> ownedByBoth(const Value& a, const Value& b) const;
  std::optional<Block> likeBoth(const Value& a, const Value& b) const;
  Field mergeOwned(const Field& x, const Field& y, uint32_t segment);
  std::vector<Term> numbersOfVariables() const;
  void joinNumbers(const Block& one, const Block& other, Block& made);
  bool isOnlyPointedToFromOnePlace(uint32_t block) const;
  void merge(const Pair& pair);

  const Program& program_;
  TermManager& terms_;
  Oracle& oracle_;
  State& state_;
  const FoldOptions options_;
};

} // namespace assay::shapes
