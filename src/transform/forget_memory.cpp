#include "transform/forget_memory.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

bool isOfMemory(const Operation& operation) {
  return !operation.as<Assign>() && !operation.as<Input>() && !operation.as<Call>() && !operation.as<Return>();
}

} // namespace

bool hasMemory(const Program& program) {
  return std::ranges::any_of(program.edges(),
                             [](const Edge& edge) { return std::ranges::any_of(edge.operations, isOfMemory); });
}

void forgetMemory(Program& program) {
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    Edge& edge = program[EdgeId(i)];
    std::vector<Operation> kept;
    for (Operation& operation : edge.operations) {
      const VariableId defined = operation.defines();
      if (!isOfMemory(operation))
        kept.push_back(std::move(operation));
      else if (defined.valid())
        kept.push_back({Input{defined, InputKind::Unspecified, "memory"}, operation.position});
    }
    edge.operations = std::move(kept);
  }
}

} // namespace assay
