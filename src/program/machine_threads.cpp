// Which thread goes on (threads.h).
#include "program/machine_threads.h"

#include "program/word_operators.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

const Input kSchedule{{}, InputKind::Schedule, "thread"};

/// Whether two accesses have a byte in common. Pointers are packed, so those into different objects are far apart.
bool overlap(uint64_t a, uint64_t sizeOfA, uint64_t b, uint64_t sizeOfB) {
  return sizeOfA > 0 && sizeOfB > 0 && (a <= b ? b - a < sizeOfA : a - b < sizeOfB);
}

} // namespace

Interpreter::Machine::Threads::Threads(Machine& machine) : machine_(machine) {
  const std::span<const Variable> variables = machine.program_.variables();
  for (uint32_t i = 0; i < variables.size(); ++i)
    if (variables[i].isThreadLocal) locals_.emplace_back(i);
}

void Interpreter::Machine::Threads::begin() {
  threads_.clear();
  threads_.emplace_back();
  current_ = 0;
  numLive_ = 1;
}

void Interpreter::Machine::Threads::exchangeStacks(Thread& thread) {
  std::swap(thread.frames, machine_.frames_);
  std::swap(thread.words, machine_.words_);
  std::swap(thread.wide, machine_.wide_);
  std::swap(thread.stack, machine_.memory_.stack());
}

/// The thread that runs goes to its place in the list.
void Interpreter::Machine::Threads::suspend(uint32_t pc) {
  Thread& thread = threads_[current_];
  thread.pc = pc;
  exchangeStacks(thread);
  thread.locals.clear();
  for (VariableId variable : locals_) {
    const Register& place = machine_.registers_[variable];
    thread.locals.push_back(place.isWide
                                ? machine_.globalWide_[place.index]
                                : wordToValue(machine_.program_[variable].sort(), machine_.globalWords_[place.index]));
  }
}

void Interpreter::Machine::Threads::resume(uint32_t number, uint32_t& pc) {
  current_ = number;
  Thread& thread = threads_[number];
  pc = thread.pc;
  exchangeStacks(thread);
  for (size_t i = 0; i < locals_.size(); ++i) {
    const Register& place = machine_.registers_[locals_[i]];
    if (place.isWide)
      machine_.globalWide_[place.index] = thread.locals[i];
    else
      machine_.globalWords_[place.index] = valueToWord(thread.locals[i]);
  }
  if (machine_.frames_.empty()) return;
  machine_.r_ = machine_.words_.data() + machine_.frames_.back().words;
  machine_.w_ = machine_.wide_.data() + machine_.frames_.back().wide;
}

bool Interpreter::Machine::Threads::spawn(const Instruction& i, uint32_t& pc) {
  constexpr size_t kMaxThreads = 10'000;
  if (threads_.size() >= kMaxThreads) return machine_.end(Outcome::MemoryLimit, "more than 10000 threads");
  const CallCode& call = machine_.frames_.back().code->calls[i.a];
  const auto number = static_cast<uint32_t>(threads_.size()), parent = current_;
  machine_.arguments_.take(call, machine_.r_, machine_.w_);
  if (machine_.observer_) machine_.observer_->onSpawn(number, call.callee);
  Thread& made = threads_.emplace_back();
  for (VariableId variable : locals_) made.locals.push_back(initialValue(machine_.program_[variable].initial));
  ++numLive_;
  suspend(pc);
  resume(number, pc);
  if (!machine_.enter(call.callee, &call, 0)) return false;
  machine_.arguments_.give(*machine_.frames_.back().code, machine_.r_, machine_.w_);
  suspend(0);
  resume(parent, pc);
  machine_.r_[i.dst] = word::cut(number, i.shift);
  return true;
}

bool Interpreter::Machine::Threads::step(const Instruction& i, uint32_t& pc) {
  Thread& thread = threads_[current_];
  if (numLive_ == 1 || thread.atomicDepth > 0) return true;
  thread.access = static_cast<AccessKind>(i.extra);
  thread.isAtomic = i.dst != 0;
  if (thread.access != AccessKind::None) {
    thread.pointer = machine_.r_[i.a];
    thread.size = machine_.r_[i.b];
  }
  return choose(pc);
}

bool Interpreter::Machine::Threads::await(const Instruction& i, uint32_t& pc) {
  Thread& thread = threads_[current_];
  thread.access = AccessKind::Read;
  thread.isAtomic = true;
  thread.pointer = machine_.r_[i.a];
  thread.size = i.c;
  thread.await = static_cast<AwaitKind>(i.extra);
  thread.value = machine_.r_[i.b];
  thread.answer = i.dst;
  const std::optional<bool> isMet = holds(thread);
  if (!isMet) return machine_.invalidAccess(thread.pointer, thread.size, false);
  if (*isMet && (numLive_ == 1 || thread.atomicDepth > 0)) {
    machine_.r_[i.dst] = 1;
    return true;
  }
  thread.status = Thread::Waiting;
  return choose(pc);
}

