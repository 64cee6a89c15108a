#include "solver/sat_solver.h"

#include <algorithm>
#include <cadical.hpp>

namespace assay {

struct SatSolver::Impl : CaDiCaL::Terminator {
  explicit Impl(uint64_t& numSteps) : numSteps(numSteps) {
    solver->set("quiet", 1);
    // Tries a few simple assignments at the beginning of each call, in time linear in the formula: too much for the many
    // small calls of an incremental use.
    solver->set("lucky", 0);
    solver->connect_terminator(this);
  }
  /// An exception that left solve(), such as one for memory, leaves CaDiCaL in a state in which it aborts the process rather than
  /// being deleted: the process is about to end, so it stays.
  ~Impl() override {
    if (solver->state() & CaDiCaL::VALID)
      solver->disconnect_terminator();
    else
      solver.release(); // NOLINT(bugprone-unused-return-value)
  }
  bool terminate() override {
    ++numSteps;
    return stop && (*stop)();
  }

  std::unique_ptr<CaDiCaL::Solver> solver = std::make_unique<CaDiCaL::Solver>();
  uint64_t& numSteps;
  const std::function<bool()>* stop = nullptr;
};

SatSolver::SatSolver() : impl_(std::make_unique<Impl>(numSteps_)) {}
SatSolver::~SatSolver() = default;

void SatSolver::reset() {
  impl_ = std::make_unique<Impl>(numSteps_);
  inner_.assign(1, 0);
  numInner_ = 0;
  free_.clear();
  numClauses_ = 0;
}

int SatSolver::makeInner(int literal) {
  int& variable = inner_[std::abs(literal)];
  if (variable == 0) variable = ++numInner_;
  return inner(literal);
}

void SatSolver::addClause(std::span<const int> literals) {
  for (int literal : literals) impl_->solver->add(makeInner(literal));
  impl_->solver->add(0);
  ++numClauses_;
}

SatSolver::Result SatSolver::solve(std::span<const int> assumptions, uint64_t conflicts,
                                   const std::function<bool()>& stop) {
  CaDiCaL::Solver& solver = *impl_->solver;
  free_.clear();
  for (int literal : assumptions)
    if (inner(literal) == 0) free_.push_back(literal);
  std::ranges::sort(free_);
  if (std::ranges::any_of(free_, [&](int literal) { return isFree(-literal); })) {
    std::erase_if(free_, [&](int literal) { return !isFree(-literal); });
    return Result::Unsat;
  }
  for (int literal : assumptions)
    if (int known = inner(literal)) solver.assume(known);
  if (conflicts) solver.limit("conflicts", static_cast<int>(std::min<uint64_t>(conflicts, INT32_MAX)));
  impl_->stop = &stop;
  int result = solver.solve();
  impl_->stop = nullptr;
  if (result == 20) free_.clear();
  return result == 10 ? Result::Sat : result == 20 ? Result::Unsat : Result::Unknown;
}

bool SatSolver::isFree(int literal) const { return std::ranges::binary_search(free_, literal); }

bool SatSolver::value(int literal) const {
  if (int known = inner(literal)) return known <= impl_->solver->vars() ? impl_->solver->val(known) > 0 : literal < 0;
  return literal > 0 ? isFree(literal) : !isFree(-literal);
}

bool SatSolver::failed(int assumption) const {
  if (!free_.empty()) return isFree(assumption);
  int known = inner(assumption);
  return known && impl_->solver->failed(known);
}

} // namespace assay
