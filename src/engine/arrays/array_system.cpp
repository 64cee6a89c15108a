#include "engine/arrays/array_system.h"

#include "encode/assertion.h"
#include "encode/numeric.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <numeric>

namespace assay {

ArraySystem::ArraySystem(const CutRelation& relation, Solver& solver)
    : relation_(relation), flow_(relation.flow()), terms_(flow_.terms()), fixed_(flow_.heads().size()) {
  orderHeads();
  dropImpossible(solver);
  findFixed();
  for (const auto& fixed : fixed_) {
    Substitution& put = puts_.emplace_back(terms_);
    for (const auto& [variable, value] : fixed) put.add(program()[variable].term, value);
  }
  for (const Transition* transition : transitions_)
    paths_.push_back(
        {transition->source, transition->target, put(transition->source, transition->path.guard), &transition->path});
  std::erase_if(paths_, [](const Path& path) { return path.guard.isFalse(); });
  findMovingPointers();
  findArrays();
}

void ArraySystem::orderHeads() {
  const size_t count = flow_.heads().size();
  std::vector<std::pair<uint32_t, uint32_t>> ranks; // of the outermost loop that a head is in, and its own
  for (LocationId head : flow_.heads()) ranks.emplace_back(flow_.rank(head), flow_.rank(head));
  for (uint32_t outer = 0; outer < count; ++outer)
    for (EdgeId edge : flow_.edgesOfLoop(outer))
      if (const uint32_t inner = flow_.headNumber(program()[edge].source); inner != Flow::kNone)
        ranks[inner].first = std::min(ranks[inner].first, flow_.rank(flow_.heads()[outer]));
  std::vector<uint32_t> sorted(count);
  std::iota(sorted.begin(), sorted.end(), 0);
  std::ranges::stable_sort(sorted, {}, [&](uint32_t head) { return ranks[head]; });
  order_.resize(count);
  for (uint32_t place = 0; place < count; ++place) order_[sorted[place]] = place;
}

Term ArraySystem::put(uint32_t cut, Term term) const {
  return withSums(cut < puts_.size() ? puts_[cut].apply(term) : term);
}

/// Indices of arrays as they are compared: the start of an object and the number of an element.
Term ArraySystem::withSums(Term term) const {
  postOrder(
      term, [&](Term t) { return !sums_[t]; },
      [&](Term t) {
        std::vector<Term> children;
        for (uint32_t i = 0; i < t.size(); ++i) children.push_back(sums_[t[i]]);
        if (t.kind() == Kind::Select || t.kind() == Kind::Store)
          if (const auto parts = split(children[1])) {
            const Term sum = terms_.mkBvAdd(parts->first, parts->second);
            if (sum != children[1]) indices_.emplace_back(children[1], sum);
            children[1] = sum;
          }
        sums_[t] = t.size() == 0 ? t : terms_.rebuild(t, children);
      });
  return sums_[term];
}

bool ArraySystem::isFixed(uint32_t head, VariableId variable) const { return fixed_[head].contains(variable); }

/// From the start, where memory may not have been there.
void ArraySystem::dropImpossible(Solver& solver) {
  constexpr uint64_t kConflicts = 1000;
  for (const Transition& transition : relation_.transitions()) {
    const Term guard = transition.path.guard;
    const bool isEasy = !hasArrays(std::span(&guard, 1)) && !hasProducts(std::span(&guard, 1));
    if (transition.source == Flow::kNone && isEasy) {
      solver.setLimits({.conflicts = kConflicts});
      if (solver.check(std::span(&guard, 1)).isUnsat()) {
        obligations_.push_back({guard, "that a path is impossible"});
        continue;
      }
    }
    transitions_.push_back(&transition);
  }
}

/// What the paths from the start assign, in terms of variables that hold an input as it was taken; and constants: those
/// that are assigned, and what becomes one by what is known.
void ArraySystem::findFixed() {
  constexpr int kMostRounds = 4;
  for (int round = 0; round < kMostRounds && addFixed(); ++round)
    while (dropOne()) {
    }
}

/// False: there is nothing that was not tried.
bool ArraySystem::addFixed() {
  bool isAny = false;
  std::vector<Substitution> known;
  for (const auto& fixed : fixed_) {
    Substitution& put = known.emplace_back(terms_);
    for (const auto& [variable, value] : fixed) put.add(program()[variable].term, value);
  }
  const auto isAtHead = [&](uint32_t head, VariableId v) { return flow_.isLive(v.index(), flow_.heads()[head]); };
  for (const Transition* transition : transitions_) {
    const std::vector<VariableId> live = flow_.liveAt(transition->path.target);
    const bool isStart = transition->source == Flow::kNone;
    Substitution named(terms_);
    for (VariableId v : live)
      if (const Term value = transition->path.values.get(v.index());
          isStart && value && value.isVariable() && value.sort().isBitVec())
        named.add(value, program()[v].term);
    for (VariableId v : live) {
      const Term value = transition->path.values.get(v.index());
      if (!value || !value.sort().isBitVec() || (isStart && value.isVariable())) continue;
      const Term said = isStart ? named.apply(value) : known[transition->source].apply(value);
      if (!isStart && !said.isValue()) continue;
      const std::vector<Term> variables = freeVariables(said);
      if (std::ranges::any_of(variables, [&](Term variable) { return !program().variableOf(variable).valid(); }))
        continue;
      if (triedFixed_.contains({v, said.id()})) continue;
      for (uint32_t head = 0; head < fixed_.size(); ++head)
        if (isAtHead(head, v) &&
            std::ranges::all_of(variables,
                                [&](Term variable) { return isAtHead(head, program().variableOf(variable)); }) &&
            fixed_[head].try_emplace(v, said).second) {
          triedFixed_.insert({v, said.id()});
          isAny = true;
        }
    }
  }
  return isAny;
}

/// Drops values that a path does not keep. False: there is none.
bool ArraySystem::dropOne() {
  for (const Transition* transition : transitions_) {
    Substitution put(terms_);
    if (transition->source != Flow::kNone)
      for (const auto& [variable, value] : fixed_[transition->source]) put.add(program()[variable].term, value);
    const size_t dropped = std::erase_if(fixed_[transition->target], [&](const auto& entry) {
      const Term now = put.apply(transition->path.at(program(), program()[entry.first].term));
      return now != put.apply(transition->path.at(program(), entry.second));
    });
    if (dropped > 0) return true;
  }
  return false;
}

/// q with term == q * 2^low, of `low` fewer bits; null: it is not known to be a multiple.
Term ArraySystem::quotient(Term term, uint32_t low) const {
  const uint32_t width = term.sort().width();
  if (low == 0) return term;
  if (width <= low) return Term();
  switch (term.kind()) {
  case Kind::BvConst: {
    const Term rest = terms_.mkBvExtract(term, low - 1, 0);
    return rest.value().isZero() ? terms_.mkBvExtract(term, width - 1, low) : Term();
  }
  case Kind::BvConcat: {
    if (term[1].kind() != Kind::BvConst || !term[1].value().isZero()) return Term();
    const uint32_t zeros = term[1].sort().width();
    if (zeros < low) return Term();
    return zeros == low ? term[0] : terms_.mkBvConcat(term[0], terms_.mkBv(zeros - low, 0));
  }
  case Kind::BvAdd: {
    const Term a = quotient(term[0], low), b = quotient(term[1], low);
    return a && b ? terms_.mkBvAdd(a, b) : Term();
  }
  case Kind::BvNeg: {
    const Term a = quotient(term[0], low);
    return a ? terms_.mkBvNeg(a) : Term();
  }
  case Kind::BvMul:
    for (uint32_t side : {0u, 1u})
      if (term[side].kind() == Kind::BvConst)
        if (const Term factor = quotient(term[side], low))
          return terms_.mkBvMul(factor, lowBits(term[1 - side], width - low));
    return Term();
  default:
    return Term();
  }
}

Term ArraySystem::lowBits(Term number, uint32_t width) const {
  const uint32_t has = number.sort().width();
  if (has == width) return number;
  if (has < width) return terms_.mkBvSignResize(number, width);
  switch (number.kind()) {
  case Kind::BvAdd:
    return terms_.mkBvAdd(lowBits(number[0], width), lowBits(number[1], width));
  case Kind::BvMul:
    return terms_.mkBvMul(lowBits(number[0], width), lowBits(number[1], width));
  case Kind::BvNeg:
    return terms_.mkBvNeg(lowBits(number[0], width));
  case Kind::BvSignExtend:
  case Kind::BvZeroExtend:
    if (number[0].sort().width() >= width) return lowBits(number[0], width);
    break;
  case Kind::BvConcat:
    if (number[1].sort().width() >= width) return lowBits(number[1], width);
    break;
  default:
    break;
  }
  return terms_.mkBvExtract(number, width - 1, 0);
}

std::optional<std::pair<Term, Term>> ArraySystem::split(Term index) const {
  const uint32_t pointerWidth = program().layout().width, width = index.sort().width();
  if (width > pointerWidth || pointerWidth - width > 3) return std::nullopt;
  const uint32_t low = pointerWidth - width;
  Term sum = index;
  if (index.kind() == Kind::BvExtract) {
    if (index[0].sort().width() != pointerWidth) return std::nullopt;
    sum = quotient(index[0], low);
    if (!sum || sum.sort().width() != width) return std::nullopt;
  }
  BitVector constant = BitVector::zero(width);
  Term rest = terms_.mkBv(width, 0);
  std::vector<Term> open{sum};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.kind() == Kind::BvAdd) {
      open.push_back(term[0]);
      open.push_back(term[1]);
    } else if (term.kind() == Kind::BvConst) {
      constant = constant.add(term.value());
    } else if (term.kind() == Kind::BvExtract && term.index(1) == 0 && lowBits(term[0], width) != term) {
      open.push_back(lowBits(term[0], width));
    } else {
      rest = terms_.mkBvAdd(rest, term);
    }
  }
  std::optional<Term> start = startOf(constant, low);
  if (!start && low == 0)
    for (Term variable : freeVariables(rest))
      if (const auto known = starts_.find(program().variableOf(variable)); known != starts_.end())
        start = known->second;
  if (!start) return std::nullopt;
  return std::pair(*start, terms_.mkBvAdd(rest, terms_.mkBvSub(terms_.mkBv(constant), *start)));
}

