// What a piece of a path does, in terms of the cells that it began with: the weakest precondition through its
// assignments is a substitution. Cells hold what they held at its beginning until a step writes them; inputs, and
// arbitrary contents of objects that it allocates, are new variables. An operation on memory means the same as when it
// was executed, as long as its pointers and sizes are the same, which is one of the conditions, and objects live and
// are as large as they were, which the table of interpolants ensures.
#pragma once

#include "engine/symex/cells.h"
#include "engine/symex/trail.h"
#include "term/substitute.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace assay::symex {

class Segment {
public:
  /// `maxMoved`: bytes that one of its operations may move.
  Segment(const Program& program, Cells& cells, const trail::Step* last, uint64_t maxMoved);

  /// The guard that the segment begins with: a state in which the guard is false does not execute it. Null: every state
  /// does.
  Term assumption() const { return assumption_; }
  /// What has to hold at the beginning so that exactly this segment is executed, operands of memory operations first.
  const std::vector<Term>& operands() const { return operands_; }
  const std::vector<Term>& guards() const { return guards_; }
  /// A condition at the end, as one at the beginning.
  Term before(Term condition);
  bool hasArbitrary() const { return numArbitrary_ > 0; }
  /// Whether the variable stands for anything at all.
  bool isArbitrary(Term variable) const { return arbitrary_.contains(variable); }
  /// False: there is a step that cannot be brought backwards.
  bool isComplete() const { return isComplete_; }

private:
  void perform(const trail::Step& step);
  void perform(const Operation& operation, const trail::Step& step);
  void join(const trail::Step& step);
  /// The values that the edge gives to the variables that a join assigns; the variables stay as they are.
  std::vector<Term> behind(const EdgeCode& edge, const trail::Step& step);
  void call(const Call& call, uint64_t depth);
  void copy(const Copy& copy, uint64_t depth);
  void fill(const Fill& fill, uint64_t depth);
  void query(const Query& query, uint64_t depth);

  std::unordered_map<Term, Term> writtenCells() const;
  Term translate(Term term, uint64_t depth);
  Term valueOf(const Cell& cell, Sort sort);
  void set(VariableId variable, uint64_t depth, Term value);
  Term byteAt(uint64_t object, uint64_t offset);
  Term load(uint64_t pointer, Sort sort);
  void store(uint64_t pointer, Term value);
  Term anything(Sort sort);
  /// The operand is the next word.
  uint64_t operand(Term term, uint64_t depth);
  uint64_t nextWord();

  const Program& program_;
  TermManager& terms_;
  Cells& cells_;
  const uint64_t maxMoved_;
  bool isComplete_ = true;
  Term assumption_;
  std::vector<Term> operands_, guards_;
  std::unordered_map<Cell, Term, CellHash> values_;
  std::unordered_map<uint64_t, Contents> allocated_;
  std::unique_ptr<Substitution> written_; // once conditions are asked for
  TermSet arbitrary_;
  uint32_t numArbitrary_ = 0;
  const std::vector<uint64_t>* words_ = nullptr;
  size_t nextWord_ = 0;
};

} // namespace assay::symex
