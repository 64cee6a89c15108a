#include "engine/arrays/cell_bounds.h"

#include "analysis/vocabulary.h"
#include "encode/assertion.h"
#include "encode/head_vocabulary.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// A sum as people write it; of what is no variable, no multiple of one and no number in it, it is not said what it is.
std::string sumText(const Program& program, Term sum) {
  std::string result;
  std::vector<Term> open{sum};
  const auto said = [&](Term term) -> std::string {
    while (term.kind() == Kind::BvExtract && term.index(1) == 0) term = term[0];
    if (const VariableId v = program.variableOf(term); v.valid()) return userName(program[v]);
    return term.isValue() ? term.value().toSignedString() : "...";
  };
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    std::string text;
    switch (term.kind()) {
    case Kind::BvAdd:
      open.push_back(term[1]);
      open.push_back(term[0]);
      continue;
    case Kind::BvSignExtend:
    case Kind::BvZeroExtend:
      open.push_back(term[0]);
      continue;
    case Kind::BvNeg:
      text = "-" + said(term[0]);
      break;
    case Kind::BvMul:
      text = term[1].isValue() && term[1].value().toSignedString() == "-1"   ? "-" + said(term[0])
             : term[0].isValue() && term[0].value().toSignedString() == "-1" ? "-" + said(term[1])
                                                                             : said(term[0]) + "*" + said(term[1]);
      break;
    default:
      text = said(term);
    }
    result += result.empty() ? text : text.starts_with('-') ? " - " + text.substr(1) : " + " + text;
  }
  return result;
}

} // namespace

CellBounds::CellBounds(const ArraySystem& system, const ArraySamples& samples, uint32_t head, uint32_t width,
                       std::span<const VariableId> numbers, const std::set<VariableId>& isWritten, size_t most)
    : system_(system), samples_(samples), terms_(system.flow().terms()), head_(head), width_(width),
      isWritten_(isWritten), most_(most) {
  std::ranges::copy_if(numbers, std::back_inserter(numbers_),
                       [&](VariableId v) { return system_.program()[v].sort().width() >= 8; });
  const Term none = terms_.mkBv(width, 0);
  bounds_.push_back({none, none, "0", {}});
}

void CellBounds::addIndex(Term term, Term small, const std::string& name) {
  const bool isKnown = std::ranges::any_of(bounds_, [&](const CellBound& bound) { return bound.term == term; });
  if (!isKnown && bounds_.size() < most_) bounds_.push_back({term, small, name, {}});
}

void CellBounds::add(Term number, bool isSigned, const std::string& name) {
  if (number.sort().width() > 64) return;
  const auto asIndex = [&](Term term) {
    return term.sort().width() >= width_ ? system_.lowBits(term, width_)
           : isSigned                    ? terms_.mkBvSignResize(term, width_)
                                         : terms_.mkBvZeroResize(term, width_);
  };
  addIndex(asIndex(number), asIndex(samples_.small(number)), name);
}

void CellBounds::addNumbers() {
  for (VariableId v : numbers_) {
    const std::string name = userName(system_.program()[v]);
    add(system_.numberOf(v), isSigned(v), system_.isMovingPointer(v) ? "offset of " + name : name);
  }
}

void CellBounds::addSizes() {
  for (Term constant : samples_.sizeConstants()) add(constant, true, constant.value().toSignedString());
}

void CellBounds::addOuterCells() {
  const std::vector<VariableId>& written = system_.flow().writtenInLoop(head_);
  for (VariableId v : numbers_) {
    const Variable& variable = system_.program()[v];
    if (!isWritten_.contains(v) || std::ranges::find(written, v) != written.end()) continue;
    const Term next = terms_.mkBvAdd(system_.numberOf(v), terms_.mkBv(variable.sort().width(), 1));
    add(next, isSigned(v), userName(variable) + " + 1");
  }
}

void CellBounds::addConstants(const std::set<uint64_t>& places) {
  const auto addPlace = [&](uint64_t number) {
    const Term place = terms_.mkBv(width_, number), small = samples_.smallNumber(number, width_);
    addIndex(place, small ? small : place, std::to_string(number));
  };
  for (uint64_t number : places) {
    addPlace(number + 1);
    if (number > 0) addPlace(number);
  }
}

