#include "invariants/elements/array_accesses.h"

#include "analysis/vocabulary.h"
#include "encode/assertion.h"
#include "encode/head_vocabulary.h"
#include "term/bit_vector.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <unordered_map>

namespace assay {

ArrayAccesses::ArrayAccesses(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells,
                             const InvariantLimits& limits)
    : flow_(flow), pointsTo_(pointsTo), cells_(cells), limits_(limits), program_(flow.program()), terms_(flow.terms()),
      place_(arrayPlace(program_)) {
  findBounds();
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) findEnds(head);
}

std::optional<ArrayAccesses::Access> ArrayAccesses::of(const Operation& operation) const {
  return operation.visit([&](const Load& load) { return accessAt(load.pointer, Term(), program_[load.variable].term); },
                         [&](const Store& store) { return accessAt(store.pointer, store.value, Term()); },
                         [](const OneOf<Allocate, Free, Copy, Fill, Query> auto&) { return std::optional<Access>(); },
                         [](const OfVariables auto&) { return std::optional<Access>(); },
                         NoThreads<std::optional<Access>>());
}

std::optional<ArrayAccesses::Access> ArrayAccesses::accessAt(Term pointer, Term value, Term loaded) const {
  Access access;
  access.cell = cellOf(pointer, loaded ? loaded.sort() : value.sort());
  if (!access.cell) return std::nullopt;
  access.loaded = loaded;
  access.value = value;
  access.element = elementOf(pointer, *access.cell);
  for (Term variable : freeVariables(access.element))
    if (access.element == numbered(variable, *access.cell)) access.index = variable;
  return access;
}

ArrayAccesses::List ArrayAccesses::ofLoop(uint32_t head) const {
  List result;
  for (EdgeId edge : flow_.edgesOfLoop(head))
    for (const Operation& operation : program_[edge].operations)
      if (auto access = of(operation)) result.push_back(*access);
  return result;
}

const ArrayCell* ArrayAccesses::cellOf(Term pointer, Sort sort) const {
  const PointerSet set = pointsTo_.of(pointer);
  const uint32_t size = sort.isBool() ? 1 : (sort.width() + 7) / 8;
  for (const PointerTarget& target : set.targets)
    for (const ArrayCell& cell : cells_)
      if (cell.object == target.object && cell.size == size &&
          static_cast<uint64_t>(target.offset.base) % (uint64_t{1} << cell.logStride) == cell.offset)
        return &cell;
  return nullptr;
}

/// (pointer - start of the object) / stride: a guess, where the pointer has another form than a sum with the address.
Term ArrayAccesses::elementOf(Term pointer, const ArrayCell& cell) const {
  const PointerLayout& layout = program_.layout();
  while (pointer.kind() == Kind::Ite) pointer = pointer[pointer[1].kind() == Kind::BvConcat ? 2 : 1];
  std::unordered_map<Term, Term> bases;
  for (Term variable : freeVariables(pointer)) {
    const VariableId v = program_.variableOf(variable);
    if (!v.valid() || variable.sort() != program_.pointerSort()) continue;
    // It may be null as well, where an allocation fails.
    const PointerSet& set = pointsTo_.of(v);
    const PointerTarget* const start = findTarget(set, cell.object);
    const bool isOther = std::ranges::any_of(set.targets, [&](const PointerTarget& target) {
      return target.object != cell.object && target.object != kZeroObject;
    });
    if (start && !isOther && start->offset == Progression{0, 0}) bases[variable] = terms_.mkBv(layout.width, 0);
  }
  Term offset = Substitution(terms_, bases).apply(pointer);
  if (pointsTo_.isStatic(cell.object))
    offset = terms_.mkBvSub(offset, terms_.mkBv(layout.width, layout.address(cell.object)));
  return cell.logStride == 0
             ? offset
             : terms_.mkBvSignResize(terms_.mkBvExtract(offset, layout.width - 1, cell.logStride), layout.width);
}

/// A variable of any width as an element's number.
Term ArrayAccesses::extended(Term variable) const {
  const VariableId v = program_.variableOf(variable);
  if (!v.valid() || !variable.sort().isBitVec() || variable.sort().width() > program_.layout().width) return {};
  const Term wide = program_[v].typeClass == TypeClass::Unsigned
                        ? terms_.mkBvZeroResize(variable, program_.layout().width)
                        : terms_.mkBvSignResize(variable, program_.layout().width);
  return wide;
}

/// The same as elementOf() leaves it: without the bits that an element's size takes.
Term ArrayAccesses::numbered(Term variable, const ArrayCell& cell) const {
  const Term wide = extended(variable);
  const uint32_t width = program_.layout().width;
  if (!wide || cell.logStride == 0) return wide;
  return terms_.mkBvSignResize(terms_.mkBvExtract(wide, width - 1 - cell.logStride, 0), width);
}

Term ArrayAccesses::fit(Term value, uint32_t width) const {
  return value.sort().width() >= width ? terms_.mkBvExtract(value, width - 1, 0) : terms_.mkBvSignResize(value, width);
}

