// What all backends share: the states of the contract, the stack of assertions, limits and interruption, and the check
// of every model against the original terms. A backend provides
//
//   doAssert, doPush, doPop    follow the stack; terms are Bool and of the right manager
//   doCheck                    decides, and asks stopReason() often enough to keep the promises of SolverLimits
//   variableValue              after sat, the value of a variable
//   doCore                     after unsat
#pragma once

#include "solver/model.h"
#include "solver/solver.h"

#include <atomic>
#include <optional>

namespace assay {

class Backend : public Solver, protected VariableSource {
public:
  explicit Backend(TermManager& terms);

  TermManager& terms() const final { return terms_; }
  void assertTerm(Term term) final;
  void push() final;
  void pop() final;
  uint32_t numScopes() const final { return static_cast<uint32_t>(scopes_.size()); }
  Answer check(std::span<const Term> assumptions = {}) final;
  Value value(Term term) final;
  std::vector<Term> core() final;
  void setLimits(const SolverLimits& limits) final;
  void interrupt() override { interrupted_.store(true); }

protected:
  virtual void doAssert(Term term) = 0;
  virtual void doPush() = 0;
  virtual void doPop() = 0;
  virtual Answer doCheck(std::span<const Term> assumptions) = 0;
  virtual std::vector<Term> doCore() = 0;

  /// To be called when a variable is no longer defined as it was.
  void definitionsChanged() { model_.forget(); }
  /// Why the running check has to end, if it has to: interruption, deadline or amount of work.
  std::optional<UnknownReason> stopReason() const;
  /// The same reasons, or too much memory on the heap since the backend was made.
  std::optional<UnknownReason> reasonToStop();
  bool wouldExceedMemory(size_t bytes) const;
  bool isInterrupted() const { return interrupted_.load(std::memory_order_relaxed); }
  Deadline::Clock::time_point deadline() const { return deadline_; }
  uint64_t conflictLimit() const { return conflicts_; }
  uint64_t memoryLimit() const { return memoryBytes_; }
  const WorkLimit& workLimit() const { return work_; }

private:
  enum class State : uint8_t { Open, Sat, Unsat, Unknown };

  void checkModel(std::span<const Term> assumptions);

  TermManager& terms_;
  State state_ = State::Open;
  std::vector<Term> assertions_;
  std::vector<size_t> scopes_;     // number of assertions at each push
  size_t numSorted_ = 0;           // so many of the assertions are definitions or in toEvaluate_
  std::vector<size_t> toEvaluate_; // positions, increasing
  Model model_;
  uint64_t numModels_ = 0;
  std::atomic<bool> interrupted_{false};
  Deadline::Clock::time_point deadline_ = Deadline::Clock::time_point::max();
  uint64_t conflicts_ = 0;
  uint64_t memoryBytes_ = 0;
  WorkLimit work_;
  size_t baseMemory_;
  Deadline::Clock::time_point nextMemoryCheck_{};
};

} // namespace assay
