// Parts of a state as variables of conditions: global variables, variables of a frame (by its depth), and bytes of
// objects.
#pragma once

#include "engine/symex/state.h"
#include "term/term_map.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace assay::symex {

struct Cell {
  enum Kind : uint8_t { Global, Local, Byte };
  Kind kind = Global;
  uint64_t where = 0; // depth of the frame, or number of the object
  uint64_t index = 0; // the variable's id, or offset
  bool operator==(const Cell&) const = default;
};

struct CellHash {
  size_t operator()(const Cell& cell) const noexcept {
    return ((cell.where * 0x9e3779b97f4a7c15 + cell.index) * 4 + cell.kind) * 0xa0761d6478bd642f >> 7;
  }
};

/// The values that a state had.
struct StateImage {
  explicit StateImage(const State& state)
      : frame(state.frame), globals(state.globals), memory(state.memory), path(state.path), model(state.model),
        depth(state.depth) {}

  FrameRef frame;
  std::shared_ptr<std::vector<SymValue>> globals;
  SymMemory memory;
  PathRef path;
  ModelRef model;
  uint64_t depth;
};

class Cells {
public:
  Cells(const Program& program, const CodeCache& code) : program_(program), terms_(program.terms()), code_(code) {}

  /// The cell's variable; null: it was not asked for yet.
  Term known(const Cell& cell) const {
    const auto found = variables_.find(cell);
    return found == variables_.end() ? Term() : found->second;
  }
  /// The cell's variable.
  Term variable(const Cell& cell, Sort sort);
  /// The cell of a variable; null: the variable stands for no cell.
  const Cell* find(Term variable) const { return cells_.find(variable); }
  /// The cell of a variable of the program, in a frame of this depth.
  Cell cellOf(VariableId variable, uint64_t depth) const {
    if (!program_[variable].function.valid()) return {Cell::Global, 0, variable.index()};
    return {Cell::Local, depth, variable.index()};
  }

  /// What the cell of this variable holds; nothing: that cannot be said.
  std::optional<SymValue> value(const StateImage& state, Term variable) const;
  /// The condition in the state: cells replaced by what they hold. Null: that cannot be said.
  Term inState(const StateImage& state, Term condition) const;

private:
  std::optional<SymValue> byteValue(const StateImage& state, const Cell& cell) const;

  const Program& program_;
  TermManager& terms_;
  const CodeCache& code_;
  std::unordered_map<Cell, Term, CellHash> variables_;
  TermMap<Cell> cells_;
};

} // namespace assay::symex
