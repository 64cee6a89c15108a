// invariants/ranges/: ranges of single numbers, without a solver.
//
// The source Ranges: low <= x <= high for single numbers, by the forward analysis (domains/forward_analysis.h) with
// intervals and arithmetic progressions (analysis/integer_shape.h). It asks no solver until it has candidates; Houdini
// keeps those that are inductive. The source Intervals (templates/) finds the same form by asking a solver for each
// bound.
#pragma once

#include "analysis/integer_shape.h"
#include "encode/cut_relation.h"
#include "invariants/domains/domain.h"
#include "invariants/limits.h"
#include "invariants/source.h"

#include <optional>
#include <set>
#include <vector>

namespace assay {

/// Numbers as signed integers, each with a range and a progression. A domain.
class RangesDomain {
public:
  struct State {
    std::vector<IntegerShape> shapes; // by number
    bool isReached = false;           // else there is no state
  };

  /// A domain of the numbers that are live at some head. Passages are the relation's transitions, in this order.
  explicit RangesDomain(const CutRelation& relation);

  const std::vector<VariableId>& numbers() const { return numbers_; }

  State bottom() const { return {}; }
  State start() const;
  bool isBottom(const State& state) const { return !state.isReached; }
  bool contains(const State& state, const State& other) const;
  void join(State& state, const State& other) const;
  void meet(State& state, const State& other) const;
  State after(const State& state, size_t transition) const;
  void observe(uint32_t, const State&) {}
  void widen(uint32_t head, State& state, const State& before) const;
  bool isTooLarge(const State&) const { return false; }

private:
  IntegerShape any(size_t number) const;
  IntegerShapes shapesIn(const State& state) const;
  std::optional<size_t> numberOf(Term term) const;
  void assume(State& state, Term literal) const;
  void atMost(State& state, Term less, Term greater, bool isStrict) const;
  void narrow(State& state, Term term, __int128 low, __int128 high) const;

  const Flow& flow_;
  const std::vector<Transition>& transitions_;
  std::vector<VariableId> numbers_;
  TermMap<size_t> byTerm_;
  std::set<int64_t> thresholds_; // where widening stops: what guards compare with
};

/// The proposals for all heads. Nothing: there are too many paths.
std::optional<std::vector<Assertion>> ranges(const Flow& flow, const InvariantLimits& limits = {});

std::optional<std::vector<Assertion>> searchRanges(const Search& search);

} // namespace assay
