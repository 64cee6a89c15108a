#include "solver/decorators/crosscheck.h"

#include "solver/decorators/decorator.h"
#include "term/smtlib.h"

#include <stdexcept>

namespace assay {

namespace {

class CrosscheckSolver final : public SolverDecorator {
public:
  CrosscheckSolver(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second)
      : SolverDecorator(std::move(first)), second_(std::move(second)) {
    assert(second_ && &inner_->terms() == &second_->terms());
  }

  std::string name() const override { return "crosscheck(" + inner_->name() + "," + second_->name() + ")"; }

  void assertTerm(Term term) override {
    assertions_.add(term);
    inner_->assertTerm(term);
    second_->assertTerm(term);
    answering_ = nullptr;
  }

  void push() override {
    assertions_.push();
    inner_->push();
    second_->push();
    answering_ = nullptr;
  }

  void pop() override {
    assertions_.pop();
    inner_->pop();
    second_->pop();
    answering_ = nullptr;
  }

  Answer check(std::span<const Term> assumptions) override {
    answering_ = nullptr;
    Answer first = inner_->check(assumptions), second = second_->check(assumptions);
    if ((first.isSat() && second.isUnsat()) || (first.isUnsat() && second.isSat())) {
      std::string message =
          inner_->name() + " says " + first.toString() + ", " + second_->name() + " says " + second.toString() + ":\n";
      throw std::logic_error(message + smtlibScript(assertions_.with(assumptions)));
    }
    bool takeSecond = first.isUnknown() && !second.isUnknown();
    answering_ = takeSecond ? second_.get() : inner_.get();
    return takeSecond ? second : first;
  }

  Value value(Term term) override {
    assert(answering_);
    return answering_->value(term);
  }

  std::vector<Term> core() override {
    assert(answering_);
    return answering_->core();
  }

  void setLimits(const SolverLimits& limits) override {
    inner_->setLimits(limits);
    second_->setLimits(limits);
  }

  void interrupt() override {
    inner_->interrupt();
    second_->interrupt();
  }

  SolverStatistics statistics() const override {
    SolverStatistics all;
    for (const Solver* solver : {inner_.get(), second_.get()})
      for (const auto& [key, count] : solver->statistics()) all.emplace_back(solver->name() + "." + key, count);
    return all;
  }

private:
  std::unique_ptr<Solver> second_;
  AssertionStack assertions_;
  Solver* answering_ = nullptr; // whose model or core it is; null unless a check was the last command
};

} // namespace

std::unique_ptr<Solver> makeCrosscheck(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second) {
  return std::make_unique<CrosscheckSolver>(std::move(first), std::move(second));
}

} // namespace assay
