#include "engine/termination/flatten.h"

#include "program/cycle_search.h"

#include <algorithm>
#include <vector>

namespace assay {

FlatProgram flattenForTermination(const Program& slice, const TerminationLimits& limits) {
  const FlatForm form{.purpose = FlatFor::Ends,
                      .maxLocations = limits.inlinedLocations,
                      .slices = false, // that was done
                      .slicesCells = true,
                      .compactsAgain = true};
  return *flatForm(slice, form);
}

Program withoutWhatIsOpen(const Program& program) {
  const std::vector<bool> isRead = variablesRead(program);
  const auto isOpen = [&](const Operation& operation) {
    const Input* input = operation.as<Input>();
    return input && (input->kind == InputKind::Unspecified || isOfMachine(*input)) && isRead[input->variable.index()];
  };
  Program result = program.clone();
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    const Edge& edge = program.edges()[i];
    const auto open = std::ranges::find_if(edge.operations, isOpen);
    if (!edge.source.valid() || open == edge.operations.end()) continue;
    const LocationId blocked = result.addLocation(program[edge.source].function, LocationKind::Blocked);
    result[EdgeId(i)].operations.resize(static_cast<size_t>(open - edge.operations.begin()));
    result.redirect(EdgeId(i), edge.source, blocked);
  }
  result.compact();
  return result;
}

} // namespace assay
