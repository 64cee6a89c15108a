// Solvers for tests: one that tries all assignments, and so is right by construction, one whose answers are given, and
// one that is wrong.
#pragma once

#include "solver/decorators/decorator.h"
#include "solver/query_log.h"
#include "term/traverse.h"

#include <algorithm>
#include <deque>

namespace assay {

/// Tries every assignment: for a handful of variables of a few bits, without arrays and floats.
class BruteForceSolver : public Solver {
public:
  explicit BruteForceSolver(TermManager& terms) : terms_(terms) {}

  TermManager& terms() const override { return terms_; }
  std::string name() const override { return "brute"; }
  void assertTerm(Term term) override { assertions_.add(term); }
  void push() override { assertions_.push(); }
  void pop() override { assertions_.pop(); }
  uint32_t numScopes() const override { return assertions_.numScopes(); }

  Answer check(std::span<const Term> assumptions) override {
    queries.push_back(assertions_.with(assumptions));
    if (interrupted_.exchange(false)) return Answer::unknown(UnknownReason::Interrupted);
    assumptions_.assign(assumptions.begin(), assumptions.end());
    std::vector<Term> variables = freeVariables(queries.back());
    uint32_t bits = 0;
    for (Term v : variables) bits += widthOf(v);
    assert(bits <= 20);
    for (uint64_t code = 0; code < uint64_t{1} << bits; ++code) {
      decode(code, variables);
      Evaluator evaluator(model_);
      if (std::ranges::all_of(queries.back(), [&](Term t) { return evaluator.evaluateBool(t); })) return Answer::sat();
    }
    return Answer::unsat();
  }

  Value value(Term term) override { return Evaluator(model_).evaluate(term); }
  std::vector<Term> core() override { return assumptions_; }
  void setLimits(const SolverLimits&) override {}
  void interrupt() override { interrupted_ = true; }
  SolverStatistics statistics() const override { return {{"queries", queries.size()}}; }

  std::vector<std::vector<Term>> queries; // all that were asked: assertions, then assumptions

private:
  static uint32_t widthOf(Term v) { return v.sort().isBool() ? 1 : v.sort().width(); }

  void decode(uint64_t code, std::span<const Term> variables) {
    model_.clear();
    for (Term v : variables) {
      BitVector bits(widthOf(v), code);
      code >>= widthOf(v);
      if (v.sort().isBool()) {
        model_.setBool(v, !bits.isZero());
      } else {
        model_.setBv(v, bits);
      }
    }
  }

  TermManager& terms_;
  AssertionStack assertions_;
  std::vector<Term> assumptions_;
  Assignment model_;
  std::atomic<bool> interrupted_{false};
};

/// Gives the answers that it was told to, whatever is asked; its models are zero everywhere.
class ScriptedSolver : public BruteForceSolver {
public:
  ScriptedSolver(TermManager& terms, std::deque<Answer> answers)
      : BruteForceSolver(terms), answers_(std::move(answers)) {}
  std::string name() const override { return "scripted"; }
  Answer check(std::span<const Term>) override {
    Answer answer = answers_.front();
    answers_.pop_front();
    return answer;
  }
  Value value(Term term) override { return Evaluator(nothing_).evaluate(term); }
  std::vector<Term> core() override { return {}; }

private:
  std::deque<Answer> answers_;
  Assignment nothing_;
};

/// Refutes whatever it is asked.
class WrongSolver final : public SolverDecorator {
public:
  explicit WrongSolver(std::unique_ptr<Solver> inner) : SolverDecorator(std::move(inner)) {}
  /// A SolverMaker.
  static std::unique_ptr<Solver> make(std::string_view name, TermManager& terms, Env& env) {
    return std::make_unique<WrongSolver>(makeLoggedSolver(name, terms, env));
  }
  std::string name() const override { return "wrong(" + inner_->name() + ")"; }
  Answer check(std::span<const Term> assumptions) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    return Answer::unsat();
  }
  std::vector<Term> core() override { return assumptions_; }

private:
  std::vector<Term> assumptions_;
};

} // namespace assay
