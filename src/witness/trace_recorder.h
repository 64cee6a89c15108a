// Records a trace (trace.h) as the interpreter goes: trace.cpp has steps, values and loops, trace_threads.cpp threads.
#pragma once

#include "program/cycle_search.h"
#include "program/loops.h"
#include "witness/cycle_marks.h"
#include "witness/lost_block.h"
#include "witness/trace.h"
#include "witness/users_place.h"

#include <atomic>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace assay {

class TraceRecorder : public Observer {
public:
  TraceRecorder(const Program& program, Interpreter& interpreter, const Deadline& deadline, std::atomic<bool>& stop,
                Folding folding, const Lasso* lasso = nullptr, LeakSearch leak = {});

  void onEdge(EdgeId edge) override;
  void onOperation(const Operation& operation) override;
  void onInput(const Input& input, const BitVector& value, SourcePosition position) override;
  void onCall(FunctionId) override;
  void onReturn() override;
  void onSpawn(uint32_t thread, FunctionId callee) override;
  void onChoice(std::span<const uint32_t> threads) override { numReady_ = threads.size(); }
  void onSwitch(uint32_t thread) override;
  /// The execution is over; it leads to a violation of this property, if to any.
  Trace take(std::optional<Property> violated);

private:
  /// A loop that the execution is in.
  struct OpenLoop {
    size_t frame; // depth of the call stack
    const Loop* loop;
    const LoopForest* forest;
    uint64_t round = 1;
    uint64_t roundsBefore = 0; // another thread ran last: these are not folded with later ones
    size_t firstEnd = 0;       // steps from here on belong to later rounds
    size_t lastBegin = 0;      // steps from here on belong to the present round
  };
  /// The user's code has called a library model: it has no lines of its own, what it does is shown where it was called.
  struct ModelCall {
    size_t frame; // of the model
    FunctionId callee;
    SourcePosition position = {}; // of the call
    EdgeId edge = {};             // that called it, when it is over
    std::vector<BitVector> arguments = {};
    bool tookInput = false;
    std::map<uint64_t, std::vector<std::pair<uint64_t, uint64_t>>> written = {}; // ranges of pointers, by object
  };

  /// An input that no variable has taken yet, if it is still the last change of the last step.
  struct LooseInput {
    BitVector value;
    size_t numSteps;
    size_t numChanges;
  };
  /// To memory that other threads see.
  struct Access {
    AccessKind kind = AccessKind::None;
    bool isAtomic = false;
    uint64_t pointer = 0, size = 0;
  };
  struct Place {
    SourcePosition position;
    FunctionId function;
    uint32_t depth;
  };
  /// What belongs to one thread.
  struct Strand {
    uint64_t beginningRound = 0;   // of a loop, whose first step is the next one; 0: none is beginning
    size_t numOperations = 0;      // done of the present edge
    EdgeId edge;                   // that is being executed
    std::vector<EdgeId> callEdges; // of the callers
    std::vector<OpenLoop> openLoops;
    std::optional<ModelCall> model;
    /// A model's call that is over. What it wrote is told after the next operation, which is likely to be the assignment
    /// of its result: then blocks that it allocated have a type.
    std::optional<ModelCall> doneModel;
    bool isEntering = false; // the next edge is the first one of its function
    std::optional<LooseInput> looseInput;
    Access announced = {}; // that it is about to make, or has just made
    std::optional<ThreadWait> wait = {};
    WaitingCall waitingCall = {};
    std::optional<Place> last = {}; // of its last step
    bool hasEnded = false;

    CallPath path() const { return {edge, callEdges}; }
  };

  // Steps.
  TraceStep& stepAt(SourcePosition position);
  /// `value` is what was written, if that is one value. False if the change is not shown.
  bool change(SourcePosition position, TraceChange change, const std::optional<BitVector>& value = {});
  void rememberInput(const BitVector& value); // the last change
  void followLoops(const Edge& edge);
  void nextRound(OpenLoop& open, SourcePosition position);
  const LoopForest& loopsOf(FunctionId function);
  SourcePosition positionOfCall() const; // which ends the present edge
  FunctionId function() const { return program_[program_[now_.edge].source].function; }
  /// What stands around the user's entry function is not shown.
  bool isStart(FunctionId function) const {
    return function == program_.entry() && program_[function].name == "_start";
  }
  bool isInStart() const { return isStart(function()); }
  /// Models of library functions have no lines.
  bool isModel(FunctionId function);

  // Threads.
  void announce(const Edge& edge);
  /// For others to change so many bytes there.
  void startWaiting(uint64_t awaited, uint64_t size);
  void endThread();
  void readShared(const Load& load, SourcePosition position);
  void created(const Spawn& spawn);
  /// The step of the user's call that the thread is in; a new one if others had steps since.
  TraceStep& callStep();
  TraceStep& stepOfPlace(const Place& place);
  void askedForRace(const Query& query);
  std::optional<TraceRace> race();

  // Values.
  void defined(const Operation& operation, const Variable& variable, SourcePosition position);
  /// Bytes were written: by a store, or (null) as a block.
  void write(uint64_t pointer, uint64_t size, const Store* store, SourcePosition position);
  void enterFunction();
  void parameter(const Variable& variable, SourcePosition position, bool isInput);
  void argumentsOfMain(const Function& main, SourcePosition position);
  void leaveModel(std::optional<BitVector> result);
  void tellModel();
  void markLoss();
  BitVector evaluate(Term term);

  const Program& program_;
  Interpreter& interpreter_;
  const Deadline& deadline_;
  std::atomic<bool>& stop_; // ends the execution
  const Folding folding_;
  const Deadline limit_;
  uint64_t numEdges_ = 0;
  MemoryText memory_;
  CycleMarks marks_;
  const LeakSearch leak_;
  std::map<uint64_t, TraceFreed> freed_; // blocks that are no more, by number
  uint64_t refused_ = 0;                 // the pointer that memory was asked about last, if the answer was no
  Strand now_;                           // of the thread that runs
  std::vector<Strand> strands_;          // of the others
  uint32_t thread_ = 0;                  // that runs
  size_t numReady_ = 1;                  // threads, where one was chosen last
  std::optional<Access> raced_;          // that the last question about races was asked for
  std::unordered_map<uint32_t, std::unique_ptr<LoopForest>> forests_; // by function
  std::unordered_map<uint32_t, bool> isModel_;                        // by function
  std::unordered_map<Term, std::vector<Term>> variablesOf_;           // of terms that were evaluated
  Trace trace_;

  /// Of a variable of the present call.
  Home local() const { return {Home::Stack, frame(), {}, thread_}; }
  uint32_t frame() const { return static_cast<uint32_t>(now_.callEdges.size()); }
};

} // namespace assay
