// Laws that speak of sums: of an array's first cells, of the first numbers, and of what a path makes of them. A store
// changes the sums of all longer parts of the array by what the cell is more than it was:
//
//   sums(a with v at e)(n) = sums(a)(n) + (e < n ? v - a(e) : 0)
//
// which follows from the definition by recursion. So what is added up may be written in between: elements change places,
// or all of them move.
#include "encode/assertion.h"
#include "engine/arrays/law_check.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

// -- Sums as what they are --------------------------------------------------------------------------------------------

/// A sum of first cells may be one more cell than another one.
void LawCheck::addEnds(Term term, Context& context) const {
  for (size_t array = 0; array < system_.arrays().size(); ++array) {
    forEachSubterm(term, [&](Term t) {
      if (t.kind() != Kind::Select || !areSumsOf(system_, array, t[0])) return;
      const bool isKnown = std::ranges::any_of(
          context.reads, [&](const ArraySystem::Element& read) { return read.array == array && read.number == t[1]; });
      if (!isKnown) context.reads.push_back({array, t[1]});
    });
  }
}

/// A sum of an array's first cells: none, or that of one cell less and a cell that is read.
Term LawCheck::sumAt(const Context& context, std::span<const Term> extra, Term select, Proof& proof) {
  const Term end = select[1], none = terms_.mkZero(end.sort());
  if (implies(context, extra, terms_.mkEqual(end, none), proof)) return terms_.mkZero(select.sort());
  for (const ArraySystem::Element& read : context.reads) {
    if (!areSumsOf(system_, read.array, select[0])) continue;
    const Term next = terms_.mkBvAdd(read.number, terms_.mkBv(end.sort().width(), 1));
    if (!implies(context, extra, terms_.mkEqual(end, next), proof)) continue;
    if (!implies(context, extra, terms_.mkDistinct(end, none), proof)) continue;
    const CellArray& cells = system_.arrays()[read.array];
    const Term cell = terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, read.number));
    if (select.sort().width() < cells.width()) continue;
    return terms_.mkBvAdd(terms_.mkSelect(select[0], read.number), terms_.mkBvSignResize(cell, select.sort().width()));
  }
  return Term();
}

/// A sum of first numbers: none, or that of one number less and this one.
Term LawCheck::numbersSummed(const Context& context, std::span<const Term> extra, Term select, Proof& proof) {
  const Term end = select[1], none = terms_.mkZero(end.sort());
  const uint32_t width = select.sort().width();
  if (end.isValue() && !end.value().signBit() && end.sort().width() <= 32) {
    const uint64_t number = end.value().toUint64();
    return terms_.mkBvExtract(terms_.mkBv(64, number == 0 ? 0 : number * (number - 1) / 2), width - 1, 0);
  }
  if (implies(context, extra, terms_.mkEqual(end, none), proof)) return terms_.mkZero(select.sort());
  const Term before = terms_.mkBvSub(end, terms_.mkBv(end.sort().width(), 1));
  if (!before.isVariable() || !implies(context, extra, terms_.mkDistinct(end, none), proof)) return Term();
  return terms_.mkBvAdd(terms_.mkSelect(select[0], before), system_.lowBits(before, width));
}

/// A term over variables at a path's target, in terms of those at the source: sums of an array's first cells are those
/// before, and what the cells among them that the path writes are more than they were. Null: the array is another one.
Term LawCheck::after(const ArraySystem::Path& path, const Context& context, Term term) const {
  const Term there = path.at(system_, term);
  Substitution grown(terms_);
  for (size_t i = 0; i < system_.arrays().size(); ++i) {
    const CellArray& cells = system_.arrays()[i];
    std::vector<Term> sums, stores;
    forEachSubterm(there, [&](Term t) {
      if (t.kind() == Kind::Select && areSumsOf(system_, i, t[0])) sums.push_back(t);
    });
    if (sums.empty()) continue;
    Term array = put(context, path.at(system_, cells.array));
    for (; array.kind() == Kind::Store; array = array[0]) stores.push_back(array);
    // At the start, it is the array of which the sums are.
    if (path.source == Flow::kNone ? !array.isVariable() : array != cells.array) return Term();
    for (Term sum : sums) {
      const uint32_t width = sum.sort().width();
      Term now = sum;
      for (Term store : stores) {
        const Term number = terms_.mkBvSub(store[1], cells.start), old = terms_.mkSelect(store[0], store[1]);
        const Term more = terms_.mkBvSub(terms_.mkBvSignResize(store[2], width), terms_.mkBvSignResize(old, width));
        now = terms_.mkBvAdd(now, terms_.mkIte(terms_.mkBvUlt(number, sum[1]), more, terms_.mkZero(sum.sort())));
      }
      grown.add(sum, now);
    }
  }
  return grown.apply(there);
}

