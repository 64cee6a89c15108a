#include "engine/symex/segment.h"

#include "engine/symex/merger.h"
#include "engine/symex/object_bytes.h"
#include "term/traverse.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace assay::symex {

Segment::Segment(const Program& program, Cells& cells, const trail::Step* last, uint64_t maxMoved)
    : program_(program), terms_(program.terms()), cells_(cells), maxMoved_(maxMoved) {
  std::vector<const trail::Step*> steps;
  for (const trail::Step* step = last; step; step = step->before.get()) steps.push_back(step);
  for (auto step = steps.rbegin(); step != steps.rend() && isComplete_; ++step) perform(**step);
}

void Segment::perform(const trail::Step& step) {
  if (step.join) return join(step);
  if (step.guard) {
    const Term guard = translate(step.guard, step.depth);
    const Term taken = step.holds ? guard : terms_.mkNot(guard);
    if (!step.isSplit) {
      guards_.push_back(taken);
    } else {
      assert(!assumption_ && guards_.empty() && operands_.empty() && values_.empty());
      assumption_ = taken;
    }
    return;
  }
  words_ = &step.words;
  nextWord_ = 0;
  for (const Operation& operation : program_[step.edge->id].operations) perform(operation, step);
  if (nextWord_ != words_->size()) isComplete_ = false;
}

std::vector<Term> Segment::behind(const EdgeCode& edge, const trail::Step& step) {
  std::vector<Term> before, values;
  const auto read = [&](std::vector<Term>& to) {
    for (const Join::Assigned& assigned : step.join->assigned)
      to.push_back(valueOf(cells_.cellOf(assigned.variable, step.depth), assigned.sort));
  };
  read(before);
  for (const Operation& operation : program_[edge.id].operations) perform(operation, step);
  read(values);
  for (size_t i = 0; i < before.size(); ++i) set(step.join->assigned[i].variable, step.depth, before[i]);
  return values;
}

void Segment::join(const trail::Step& step) {
  words_ = &step.words;
  nextWord_ = 0;
  const Term guard = translate(step.guard, step.depth);
  const std::vector<EdgeCode>& edges = step.join->from->edges;
  const std::vector<Term> one = behind(edges[0], step), other = behind(edges[1], step);
  for (size_t i = 0; i < one.size(); ++i)
    set(step.join->assigned[i].variable, step.depth, terms_.mkIte(guard, one[i], other[i]));
  if (nextWord_ != words_->size()) isComplete_ = false;
}

uint64_t Segment::nextWord() {
  if (nextWord_ < words_->size()) return (*words_)[nextWord_++];
  isComplete_ = false;
  return 0;
}

uint64_t Segment::operand(Term term, uint64_t depth) {
  const uint64_t word = nextWord();
  const Term value = translate(term, depth);
  operands_.push_back(terms_.mkEqual(value, terms_.mkBv(term.sort().width(), word)));
  return word;
}

void Segment::perform(const Operation& operation, const trail::Step& step) {
  const uint64_t depth = step.depth;
  operation.visit([&](const Assign& assign) { set(assign.variable, depth, translate(assign.value, depth)); },
                  [&](const Input& input) { set(input.variable, depth, anything(program_[input.variable].sort())); },
                  [&](const Load& loaded) {
                    const uint64_t pointer = operand(loaded.pointer, depth);
                    set(loaded.variable, depth, load(pointer, program_[loaded.variable].sort()));
                  },
                  [&](const Store& stored) {
                    const Term value = translate(stored.value, depth);
                    store(operand(stored.pointer, depth), value);
                  },
                  [&](const Allocate& allocate) {
                    operand(allocate.size, depth);
                    const uint64_t number = nextWord();
                    allocated_[number] = allocate.contents;
                    set(allocate.variable, depth,
                        terms_.mkBv(program_.layout().width, program_.layout().address(number)));
                  },
                  [&](const Free& free) { operand(free.pointer, depth); },
                  [&](const Copy& copied) { copy(copied, depth); }, [&](const Fill& filled) { fill(filled, depth); },
                  [&](const Query& asked) { query(asked, depth); }, [&](const Call& called) { call(called, depth); },
                  [&](const Return& returned) {
                    if (!step.call || !step.call->resultVariable.valid()) return;
                    if (returned.value)
                      set(step.call->resultVariable, depth - 1, translate(returned.value, depth));
                    else
                      isComplete_ = false;
                  },
                  NoThreads());
}

/// Variables of a function may be taken to be zero when it is entered: nothing reads them before they are written.
void Segment::call(const Call& call, uint64_t depth) {
  const Function& callee = program_[call.callee];
  std::vector<Term> arguments;
  for (Term argument : call.arguments) arguments.push_back(translate(argument, depth));
  for (VariableId variable : callee.variables) set(variable, depth + 1, terms_.mkZero(program_[variable].sort()));
  for (size_t i = 0; i < std::min(arguments.size(), callee.parameters.size()); ++i)
    set(callee.parameters[i], depth + 1, arguments[i]);
}

