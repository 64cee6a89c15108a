#include "engine/termination/single_execution.h"

#include "program/interpreter.h"

#include <algorithm>

namespace assay {

namespace {

/// Gives no inputs: an execution that asks for one is not the only execution.
class NoInputs final : public InputSource {
public:
  std::optional<BitVector> next(const Input&, uint32_t, SourcePosition) override { return std::nullopt; }
  uint8_t initialByte(uint64_t, uint64_t) override {
    isAsked = true;
    return 0;
  }
  void initialBytes(uint64_t, uint64_t, std::span<uint8_t> bytes) override {
    isAsked = true;
    std::ranges::fill(bytes, uint8_t{0});
  }
  bool isAsked = false;
};

} // namespace

bool isSingleExecution(const Program& program, const TerminationLimits& limits, const Deadline& deadline) {
  InterpreterOptions options;
  options.interrupt = &deadline.flag();
  options.maxSteps = limits.singleSteps;
  options.maxBytes = limits.singleBytes;
  NoInputs none;
  const Outcome outcome = Interpreter(program, options).run(none);
  const bool hasEnded = outcome.kind == Outcome::Exit || outcome.kind == Outcome::Halt ||
                        outcome.kind == Outcome::Abort || outcome.kind == Outcome::Blocked;
  const bool isCutOff = outcome.kind == Outcome::Blocked && program[outcome.location].kind == LocationKind::Limit;
  return hasEnded && !isCutOff && !none.isAsked && outcome.inputs == 0;
}

} // namespace assay
