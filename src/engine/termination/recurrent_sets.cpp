#include "engine/termination/recurrent_sets.h"

#include "analysis/affine_relations.h"
#include "encode/c_text.h"
#include "engine/termination/flatten.h"
#include "engine/termination/lassos.h"
#include "program/condition_text.h"
#include "program/sampling/sampler.h"
#include "solver/query_log.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "util/error.h"
#include "util/shared_limits.h"

#include <algorithm>
#include <map>

namespace assay {

namespace {

Assignment valuesOf(const Program& program, const Interpreter& interpreter, std::span<const VariableId> variables) {
  Assignment values;
  for (VariableId variable : variables) {
    const Term term = program[variable].term;
    if (term.sort().isArray()) continue;
    const BitVector value = interpreter.value(variable);
    values.set(term, term.sort().isBool() ? Value::boolean(!value.isZero()) : Value::bitVector(value));
  }
  return values;
}

SourcePosition positionOf(const Program& program, LocationId head) {
  if (program[head].position.known()) return program[head].position;
  for (EdgeId edge : program[head].out)
    if (program[edge].position.known()) return program[edge].position;
  return {};
}

} // namespace

struct RecurrentSets::Stay {
  LocationId head;
  std::vector<VariableId> variables; // that are live there
  std::vector<BitVector> stem;
  uint64_t visits = 0; // of the head, at the first state
  std::vector<Assignment> states;
};

RecurrentSets::RecurrentSets(const Program& slice, Env& env)
    : env_(env), limits_(limitsOf<TerminationLimits>(env.options)), slice_(slice),
      flow_(flattenForTermination(withoutWhatIsOpen(slice), limits_)), terms_(flow_.terms()), work_(terms_),
      solver_(makeLoggedSolver("native", terms_, env)) {}

SourcePosition RecurrentSets::position(const RecurrentSet& set) const { return positionOf(flow_.program(), set.head); }

// The states since the last change of the head are kept.
std::optional<RecurrentSets::Stay> RecurrentSets::run(int64_t choice) const {
  Sampler sampler(flow_.program(), {.inputs = [&](uint64_t) { return constantInputs(choice); },
                                    .maxEdges = limits_.recurrentEdges,
                                    .isRecorded = true});
  Stay stay;
  size_t numInputs = 0; // before the first state
  sampler.watchAll([&](const SampledState& state) {
    if (stay.states.size() == limits_.recurrentStates) sampler.stop();
    if (flow_.headNumber(state.location) == Flow::kNone) return;
    if (state.location != stay.head) {
      stay.head = state.location;
      stay.variables = flow_.liveAt(state.location);
      stay.states.clear();
      stay.visits = state.visit;
      numInputs = sampler.entries().size();
    }
    stay.states.push_back(valuesOf(flow_.program(), state.now, stay.variables));
  });
  sampler.next();
  if (sampler.outcome().kind != Outcome::Interrupted || stay.states.size() < limits_.fewestRecurrentStates)
    return std::nullopt;
  stay.stem = sampler.inputs();
  stay.stem.resize(numInputs);
  return stay;
}

// Until a head has been visited as many times in a row: the way there, and the first of the iterations.
std::optional<Lasso> RecurrentSets::iterationInSlice(const Stay& stay, int64_t choice) const {
  Sampler sampler(slice_, {.inputs = [&](uint64_t) { return constantInputs(choice); },
                           .maxEdges = limits_.recurrentSliceEdges,
                           .isRecorded = true});
  const std::vector<bool> isHead = cycleHeads(slice_);
  Lasso lasso;
  size_t numBefore = 0, numAfter = 0; // inputs before the first visit in the row, and before the second
  bool isFound = false;
  sampler.watch([&](LocationId location, EdgeId) { return isHead[location.index()]; },
                [&](const SampledState& state) {
                  if (state.location != lasso.head) {
                    lasso.head = state.location;
                    lasso.begins = state.visit;
                    numBefore = sampler.entries().size();
                  } else if (state.visit == lasso.begins + 1) {
                    numAfter = sampler.entries().size();
                  }
                  if (state.visit - lasso.begins + 1 != stay.states.size()) return;
                  isFound = true;
                  sampler.stop();
                });
  sampler.next();
  if (!isFound) return std::nullopt;
  const std::vector<BitVector> taken = sampler.inputs();
  const auto input = [&](size_t i) { return taken.begin() + static_cast<ptrdiff_t>(i); };
  lasso.stem.assign(taken.begin(), input(numBefore));
  lasso.cycle.assign(input(numBefore), input(numAfter));
  lasso.ends = lasso.begins + 1;
  const bool isSame =
      lasso.stem == stay.stem && positionOf(slice_, lasso.head).line == positionOf(flow_.program(), stay.head).line;
  return isSame ? std::optional(lasso) : std::nullopt;
}

std::optional<RecurrentSets::Iteration> RecurrentSets::iterationAt(LocationId head, int64_t choice) {
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.recurrentIteration));
  std::optional<Block> block = blockFrom(flow_, head, BlockStart::AnyState, allowance);
  if (!block) return std::nullopt;
  for (BlockPath& exit : block->exits) {
    if (exit.target != head) continue;
    Iteration iteration;
    for (Term input : block->inputs) {
      if (input.sort().isArray()) return std::nullopt;
      const Term value = input.sort().isBool() ? terms_.mkBool((choice & 1) != 0)
                                               : terms_.mkBv(BitVector::fromSigned(input.sort().width(), choice));
      iteration.inputs.emplace_back(input, value);
    }
    iteration.path = std::move(exit);
    iteration.guard = terms_.mkTrue();
    Substitution chosen(terms_);
    for (const auto& [input, value] : iteration.inputs) chosen.add(input, value);
    iteration.guard = chosen(iteration.path.guard);
    return iteration;
  }
  return std::nullopt;
}

