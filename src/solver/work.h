// A count of work in place of a clock. What a clock decides comes out
// differently in every run; what a count decides does not, and neither does
// what is asked afterwards. The count is given in the unit of time, roughly as
// long as the work takes on a usual machine, so that it can be compared with
// limits that are times.
//
// What is counted: terms that are made, and what solvers say that they have
// done (gates, clauses, decisions).
#pragma once

#include "term/term_manager.h"

#include <chrono>

namespace assay {

class Work {
public:
  using Duration = std::chrono::nanoseconds;

  explicit Work(const TermManager& terms) : terms_(terms), numBefore_(terms.numTerms()) {}
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  void add(Duration work) { added_ += work; }
  /// Since this object was made.
  Duration done() const { return added_ + kTerm * (terms_.numTerms() - numBefore_); }

private:
  static constexpr Duration kTerm{1000};

  const TermManager& terms_;
  const uint32_t numBefore_;
  Duration added_{};
};

/// Until a count is reached.
struct WorkLimit {
  Work* count = nullptr; // who works adds to it; null: nothing is counted
  Work::Duration end = Work::Duration::max();

  void add(Work::Duration work) const {
    if (count) count->add(work);
  }
  bool isReached() const { return count && count->done() >= end; }
};

} // namespace assay
