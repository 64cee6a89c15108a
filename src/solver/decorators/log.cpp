#include "solver/decorators/log.h"

#include "solver/smtlib_session.h"

#include <chrono>

namespace assay {

namespace {

class LogSolver final : public SolverDecorator {
public:
  LogSolver(std::unique_ptr<Solver> inner, std::ostream& out, std::unique_ptr<std::ostream> owned = nullptr)
      : SolverDecorator(std::move(inner)), owned_(std::move(owned)), out_(out), session_(out) {
    session_.comment("solver: " + inner_->name());
  }

  std::string name() const override { return "log(" + inner_->name() + ")"; }

  void assertTerm(Term term) override {
    session_.assertTerm(term);
    inner_->assertTerm(term);
  }

  void push() override {
    session_.push();
    inner_->push();
  }

  void pop() override {
    session_.pop();
    inner_->pop();
  }

  Answer check(std::span<const Term> assumptions) override {
    session_.check(assumptions);
    out_.flush();
    auto start = std::chrono::steady_clock::now();
    Answer answer = inner_->check(assumptions);
    auto time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    session_.comment(answer.toString() + " in " + std::to_string(time.count()) + " us");
    return answer;
  }

private:
  std::unique_ptr<std::ostream> owned_;
  std::ostream& out_;
  SmtlibSession session_;
};

} // namespace

std::unique_ptr<Solver> makeLog(std::unique_ptr<Solver> inner, std::ostream& out) {
  return std::make_unique<LogSolver>(std::move(inner), out);
}

std::unique_ptr<Solver> makeLog(std::unique_ptr<Solver> inner, std::unique_ptr<std::ostream> out) {
  std::ostream& stream = *out;
  return std::make_unique<LogSolver>(std::move(inner), stream, std::move(out));
}

} // namespace assay
