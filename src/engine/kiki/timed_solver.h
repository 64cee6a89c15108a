// A solver whose time is counted.
#pragma once

#include "solver/decorator.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace assay {

/// Adds the time until its end, in microseconds.
class TimeCounter {
public:
  explicit TimeCounter(uint64_t& microseconds) : microseconds_(microseconds) {}
  ~TimeCounter() {
    const auto taken = std::chrono::steady_clock::now() - begin_ + std::chrono::nanoseconds(500);
    microseconds_ += static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(taken).count());
  }
  TimeCounter(const TimeCounter&) = delete;
  TimeCounter& operator=(const TimeCounter&) = delete;

private:
  uint64_t& microseconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class TimedSolver final : public SolverDecorator {
public:
  TimedSolver(std::unique_ptr<Solver> inner, uint64_t& microseconds)
      : SolverDecorator(std::move(inner)), microseconds_(microseconds) {}

  std::string name() const override { return "timed(" + inner_->name() + ")"; }
  void assertTerm(Term term) override {
    const TimeCounter timer(microseconds_);
    inner_->assertTerm(term);
  }
  Answer check(std::span<const Term> assumptions) override {
    const TimeCounter timer(microseconds_);
    return inner_->check(assumptions);
  }
  Value value(Term term) override {
    const TimeCounter timer(microseconds_);
    return inner_->value(term);
  }

private:
  uint64_t& microseconds_;
};

} // namespace assay
