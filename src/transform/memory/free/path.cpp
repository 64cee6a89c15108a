#include "transform/memory/free/path.h"

namespace assay {

MemoryPath MemoryPathWriter::branch(const MemoryPath& path, LocationId at, Term guard) {
  return {at, guard, {}, EdgeId(), path.position, path.operationPosition};
}

void MemoryPathWriter::emit(MemoryPath& path, LocationId target) {
  if (path.edge.valid()) {
    program_[path.edge].guard = path.guard;
    program_[path.edge].operations = std::move(path.operations);
    program_.redirect(path.edge, path.at, target);
  } else {
    program_.addEdge(path.at, target, path.guard, std::move(path.operations), path.position);
  }
  path.at = target;
  path.guard = terms_.mkTrue();
  path.operations.clear();
  path.edge = EdgeId();
}

void MemoryPathWriter::require(MemoryPath& path, Term condition, LocationId otherwise) {
  if (condition.isTrue()) return;
  if (!path.operations.empty()) emit(path, addLocation());
  const Term fails = terms_.mkAnd(path.guard, terms_.mkNot(condition));
  if (!fails.isFalse()) program_.addEdge(path.at, otherwise, fails, {}, path.operationPosition);
  path.guard = terms_.mkAnd(path.guard, condition);
}

void MemoryPathWriter::assign(MemoryPath& path, VariableId variable, Term value) {
  Operation& made = path.operations.emplace_back();
  made.action = Assign{variable, value};
  made.position = path.operationPosition;
}

void MemoryPathWriter::assign(MemoryPath& path, const MemoryVariable& cell, Term value) {
  if (cell.valid()) assign(path, cell.variable, value);
}

void MemoryPathWriter::assignElement(MemoryPath& path, const MemoryVariable& array, Term index, Term value) {
  if (array.valid()) assign(path, array, terms_.mkStore(array.term, index, value));
}

void MemoryPathWriter::forget(MemoryPath& path, VariableId variable) {
  Operation& made = path.operations.emplace_back();
  made.action = Input{variable, InputKind::Uninitialised, "memory"};
  made.position = path.operationPosition;
}

LocationId MemoryPathWriter::terminal(LocationKind kind, const std::string& message, SourcePosition position) {
  const auto [known, isNew] = terminals_.try_emplace({function_.index(), kind, message, position});
  if (isNew) {
    known->second = program_.addLocation(function_, kind);
    program_[known->second].message = message;
    program_[known->second].position = position;
  }
  return known->second;
}

LocationId MemoryPathWriter::undefined(const MemoryPath& path, const std::string& what) {
  return terminal(LocationKind::Unsupported, "undefined " + what, path.operationPosition);
}

void MemoryPathWriter::meetObstacle(MemoryPath& path, Term condition, const std::string& message) {
  if (condition.isTrue()) return;
  const size_t before = terminals_.size();
  require(path, condition, terminal(LocationKind::Unsupported, message, path.operationPosition));
  if (terminals_.size() > before) obstacles_.push_back({message, path.operationPosition});
}

} // namespace assay
