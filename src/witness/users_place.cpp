#include "witness/users_place.h"

namespace assay {

SourcePosition usersPosition(const Program& program, const CallPath& path) {
  SourcePosition position;
  if (path.edge.valid()) {
    const Edge& edge = program[path.edge];
    if (!edge.operations.empty()) position = edge.operations.front().position;
    if (!position.known()) position = edge.position;
  }
  for (size_t i = path.calls.size(); !position.known() && i > 0; --i) {
    const Edge& call = program[path.calls[i - 1]];
    position = call.operations.back().position.known() ? call.operations.back().position : call.position;
  }
  return position;
}

FunctionId usersFunction(const Program& program, const CallPath& path) {
  const auto functionOf = [&](EdgeId edge) { return program[program[edge].source].function; };
  const FunctionId own = path.edge.valid() ? functionOf(path.edge) : FunctionId();
  if (own.valid() && program[own].position.known()) return own;
  for (size_t i = path.calls.size(); i > 0; --i)
    if (const FunctionId caller = functionOf(path.calls[i - 1]); program[caller].position.known()) return caller;
  return own;
}

} // namespace assay