Term RecurrentSets::after(const Iteration& iteration, Term condition) {
  Substitution chosen(terms_);
  for (const auto& [input, value] : iteration.inputs) chosen.add(input, value);
  return chosen(iteration.path.at(flow_.program(), condition));
}

void RecurrentSets::addEquations(const Stay& stay, std::vector<Term>& result) {
  std::map<uint32_t, std::vector<Term>> byWidth;
  for (VariableId variable : stay.variables) {
    const Term term = flow_.program()[variable].term;
    if (term.sort().isBitVec() && term.sort().width() <= 64) byWidth[term.sort().width()].push_back(term);
  }
  for (const auto& [width, variables] : byWidth) {
    AffineRelations relations(width, variables.size());
    for (const Assignment& state : stay.states) {
      std::vector<uint64_t> point;
      for (Term variable : variables) point.push_back(state.get(variable).bits().toUint64());
      relations.add(point);
    }
    for (const AffineRelations::Equation& equation : relations.equations()) {
      Term sum = terms_.mkBv(width, equation[0]);
      for (size_t i = 0; i < variables.size(); ++i) {
        if (equation[i + 1] == 0) continue;
        const Term factor = terms_.mkBv(width, equation[i + 1]);
        const Term product = terms_.mkBvMul(factor, variables[i]);
        sum = terms_.mkBvAdd(sum, product);
      }
      result.push_back(terms_.mkEqual(sum, terms_.mkBv(width, 0)));
    }
  }
}

