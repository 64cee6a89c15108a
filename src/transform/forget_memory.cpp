#include "transform/forget_memory.h"

#include <algorithm>
#include <utility>

namespace assay {

bool hasMemory(const Program& program) {
  return std::ranges::any_of(
      program.edges(), [](const Edge& edge) { return std::ranges::any_of(edge.operations, &Operation::isOfMemory); });
}

void forgetMemory(Program& program) {
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    Edge& edge = program[EdgeId(i)];
    std::vector<Operation> kept;
    for (Operation& operation : edge.operations) {
      const VariableId defined = operation.defines();
      if (!operation.isOfMemory())
        kept.push_back(std::move(operation));
      else if (defined.valid())
        kept.push_back({Input{defined, InputKind::Unspecified, "memory"}, operation.position});
    }
    edge.operations = std::move(kept);
  }
}

} // namespace assay
