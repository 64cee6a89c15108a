#include "frontend/lower/edge_builder.h"

namespace assay {

LocationId addTerminal(Program& program, FunctionId function, LocationKind kind, std::string message,
                       SourcePosition position) {
  LocationId id = program.addLocation(function, kind);
  program[id].message = std::move(message);
  program[id].position = position;
  return id;
}

LocationId addError(Program& program, FunctionId function, Property property, std::string message,
                    SourcePosition position) {
  LocationId id = addTerminal(program, function, LocationKind::Error, std::move(message), position);
  program[id].property = property;
  return id;
}

LocationId EdgeBuilder::terminal(LocationKind kind, std::string message) {
  return addTerminal(program_, function_, kind, std::move(message), position_);
}

LocationId EdgeBuilder::error(Property property, std::string message) {
  return addError(program_, function_, property, std::move(message), position_);
}

void EdgeBuilder::start(LocationId at) {
  start(at, program_.terms().mkTrue());
  isBranch_ = false;
}

void EdgeBuilder::start(LocationId at, Term guard) {
  open_ = !guard.isFalse();
  isBranch_ = true;
  here_ = at;
  guard_ = guard;
  operations_.clear();
}

LocationId EdgeBuilder::here() {
  if (open_ && (!operations_.empty() || !guard_.isTrue())) endEdge();
  return here_;
}

void EdgeBuilder::beginEdge() {
  if (open_ && (!operations_.empty() || isBranch_)) endEdge();
}

void EdgeBuilder::endEdge() {
  LocationId next = program_.addLocation(function_);
  program_[next].position = position_;
  jump(next);
  start(next);
}

void EdgeBuilder::jump(LocationId target) {
  if (!open_) return;
  SourcePosition position = position_;
  for (const Operation& operation : operations_)
    if (operation.position.known()) {
      position = operation.position;
      break;
    }
  program_.addEdge(here_, target, guard_, std::move(operations_), position);
  operations_ = {};
  open_ = false;
}

void EdgeBuilder::leaveIf(Term condition, LocationId elsewhere) {
  if (!open_ || condition.isFalse()) return;
  if (condition.isTrue()) {
    jump(elsewhere);
    return;
  }
  LocationId from = here();
  program_.addEdge(from, elsewhere, condition, {}, position_);
  start(from, program_.terms().mkNot(condition));
}

} // namespace assay
