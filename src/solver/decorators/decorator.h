// solver/decorators/: solvers around a solver. One caches answers, one logs queries.
//
// What the decorators share: each is a Solver that owns another one, hands everything on to it and changes a few of the
// calls. As in KLEE (Cadar, Dunbar, Engler: "KLEE: Unassisted and automatic generation of high-coverage tests", OSDI
// 2008), decorators stack in any order:
//
//   makeCache(makeLog(makeSolver("native", tm), stream))
#pragma once

#include "solver/solver.h"

#include <atomic>
#include <cassert>
#include <memory>

namespace assay {

class SolverDecorator : public Solver {
public:
  TermManager& terms() const override { return inner_->terms(); }
  void assertTerm(Term term) override { inner_->assertTerm(term); }
  void push() override { inner_->push(); }
  void pop() override { inner_->pop(); }
  uint32_t numScopes() const override { return inner_->numScopes(); }
  Answer check(std::span<const Term> assumptions) override { return inner_->check(assumptions); }
  Value value(Term term) override { return inner_->value(term); }
  std::vector<Term> core() override { return inner_->core(); }
  void setLimits(const SolverLimits& limits) override { inner_->setLimits(limits); }
  void interrupt() override {
    interrupted_ = true;
    inner_->interrupt();
  }
  SolverStatistics statistics() const override { return inner_->statistics(); }

protected:
  explicit SolverDecorator(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) { assert(inner_); }

  /// A decorator that answers without the inner solver asks this first: after an interrupt, the inner solver is to
  /// answer (unknown), or its next check would.
  bool takeInterrupt() { return interrupted_.exchange(false); }

  std::unique_ptr<Solver> inner_;

private:
  std::atomic<bool> interrupted_{false};
};

/// The terms asserted in the open scopes, in order.
class AssertionStack {
public:
  void add(Term term) { terms_.push_back(term); }
  void push() { scopes_.push_back(terms_.size()); }
  void pop() {
    assert(!scopes_.empty());
    terms_.resize(scopes_.back());
    scopes_.pop_back();
  }
  uint32_t numScopes() const { return static_cast<uint32_t>(scopes_.size()); }
  const std::vector<Term>& terms() const { return terms_; }
  /// With assumptions behind them.
  std::vector<Term> with(std::span<const Term> assumptions) const {
    std::vector<Term> all = terms_;
    all.insert(all.end(), assumptions.begin(), assumptions.end());
    return all;
  }

private:
  std::vector<Term> terms_;
  std::vector<size_t> scopes_; // how many terms there were at each push
};

} // namespace assay
