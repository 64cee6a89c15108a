#include "engine/shapes/exploration.h"

#include "analysis/vocabulary.h"
#include "engine/shapes/join.h"
#include "program/check_table.h"

#include <algorithm>

namespace assay::shapes {

namespace {

/// Constants by width and value; none of a width that has many.
std::vector<Term> fewConstantsOf(const std::unordered_set<Term>& constants, const ShapesLimits& limits) {
  std::map<uint32_t, std::vector<Term>> byWidth;
  for (Term constant : constants)
    if (constant.sort().isBitVec()) byWidth[constant.sort().width()].push_back(constant);
  std::vector<Term> result;
  for (auto& [width, values] : byWidth) {
    if (values.size() > limits.constants) continue;
    std::sort(values.begin(), values.end(), [](Term a, Term b) { return a.value().ult(b.value()); });
    result.insert(result.end(), values.begin(), values.end());
  }
  return result;
}

/// The first few constants that are compared with something, and their neighbours: x < 10 is x <= 9.
std::vector<Term> boundsOf(const Program& program, const ShapesLimits& limits) {
  std::vector<Term> bounds;
  TermManager& terms = program.terms();
  const auto add = [&](const BitVector& value) {
    const Term bound = terms.mkBv(value);
    if (bounds.size() < limits.bounds && std::find(bounds.begin(), bounds.end(), bound) == bounds.end())
      bounds.push_back(bound);
  };
  Vocabulary guards;
  for (const Edge& edge : program.edges()) guards.add(edge.guard);
  guards.forEachBound([&](Term comparison, uint32_t side) {
    if (comparison.kind() != Kind::BvSlt) return;
    const BitVector& bound = comparison[side].value();
    const BitVector one = BitVector::one(bound.width());
    add(bound);
    add(side == 0 ? bound.add(one) : bound.sub(one));
  });
  return bounds;
}

} // namespace

bool Exploration::isCovered(const std::vector<State>& states, const State& state) {
  return std::any_of(states.begin(), states.end(),
                     [&](const State& other) { return Cover(flat_.program, oracle_, other, state).holds(); });
}

bool Exploration::onHead(LocationId head, State&& state) {
  if (options_.foldsTrees) {
    sites_.observe(state);
    if (options_.foldsChains && !areTreesKnown_ && hasTrees()) return false;
  }
  Folding(flat_.program, oracle_, sites_, state, options_).simplify(flat_.kept.at(head));
  sites_.observeChains(state);
  if (flat_.leaks.memtrack && !isTracked(flat_.program, state)) {
    reason_ = textWithPlace(flat_.program, "a block may be lost in a loop", flat_.program[head].position);
    return false;
  }
  std::vector<State>& states = invariant_[head];
  if (isCovered(states, state)) return true;
  const uint32_t most = flat_.hasOtherConstants(state) ? limits_.variants : limits_.namedVariants;
  uint32_t variants = 0;
  for (auto other = states.rbegin(); other != states.rend(); ++other) {
    Join join(flat_.program, oracle_, *other, state);
    if (!join.hasSameShape() || ++variants < most) continue;
    State joined = join.join();
    Folding(flat_.program, oracle_, sites_, joined, options_).simplify(flat_.kept.at(head));
    state = std::move(joined);
    break;
  }
  if (++numStates_ > maxStates_) {
    reason_ = "more than " + std::to_string(maxStates_) + " heaps at heads of loops";
    return false;
  }
  add(head, std::move(state));
  return true;
}

/// Adds a state at the head; states that it covers are not needed any more.
void Exploration::add(LocationId head, State state) {
  std::vector<State>& states = invariant_[head];
  std::erase_if(states, [&](const State& other) { return Cover(flat_.program, oracle_, state, other).holds(); });
  states.push_back(state);
  work_.emplace_back(head, std::move(state));
}

bool Exploration::run(std::optional<Pass> first) {
  oracle_.setHints(boundsOf(flat_.program, limits_), fewConstantsOf(flat_.constants, limits_));
  // What a pass has learnt of the blocks, the next one begins with.
  if (first && (closes(*first) || closes(*first))) return true;
  if (closes(Pass::Few)) return true;
  // Lengths of many lists that are told apart make many states.
  return numStates_ > limits_.fewStates && (closes(Pass::JoinedLengths) || closes(Pass::Many));
}

bool Exploration::closes(Pass pass) {
  pass_ = pass;
  options_.joinsLengths = pass == Pass::JoinedLengths;
  return closes(pass == Pass::Few ? limits_.fewStates : limits_.states);
}

bool Exploration::closes(size_t maxStates) {
  maxStates_ = maxStates;
  if (explore()) return true;
  if (!options_.foldsTrees || areTreesKnown_ || !hasTrees()) return false;
  lookForTrees();
  maxStates_ = maxStates;
  return explore();
}

/// Segments may have taken up blocks of several types. Which blocks are nodes of trees is told by heaps that are not
/// folded, as far as they go.
void Exploration::lookForTrees() {
  sites_ = Sites();
  const FoldOptions options = options_;
  options_.foldsChains = options_.joinsLengths = false;
  maxStates_ = limits_.unfoldedStates;
  explore();
  options_ = options;
  areTreesKnown_ = true;
  sites_.freeze();
}

bool Exploration::explore() {
  invariant_.clear();
  work_.clear();
  numStates_ = 0;
  reason_.clear();
  const auto onHead = [&](LocationId head, State&& state) { return this->onHead(head, std::move(state)); };
  bool goesOn = machine_.run(flat_.entry(), flat_.start(), onHead);
  while (goesOn && !work_.empty()) {
    const auto [head, state] = std::move(work_.front());
    work_.pop_front();
    goesOn = machine_.run(head, state, onHead);
  }
  if (!goesOn && reason_.empty()) reason_ = machine_.reason();
  return goesOn;
}

} // namespace assay::shapes
