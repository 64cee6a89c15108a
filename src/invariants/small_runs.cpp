#include "invariants/small_runs.h"

#include "encode/numeric.h"

#include <bit>
#include <vector>

namespace assay {

namespace {

class BackEdges final : public Observer {
public:
  BackEdges(const Flow& flow, const Interpreter& interpreter,
            const std::function<void(uint32_t, const Interpreter&)>& use)
      : flow_(flow), interpreter_(interpreter), use_(use) {}

  void begin() {
    last_ = EdgeId();
    numVisits_.assign(flow_.heads().size(), 0);
  }
  // The state at a head is that before one of its edges is taken.
  void onEdge(EdgeId edge) override {
    const Edge* const before = last_.valid() ? &flow_.program()[last_] : nullptr;
    last_ = edge;
    const LocationId location = flow_.program()[edge].source;
    if (!before || before->target != location || !flow_.isBackEdge(*before)) return;
    const uint32_t head = flow_.headNumber(location);
    if (head != Flow::kNone && isNext(++numVisits_[head])) use_(head, interpreter_);
  }
  void onInput(const Input&, const BitVector&, SourcePosition) override {}

private:
  static bool isNext(uint64_t visit) {
    constexpr uint64_t kFirst = 8;
    return visit <= kFirst || std::has_single_bit(visit);
  }

  const Flow& flow_;
  const Interpreter& interpreter_;
  const std::function<void(uint32_t, const Interpreter&)>& use_;
  EdgeId last_;
  std::vector<uint64_t> numVisits_; // by head
};

} // namespace

void forEachStateBehindBackEdges(const Flow& flow, const Allowance& allowance,
                                 const std::function<void(uint32_t head, const Interpreter&)>& use) {
  constexpr uint64_t kRuns = 40, kSteps = 3000, kBytes = 1 << 24;
  Interpreter interpreter(flow.program(), {.maxSteps = kSteps, .maxBytes = kBytes});
  BackEdges observer(flow, interpreter, use);
  for (uint64_t run = 0; run < kRuns && !allowance.expired(); ++run) {
    SmallInputs inputs(run);
    observer.begin();
    interpreter.run(inputs, &observer);
  }
}

BitVector numberOf(const Interpreter& interpreter, const Flow& flow, VariableId variable, uint32_t width) {
  const BitVector own = interpreter.value(variable);
  return isSigned(flow.program()[variable]) ? own.signExtend(width) : own.zeroExtend(width);
}

} // namespace assay
