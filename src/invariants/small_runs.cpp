#include "invariants/small_runs.h"

#include "encode/numeric.h"
#include "program/sampling/sampler.h"

#include <bit>

namespace assay {

void forEachStateBehindBackEdges(const Flow& flow, const InvariantLimits& limits, const Allowance& allowance,
                                 const std::function<void(uint32_t head, const Interpreter&)>& use) {
  constexpr uint64_t kBytes = 1 << 24;
  Sampler sampler(
      flow.program(),
      {.inputs = smallInputs, .runs = limits.smallRuns, .limits = {.maxSteps = limits.smallSteps, .maxBytes = kBytes}});
  const auto isBehindBackEdge = [&](LocationId location, EdgeId by) {
    return by.valid() && flow.isBackEdge(flow.program()[by]) && flow.headNumber(location) != Flow::kNone;
  };
  sampler.watch(isBehindBackEdge, [&](const SampledState& state) {
    if (state.visit <= limits.smallFirst || std::has_single_bit(state.visit))
      use(flow.headNumber(state.location), state.now);
  });
  while (!allowance.expired() && sampler.next()) {
  }
}

BitVector numberOf(const Interpreter& interpreter, const Flow& flow, VariableId variable, uint32_t width) {
  const BitVector own = interpreter.value(variable);
  return isSigned(flow.program()[variable]) ? own.signExtend(width) : own.zeroExtend(width);
}

} // namespace assay