void Interpreter::Machine::Threads::atomic(bool begins) {
  uint32_t& depth = threads_[current_].atomicDepth;
  if (begins)
    ++depth;
  else if (depth > 0)
    --depth;
}

/// Whether the condition that the thread waits for holds. Nothing: the memory is not there.
std::optional<bool> Interpreter::Machine::Threads::holds(const Thread& thread) {
  uint64_t value = 0;
  if (!machine_.memory_.loadSmall(thread.pointer, value, thread.size)) return std::nullopt;
  const auto shift = static_cast<uint8_t>(64 - 8 * thread.size);
  switch (thread.await) {
  case AwaitKind::Equal:
    return value == thread.value;
  case AwaitKind::Distinct:
    return value != thread.value;
  case AwaitKind::AtLeast:
    return static_cast<int64_t>(value << shift) >= static_cast<int64_t>(thread.value << shift);
  }
  return std::nullopt;
}

bool Interpreter::Machine::Threads::end(uint32_t& pc) {
  std::vector<MachineFrame>& frames = machine_.frames_;
  for (; !frames.empty(); frames.pop_back()) machine_.memory_.leaveFrame(frames.back().callersStackObjects);
  threads_[current_].status = Thread::Ended;
  threads_[current_].access = AccessKind::None;
  --numLive_;
  return choose(pc);
}

/// The thread that ran stands before a step or an await, or has ended.
bool Interpreter::Machine::Threads::choose(uint32_t& pc) {
  const uint32_t last = current_;
  std::vector<uint32_t> ready;
  uint32_t firstLive = UINT32_MAX;
  const auto consider = [&](uint32_t number) {
    const Thread& thread = threads_[number];
    if (thread.status == Thread::Ended) return;
    firstLive = std::min(firstLive, number);
    const std::optional<bool> isMet = thread.status == Thread::Waiting ? holds(thread) : true;
    if (isMet.value_or(true)) ready.push_back(number); // what is not there is found out by whoever looks
  };
  consider(last);
  for (uint32_t number = 0; number < threads_.size(); ++number)
    if (number != last) consider(number);
  if (firstLive == UINT32_MAX) {
    machine_.outcome_.kind = Outcome::Exit;
    machine_.outcome_.location = machine_.program_[machine_.program_.entry()].exit;
    return false;
  }
  size_t index = 0;
  if (ready.size() > 1) {
    if (machine_.observer_) machine_.observer_->onChoice(ready);
    const std::optional<BitVector> choice = machine_.nextInput(kSchedule, 32, {});
    if (!choice) return false;
    index = choice->toUint64() % ready.size();
  }
  const uint32_t next = ready.empty() ? firstLive : ready[index];
  if (next != last) {
    suspend(pc);
    resume(next, pc);
    if (machine_.observer_) machine_.observer_->onSwitch(next);
  }
  Thread& thread = threads_[next];
  if (std::exchange(thread.status, Thread::Ready) == Thread::Waiting) {
    machine_.pc_ = pc - 1;
    if (!ready.empty() && !holds(thread)) return machine_.invalidAccess(thread.pointer, thread.size, false);
    machine_.r_[thread.answer] = ready.empty() ? 0 : 1;
  }
  thread.access = AccessKind::None;
  return true;
}

bool Interpreter::Machine::Threads::conflicts(uint32_t number, uint64_t pointer, uint64_t size, bool isWrite) const {
  const Thread& other = threads_[number];
  if (number == current_ || other.access == AccessKind::None) return false;
  if (!isWrite && other.access != AccessKind::Write) return false;
  if (threads_[current_].atomicDepth > 0 && other.isAtomic) return false;
  if (!overlap(pointer, size, other.pointer, other.size)) return false;
  // Where there is no object, there is nothing that they share.
  return machine_.memory_.isReadable(pointer, size) && machine_.memory_.isReadable(other.pointer, other.size);
}

bool Interpreter::Machine::Threads::isUnraced(uint64_t pointer, uint64_t size, bool isWrite) const {
  for (uint32_t number = 0; number < threads_.size(); ++number)
    if (conflicts(number, pointer, size, isWrite)) return false;
  return true;
}

std::string Interpreter::Machine::Threads::explainRace(uint64_t pointer, uint64_t size, bool isWrite) const {
  for (uint32_t number = 0; number < threads_.size(); ++number) {
    if (!conflicts(number, pointer, size, isWrite)) continue;
    const Thread& other = threads_[number];
    std::string text = ", by thread " + std::to_string(current_) + "; thread " + std::to_string(number) +
                       " is about to " + (other.access == AccessKind::Write ? "write" : "read") +
                       (size == 1 ? " it" : " them");
    const SourcePosition position = machine_.positionAt(other.frames, other.pc - 1);
    if (position.known()) text += " at " + machine_.program_.files.format(position);
    return text;
  }
  return {};
}

} // namespace assay