void Segment::copy(const Copy& copy, uint64_t depth) {
  const PointerLayout& layout = program_.layout();
  const uint64_t target = operand(copy.target, depth), source = operand(copy.source, depth);
  const uint64_t count = operand(copy.size, depth);
  if (count > maxMoved_) isComplete_ = false;
  if (count == 0 || !isComplete_) return;
  std::vector<Term> bytes;
  for (uint64_t i = 0; i < count; ++i)
    bytes.push_back(byteAt(layout.object(source), static_cast<uint64_t>(layout.offset(source)) + i));
  for (uint64_t i = 0; i < count; ++i)
    values_[{Cell::Byte, layout.object(target), static_cast<uint64_t>(layout.offset(target)) + i}] = bytes[i];
}

void Segment::fill(const Fill& fill, uint64_t depth) {
  const PointerLayout& layout = program_.layout();
  const Term byte = translate(fill.byte, depth);
  const uint64_t target = operand(fill.target, depth);
  const uint64_t count = operand(fill.size, depth);
  if (count > maxMoved_) isComplete_ = false;
  for (uint64_t i = 0; i < count && isComplete_; ++i)
    values_[{Cell::Byte, layout.object(target), static_cast<uint64_t>(layout.offset(target)) + i}] = byte;
}

void Segment::query(const Query& query, uint64_t depth) {
  for (Term argument : query.arguments) operand(argument, depth);
  const uint64_t answer = nextWord();
  const Sort sort = program_[query.variable].sort();
  set(query.variable, depth, SymValue::concrete(answer).toTerm(terms_, sort));
}

Term Segment::valueOf(const Cell& cell, Sort sort) {
  const auto written = values_.find(cell);
  return written == values_.end() ? cells_.variable(cell, sort) : written->second;
}

void Segment::set(VariableId variable, uint64_t depth, Term value) {
  assert(value.sort() == program_[variable].sort());
  values_[cells_.cellOf(variable, depth)] = value;
}

Term Segment::translate(Term term, uint64_t depth) {
  std::unordered_map<Term, Term> values;
  for (Term variable : freeVariables(term)) {
    const VariableId id = program_.variableOf(variable);
    if (!id.valid()) {
      isComplete_ = false;
      continue;
    }
    values[variable] = valueOf(cells_.cellOf(id, depth), variable.sort());
  }
  return Substitution(terms_, values).apply(term);
}

Term Segment::anything(Sort sort) {
  const std::string name = "any!" + std::to_string(numArbitrary_++) + "!" +
                           (sort.isBool() ? std::string("bool") : std::to_string(sort.width()));
  const Term variable = terms_.mkVariable(name, sort);
  arbitrary_.insert(variable);
  return variable;
}

Term Segment::byteAt(uint64_t object, uint64_t offset) {
  const Cell cell{Cell::Byte, object, offset};
  if (const auto written = values_.find(cell); written != values_.end()) return written->second;
  const Sort sort = terms_.bvSort(8);
  if (const auto made = allocated_.find(object); made != allocated_.end())
    return values_[cell] = made->second == Contents::Zero ? terms_.mkZero(sort) : anything(sort);
  if (object >= 1 && object <= program_.objects.size() && program_.objects[object].constant) {
    const std::vector<uint8_t>& bytes = program_.objects[object].bytes;
    return terms_.mkBv(8, offset < bytes.size() ? bytes[offset] : 0);
  }
  return cells_.variable(cell, sort);
}

Term Segment::load(uint64_t pointer, Sort sort) {
  const PointerLayout& layout = program_.layout();
  const uint64_t object = layout.object(pointer), offset = static_cast<uint64_t>(layout.offset(pointer));
  Term value;
  for (uint32_t i = 0; i < bytesOf(sort); ++i) {
    const Term byte = byteAt(object, offset + i);
    value = value ? terms_.mkBvConcat(byte, value) : byte;
  }
  if (sort.isBool()) return terms_.mkBvToBool(terms_.mkBvExtract(value, 0, 0));
  return terms_.mkBvZeroResize(value, sort.width());
}

void Segment::store(uint64_t pointer, Term value) {
  const PointerLayout& layout = program_.layout();
  const uint64_t object = layout.object(pointer), offset = static_cast<uint64_t>(layout.offset(pointer));
  const Sort sort = value.sort();
  const uint32_t count = bytesOf(sort);
  const Term whole = sort.isBool() ? terms_.mkBoolToBv(value, 8) : terms_.mkBvZeroResize(value, 8 * count);
  for (uint32_t i = 0; i < count; ++i)
    values_[{Cell::Byte, object, offset + i}] = terms_.mkBvExtract(whole, 8 * i + 7, 8 * i);
}

Term Segment::before(Term condition) {
  if (!written_) written_ = std::make_unique<Substitution>(terms_, writtenCells());
  // Bytes of objects that were made on the way, and that it did not write.
  if (!allocated_.empty()) {
    for (Term variable : freeVariables(condition)) {
      const Cell* cell = cells_.find(variable);
      if (!cell || cell->kind != Cell::Byte || values_.contains(*cell)) continue;
      if (const Term value = byteAt(cell->where, cell->index); value != variable) written_->add(variable, value);
    }
  }
  return written_->apply(condition);
}

std::unordered_map<Term, Term> Segment::writtenCells() const {
  std::unordered_map<Term, Term> values;
  for (const auto& [cell, value] : values_) {
    if (const Term variable = cells_.known(cell); variable && variable != value) values[variable] = value;
  }
  return values;
}

} // namespace assay::symex
