#include "engine/symex/cells.h"

#include "engine/symex/object_bytes.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <cassert>
#include <string>

namespace assay::symex {

Term Cells::variable(const Cell& cell, Sort sort) {
  Term& variable = variables_[cell];
  if (!variable) {
    static constexpr const char* kNames[] = {"global", "local", "byte"};
    variable = terms_.mkFreshVariable(std::string("cell!") + kNames[cell.kind] + "!" + std::to_string(cell.where) +
                                          "!" + std::to_string(cell.index),
                                      sort);
    cells_.insert(variable, cell);
  }
  assert(variable.sort() == sort);
  return variable;
}

std::optional<SymValue> Cells::byteValue(const StateImage& state, const Cell& cell) const {
  if (cell.where >= state.memory.numObjects()) return std::nullopt;
  const Object& object = state.memory.object(cell.where);
  if (!object.alive) return std::nullopt;
  const ObjectBytes bytes(program_, state.memory, cell.where);
  if (object.contents && object.contents->isArray()) {
    const ObjectContents& contents = *object.contents;
    const uint32_t element = contents.elementBytes, shift = 8 * static_cast<uint32_t>(cell.index % element);
    const Term index = terms_.mkBv(contents.array.sort().index().width(), cell.index / element);
    return SymValue::of(terms_.mkBvExtract(terms_.mkSelect(contents.array, index), shift + 7, shift));
  }
  return bytes.known(cell.index, terms_.bvSort(8));
}

std::optional<SymValue> Cells::value(const StateImage& state, Term variable) const {
  const Cell* cell = cells_.find(variable);
  if (!cell) return std::nullopt;
  std::optional<SymValue> value;
  if (cell->kind == Cell::Byte) {
    value = byteValue(state, *cell);
  } else if (cell->kind == Cell::Global) {
    value = (*state.globals)[code_.place(VariableId(static_cast<uint32_t>(cell->index))).index];
  } else {
    if (cell->where > state.depth) return std::nullopt;
    const Frame* frame = state.frame.get();
    for (uint64_t depth = state.depth; depth > cell->where; --depth) frame = frame->caller.get();
    const VariableId id(static_cast<uint32_t>(cell->index));
    if (frame->function->id != program_[id].function) return std::nullopt;
    value = frame->locals[code_.place(id).index];
  }
  if (value && !value->isConcrete() && value->term.sort() != variable.sort()) return std::nullopt;
  return value;
}

Term Cells::inState(const StateImage& state, Term condition) const {
  std::unordered_map<Term, Term> values;
  for (Term variable : freeVariables(condition)) {
    const std::optional<SymValue> held = value(state, variable);
    if (!held) return {};
    values[variable] = held->toTerm(terms_, variable.sort());
  }
  return Substitution(terms_, values).apply(condition);
}

} // namespace assay::symex
