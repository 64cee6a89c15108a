// witness/: evidence that others can check: traces, witnesses of SV-COMP, tests, and compiled programs that are run on
// them.
//
// The way to a violation in the user's terms: which lines were executed, which variables changed, what was read in.
//
// A trace is recorded from a concrete execution by the interpreter, so it shows what happens, not what an engine
// believes. Loops are folded as they are recorded: of an execution's rounds through a loop the first and the last ones
// stay, so that a million rounds take no more space than four.
//
// In a program with threads each step is one of a thread. A thread whose line is interrupted has another step with that line
// when it goes on. Of what a thread reads, what others may write is shown: that is how they influence it. Rounds through a loop
// are folded between two switches only.
#pragma once

#include "engine/result.h"
#include "program/inputs.h"
#include "program/interpreter.h"
#include "util/env.h"
#include "witness/memory_text.h"
#include "witness/thread_waits.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct TraceChange {
  std::string name; // "i", "list.head", "malloc#3.next"
  std::string value;
  std::string type; // of C; may be empty
  bool isInput = false;
  bool isUninitialised = false; // an input that is what happens to stand in memory
  Home home = {};               // of the variable
  std::string list = {};        // what a pointer to a list leads to: "3 -> 5 -> NULL"; may be empty
};

/// What a thread has read that others may write.
struct TraceRead {
  std::string name, value;

  bool operator==(const TraceRead&) const = default;
};

/// A thread that was made: its number, and the user's function that it begins with.
struct TraceCreation {
  uint32_t thread;
  std::string function;
};

/// A line of the source, with what changed there; or a number of rounds that are left out.
struct TraceStep {
  SourcePosition position;
  FunctionId function;
  uint32_t depth = 0; // calls in one another
  std::vector<TraceChange> changes;
  uint64_t roundsLeftOut = 0; // not 0: stands for so many rounds through the loop at `position`
  uint64_t round = 0;         // not 0: the first step of this round through a loop, where rounds are not folded
  std::vector<std::string> freed = {};      // blocks of the heap that are no more
  std::string lost = {};                    // a block of the heap that nothing points to any more
  std::vector<TraceRead> neverWritten = {}; // what was read of blocks of the heap where nothing had been written

  // In programs with threads.
  uint32_t thread = 0; // whose step it is; the first thread's is 0
  std::vector<TraceRead> reads = {};
  std::optional<TraceCreation> creation = {};
  std::optional<ThreadWait> wait = {}; // the thread cannot go on: what for
  bool endsThread = false;
};

/// A block of the heap that is lost, or not freed.
struct TraceLeak {
  std::string name; // "malloc#2"
  LeakedBlock block;
  SourcePosition lost = {}; // after this nothing points to it; may be unknown
};

/// A block that was accessed or freed when it was no more.
struct TraceFreed {
  std::string name; // "malloc#2"
  SourcePosition position;
};

/// One of the two accesses of a data race.
struct TraceAccess {
  uint32_t thread = 0;
  bool isWrite = false, isAtomic = false;
  SourcePosition position = {};
  FunctionId function = {}; // of the user
};

/// The first thread makes its access; the second one stands before its own.
struct TraceRace {
  std::string object; // "x", "list.head"
  TraceAccess first, second;
};

struct Trace {
  std::vector<TraceStep> steps;
  uint64_t stepsLeftOut = 0; // in the middle, when there are too many all the same
  size_t leftOutAt = 0;      // before this step
  bool isComplete = false;   // it leads to the violation; otherwise the execution was too long to be recorded
  std::optional<size_t> repeatsFrom = {};          // the steps from this one on are done again and again
  std::vector<RecordingInputs::Entry> inputs = {}; // of a lasso: those of the stem, then those of the cycle
  std::optional<TraceLeak> leak = {};              // that the violation is about
  std::optional<TraceFreed> freed = {};            // that the violation is about
  bool hasThreads = false;                         // the program has
  std::vector<uint32_t> schedule = {};             // which of the threads that could go on did, each time
  std::optional<TraceRace> race = {};              // that the violation is
  std::vector<ThreadWait> waits = {};              // of a deadlock: what each thread waits for
};

/// Whether rounds through a loop that are neither first nor last are left out.
enum class Folding : uint8_t { Loops, None };
inline Folding foldingOf(const Options& options) {
  return options.trace == TraceLength::Full ? Folding::None : Folding::Loops;
}

/// Where the user looks first: a leak is found when the program ends, and belongs where the block was allocated.
SourcePosition placeOf(const Trace& trace, SourcePosition violation);

Trace recordTrace(const Program& program, const Counterexample& counterexample, Env& env,
                  Folding folding = Folding::Loops);

/// The stem, and the cycle once.
Trace recordLasso(const Program& program, const Lasso& lasso, Env& env, Folding folding = Folding::Loops);

} // namespace assay
