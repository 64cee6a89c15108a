// Which thread goes on (threads.h).
#include "program/machine.h"

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

void Interpreter::Machine::beginThreads() {
  threads_.clear();
  threads_.emplace_back();
  current_ = 0;
  numLive_ = 1;
}

void Interpreter::Machine::initialise(Thread& thread) const {
  for (VariableId variable : threadLocals_) thread.locals.push_back(initialValue(program_[variable].initial));
}

/// The thread that runs goes to its place in the list.
void Interpreter::Machine::suspend(uint32_t pc) {
  Thread& thread = threads_[current_];
  thread.pc = pc;
  std::swap(thread.frames, frames_);
  std::swap(thread.words, words_);
  std::swap(thread.wide, wide_);
  memory_.exchangeStack(thread.stack);
  thread.locals.clear();
  for (VariableId variable : threadLocals_) {
    const Register& place = registers_[variable];
    const Sort sort = program_[variable].sort();
    thread.locals.push_back(place.isWide ? globalWide_[place.index] : wordToValue(sort, globalWords_[place.index]));
  }
}

void Interpreter::Machine::resume(uint32_t number, uint32_t& pc) {
  current_ = number;
  Thread& thread = threads_[number];
  pc = thread.pc;
  std::swap(thread.frames, frames_);
  std::swap(thread.words, words_);
  std::swap(thread.wide, wide_);
  memory_.exchangeStack(thread.stack);
  for (size_t i = 0; i < threadLocals_.size(); ++i) {
    const Register& place = registers_[threadLocals_[i]];
    if (place.isWide)
      globalWide_[place.index] = thread.locals[i];
    else
      globalWords_[place.index] = valueToWord(thread.locals[i]);
  }
  if (frames_.empty()) return;
  r_ = words_.data() + frames_.back().words;
  w_ = wide_.data() + frames_.back().wide;
}

bool Interpreter::Machine::spawn(const Instruction& i, uint32_t& pc) {
  constexpr size_t kMaxThreads = 10'000;
  if (threads_.size() >= kMaxThreads) return end(Outcome::MemoryLimit, "more than 10000 threads");
  const CallCode& call = frames_.back().code->calls[i.a];
  const auto number = static_cast<uint32_t>(threads_.size()), parent = current_;
  takeArguments(call);
  if (observer_) observer_->onSpawn(number, call.callee);
  threads_.emplace_back();
  initialise(threads_.back());
  ++numLive_;
  suspend(pc);
  resume(number, pc);
  if (!enter(call.callee, &call, 0)) return false;
  giveArguments();
  suspend(0);
  resume(parent, pc);
  r_[i.dst] = word::cut(number, i.shift);
  return true;
}

bool Interpreter::Machine::step(const Instruction& i, uint32_t& pc) {
  Thread& thread = threads_[current_];
  if (numLive_ == 1 || thread.atomicDepth > 0) return true;
  thread.status = Thread::Ready;
  thread.access = static_cast<AccessKind>(i.extra);
  thread.isAtomic = i.dst != 0;
  if (thread.access != AccessKind::None) {
    thread.pointer = r_[i.a];
    thread.size = r_[i.b];
  }
  return chooseThread(pc);
}

bool Interpreter::Machine::await(const Instruction& i, uint32_t& pc) {
  Thread& thread = threads_[current_];
  thread.access = AccessKind::Read;
  thread.isAtomic = true;
  thread.pointer = r_[i.a];
  thread.size = i.c;
  thread.await = static_cast<AwaitKind>(i.extra);
  thread.value = r_[i.b];
  thread.answer = i.dst;
  const std::optional<bool> isMet = holds(thread);
  if (!isMet) return invalidAccess(thread.pointer, thread.size, false);
  if (*isMet && (numLive_ == 1 || thread.atomicDepth > 0)) {
    r_[i.dst] = 1;
    return true;
  }
  thread.status = Thread::Waiting;
  return chooseThread(pc);
}

/// Whether the condition that the thread waits for holds. Nothing: the memory is not there.
std::optional<bool> Interpreter::Machine::holds(const Thread& thread) {
  uint64_t value = 0;
  if (!memory_.loadSmall(thread.pointer, value, thread.size)) return std::nullopt;
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

bool Interpreter::Machine::endThread(uint32_t& pc) {
  while (!frames_.empty()) {
    memory_.leaveFrame(frames_.back().callersStackObjects);
    frames_.pop_back();
  }
  threads_[current_].status = Thread::Ended;
  threads_[current_].access = AccessKind::None;
  --numLive_;
  return chooseThread(pc);
}

/// The thread that ran stands before a step or an await, or has ended.
bool Interpreter::Machine::chooseThread(uint32_t& pc) {
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
    outcome_.kind = Outcome::Exit;
    outcome_.location = program_[program_.entry()].exit;
    return false;
  }
  size_t index = 0;
  if (ready.size() > 1) {
    if (observer_) observer_->onChoice(ready);
    const std::optional<BitVector> choice = inputs_->next(kSchedule, 32, {});
    if (!choice)
      return end(Outcome::OutOfInputs, "no value for input " + std::to_string(outcome_.inputs + 1) + " (thread)");
    ++outcome_.inputs;
    if (observer_) observer_->onInput(kSchedule, *choice, {});
    index = choice->toUint64() % ready.size();
  }
  const uint32_t next = ready.empty() ? firstLive : ready[index];
  if (next != last) {
    suspend(pc);
    resume(next, pc);
    if (observer_) observer_->onSwitch(next);
  }
  Thread& thread = threads_[next];
  if (std::exchange(thread.status, Thread::Ready) == Thread::Waiting) {
    pc_ = pc - 1;
    if (!ready.empty() && !holds(thread)) return invalidAccess(thread.pointer, thread.size, false);
    r_[thread.answer] = ready.empty() ? 0 : 1;
  }
  thread.access = AccessKind::None;
  return true;
}

bool Interpreter::Machine::isUnraced(uint64_t pointer, uint64_t size, bool isWrite) const {
  for (uint32_t number = 0; number < threads_.size(); ++number) {
    const Thread& other = threads_[number];
    if (number == current_ || other.access == AccessKind::None) continue;
    if (!isWrite && other.access != AccessKind::Write) continue;
    if (threads_[current_].atomicDepth > 0 && other.isAtomic) continue;
    if (overlap(pointer, size, other.pointer, other.size)) return false;
  }
  return true;
}

} // namespace assay
