#include "invariants/small_runs.h"

#include "encode/numeric.h"
#include "program/sampling/sampler.h"

#include <bit>

namespace assay {

void forEachStateBehindBackEdges(const Flow& flow, const Allowance& allowance,
                                 const std::function<void(uint32_t head, const Interpreter&)>& use) {
  constexpr uint64_t kRuns = 40, kSteps = 3000, kBytes = 1 << 24, kFirst = 8;
  Sampler sampler(flow.program(),
                  {.inputs = smallInputs, .runs = kRuns, .limits = {.maxSteps = kSteps, .maxBytes = kBytes}});
  const auto isBehindBackEdge = [&](LocationId location, EdgeId by) {
    return by.valid() && flow.isBackEdge(flow.program()[by]) && flow.headNumber(location) != Flow::kNone;
  };
  sampler.watch(isBehindBackEdge, [&](const SampledState& state) {
    if (state.visit <= kFirst || std::has_single_bit(state.visit)) use(flow.headNumber(state.location), state.now);
  });
  while (!allowance.expired() && sampler.next()) {
  }
}

BitVector numberOf(const Interpreter& interpreter, const Flow& flow, VariableId variable, uint32_t width) {
  const BitVector own = interpreter.value(variable);
  return isSigned(flow.program()[variable]) ? own.signExtend(width) : own.zeroExtend(width);
}

} // namespace assay
