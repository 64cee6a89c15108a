// Replays a counterexample through the interpreter, which knows nothing of how it was found.
#pragma once

#include "engine/result.h"
#include "program/inputs.h"
#include "program/interpreter.h"
#include "term/value.h"
#include "util/env.h"

#include <string>

namespace assay {

/// Adds the value of the next input. An array is what memory holds at the start, as in the interpreter: its entries
/// become bytes of objects.
void addInput(Counterexample& counterexample, const Value& value, const Program& program);

/// The inputs of a counterexample, for a concrete execution.
class CounterexampleInputs : public InputSource {
public:
  /// The counterexample must outlive this.
  explicit CounterexampleInputs(const Counterexample& counterexample) : counterexample_(counterexample) {}

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override;
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override;

private:
  const Counterexample& counterexample_;
  size_t position_ = 0;
};

struct Replay {
  bool confirmed = false; // the execution ended at the counterexample's error location
  Outcome outcome;
  std::string what;                           // how it ended, for people
  std::vector<RecordingInputs::Entry> inputs; // what was taken, with names and places
};

Replay replay(const Program& program, const Counterexample& counterexample, Env& env, uint64_t maxSteps = UINT64_MAX);

} // namespace assay
