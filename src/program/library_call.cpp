#include "program/library_call.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

bool isLibraryCall(const Program& program, VariableId variable) {
  const Variable& entry = program[variable];
  return entry.function.valid() && entry.sourceName.empty() && !entry.position.known() &&
         entry.name().find(std::string("::").append(kLibraryCall)) != std::string_view::npos;
}

bool isForkByCall(const Program& program, LocationId location) {
  const std::vector<EdgeId>& out = program[location].out;
  return out.size() > 1 && std::ranges::all_of(out, [&](EdgeId edge) {
           const std::vector<Term> variables = freeVariables(program[edge].guard);
           const VariableId variable = variables.size() == 1 ? program.variableOf(variables.front()) : VariableId();
           return variable.valid() && isLibraryCall(program, variable);
         });
}

} // namespace assay
