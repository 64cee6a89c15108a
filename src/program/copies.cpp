#include "program/copies.h"

namespace assay {

VariableId addCopy(Program& program, const Variable& from, FunctionId function) {
  Variable copy = from;
  const VariableId id = program.addVariable(function, from.name(), from.sort());
  copy.term = program[id].term;
  copy.function = function;
  program[id] = std::move(copy);
  return id;
}

LocationId addCopy(Program& program, const Location& from, FunctionId function) {
  Location copy = from;
  const LocationId id = program.addLocation(function, from.kind);
  copy.function = function;
  copy.in.clear();
  copy.out.clear();
  program[id] = std::move(copy);
  return id;
}

} // namespace assay