std::vector<Term> RecurrentSets::candidates(const Stay& stay, const Iteration& iteration) {
  std::vector<Term> all;
  addEquations(stay, all);
  for (Term atom : atomsOf(iteration.guard)) {
    all.push_back(atom);
    all.push_back(terms_.mkNot(atom));
  }
  for (VariableId variable : stay.variables) {
    const Term term = flow_.program()[variable].term;
    if (term.sort().isBool()) {
      all.push_back(term);
      all.push_back(terms_.mkNot(term));
    }
    if (!term.sort().isBitVec()) continue;
    const Term first = terms_.mkBv(stay.states.front().get(term).bits());
    all.push_back(terms_.mkBvUle(first, term));
    all.push_back(terms_.mkBvUle(term, first));
    all.push_back(terms_.mkBvSle(first, term));
    all.push_back(terms_.mkBvSle(term, first));
  }
  std::vector<Term> result;
  for (Term candidate : all) {
    if (candidate.isValue() || result.size() == limits_.recurrentCandidates ||
        std::ranges::count(result, candidate) > 0)
      continue;
    const bool holds = std::ranges::all_of(
        stay.states, [&](const Assignment& state) { return Evaluator(state).evaluateBool(candidate); });
    if (holds) result.push_back(candidate);
  }
  return result;
}

/// Drops conditions that an iteration may violate. False: the solver gave up.
bool RecurrentSets::keepInductive(std::vector<Term>& conditions, const Iteration& iteration) {
  for (;;) {
    std::vector<Term> kept;
    for (Term condition : conditions) kept.push_back(after(iteration, condition));
    std::vector<Term> query = conditions;
    query.push_back(iteration.guard);
    query.push_back(terms_.mkNot(terms_.mkAnd(kept)));
    Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.recurrentQuery)).limit(*solver_);
    const Answer answer = solver_->check(query);
    if (answer.isUnsat()) return true;
    if (!answer.isSat()) return false;
    std::vector<Term> rest;
    for (size_t i = 0; i < conditions.size(); ++i)
      if (solver_->value(kept[i]).asBool()) rest.push_back(conditions[i]);
    if (rest.size() == conditions.size()) return false;
    conditions = std::move(rest);
  }
}

/// From every state an iteration leads back to the head, and the conditions hold there.
bool RecurrentSets::isClosed(const std::vector<Term>& conditions, const Iteration& iteration, Solver& solver) {
  std::vector<Term> again{iteration.guard};
  for (Term condition : conditions) again.push_back(after(iteration, condition));
  std::vector<Term> query = conditions;
  query.push_back(terms_.mkNot(terms_.mkAnd(again)));
  Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.recurrentClosure)).limit(solver);
  return solver.check(query).isUnsat();
}

std::optional<RecurrentSet> RecurrentSets::search(int64_t choice) {
  const std::optional<Stay> stay = run(choice);
  if (!stay) return std::nullopt;
  const std::optional<Iteration> iteration = iterationAt(stay->head, choice);
  if (!iteration) return std::nullopt;
  ++env_.statistics.counter("guesses of recurrent sets");
  std::vector<Term> conditions = candidates(*stay, *iteration);
  if (!keepInductive(conditions, *iteration) || !isClosed(conditions, *iteration, *solver_)) return std::nullopt;
  // The fewer conditions, the better they are understood.
  for (size_t i = conditions.size(); i-- > 0;) {
    std::vector<Term> fewer = conditions;
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    if (isClosed(fewer, *iteration, *solver_)) conditions = std::move(fewer);
  }
  std::optional<std::vector<std::string>> texts = print(conditions);
  if (!texts) return std::nullopt;
  RecurrentSet set{stay->head,
                   stay->stem,
                   stay->visits,
                   choice,
                   std::move(*texts),
                   inC(conditions),
                   iterationInSlice(*stay, choice)};
  std::string why;
  if (confirm(set, why)) return set;
  env_.logger.progress("DEFECT: a recurrent set was not confirmed: " + why);
  return std::nullopt;
}

