// The threads of the interpreter's machine, and which of them goes on (threads.h). The one that runs is the machine's; the
// others wait here.
#pragma once

#include "program/machine.h"

namespace assay {

class Interpreter::Machine::Threads {
public:
  explicit Threads(Machine& machine);

  /// The first thread, which runs.
  void begin();
  uint32_t current() const { return current_; }
  /// Whether there is, or was, more than one.
  bool areSeveral() const { return threads_.size() > 1; }

  // Instructions. False: the execution has ended.
  bool spawn(const Instruction& instruction, uint32_t& pc);
  bool step(const Instruction& instruction, uint32_t& pc);
  bool await(const Instruction& instruction, uint32_t& pc);
  void atomic(bool begins);
  /// The thread that runs ends.
  bool end(uint32_t& pc);
  /// Whether no thread but the one that runs is about to make a conflicting access.
  bool isUnraced(uint64_t pointer, uint64_t size, bool isWrite) const;
  /// Who is about to make one, of which kind, and where: ", by thread 1; thread 2 is about to write them at a.c:3:5".
  std::string explainRace(uint64_t pointer, uint64_t size, bool isWrite) const;

  /// Calls visit(frames, words, wide, values of thread-local variables) for each thread that lives and does not run.
  template <class Visit>
  void forOthers(Visit visit) const;

private:
  struct Thread {
    enum Status : uint8_t { Ready, Waiting, Ended };

    Status status = Ready;
    uint32_t atomicDepth = 0;

    // While another one runs.
    uint32_t pc = 0; // where it goes on
    std::vector<MachineFrame> frames;
    std::vector<uint64_t> words;
    std::vector<Value> wide;
    MemoryStack stack;
    std::vector<Value> locals; // values of thread-local variables

    // What it stands before.
    AccessKind access = AccessKind::None;
    bool isAtomic = false;
    uint64_t pointer = 0, size = 0; // of the access, or of what it waits for
    AwaitKind await = AwaitKind::Equal;
    uint64_t value = 0;
    uint32_t answer = 0; // register
  };

  void exchangeStacks(Thread& thread);
  void suspend(uint32_t pc);
  void resume(uint32_t number, uint32_t& pc);
  bool choose(uint32_t& pc);
  std::optional<bool> holds(const Thread& thread);
  bool conflicts(uint32_t number, uint64_t pointer, uint64_t size, bool isWrite) const;

  Machine& machine_;
  std::vector<VariableId> locals_; // thread-local variables
  std::vector<Thread> threads_;
  uint32_t current_ = 0; // the number of the one that runs
  uint32_t numLive_ = 0;
};

template <class Visit>
void Interpreter::Machine::Threads::forOthers(Visit visit) const {
  for (uint32_t number = 0; number < threads_.size(); ++number) {
    const Thread& thread = threads_[number];
    if (number != current_ && !thread.frames.empty()) visit(thread.frames, thread.words, thread.wide, thread.locals);
  }
}

} // namespace assay
