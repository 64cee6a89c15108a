#include "engine/common/replay.h"

#include "program/initial_bytes.h"
#include "term/array_value.h"

namespace assay {

void addInput(Counterexample& counterexample, const Value& value, const Program& program) {
  if (value.kind() != SortKind::Array) {
    const bool isBool = value.kind() == SortKind::Bool;
    counterexample.inputs.push_back(isBool ? BitVector::fromBool(value.asBool()) : value.bits());
    return;
  }
  const PointerLayout& layout = program.layout();
  const uint64_t firstNumber = program.objects.size() + 1;
  value.asArray().forEach([&](const BitVector& index, const Value& element) {
    const uint64_t address = index.toUint64() << (layout.width - index.width());
    const uint64_t number = layout.object(address);
    const int64_t offset = layout.offset(address);
    if (number < firstNumber || offset < 0) return;
    for (uint32_t i = 0; 8 * i < element.bits().width(); ++i) {
      const uint64_t byte = element.bits().extract(8 * i + 7, 8 * i).toUint64();
      counterexample.bytes[{number - firstNumber, static_cast<uint64_t>(offset) + i}] = static_cast<uint8_t>(byte);
    }
  });
}

std::optional<BitVector> CounterexampleInputs::next(const Input&, uint32_t width, SourcePosition) {
  if (position_ == counterexample_.inputs.size()) return std::nullopt;
  const BitVector& value = counterexample_.inputs[position_];
  if (value.width() != width) return std::nullopt; // another execution than the one that was meant
  ++position_;
  return value;
}

uint8_t CounterexampleInputs::initialByte(uint64_t allocation, uint64_t offset) {
  return byteAt(counterexample_.bytes, allocation, offset);
}

void CounterexampleInputs::initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) {
  bytesAt(counterexample_.bytes, allocation, offset, bytes);
}

Replay replay(const Program& program, const Counterexample& counterexample, Env& env, uint64_t maxSteps) {
  const Statistics::Timer timer(env.statistics, "replaying");
  InterpreterOptions limits;
  limits.interrupt = &env.deadline.flag();
  limits.maxSteps = maxSteps;
  CounterexampleInputs source(counterexample);
  RecordingInputs recording(source);
  Replay result;
  result.outcome = Interpreter(program, limits).run(recording);
  result.inputs = recording.entries();
  result.confirmed = result.outcome.kind == Outcome::Error && result.outcome.location == counterexample.error;
  result.what = std::string(outcomeName(result.outcome.kind));
  if (!result.outcome.message.empty()) result.what += ": " + result.outcome.message;
  return result;
}

} // namespace assay
