// Finds executions that never end, by running the interpreter and noticing that a state repeats; and certifies them.
//
// The state at the head of a loop is what the rest of the execution depends on:
//   - variables of the function that are live there, and global ones;
//   - memory: every object that is alive (state_image.h);
//   - the inputs to come, which can be chosen: those between two visits are chosen again and again.
// Callers' variables do not matter as long as the function has not returned in between: then it never does. In the same
// way a recursion never ends if the state at a function's entry is that at an earlier entry which has not returned yet.
//
// Why equality of these is enough: execution is deterministic but for inputs, so from an equal state, with the same
// inputs, the same happens again. Two things are not part of the image. The first are numbers of objects that are still
// to be allocated: programs do not see numbers; where C lets them look at an address, that is an input of kind
// Unspecified. An execution in which such an input was taken and may matter is no evidence here, because a machine may
// answer otherwise each time. Nor is a cycle with inputs that only a machine gives (isOfMachine()): no file goes on for
// ever, no clock stands still. The second are bytes of objects that are still to be allocated with arbitrary contents:
// in the cycle they are zero, every time; only for objects of the stem may other bytes be chosen. Memory may grow for
// ever, as the stack does in an endless recursion: executions of C are not bounded by a machine's memory.
//
// Executions that end, get stuck at an assumption, run out of inputs, or do what is undefined or not modelled, never
// complete a cycle.
//
// Brent's algorithm ("An improved Monte Carlo factorization algorithm", 1980): a head's state is kept at its 2nd, 4th,
// 8th, ... visit in the same call of the function, and compared at every visit; so a cycle is found in a time
// proportional to stem and cycle.
#pragma once

#include "program/initial_bytes.h"
#include "program/inputs.h"
#include "program/interpreter.h"
#include "program/lasso.h"
#include "program/liveness.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

/// Whether a library function asks for the input: for the time, a random number, what stands in a file. What the
/// program itself asks for may be the same for ever, and so may results of functions without a body.
bool isOfMachine(const Input& input);

/// By variable: whether a guard or an operation reads it.
std::vector<bool> variablesRead(const Program& program);

/// By location: some cycle's first location in reverse postorder. Every cycle has one.
std::vector<bool> cycleHeads(const Program& program);

class CycleSearch {
public:
  /// The program must stay as it is. `interrupt` is looked at now and then.
  explicit CycleSearch(const Program& program, const std::atomic<bool>* interrupt = nullptr);
  ~CycleSearch();

  using Bytes = InitialBytes;
  /// Runs the program for at most so many edges. Objects that are allocated with arbitrary contents hold the bytes,
  /// whatever the source says.
  std::optional<Lasso> find(InputSource& inputs, uint64_t maxEdges, const Bytes& bytes = {});
  /// How the last run ended, if it did; StepLimit if it was stopped.
  const Outcome& outcome() const { return outcome_; }
  uint64_t edgesTaken() const { return edges_; }
  /// The inputs of the last run.
  const std::vector<BitVector>& inputsTaken() const { return taken_; }

  /// Whether the lasso is an endless execution: stem and cycle are run, the cycle several times, and states compared.
  /// Otherwise `why` says what is wrong.
  bool confirm(const Lasso& lasso, std::string& why);

private:
  class Runner;
  class Finder;
  class Judge;
  const std::vector<VariableId>& liveAt(LocationId location);

  const Program& program_;
  const std::atomic<bool>* interrupt_;
  std::atomic<bool> stop_ = false;
  Interpreter interpreter_;
  std::vector<bool> isHead_;                        // cycleHeads()
  std::vector<bool> isRecursive_;                   // by function
  std::vector<bool> isRead_;                        // by variable: something reads it
  std::string cannot_;                              // why no lasso of this program can be confirmed
  std::vector<std::unique_ptr<Liveness>> liveness_; // by function
  std::unordered_map<LocationId, std::vector<VariableId>> live_;
  Outcome outcome_;
  std::vector<BitVector> taken_;
  uint64_t edges_ = 0;
};

/// What an execution that goes through a lasso is given: the cycle's inputs so many times.
class LassoInputs : public InputSource {
public:
  /// The lasso must outlive this.
  explicit LassoInputs(const Lasso& lasso, uint64_t rounds = UINT64_MAX) : lasso_(lasso), rounds_(rounds) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override;
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override;

private:
  const Lasso& lasso_;
  const uint64_t rounds_;
  uint64_t position_ = 0;
};

} // namespace assay