/// Constants that look like numbers of elements.
void ArrayAccesses::findBounds() {
  guardsOf(program_).forEachBound([&](Term comparison, uint32_t side) {
    const Term bound = comparison[side];
    if (comparison.kind() == Kind::Equal || bound.sort().width() > 64 || bounds_.size() >= limits_.elementBounds)
      return;
    int64_t value = bound.value().toInt64();
    if (side == 0) ++value; // not c < i
    if (value > 8 && value < INT32_MAX && std::find(bounds_.begin(), bounds_.end(), value) == bounds_.end())
      bounds_.push_back(value);
  });
}

/// What a loop compares with something that it changes, and does not change itself: how far it goes.
void ArrayAccesses::findEnds(uint32_t head) {
  TermSet written;
  for (VariableId v : flow_.writtenInLoop(head)) written.insert(program_[v].term);
  const auto isWritten = [&](Term term) {
    const std::vector<Term> variables = freeVariables(term);
    return std::ranges::any_of(variables, [&](Term variable) { return written.contains(variable); });
  };
  Vocabulary guards;
  for (EdgeId edge : flow_.edgesOfLoop(head)) guards.add(program_[edge].guard);
  for (Term t : guards.comparisons()) {
    if (t.kind() == Kind::Equal) continue;
    for (uint32_t side : {0u, 1u}) {
      if (t[side].kind() == Kind::BvConst || isWritten(t[side]) || !isWritten(t[1 - side])) continue;
      const uint32_t width = program_.layout().width;
      if (t[side].sort().width() > width || ends_.size() >= limits_.elementEnds) continue;
      const Term end =
          t.kind() == Kind::BvSlt ? terms_.mkBvSignResize(t[side], width) : terms_.mkBvZeroResize(t[side], width);
      if (std::ranges::find(ends_, end) == ends_.end()) ends_.push_back(end);
    }
  }
}

/// Variables of loops inside, which mean nothing at the head, have the values with which these loops begin.
Term ArrayAccesses::atHead(Term element, uint32_t head) const {
  std::unordered_map<Term, Term> first;
  for (Term variable : freeVariables(element)) {
    const VariableId v = program_.variableOf(variable);
    if (!v.valid() || flow_.isLive(v.index(), flow_.heads()[head])) continue;
    for (EdgeId edge : flow_.edgesOfLoop(head))
      for (const Operation& operation : program_[edge].operations)
        if (const Assign* assign = operation.as<Assign>(); assign && assign->variable == v && assign->value.isValue())
          first.try_emplace(variable, assign->value);
  }
  return Substitution(terms_, first).apply(element);
}

std::string ArrayAccesses::toText(Term number) const {
  if (number.isValue()) return number.value().toSignedString();
  const std::vector<Term> variables = freeVariables(number);
  const VariableId v = variables.size() == 1 ? program_.variableOf(variables[0]) : VariableId();
  const auto isNumber = [&](const ArrayCell& cell) { return number == numbered(variables[0], cell); };
  return v.valid() && std::any_of(cells_.begin(), cells_.end(), isNumber) ? userName(program_[v]) : "the element";
}

std::vector<ArrayAccesses::Region> ArrayAccesses::regionsAt(uint32_t head, const List& loop, Skipped skipped) const {
  std::vector<Term> elements;
  for (const Access& access : loop)
    if (const Term element = atHead(access.element, head);
        elements.size() < limits_.elementNumbers && std::ranges::find(elements, element) == elements.end())
      elements.push_back(element);
  std::vector<Region> result;
  for (Term element : elements) {
    result.push_back({number(0), element});
    if (skipped == Skipped::Some) result.push_back({number(1), element});
    for (int64_t bound : bounds_) result.push_back({element, number(static_cast<uint64_t>(bound))});
    for (Term end : ends_) {
      result.push_back({element, end});
      if (skipped == Skipped::Some) result.push_back({terms_.mkBvAdd(element, number(1)), end});
    }
  }
  return result;
}

std::vector<ArrayAccesses::Region> ArrayAccesses::wholeRegions(Skipped skipped) const {
  std::vector<Region> result;
  for (uint64_t first : {0u, 1u}) {
    if (first > 0 && skipped == Skipped::None) break;
    for (int64_t bound : bounds_) result.push_back({number(first), number(static_cast<uint64_t>(bound))});
    for (Term end : ends_) result.push_back({number(first), end});
  }
  return result;
}

Term ArrayAccesses::isInside(const Region& region, uint32_t head) const {
  const Term inside = terms_.mkAnd(terms_.mkBvSle(region.first, place_), terms_.mkBvSlt(place_, region.last));
  return isLiveAt(flow_, head, inside, std::span(&place_, 1)) ? inside : Term();
}

std::string ArrayAccesses::textOf(const Region& region) const {
  return "for all " + toText(region.first) + " <= J < " + toText(region.last) + ": ";
}

} // namespace assay
