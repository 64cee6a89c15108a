#include "run.h"

#include "solver/decorators/cache.h"
#include "solver/factory.h"
#include "term/traverse.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>

namespace assay {

void FuzzCounts::add(const FuzzCounts& other) {
  queries += other.queries;
  sat += other.sat;
  unsat += other.unsat;
  skipped += other.skipped;
  hangs += other.hangs;
  crashes += other.crashes;
  renewed += other.renewed;
  evaluated += other.evaluated;
  refuted += other.refuted;
  for (size_t i = 0; i < unknowns.size(); ++i) unknowns[i] += other.unknowns[i];
}

namespace {

struct Disagreement {
  std::string category, detail;
};

/// What evaluation knows of a query before any solver is asked.
class Expectation {
public:
  Expectation(std::span<const Term> query, const Assignment& planted) {
    Evaluator underPlanted(planted);
    if (std::ranges::all_of(query, [&](Term t) { return underPlanted.evaluateBool(t); })) {
      answer_ = Answer::sat();
      return;
    }
    Assignment pins;
    for (Term t : query) addPin(t, pins);
    for (Term v : freeVariables(query))
      if (pins.get(v).isNull()) return;
    Evaluator underPins(pins);
    bool holds = std::ranges::all_of(query, [&](Term t) { return underPins.evaluateBool(t); });
    answer_ = holds ? Answer::sat() : Answer::unsat();
  }

  const std::optional<Answer>& answer() const { return answer_; }

private:
  /// If the term says what a variable is (x = constant, p, not p), that is its value in every model.
  static void addPin(Term t, Assignment& pins) {
    static const Assignment kNone;
    if (t.isVariable()) {
      pins.setBool(t, true);
    } else if (t.kind() == Kind::Not && t[0].isVariable()) {
      pins.setBool(t[0], false);
    } else if (t.kind() == Kind::Equal) {
      for (uint32_t side : {0u, 1u}) {
        if (!t[side].isVariable()) continue;
        Evaluator ground(kNone, Evaluator::Unassigned::Null);
        if (const Value& value = ground.evaluate(t[1 - side]); !value.isNull()) pins.set(t[side], value);
      }
    }
  }

  std::optional<Answer> answer_;
};

/// Says whose turn it is while a solver works; what happens otherwise counts as the work of the one under test.
class Turn {
public:
  Turn(const FuzzOptions& options, size_t solver) : options_(options) { say(solver); }
  ~Turn() { say(0); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

private:
  void say(size_t solver) const {
    if (options_.onTurn) options_.onTurn(solver);
  }
  const FuzzOptions& options_;
};

class Run {
public:
  Run(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts)
      : case_(fuzzCase), options_(options), counts_(counts) {
    for (size_t i = 0; i < (case_.alone ? 1 : options.solvers.size()); ++i) {
      Turn turn(options_, i);
      solvers_.push_back(makeSolver(options.solvers[i], *case_.terms));
    }
    if (case_.cached) solvers_[0] = makeCache(std::move(solvers_[0]));
  }

  void play(const SessionCommand& command);

private:
  template <class Action>
  void forEachSolver(Action action) {
    for (size_t i = 0; i < solvers_.size(); ++i) {
      Turn turn(options_, i);
      action(*solvers_[i]);
    }
  }
  void check(std::span<const Term> assumptions);
  Answer ask(size_t solver, std::span<const Term> assumptions);
  Answer askAnew(size_t solver, std::span<const Term> assumptions);
  void compare(std::span<const Term> query, const std::vector<Answer>& answers);
  Value valueOf(size_t solver, Term term);
  std::vector<Term> coreOf(size_t solver);
  void checkModel(size_t solver, std::span<const Term> query);
  void checkCore(size_t solver, std::span<const Term> assumptions);

