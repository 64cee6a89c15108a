#include "invariants/candidate_invariants.h"

#include "analysis/vocabulary.h"
#include "encode/head_vocabulary.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

namespace assay {

namespace {

class Candidates {
public:
  Candidates(const CutRelation& relation, const InvariantLimits& limits)
      : flow_(relation.flow()), terms_(flow_.terms()), relation_(relation), limits_(limits) {}

  std::vector<Assertion> take() {
    collect();
    for (uint32_t head = 0; head < flow_.heads().size() && result_.size() < limits_.guesses; ++head) {
      const std::vector<VariableId> live = liveNumbers(head);
      for (VariableId variable : live) addBounds(head, flow_.program()[variable].term);
      addOrder(head, live);
      for (Term atom : atoms_) addAtom(head, atom);
    }
    return std::move(result_);
  }

private:
  /// Constants by width, and what is compared.
  void collect() {
    Vocabulary vocabulary;
    for (const Transition& transition : relation_.transitions()) vocabulary.add(transition.path.guard);
    for (const Transition& transition : relation_.transitions())
      for (VariableId variable : liveNumbers(transition.target))
        if (const Term value = transition.path.values.get(variable.index())) vocabulary.add(value);
    for (const auto& [width, constants] : vocabulary.constantsByWidth())
      for (Term constant : constants | std::views::take(limits_.guessConstants))
        constants_[width].insert(constant.value());
    std::ranges::copy(vocabulary.comparisons() | std::views::take(limits_.guessComparisons),
                      std::back_inserter(atoms_));
  }
  struct Less {
    bool operator()(const BitVector& a, const BitVector& b) const { return a.ult(b); }
  };

  // Bits of whatever type: a measure may need a float or a pointer as well.
  std::vector<VariableId> liveNumbers(uint32_t head) const {
    std::vector<VariableId> result;
    for (VariableId variable : flow_.liveAt(flow_.heads()[head])) {
      const Sort sort = flow_.program()[variable].sort();
      if (result.size() < limits_.guessNumbers && (sort.isBool() || (sort.isBitVec() && sort.width() <= 64)))
        result.push_back(variable);
    }
    return result;
  }

  void add(uint32_t head, Term condition) {
    if (condition.isTrue() || condition.isFalse() || !seen_.insert({head, condition.id()}).second) return;
    result_.push_back(
        {.head = head, .condition = condition, .why = Assertion::Why::Blocks, .where = Assertion::Where::Head});
  }

  void addBounds(uint32_t head, Term variable) {
    if (variable.sort().isBool()) {
      add(head, variable);
      add(head, terms_.mkNot(variable));
      return;
    }
    const uint32_t width = variable.sort().width();
    std::set<BitVector, Less> constants = constants_[width];
    constants.insert(BitVector::zero(width));
    for (const BitVector& constant : std::vector(constants.begin(), constants.end())) {
      if (width > 1) constants.insert(constant.add(BitVector::one(width)));
      constants.insert(constant.sub(BitVector::one(width)));
    }
    for (const BitVector& constant : constants) {
      const Term bound = terms_.mkBv(constant);
      add(head, terms_.mkBvSle(bound, variable));
      add(head, terms_.mkBvSle(variable, bound));
      add(head, terms_.mkBvUle(variable, bound));
      add(head, terms_.mkEqual(variable, bound));
      add(head, terms_.mkDistinct(variable, bound));
    }
  }

  void addOrder(uint32_t head, const std::vector<VariableId>& live) {
    std::vector<Term> numbers;
    for (VariableId variable : live)
      if (flow_.program()[variable].sort().isBitVec() && numbers.size() < limits_.guessOrdered)
        numbers.push_back(flow_.program()[variable].term);
    for (Term a : numbers)
      for (Term b : numbers) {
        if (a == b || a.sort() != b.sort()) continue;
        add(head, terms_.mkBvSle(a, b));
        add(head, terms_.mkBvSlt(a, b));
        add(head, terms_.mkBvUle(a, b));
      }
  }

  /// And what differs from it by the case that both sides are equal.
  void addAtom(uint32_t head, Term atom) {
    if (!isLiveAt(flow_, head, atom)) return;
    add(head, atom);
    add(head, terms_.mkNot(atom));
    if (atom.kind() == Kind::BvSlt) add(head, terms_.mkBvSle(atom[0], atom[1]));
    if (atom.kind() == Kind::BvUlt) add(head, terms_.mkBvUle(atom[0], atom[1]));
  }

  const Flow& flow_;
  TermManager& terms_;
  const CutRelation& relation_;
  const InvariantLimits& limits_;
  std::map<uint32_t, std::set<BitVector, Less>> constants_;
  std::vector<Term> atoms_;
  std::set<std::pair<uint32_t, uint32_t>> seen_; // heads and conditions
  std::vector<Assertion> result_;
};

} // namespace

std::vector<Assertion> candidateInvariants(const CutRelation& relation, const InvariantLimits& limits) {
  return Candidates(relation, limits).take();
}

std::vector<Assertion> atAllHeads(const Flow& flow, std::span<const Assertion> assertions) {
  std::vector<Assertion> result;
  for (const Assertion& assertion : assertions)
    for (uint32_t head = 0; head < flow.heads().size(); ++head) {
      if (!isLiveAt(flow, head, assertion.condition)) continue;
      result.push_back(assertion);
      result.back().head = head;
    }
  return result;
}

} // namespace assay
