// Simplifies states at heads of loops, so that there are finitely many: dead variables are forgotten, chains of blocks
// become segments, and terms become symbols. Each step only forgets: the result covers the state.
#pragma once

#include "engine/shapes/merging.h"

#include <unordered_set>

namespace assay::shapes {

class Folding : private Merging {
public:
  using Merging::Merging;

  /// All steps. Variables that are not among these are forgotten.
  void simplify(const std::unordered_set<VariableId>& kept);

  // The steps.
  void forget(const std::unordered_set<VariableId>& kept);
  void collectGarbage();
  void foldChains();
  void joinLengths();
  void nameTerms();
  void dropConstraints();
  void dropFreeSymbols();

private:
  std::optional<Pair> findPair() const;
  bool isHeldInMemory(uint32_t number) const;
  std::optional<Pair> pairAt(uint32_t a, uint64_t next) const;
  bool findBackLink(Pair& pair) const;
  bool isInner(const Pair& pair) const;
  /// Whether what points to the two tells them apart: something stands at one of them, or at both ends.
  bool isBorder(const Pair& pair) const;
  /// Whether a segment of the two blocks would say less of what they hold.
  bool losesFacts(const Pair& pair) const;
  void merge(const Pair& pair);
};

} // namespace assay::shapes