void CellBounds::addEnds() {
  std::vector<VariableId> ends = numbers_;
  std::erase_if(ends, [&](VariableId v) { return isWritten_.contains(v); });
  const Program& program = system_.program();
  if (ends.size() == 2 && program[ends[0]].sort() == program[ends[1]].sort())
    add(terms_.mkBvAdd(program[ends[0]].term, program[ends[1]].term), isSigned(ends[0]),
        userName(program[ends[0]]) + " + " + userName(program[ends[1]]));
  for (VariableId v : ends)
    add(terms_.mkBvSub(program[v].term, terms_.mkBv(program[v].sort().width(), 1)), isSigned(v),
        userName(program[v]) + " - 1");
}

/// Numbers of elements that the path stores to: `use(number)`.
template <class Use>
void CellBounds::forEachStore(const ArraySystem::Path& path, Use use) const {
  for (const CellArray& cells : system_.arrays()) {
    if (cells.indexWidth() != width_) continue;
    for (Term array = path.at(system_, cells.array); array.kind() == Kind::Store; array = array[0]) {
      const auto parts = system_.split(system_.inWindow(array[1]));
      if (parts && !hasArrays(std::span(&parts->second, 1))) use(parts->second);
    }
  }
}

void CellBounds::addWrittenCells() {
  for (const ArraySystem::Path& path : system_.paths()) {
    if (path.source != head_) continue;
    forEachStore(path, [&](Term number) {
      if (number.isValue() || !isLiveAt(system_.flow(), head_, number) || termSize(number) < 4) return;
      const Term next = terms_.mkBvAdd(number, terms_.mkBv(width_, 1));
      for (Term bound : {number, next}) addIndex(bound, samples_.small(bound), sumText(system_.program(), bound));
    });
  }
}

void CellBounds::addRows() {
  if (!samples_.hasRows()) return;
  for (const ArraySystem::Path& path : system_.paths()) {
    if (path.source == Flow::kNone || path.source == head_) continue;
    forEachStore(path, [&](Term number) {
      Substitution first(terms_);
      for (Term variable : freeVariables(number))
        if (!isLiveAt(system_.flow(), head_, variable)) first.add(variable, terms_.mkZero(variable.sort()));
      const Term row = first.apply(number);
      if (!row.isValue()) addIndex(row, samples_.small(row), sumText(system_.program(), row));
    });
  }
  for (const ArraySamples::Size& table : samples_.products())
    addIndex(terms_.mkBvZeroResize(table.constant, width_), terms_.mkBvZeroResize(table.variable, width_),
             table.constant.value().toSignedString());
}

void CellBounds::addCompared(bool anywhere) {
  Vocabulary guards;
  for (const ArraySystem::Path& path : system_.paths())
    if (anywhere || path.source == head_) guards.add(path.guard);
  for (Term t : guards.comparisons())
    for (uint32_t at : {0u, 1u}) {
      const Term side = t[at];
      if (t.kind() == Kind::Equal || side.kind() != Kind::BvAdd || side.sort().width() < 8) continue;
      if (termSize(side) > (anywhere ? 8u : 4u)) continue;
      if (!isLiveAt(system_.flow(), head_, side) || hasArrays(std::span(&side, 1))) continue;
      add(side, t.kind() == Kind::BvSlt, sumText(system_.program(), side));
    }
}

void CellBounds::addSuccessors() {
  for (size_t i = 0, before = bounds_.size(); i < before; ++i) {
    const std::vector<Term> variables = freeVariables(bounds_[i].term);
    if (variables.size() != 1 || !isWritten_.contains(system_.program().variableOf(variables[0]))) continue;
    const Term next = terms_.mkBvAdd(bounds_[i].term, terms_.mkBv(width_, 1));
    addIndex(next, samples_.small(next), sumText(system_.program(), next));
  }
}

std::vector<CellBound> CellBounds::in(std::span<const Assignment* const> states) const {
  std::vector<CellBound> result = bounds_;
  for (const Assignment* state : states) {
    Evaluator evaluator(*state);
    for (CellBound& bound : result) bound.values.push_back(evaluator.evaluateBits(bound.small).toInt64());
  }
  return result;
}

} // namespace assay
