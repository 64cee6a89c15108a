#include "transform/forget_memory.h"

#include <utility>

namespace assay {

bool forgetMemory(Program& program) {
  bool isAny = false;
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    Edge& edge = program[EdgeId(i)];
    std::vector<Operation> kept;
    for (Operation& operation : edge.operations) {
      const bool stays =
          operation.as<Assign>() || operation.as<Input>() || operation.as<Call>() || operation.as<Return>();
      const VariableId defined = operation.defines();
      if (stays)
        kept.push_back(std::move(operation));
      else if (defined.valid())
        kept.push_back({Input{defined, InputKind::Unspecified, "memory"}, operation.position});
      isAny = isAny || !stays;
    }
    edge.operations = std::move(kept);
  }
  return isAny;
}

} // namespace assay