bool RecurrentSets::isReached(const RecurrentSet& set, const std::vector<Term>& conditions) const {
  struct Judge : Observer {
    Judge(const Program& program, const RecurrentSet& set, const std::vector<Term>& conditions, const Interpreter& now,
          std::vector<VariableId> variables, std::atomic<bool>& stop)
        : program(program), set(set), conditions(conditions), now(now), variables(std::move(variables)), stop(stop) {}
    void onEdge(EdgeId edge) override {
      if (program[edge].source != set.head || ++visits != set.visits) return;
      const Assignment values = valuesOf(program, now, variables);
      holds = numInputs == set.stem.size();
      for (Term condition : conditions) holds = holds && Evaluator(values).evaluateBool(condition);
      stop = true;
    }
    void onInput(const Input&, const BitVector&, SourcePosition) override { ++numInputs; }
    const Program& program;
    const RecurrentSet& set;
    const std::vector<Term>& conditions;
    const Interpreter& now;
    const std::vector<VariableId> variables;
    std::atomic<bool>& stop;
    uint64_t visits = 0, numInputs = 0;
    bool holds = false;
  };
  std::atomic<bool> stop = false;
  InterpreterOptions options;
  options.interrupt = &stop;
  options.maxSteps = limitsOf<SharedLimits>(env_.options).replaySteps;
  Interpreter interpreter(flow_.program(), options);
  const Inputs source = givenInputs(set.stem);
  // At the edge that leaves the head, no input of the iteration has been taken.
  Judge judge(flow_.program(), set, conditions, interpreter, flow_.liveAt(set.head), stop);
  interpreter.run(*source, &judge);
  return judge.holds;
}

bool RecurrentSets::confirm(const RecurrentSet& set, std::string& why) {
  why.clear();
  std::vector<Term> conditions;
  try {
    conditions = parse(set.conditions);
  } catch (const InputError& error) {
    why = error.what();
  }
  const bool isHead = set.head.valid() && set.head.index() < flow_.program().locations().size() &&
                      flow_.headNumber(set.head) != Flow::kNone;
  if (why.empty() && !isHead) why = "it is none of this program";
  if (why.empty() && !isReached(set, conditions)) why = "it is not reached";
  if (!why.empty()) return false;
  const std::optional<Iteration> iteration = iterationAt(set.head, set.choice);
  if (!iteration) {
    why = "an iteration cannot be described";
    return false;
  }
  const SecondSolver second = env_.options.certify;
  const std::unique_ptr<Solver> solver =
      makeLoggedSolver(second == SecondSolver::None ? "native" : choiceName(second), terms_, env_);
  if (isClosed(conditions, *iteration, *solver)) return true;
  why = "an iteration may leave it";
  return false;
}

std::optional<std::vector<std::string>> RecurrentSets::print(const std::vector<Term>& conditions) const {
  std::vector<std::string> texts;
  for (Term condition : conditions) {
    std::optional<std::string> text = printCondition(flow_.program(), condition);
    if (!text) return std::nullopt;
    texts.push_back(std::move(*text));
  }
  return texts;
}

std::vector<Term> RecurrentSets::parse(const std::vector<std::string>& texts) const {
  std::vector<Term> conditions;
  for (const std::string& text : texts) conditions.push_back(parseConditionText(flow_.program(), text));
  return conditions;
}

/// As the automaton says it where C has no short way.
std::string RecurrentSets::inC(const std::vector<Term>& conditions) const {
  std::string all;
  for (Term condition : conditions) {
    std::optional<std::string> text = literalText(flow_.program(), condition);
    if (!text) {
      const std::optional<std::vector<std::string>> printed = print({condition});
      text = printed && !printed->front().starts_with("let ") ? printed->front() : "?";
    }
    all += (all.empty() ? "" : " && ") + (conditions.size() > 1 ? "(" + *text + ")" : *text);
  }
  return all.empty() ? "1" : all;
}

bool isRecurrent(const Program& program, const RecurrentSet& set, Env& env, std::string& why) {
  return RecurrentSets(Lassos(program, env).slice(), env).confirm(set, why);
}

} // namespace assay