/// The start of the object in whose window the address is, without as many of its lowest bits as the address: the middle
/// of the window (program/pointer.h). Nothing: the window has no object.
std::optional<Term> ArraySystem::startOf(const BitVector& address, uint32_t low) const {
  const uint32_t window = program().layout().offsetBits - low;
  const uint64_t bits = address.toUint64(), half = uint64_t{1} << (window - 1);
  if (bits < half * 2) return std::nullopt;
  return terms_.mkBv(address.width(), (bits & ~((half << 1) - 1)) + half);
}

/// Pointers that somewhere begin as an address that never changes, and what else begins as these. Whether they stay in
/// that object is not said: as what a number is counted from, any start will do.
void ArraySystem::findMovingPointers() {
  constexpr int kMostRounds = 4;
  for (int round = 0; round < kMostRounds; ++round)
    for (const Transition* transition : transitions_)
      for (VariableId v : flow_.liveAt(transition->path.target)) {
        const Variable& variable = program()[v];
        const Term value = transition->path.values.get(v.index());
        if (variable.typeClass != TypeClass::Pointer || !value || starts_.contains(v)) continue;
        std::vector<Term> open{put(transition->source, value)};
        while (!open.empty()) {
          const Term term = open.back();
          open.pop_back();
          if (term.kind() == Kind::BvAdd) open.insert(open.end(), {term[0], term[1]});
          if (term.isValue())
            if (const auto start = startOf(term.value(), 0)) starts_.try_emplace(v, *start);
          if (!term.isVariable()) continue;
          if (const auto other = starts_.find(program().variableOf(term)); other != starts_.end())
            starts_.try_emplace(v, other->second);
        }
      }
}