/// Lowest bits of what has sums in it, as sums of fewer bits.
Term LawCheck::withLowSums(Term term) const {
  Substitution low(terms_);
  forEachSubterm(term, [&](Term t) {
    if (t.kind() == Kind::BvExtract && t.index(1) == 0 && hasSums(system_, t[0]))
      low.add(t, system_.lowBits(t[0], t.sort().width()));
  });
  term = low.apply(term);
  Substitution narrow(terms_);
  forEachSubterm(term, [&](Term t) {
    if (t.kind() != Kind::BvExtract || t.index(1) != 0 || t[0].kind() != Kind::Select) return;
    const uint32_t width = t.sort().width();
    const Term sums = t[0][0], end = t[0][1];
    if (areSumsOfNumbers(sums)) narrow.add(t, terms_.mkSelect(sumsOfNumbers(system_, end.sort().width(), width), end));
    for (size_t i = 0; i < system_.arrays().size(); ++i)
      if (areSumsOf(system_, i, sums) && system_.arrays()[i].width() <= width)
        narrow.add(t, terms_.mkSelect(prefixSums(system_, i, width), end));
  });
  return narrow.apply(term);
}

// -- What variables were given ----------------------------------------------------------------------------------------

/// Where a loop changes the array: a cell that the sum lacks may be in a variable, and one may be in it twice.
void LawCheck::addInherited(uint32_t head, VariableId variable, Term value, std::vector<Law>& laws) const {
  constexpr size_t kMostForms = 6;
  const Program& program = system_.program();
  const std::vector<VariableId>& written = flow_.writtenInLoop(head);
  const auto isWritten = [&](VariableId v) { return std::ranges::find(written, v) != written.end(); };
  const auto isLive = [&](VariableId v) { return flow_.isLive(v.index(), flow_.heads()[head]); };
  if (!isLive(variable) || isWritten(variable)) return;
  for (Term used : freeVariables(value))
    if (const VariableId v = program.variableOf(used); v.valid() && !isLive(v)) return;
  const auto add = [&](Term said) {
    const bool isKnown = std::ranges::any_of(
        laws, [&](const Law& law) { return law.head == head && law.variable == variable && law.value == said; });
    if (!isKnown) laws.push_back({.head = head, .variable = variable, .value = said});
  };
  add(value);
  size_t forms = 0;
  for (size_t i = 0; i < system_.arrays().size(); ++i) {
    const CellArray& cells = system_.arrays()[i];
    if (!isWritten(program.variableOf(cells.array))) continue;
    std::vector<Term> sums;
    forEachSubterm(value, [&](Term t) {
      if (t.kind() == Kind::Select && areSumsOf(system_, i, t[0])) sums.push_back(t);
    });
    for (Term sum : sums)
      for (VariableId kept : flow_.liveAt(flow_.heads()[head]))
        for (VariableId counter : written) {
          const Term held = program[kept].term, place = program[counter].term;
          if (!place.sort().isBitVec() || place.sort().width() < 16 || !isLive(counter)) continue;
          if (held.sort() != cells.array.sort().element() || isWritten(kept) || kept == variable) continue;
          if (++forms > kMostForms) return;
          const Term number = system_.lowBits(place, cells.indexWidth());
          const Term cell = terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, number));
          const uint32_t width = sum.sort().width();
          const Term more = terms_.mkBvSub(terms_.mkBvSignResize(held, width), terms_.mkBvSignResize(cell, width));
          add(Substitution(terms_, {{sum, terms_.mkBvAdd(sum, more)}}).apply(value));
        }
  }
}

std::vector<Law> LawCheck::inherited() {
  constexpr size_t kMost = 48;
  struct Given {
    VariableId variable;
    Term value; // at the source
    uint32_t order;
  };
  std::vector<Given> all;
  for (size_t i = 0; i < laws_.size(); ++i)
    if (isKept_[i] && laws_[i].array == Law::kNoArray && !laws_[i].region && hasSums(system_, laws_[i]))
      all.push_back({laws_[i].variable, laws_[i].value, system_.order(laws_[i].head)});
  for (const ArraySystem::Path& path : system_.paths()) {
    if (path.source == Flow::kNone || path.source == path.target) continue;
    const Context context = contextOf(path.source, path.guard, &path);
    for (VariableId v : flow_.liveAt(path.path->target)) {
      const Term variable = system_.program()[v].term;
      if (!variable.sort().isBitVec() || variable.sort().width() < 8 || system_.isFixed(path.target, v)) continue;
      if (std::ranges::any_of(laws_, [&](const Law& law) { return law.head == path.target && law.variable == v; }))
        continue;
      const Term given = path.at(system_, variable);
      if (given == variable) continue;
      Proof unused;
      const Term value = normal(context, {}, given, unused);
      if (!hasSums(system_, value) || all.size() >= kMost) continue;
      all.push_back({v, value, system_.order(path.target)});
    }
  }
  std::vector<Law> result;
  for (const Given& one : all)
    for (uint32_t head = 0; head < flow_.heads().size(); ++head)
      if (system_.order(head) >= one.order) addInherited(head, one.variable, one.value, result);
  return result;
}

} // namespace assay
