#include "solver/sat_solver.h"

#include <algorithm>
#include <cadical.hpp>

namespace assay {

struct SatSolver::Impl : CaDiCaL::Terminator {
  Impl() {
    solver.set("quiet", 1);
    // Tries a few simple assignments at the beginning of each call, in time linear in the formula: too much for the many
    // small calls of an incremental use.
    solver.set("lucky", 0);
    solver.connect_terminator(this);
  }
  ~Impl() override { solver.disconnect_terminator(); }
  bool terminate() override { return stop && (*stop)(); }

  CaDiCaL::Solver solver;
  const std::function<bool()>* stop = nullptr;
};

SatSolver::SatSolver() : impl_(std::make_unique<Impl>()) {}
SatSolver::~SatSolver() = default;

void SatSolver::addClause(std::span<const int> literals) {
  for (int literal : literals) impl_->solver.add(literal);
  impl_->solver.add(0);
  ++numClauses_;
}

SatSolver::Result SatSolver::solve(std::span<const int> assumptions, uint64_t conflicts,
                                   const std::function<bool()>& stop) {
  CaDiCaL::Solver& solver = impl_->solver;
  for (int literal : assumptions) solver.assume(literal);
  if (conflicts) solver.limit("conflicts", static_cast<int>(std::min<uint64_t>(conflicts, INT32_MAX)));
  impl_->stop = &stop;
  int result = solver.solve();
  impl_->stop = nullptr;
  return result == 10 ? Result::Sat : result == 20 ? Result::Unsat : Result::Unknown;
}

bool SatSolver::value(int literal) const {
  return std::abs(literal) <= impl_->solver.vars() ? impl_->solver.val(literal) > 0 : literal < 0;
}

bool SatSolver::failed(int assumption) const { return impl_->solver.failed(assumption); }

} // namespace assay