  const FuzzCase& case_;
  const FuzzOptions& options_;
  FuzzCounts& counts_;
  std::vector<std::unique_ptr<Solver>> solvers_;
  AssertionStack assertions_;
  std::vector<SessionCommand> played_; // assertions and scopes so far
};

void Run::play(const SessionCommand& command) {
  switch (command.kind) {
  case SessionCommand::Kind::Assert:
    assertions_.add(command.terms[0]);
    forEachSolver([&](Solver& solver) { solver.assertTerm(command.terms[0]); });
    break;
  case SessionCommand::Kind::Push:
    assertions_.push();
    forEachSolver([&](Solver& solver) { solver.push(); });
    break;
  case SessionCommand::Kind::Pop:
    if (assertions_.numScopes() == 0) return; // its push was shrunk away
    assertions_.pop();
    forEachSolver([&](Solver& solver) { solver.pop(); });
    break;
  case SessionCommand::Kind::Check:
    check(command.terms);
    return;
  }
  played_.push_back(command);
}

Answer Run::ask(size_t solver, std::span<const Term> assumptions) {
  SolverLimits limits{.deadline = Deadline(std::chrono::milliseconds(options_.queryMilliseconds))};
  solvers_[solver]->setLimits(limits);
  Turn turn(options_, solver);
  try {
    return solvers_[solver]->check(assumptions);
  } catch (const std::logic_error& error) {
    if (solver == 0) throw Disagreement{"exception of " + options_.solvers[solver], error.what()};
    return askAnew(solver, assumptions);
  }
}

/// Z3 4.8.12 gives wrong models of floats after some histories of checks. A new solver with the same assertions has no
/// history; if its model is wrong too (as for fp.roundToIntegral in small formats), evaluation has refuted it.
Answer Run::askAnew(size_t solver, std::span<const Term> assumptions) {
  ++counts_.renewed;
  auto fresh = makeSolver(options_.solvers[solver], *case_.terms);
  for (const SessionCommand& command : played_) {
    if (command.kind == SessionCommand::Kind::Assert) fresh->assertTerm(command.terms[0]);
    if (command.kind == SessionCommand::Kind::Push) fresh->push();
    if (command.kind == SessionCommand::Kind::Pop) fresh->pop();
  }
  solvers_[solver] = std::move(fresh);
  SolverLimits limits{.deadline = Deadline(std::chrono::milliseconds(options_.queryMilliseconds))};
  solvers_[solver]->setLimits(limits);
  try {
    return solvers_[solver]->check(assumptions);
  } catch (const std::logic_error&) {
    ++counts_.refuted;
    return Answer::unknown(UnknownReason::Incomplete);
  }
}

void Run::check(std::span<const Term> assumptions) {
  std::vector<Term> query = assertions_.with(assumptions);
  std::vector<Answer> answers;
  for (size_t i = 0; i < solvers_.size(); ++i) {
    answers.push_back(ask(i, assumptions));
    if (answers[i].isUnknown()) ++counts_.unknowns[i];
    if (answers[i].isSat()) checkModel(i, query);
  }
  compare(query, answers);
  for (size_t i = 0; i < solvers_.size(); ++i)
    if (answers[i].isUnsat()) checkCore(i, assumptions);
}

// Evaluation decides between solvers: a model that it has checked makes a query sat, whoever says unsat, and it knows
// the answer of some queries from the beginning. If the wrong one is not the solver under test, that is counted and
// told, and the query does not count; otherwise it is a failure.
void Run::compare(std::span<const Term> query, const std::vector<Answer>& answers) {
  std::optional<Answer> known = Expectation(query, case_.planted).answer();
  counts_.evaluated += known.has_value();
  std::string who = "evaluation";
  size_t voices = known.has_value();
  for (size_t i = 0; i < answers.size() && !known; ++i) {
    if (!answers[i].isSat()) continue;
    known = answers[i];
    who = "a model of " + options_.solvers[i];
  }
  bool refuted = false;
  for (size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].isUnknown()) continue;
    ++voices;
    if (!known) known = answers[i];
    if (answers[i] == *known) continue;
    if (i == 0)
      throw Disagreement{who + " against " + options_.solvers[i], who + " says " + known->toString() + ", " +
                                                                      options_.solvers[i] + " says " +
                                                                      answers[i].toString()};
    refuted = true;
    ++counts_.refuted;
  }
  if (refuted || voices < 2) {
    counts_.skipped += !refuted;
    return;
  }
  ++counts_.queries;
  ++(known->isSat() ? counts_.sat : counts_.unsat);
}

Value Run::valueOf(size_t solver, Term term) {
  Turn turn(options_, solver);
  return solvers_[solver]->value(term);
}

std::vector<Term> Run::coreOf(size_t solver) {
  Turn turn(options_, solver);
  return solvers_[solver]->core();
}

void Run::checkModel(size_t solver, std::span<const Term> query) {
  const std::string& name = options_.solvers[solver];
  Assignment model;
  for (Term variable : freeVariables(query)) model.set(variable, valueOf(solver, variable));
  Evaluator evaluator(model);
  for (Term term : query)
    if (!evaluator.evaluateBool(term)) throw Disagreement{"model of " + name, "violates " + term.toString()};
  for (Term term : query) {
    size_t left = 20; // a sample of what the model says of other terms
    forEachSubterm(term, [&](Term t) {
      if (left == 0 || t.id() % 3 != 0) return;
      --left;
      if (valueOf(solver, t) != evaluator.evaluate(t))
        throw Disagreement{"value of " + name, "wrong value of " + t.toString()};
    });
  }
}

void Run::checkCore(size_t solver, std::span<const Term> assumptions) {
  // Another solver's core() is gone once it was asked again, so cores that need a state are taken first.
  Answer again = ask(solver, assumptions);
  if (!again.isUnsat()) {
    if (again.isSat() && solver == 0) throw Disagreement{"answer of " + options_.solvers[solver], "unsat, then sat"};
    counts_.refuted += again.isSat();
    return;
  }
  std::vector<Term> core = coreOf(solver);
  for (Term term : core)
    if (std::ranges::find(assumptions, term) == assumptions.end())
      throw Disagreement{"core of " + options_.solvers[solver], "not an assumption: " + term.toString()};
  for (size_t i = 0; i < solvers_.size(); ++i) {
    Answer answer = ask(i, core);
    if (!answer.isSat()) continue;
    if (solver == 0) throw Disagreement{"core of " + options_.solvers[solver], options_.solvers[i] + " says sat"};
    ++counts_.refuted; // by a model, which every solver checks by evaluation
  }
}

} // namespace

FuzzFailure runCase(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts) {
  Run run(fuzzCase, options, counts);
  FuzzFailure failure;
  for (size_t i = 0; i < fuzzCase.session.commands.size() && !failure.happened(); ++i) {
    try {
      run.play(fuzzCase.session.commands[i]);
    } catch (const Disagreement& disagreement) {
      failure = {disagreement.category, disagreement.detail, i};
    } catch (const std::logic_error& error) {
      failure = {"exception", error.what(), i};
    }
  }
  if (options.onEnd) options.onEnd(failure, counts);
  return failure;
}

} // namespace assay