Term ArraySystem::numberOf(VariableId variable) const {
  const auto start = starts_.find(variable);
  const Term term = program()[variable].term;
  return start == starts_.end() ? term : terms_.mkBvSub(term, start->second);
}

bool ArraySystem::isNumber(VariableId variable) const {
  return isNumeric(program()[variable]) || starts_.contains(variable);
}

std::optional<ArraySystem::Element> ArraySystem::elementOf(Term array, Term index) const {
  const auto parts = split(index);
  if (!parts) return std::nullopt;
  for (size_t i = 0; i < arrays_.size(); ++i)
    if (arrays_[i].array == array && arrays_[i].start == parts->first) return Element{i, parts->second};
  return std::nullopt;
}

/// A pointer that is moved stays in its object's window, which makes a choice of it; and where it is known to be in an
/// object, only the rest of it is computed. The index if the pointer does not leave the window.
Term ArraySystem::inWindow(Term index) const {
  const uint32_t pointerWidth = program().layout().width, width = index.sort().width();
  if (index.kind() == Kind::BvConcat && index[0].isValue() && index[1].kind() == Kind::BvExtract &&
      index[1][0].sort().width() == pointerWidth && index[1].index(1) == pointerWidth - width)
    index = terms_.mkBvExtract(index[1][0], pointerWidth - 1, pointerWidth - width);
  // One after the other: a pointer into a table is moved to its row first.
  for (bool isAny = true; isAny;) {
    isAny = false;
    Substitution put(terms_);
    forEachSubterm(index, [&](Term t) {
      if (t.kind() != Kind::Ite) return;
      put.add(t, t[1].kind() == Kind::BvConcat ? t[2] : t[1]);
      isAny = true;
    });
    if (isAny) index = put.apply(index);
  }
  const auto parts = split(index);
  return parts ? terms_.mkBvAdd(parts->first, parts->second) : index;
}

void ArraySystem::findArrays() {
  TermSet seen;
  const auto look = [&](Term root) {
    postOrder(
        root, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (t.kind() != Kind::Select && t.kind() != Kind::Store) return;
          Term array = t[0];
          while (array.kind() == Kind::Store) array = array[0];
          const VariableId v = array.isVariable() ? program().variableOf(array) : VariableId();
          if (!v.valid() || !array.sort().element().isBitVec() || array.sort().element().width() > 64) return;
          const auto parts = split(inWindow(t[1]));
          if (!parts) return;
          const bool isKnown = std::ranges::any_of(
              arrays_, [&](const CellArray& known) { return known.array == array && known.start == parts->first; });
          if (isKnown) return;
          std::string name(program()[v].name());
          if (const size_t dot = name.find('.'); dot != std::string::npos) name = name.substr(dot + 1);
          arrays_.push_back({array, parts->first, name});
        });
  };
  for (const Path& path : paths_) {
    look(path.guard);
    for (VariableId v : flow_.liveAt(path.path->target))
      if (const Term value = path.path->values.get(v.index())) look(put(path.source, value));
  }
  for (uint32_t cut = 0; cut < relation_.numCuts(); ++cut)
    for (const Ending& ending : relation_.block(cut).endings) look(put(cut, ending.guard));
}

} // namespace assay
