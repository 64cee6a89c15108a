// A symbolic state: where an execution is, what its variables and memory hold, and under which condition on the inputs.
// Everything large is shared with the states that it was split from until one of them writes.
#pragma once

#include "analysis/pointer_set.h"
#include "engine/symex/code.h"
#include "engine/symex/memory.h"
#include "engine/symex/path.h"
#include "engine/symex/trail.h"

#include <array>
#include <memory>
#include <vector>

namespace assay::symex {

struct Frame;
using FrameRef = std::shared_ptr<Frame>;

struct Frame {
  Frame() = default;
  Frame(const Frame&) = default;
  Frame& operator=(const Frame&) = delete;
  ~Frame() {
    FrameRef next = std::move(caller); // not by recursion
    while (next && next.use_count() == 1) next = std::move(next->caller);
  }

  FunctionCode* function = nullptr;
  const CallCode* call = nullptr; // of the caller; null for the entry
  std::vector<SymValue> locals;
  std::vector<uint32_t> stackObjects;
  FrameRef caller;
};

/// What an execution took from outside, newest first.
struct RecordNode;
using RecordRef = std::shared_ptr<const RecordNode>;
struct RecordNode {
  RecordNode(bool isInput, ArbitraryBytes taken, RecordRef parent)
      : isInput(isInput), taken(taken), parent(std::move(parent)) {}
  ~RecordNode() {
    RecordRef next = std::move(parent);
    while (next && next.use_count() == 1) next = std::move(const_cast<RecordNode&>(*next).parent);
  }
  RecordNode(const RecordNode&) = delete;
  RecordNode& operator=(const RecordNode&) = delete;

  bool isInput;         // else bytes of an object
  ArbitraryBytes taken; // of an input: the variable alone
  RecordRef parent;
};

/// Where the state was merged instead of being split (merger.h), newest first: after so many arrivals.
struct MergeNode;
using MergeRef = std::shared_ptr<const MergeNode>;
struct MergeNode {
  MergeNode(uint64_t arrivals, MergeRef parent) : arrivals(arrivals), parent(std::move(parent)) {}
  ~MergeNode() {
    MergeRef next = std::move(parent);
    while (next && next.use_count() == 1) next = std::move(const_cast<MergeNode&>(*next).parent);
  }
  MergeNode(const MergeNode&) = delete;
  MergeNode& operator=(const MergeNode&) = delete;

  uint64_t arrivals;
  MergeRef parent;
};

/// A pointer that is known to point to so many bytes of an object, as long as that lives.
struct Resolution {
  Term pointer;
  Term size; // null: sizeWord
  uint64_t sizeWord = 0;
  uint64_t object = 0;
};

/// What a term is equal to.
struct KnownConstant {
  Term term;
  uint64_t word = 0;
};

/// A thread of a program with several (program/threads.h): what it stands before, and, while another one runs, where.
struct Thread {
  enum Status : uint8_t { Ready, Waiting, Ended };

  Status status = Ready;
  uint32_t atomicDepth = 0; // regions in one another

  // While another one runs, as in State.
  const LocationCode* location = nullptr;
  uint32_t nextEdge = 0;
  const EdgeCode* edge = nullptr;
  uint32_t instr = 0;
  FrameRef frame;
  uint64_t depth = 0;
  std::vector<SymValue> locals; // values of thread-local variables

  // What it stands before: an access, or what it waits for.
  AccessKind access = AccessKind::None;
  bool isAtomic = false;
  bool commutes = false;  // as in Part
  SymValue pointer, size; // of pointer width
  AwaitKind await = AwaitKind::Equal;
  SymValue value;
  Sort sort; // of the value
  Ref answer;
};

/// A part of memory that a thread touches: bytes of an object, or what a pointer may be.
struct Part {
  bool isWrite = false;
  uint64_t object = 0; // if there is no set
  int64_t begin = 0, end = 0;
  const PointerSet* set = nullptr;
  bool commutes = false; // with all that others can do before, but for the end of objects on their stacks
};

/// Choices that were not made (reduction.h).
struct Reserve;

/// A state as it was, to notice that the execution comes back to it: then the loop goes on like that for ever.
struct Snapshot {
  const LocationCode* location = nullptr;
  FrameRef frame;
  std::shared_ptr<std::vector<SymValue>> globals;
  uint64_t memoryVersion = 0;
  uint64_t inputs = 0;
  uint64_t turns = 0;
};

struct State {
  State(const Program& program) : memory(program) {}
  State(const State&) = default;
  State& operator=(const State&) = delete;

  /// Goes on with the operations of the edge.
  void take(const EdgeCode& taken) {
    edge = &taken;
    instr = 0;
    nextEdge = 0;
  }

  // Where: before the guards of `location`, from edge number `nextEdge` on; or, if `edge` is set, in its operations.
  const LocationCode* location = nullptr;
  uint32_t nextEdge = 0;
  const EdgeCode* edge = nullptr;
  uint32_t instr = 0;
  uint64_t arrivals = 0; // at locations, so far

  FrameRef frame;
  std::shared_ptr<std::vector<SymValue>> globals;
  SymMemory memory;
  uint64_t memoryVersion = 0; // counts operations that change memory

  PathRef path;
  ModelRef model; // satisfies the path condition
  RecordRef record;
  MergeRef merges;
  uint64_t inputs = 0;
  uint64_t depth = 0; // calls in one another
  uint64_t forks = 0;

  std::shared_ptr<std::vector<Thread>> threads; // by number; null: the program has none
  uint32_t thread = 0;                          // the one that runs
  uint64_t turns = 0;                           // operations of threads, so far (threads.h)
  std::shared_ptr<Reserve> reserve;             // null: all choices were made
  std::vector<Part> touched;                    // since then
  bool hasWritten = false;                      // to memory that others see, since they could go on
  Term meets;                                   // the races that were asked for last begin at one address; may be null

  static constexpr size_t kResolutions = 6;
  std::array<Resolution, kResolutions> resolutions;
  uint32_t nextResolution = 0;

  std::shared_ptr<const std::vector<KnownConstant>> known; // some equalities that the path condition implies

  // For the pruner: splits and inputs when it last looked, how often it may look until there are more, and whether the
  // next head of a loop is to be looked at.
  uint64_t comparedEvents = UINT64_MAX;
  uint32_t looksLeft = 0;
  bool isHeadDue = false;

  Trail trail; // for the learner

  Snapshot snapshot;
  bool wantsSnapshot = false;

  uint64_t id = 0;
  uint64_t parent = 0;      // the state that it was split from
  size_t searcherIndex = 0; // for searchers
};
using StatePtr = std::unique_ptr<State>;

/// A thread that can go on.
struct Candidate {
  uint32_t number;
  enum Condition : uint8_t { Met, Unmet, Gone /*memory is not there*/, Unknown /*it cannot be followed*/ } condition;
};

struct Reserve {
  StatePtr before; // the turn
  std::vector<Candidate> ready;
  size_t chosen = 0;
  uint64_t number = 0;     // of that state (Pruner::numberAtTurn)
  bool isReleased = false; // the other choices were made after all
};

/// Adds arbitrary bytes that were read to the state's record.
inline void record(State& state, const std::vector<ArbitraryBytes>& bytes) {
  for (const ArbitraryBytes& taken : bytes)
    state.record = std::make_shared<const RecordNode>(false, taken, state.record);
}

} // namespace assay::symex
