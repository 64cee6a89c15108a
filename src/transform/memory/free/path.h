// The edges that stand for an edge of the original in the automaton without memory operations (memory_free.h), as they
// are being written.
#pragma once

#include "program/program.h"
#include "transform/memory/free/memory_free.h"
#include "transform/memory/free/variables.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace assay {

/// An edge that is being made: the way from a location, as far as it has come.
struct MemoryPath {
  LocationId at;
  Term guard;
  std::vector<Operation> operations;
  EdgeId edge; // of the original, whose first part this is; invalid: a further part
  SourcePosition position;
  SourcePosition operationPosition; // of the operation that is being rewritten
};

class MemoryPathWriter {
public:
  MemoryPathWriter(Program& program, std::vector<MemoryFree::Obstacle>& obstacles)
      : program_(program), terms_(program.terms()), obstacles_(obstacles) {}

  /// What follows is in this function.
  void enter(FunctionId function) { function_ = function; }
  FunctionId function() const { return function_; }
  LocationId addLocation() { return program_.addLocation(function_); }
  VariableId addVariable(const char* name, Sort sort) { return program_.addVariable(function_, name, sort); }
  Term term(VariableId variable) const { return program_[variable].term; }

  /// Another path from a location, for the same operation.
  static MemoryPath branch(const MemoryPath& path, LocationId at, Term guard);
  /// The path comes to the location, and goes on there.
  void emit(MemoryPath& path, LocationId target);
  /// The path goes on where the condition holds.
  void require(MemoryPath& path, Term condition, LocationId otherwise);
  void assign(MemoryPath& path, VariableId variable, Term value);
  /// Writes nothing if nothing reads the variable.
  void assign(MemoryPath& path, const MemoryVariable& cell, Term value);
  void assignElement(MemoryPath& path, const MemoryVariable& array, Term index, Term value);
  /// The variable holds anything.
  void forget(MemoryPath& path, VariableId variable);

  LocationId terminal(LocationKind kind, const std::string& message, SourcePosition position);
  LocationId undefined(const MemoryPath& path, const std::string& what);
  void meetObstacle(MemoryPath& path, Term condition, const std::string& message);

private:
  Program& program_;
  TermManager& terms_;
  std::vector<MemoryFree::Obstacle>& obstacles_;
  FunctionId function_;
  std::map<std::tuple<uint32_t, LocationKind, std::string, SourcePosition>, LocationId> terminals_;
};

} // namespace assay
