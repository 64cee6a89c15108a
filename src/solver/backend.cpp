#include "solver/backend.h"

#include "util/memory_use.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace assay {

Backend::Backend(TermManager& terms) : terms_(terms), model_(*this), baseMemory_(heapInUse()) {}

void Backend::assertTerm(Term term) {
  assert(!term.isNull() && term.sort().isBool());
  state_ = State::Open;
  assertions_.push_back(term);
  doAssert(term);
}

void Backend::push() {
  state_ = State::Open;
  scopes_.push_back(assertions_.size());
  doPush();
}

void Backend::pop() {
  assert(!scopes_.empty() && "pop without push");
  state_ = State::Open;
  assertions_.resize(scopes_.back());
  scopes_.pop_back();
  numSorted_ = std::min(numSorted_, assertions_.size());
  while (!toEvaluate_.empty() && toEvaluate_.back() >= assertions_.size()) toEvaluate_.pop_back();
  doPop();
}

Answer Backend::check(std::span<const Term> assumptions) {
  for ([[maybe_unused]] Term term : assumptions) assert(!term.isNull() && term.sort().isBool());
  state_ = State::Unknown;
  model_.clear();
  std::optional<UnknownReason> reason = stopReason();
  Answer answer = reason ? Answer::unknown(*reason) : doCheck(assumptions);
  if (answer.isUnknown()) {
    if (answer.reason() == UnknownReason::Interrupted) interrupted_.store(false);
    return answer;
  }
  if (answer.isSat()) checkModel(assumptions);
  state_ = answer.isSat() ? State::Sat : State::Unsat;
  return answer;
}

// A backend that says sat must have a model that we can follow; anything else is a defect, never a verdict. An
// assertion that has become the definition of a variable holds because the model takes the variable from there. To look
// at it at every check would make an unrolling of n steps cost n * n.
//
// Engines that ask thousands of questions of one solver (IC3, templates) take each sat as a hint, and would pay more
// for a look at all assertions than for the answer. Among so many questions a defect still shows.
void Backend::checkModel(std::span<const Term> assumptions) {
  constexpr uint64_t kAlways = 256, kPeriod = 16;
  ++numModels_;
  if (numModels_ > kAlways && numModels_ % kPeriod != 0) return;
  const auto defines = [&](Term variable, Term value) {
    return variable.isVariable() && definition(variable) == value;
  };
  const auto isDefinition = [&](Term assertion) {
    if (assertion.kind() == Kind::Equal)
      return defines(assertion[0], assertion[1]) || defines(assertion[1], assertion[0]);
    return assertion.kind() == Kind::Not ? defines(assertion[0], terms_.mkFalse())
                                         : defines(assertion, terms_.mkTrue());
  };
  auto check = [&](Term term) {
    if (!model_.evaluate(term).asBool())
      throw std::logic_error("the model of solver " + name() + " does not satisfy " + term.toString());
  };
  for (; numSorted_ < assertions_.size(); ++numSorted_)
    if (!isDefinition(assertions_[numSorted_])) toEvaluate_.push_back(numSorted_);
  for (size_t i : toEvaluate_) check(assertions_[i]);
  for (Term term : assumptions) check(term);
}

Value Backend::value(Term term) {
  assert(state_ == State::Sat && "there is a model only after sat");
  return model_.evaluate(term);
}

std::vector<Term> Backend::core() {
  assert(state_ == State::Unsat && "there is a core only after unsat");
  return doCore();
}

void Backend::setLimits(const SolverLimits& limits) {
  deadline_ = limits.deadline.cancelled() ? Deadline::Clock::time_point::min() : limits.deadline.end();
  conflicts_ = limits.conflicts;
  memoryBytes_ = limits.memoryBytes;
  work_ = limits.work;
}

bool Backend::wouldExceedMemory(size_t bytes) const {
  return memoryBytes_ && heapInUse() + bytes > baseMemory_ + memoryBytes_;
}

std::optional<UnknownReason> Backend::reasonToStop() {
  if (std::optional<UnknownReason> reason = stopReason()) return reason;
  if (memoryBytes_ == 0) return std::nullopt;
  auto now = Deadline::Clock::now();
  if (now < nextMemoryCheck_) return std::nullopt; // asking the allocator takes a while, so not too often
  if (wouldExceedMemory(0)) return UnknownReason::Memory;
  nextMemoryCheck_ = now + std::chrono::milliseconds(10);
  return std::nullopt;
}

std::optional<UnknownReason> Backend::stopReason() const {
  if (isInterrupted()) return UnknownReason::Interrupted;
  if (work_.isReached()) return UnknownReason::Deadline;
  bool limited = deadline_ != Deadline::Clock::time_point::max();
  if (limited && Deadline::Clock::now() >= deadline_) return UnknownReason::Deadline;
  return std::nullopt;
}

} // namespace assay
