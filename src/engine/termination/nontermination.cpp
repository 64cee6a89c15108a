#include "engine/termination/nontermination.h"

#include "engine/termination/lasso_unwinding.h"
#include "engine/termination/recurrent_sets.h"

#include <algorithm>

namespace assay {

namespace {

/// Where the user sees the loop: at its head, or at the first place around it.
SourcePosition positionOf(const Program& program, const Lasso& lasso) {
  const Location& head = program[lasso.head];
  if (lasso.isRecursion && program[head.function].position.known()) return program[head.function].position;
  if (head.position.known()) return head.position;
  for (EdgeId edge : head.out)
    if (program[edge].position.known()) return program[edge].position;
  for (EdgeId edge : head.in)
    if (program[edge].position.known()) return program[edge].position;
  return program[head.function].position;
}

LoopResult endless(const Program& program, Lasso lasso) {
  LoopResult loop;
  loop.position = positionOf(program, lasso);
  loop.isRecursion = lasso.isRecursion;
  loop.status = CheckStatus::Violated;
  loop.how = lasso.isRecursion ? "the function calls itself in the same state for ever"
                               : "the same state comes again and again";
  loop.lasso = std::move(lasso);
  return loop;
}

LoopResult endless(SourcePosition position, RecurrentSet set) {
  LoopResult loop;
  loop.position = position;
  loop.status = CheckStatus::Violated;
  loop.how = set.conditions.empty() ? std::string("nothing leads out of it") : "every iteration keeps " + set.text;
  loop.recurrentSet = std::move(set);
  return loop;
}

class Search {
public:
  Search(const Program& program, Env& env)
      : program_(program), env_(env), limits_(limitsOf<TerminationLimits>(env.options)), lassos_(program, env),
        runs_(lassos_, limits_, env) {}

  std::optional<LoopResult> run() {
    uint64_t edges = std::min(limits_.runEdges, limits_.longestRunEdges);
    for (uint32_t layers = limits_.lassoLayers; !env_.deadline.expired(); layers *= 2) {
      env_.logger.progress("runs of " + std::to_string(edges) + " edges");
      if (auto lasso = runs_.round(edges)) return endless(program_, std::move(*lasso));
      if (runs_.isHopeless()) return std::nullopt;
      if (auto lasso = unwind(layers)) return endless(program_, std::move(*lasso));
      if (layers == limits_.lassoLayers)
        if (auto loop = guess()) return loop;
      if (edges == limits_.longestRunEdges && unwinding_->isDone()) break;
      edges = std::min(limits_.longestRunEdges, edges * 10);
    }
    return std::nullopt;
  }

private:
  /// Some layers more, as long as that is not much work.
  std::optional<Lasso> unwind(uint32_t layers) {
    if (!unwinding_) unwinding_.emplace(lassos_, runs_, limits_, env_);
    const Work::Duration before = unwinding_->work();
    while (!unwinding_->isDone() && unwinding_->numLayers() < layers &&
           unwinding_->work() - before < limits_.lassoTurn && !env_.deadline.expired())
      if (auto lasso = unwinding_->layer()) return lasso;
    return std::nullopt;
  }

  std::optional<LoopResult> guess() {
    RecurrentSets sets(lassos_.slice(), env_);
    const std::vector<int64_t> values = interestingValues(lassos_.slice(), limits_.runValues);
    for (size_t i = 0; i < std::min<size_t>(limits_.recurrentChoices, values.size()) && !env_.deadline.expired(); ++i)
      if (std::optional<RecurrentSet> set = sets.search(values[i])) {
        if (set->iteration) set->iteration = lassos_.inProgram(std::move(*set->iteration));
        return endless(sets.position(*set), std::move(*set));
      }
    return std::nullopt;
  }

  const Program& program_;
  Env& env_;
  const TerminationLimits limits_;
  Lassos lassos_;
  ConcreteRuns runs_;
  std::optional<LassoUnwinding> unwinding_;
};

} // namespace

std::optional<LoopResult> searchEndless(const Program& program, Env& env) { return Search(program, env).run(); }

Result NonTermination::verify(const Program& program, Env& env) {
  Result result;
  result.question = Question::Termination;
  std::optional<LoopResult> loop = searchEndless(program, env);
  if (!loop) {
    result.reason = env.deadline.expired() ? "out of time: no execution that never ends was found"
                                           : "no execution that never ends was found";
    return result;
  }
  result.verdict = Verdict::False;
  result.reason = "an execution never ends";
  result.loops.push_back(std::move(*loop));
  return result;
}

} // namespace assay
