// A solver whose processor time is counted: other processes that share the machine do not show in it.
#pragma once

#include "solver/decorators/decorator.h"
#include "solver/work.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace assay {

/// Adds the time until its end.
class TimeCounter {
public:
  explicit TimeCounter(uint64_t& nanoseconds) : nanoseconds_(nanoseconds) {}
  ~TimeCounter() { nanoseconds_ += processorTime() - begin_; }
  TimeCounter(const TimeCounter&) = delete;
  TimeCounter& operator=(const TimeCounter&) = delete;

private:
  uint64_t& nanoseconds_;
  uint64_t begin_ = processorTime();
};

class TimedSolver final : public SolverDecorator {
public:
  TimedSolver(std::unique_ptr<Solver> solver, uint64_t& nanoseconds)
      : SolverDecorator(std::move(solver)), nanoseconds_(nanoseconds) {}

  std::string name() const override { return "timed(" + inner_->name() + ")"; }
  void assertTerm(Term term) override {
    const TimeCounter timer(nanoseconds_);
    inner_->assertTerm(term);
  }
  Answer check(std::span<const Term> assumptions) override {
    const TimeCounter timer(nanoseconds_);
    return inner_->check(assumptions);
  }
  Value value(Term term) override {
    const TimeCounter timer(nanoseconds_);
    return inner_->value(term);
  }

private:
  uint64_t& nanoseconds_;
};

} // namespace assay
