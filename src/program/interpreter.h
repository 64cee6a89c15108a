// Executes a Program on concrete inputs: the judge of every counterexample. It implements the meaning of Program on its
// own, to the byte, without any solver. Functions are compiled to register code on their first call (bytecode.h),
// memory is memory.h; the call stack is explicit, so C recursion of any depth is only a matter of the limits.
#pragma once

#include "program/inputs.h"
#include "program/program.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace assay {

struct StateImage; // state_image.h

/// A block of the heap that is lost, or not freed.
struct LeakedBlock {
  uint64_t pointer = 0;
  uint64_t allocation = 0; // its number among the allocations of the execution
  uint64_t size = 0;
  std::string function;    // that the user's code called to get it
  SourcePosition position; // of that call
};

struct Outcome {
  enum Kind : uint8_t {
    Exit,        // the entry function returned, or the last thread has ended
    Halt,        // the program ended itself: exit()
    Abort,       // abort() and the like
    Blocked,     // an assumption failed
    Error,       // an error location
    Unsupported, // something that is not modelled, a call of a function without body, or no guard holds
    Undefined,   // an access or a free that no check covers
    OutOfInputs, // the source ran out
    StepLimit,
    MemoryLimit,
    StackLimit,
    Interrupted,
  };
  Kind kind = Exit;
  LocationId location;     // terminal location reached; otherwise the source of the edge that was being executed
  SourcePosition position; // of the location, or of the operation that could not be executed
  std::string message;
  std::optional<BitVector> exitStatus; // Exit: what the entry function returned; Halt: the global variable exit_status
  uint64_t steps = 0;                  // operations and guards
  uint64_t inputs = 0;                 // how many were taken, of all kinds
  std::optional<LeakedBlock> leak;     // Error: what valid-memtrack or valid-memcleanup complain of
  uint32_t thread = 0;                 // that ran at the end
};

/// "exit", "halt", ...
std::string_view outcomeName(Outcome::Kind kind);

/// Sees an execution as it goes.
class Observer {
public:
  virtual ~Observer();
  /// The edge's guard holds; its operations follow.
  virtual void onEdge(EdgeId edge) = 0;
  /// An operation of that edge has been done (no Call or Return). Only if InterpreterOptions ask for it.
  virtual void onOperation(const Operation& /*operation*/) {}
  /// A function is about to be entered, or left; the variables are still those of the caller, or the one that is left.
  virtual void onCall(FunctionId /*callee*/) {}
  virtual void onReturn() {}
  /// A thread is made, which will begin with a call of the function; another thread than the last one goes on.
  virtual void onSpawn(uint32_t /*thread*/, FunctionId /*callee*/) {}
  /// Several threads can go on; the schedule says which, and counts them in this order.
  virtual void onChoice(std::span<const uint32_t> /*threads*/) {}
  virtual void onSwitch(uint32_t /*thread*/) {}
  virtual void onInput(const Input& input, const BitVector& value, SourcePosition position) = 0;
};

struct InterpreterOptions {
  uint64_t maxSteps = UINT64_MAX;               // checked at each edge
  uint64_t maxBytes = uint64_t{4} << 30;        // of objects and stack
  uint64_t maxDepth = 2'000'000;                // calls in one another
  const std::atomic<bool>* interrupt = nullptr; // looked at every few ten thousand steps
  bool tellsOperations = false;                 // to the observer
};

class Interpreter {
public:
  explicit Interpreter(const Program& program, InterpreterOptions options = {});
  ~Interpreter();

  /// Runs the program from its start. Parameters of the entry function are zero. May be called again: compiled code is
  /// kept. The program must stay as it is.
  Outcome run(InputSource& inputs, Observer* observer = nullptr);

  /// The present value of a global variable, or of a variable of the function that is being executed: for observers,
  /// and after a run that did not end with the entry function's return.
  BitVector value(VariableId variable) const;
  /// What stands in memory now. False if not all of it can be read.
  bool read(uint64_t pointer, std::span<uint8_t> bytes);
  uint64_t objectSize(uint64_t pointer) const; // of the live object pointed into; 0 if there is none

  /// For observers: whether the block lives but cannot be reached from memory, from global variables, nor from those
  /// variables of the calls in one another (the first has the number 0) that `counts` admits.
  using RootFilter = std::function<bool(VariableId, size_t call)>;
  bool isLost(const LeakedBlock& block, const RootFilter& counts) const;

  /// For observers: keeps the values of variables (as for value()) and memory, or compares what was kept with what is
  /// there now. False: something cannot be kept, other threads say; something differs.
  bool capture(std::span<const VariableId> variables, StateImage& image) const;
  bool matches(std::span<const VariableId> variables, const StateImage& image) const;

private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

} // namespace assay
