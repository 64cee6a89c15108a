// What a straight-line block does to variables, as terms over the state before it.
#pragma once

#include "program/program.h"
#include "term/substitute.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

class BlockEffect {
public:
  explicit BlockEffect(const Program& program) : program_(program) {}

  /// Follows one more operation. A variable that anything but an assignment writes is opaque from then on.
  void follow(const Operation& operation);
  void follow(const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) follow(operation);
  }

  /// The value of the term behind the block, over the state before it; nothing if it reads something opaque.
  std::optional<Term> before(Term term);

  /// Variables written, in the order of their first writes.
  const std::vector<VariableId>& written() const { return written_; }
  /// A written variable's value over the state before; null if it is opaque.
  Term value(VariableId variable) const;

private:
  Substitution& substitution();

  const Program& program_;
  std::unordered_map<Term, Term> values_; // of variables written by assignments
  std::unordered_set<Term> opaque_;
  std::unordered_set<VariableId> seen_;
  std::vector<VariableId> written_;
  std::optional<Substitution> substitution_; // of values_, made when it is needed
};

/// Whether all operations of the edge are assignments.
bool isPure(const Edge& edge);

/// Assignments, one after the other, that have the effect of doing all of these at once. Circles (x, y := y, x) go
/// through new variables of the function.
std::vector<Operation> sequentialise(Program& program, FunctionId function,
                                     const std::vector<std::pair<VariableId, Term>>& assignments,
                                     SourcePosition position);

} // namespace assay
