#include "engine/sequentialise/sequentialise.h"

#include "analysis/possible_edges.h"
#include "encode/threads/system_builder.h"
#include "encode/threads/thread_checks.h"
#include "encode/threads/thread_product.h"
#include "engine/engines.h"
#include "engine/sequentialise/limits.h"
#include "invariants/threads/assertion_candidates.h"
#include "invariants/threads/thread_assertions.h"
#include "program/threads.h"
#include "proof/threads/assertion_check.h"
#include "solver/query_log.h"
#include "transform/unroll_loops.h"

#include <algorithm>
#include <array>
#include <optional>

namespace assay {

namespace {

/// Threads that a loop creates become threads of several places.
void unrollCreatingLoops(Program& program, const SequentialiseLimits& limits) {
  const auto creates = [&](FunctionId function) {
    return std::ranges::any_of(program.edges(), [&](const Edge& edge) {
      const Call* call = edge.source.valid() && program[edge.source].function == function && !edge.operations.empty()
                             ? edge.operations.back().as<Call>()
                             : nullptr;
      return call && program[call->callee].role == ThreadRole::Create;
    });
  };
  for (uint32_t i = 0; i < program.functions().size(); ++i)
    if (creates(FunctionId(i))) unrollLoops(program, {FunctionId(i), limits.unrolled, limits.unrolledEdges});
}

/// Who may stand where; null if that was not found out in time.
std::unique_ptr<ThreadAssertions> whoMeets(const ThreadSystem& system, TermManager& terms,
                                           const SequentialiseLimits& limits, const Deadline& deadline, Env& env) {
  AssertionCandidates candidates(terms, system, {limits.constants, limits.steps, limits.candidates});
  auto assertions = std::make_unique<ThreadAssertions>(
      terms, system, candidates.ofNodes(), [&terms, &env] { return makeLoggedSolver("native", terms, env); }, deadline);
  const bool isSettled = assertions->settle();
  env.statistics.counter("questions about threads") += assertions->numQuestions();
  return isSettled ? std::move(assertions) : nullptr;
}

struct InnerProof {
  Result result;
  std::string engine; // empty: there is none
  std::string open;   // why
};

/// Each engine in turn, until one of them has a proof.
InnerProof prove(const Program& product, const SequentialiseLimits& limits, Env& env) {
  static constexpr std::array<std::string_view, 3> kEngines{"kiki", "ic3ia", "symex"};
  std::array<bool, kEngines.size()> isDone{};
  InnerProof best;
  for (std::chrono::milliseconds turn = limits.turn; !env.deadline.expired(); turn *= 2) {
    if (std::ranges::all_of(isDone, [](bool done) { return done; })) break;
    for (size_t i = 0; i < kEngines.size() && !env.deadline.expired(); ++i) {
      if (isDone[i]) continue;
      const Deadline deadline(env.deadline, turn);
      Env inner{env.options, deadline, env.statistics, env.logger};
      env.logger.progress("sequentialise: " + std::string(kEngines[i]) + " looks at all threads as one");
      Result result = makeEngine(kEngines[i])->run(product, inner);
      if (result.verdict == Verdict::True) return {std::move(result), std::string(kEngines[i]), {}};
      best.open = std::string(kEngines[i]) + ": " + result.reason;
      env.logger.progress("sequentialise: " + best.open);
      // What it finds may be an execution of this program, or not.
      if (result.verdict == Verdict::False) return best;
      isDone[i] = !deadline.expired();
    }
  }
  return best;
}

/// The program, its moves and the automaton of all threads.
class AllAsOne {
public:
  AllAsOne(const Program& program, const SequentialiseLimits& limits, Env& env)
      : possible_(withPossibleEdges(program, Unwritten::NoPointer)),
        pointsTo_(possible_.program, FollowedEdges::All, Unwritten::NoPointer),
        system_(threadSystemOf(possible_.program, pointsTo_,
                               {limits.nodes, limits.threads, limits.paths, limits.addresses, limits.depth},
                               env.deadline)) {}

  const ThreadSystem& system() const { return system_; }
  const ThreadProduct& product() const { return *product_; }
  bool isFixedNumber() const {
    return std::ranges::all_of(system_.threads, [](const ThreadTemplate& thread) { return thread.isUnique; });
  }
  void makeProduct(StandsIn standsIn, const SequentialiseLimits& limits, Env& env) {
    if (!product_) {
      forAssertions_.emplace(env.deadline, limits.assertions);
      assertions_ = whoMeets(system_, possible_.program.terms(), limits, *forAssertions_, env);
      if (assertions_) assertions_->minimise();
    }
    KnownOfThreads known;
    if (assertions_) known = {assertions_->meets(), assertions_->alive()};
    product_.emplace(threadProductOf(possible_.program, system_, known, standsIn, limits.edges, env.deadline));
  }
  /// Empty, or what the second solver did not confirm of what the product rests on.
  std::string whyNotConfirmed(const SequentialiseLimits& limits, Env& env) {
    std::vector<Obligation> obligations;
    if (product_->usesKnown) obligations = assertions_->obligations(std::vector<bool>(system_.moves.size(), true));
    return assay::whyNotConfirmed(possible_, pointsTo_, std::move(obligations), limits.confirm, env);
  }
  std::string text() const {
    std::string text = "all threads as one automaton of " + std::to_string(product_->numPlaces) + " places";
    if (product_->numCounted > 0)
      text += " and numbers of threads at " + std::to_string(product_->numCounted) + " more";
    if (product_->numAlone > 0) text += ", at " + std::to_string(product_->numAlone) + " of which one goes on alone";
    return text;
  }

private:
  const PossibleEdges possible_;
  const PointsTo pointsTo_;
  const ThreadSystem system_;
  std::optional<Deadline> forAssertions_;
  std::unique_ptr<ThreadAssertions> assertions_;
  std::optional<ThreadProduct> product_;
};

} // namespace

Result Sequentialise::verify(const Program& given, Env& env) {
  if (!hasThreads(given)) return openResult(given, Question::Errors, "the program has no threads");
  const Statistics::Timer timer(env.statistics, "sequentialise");
  if (!checksValues(given)) return openResult(given, Question::Errors, "there is no check of values");
  const auto limits = limitsOf<SequentialiseLimits>(env.options);
  Program unrolled = given.clone();
  unrollCreatingLoops(unrolled, limits);
  auto threads = std::make_unique<AllAsOne>(unrolled, limits, env);
  // Where places of single threads are too many, or their number is not known, threads are counted.
  const bool isSingle = threads->system().failure.empty() && threads->isFixedNumber();
  if (isSingle) threads->makeProduct(StandsIn::Places, limits, env);
  if (!isSingle || !threads->product().failure.empty()) {
    threads = std::make_unique<AllAsOne>(given, limits, env);
    if (const ThreadSystem& system = threads->system(); !system.failure.empty())
      return openResult(given, Question::Errors,
                        "threads were not followed: " + textWithPlace(given, system.failure, system.failedAt));
    threads->makeProduct(StandsIn::Places, limits, env);
    if (!threads->product().failure.empty()) threads->makeProduct(StandsIn::Variables, limits, env);
  }
  if (!threads->product().failure.empty()) return openResult(given, Question::Errors, threads->product().failure);
  env.statistics.counter("places of all threads") = threads->product().numPlaces;
  env.statistics.counter("places where a thread goes on alone") = threads->product().numAlone;

  const InnerProof proof = prove(threads->product().program, limits, env);
  if (proof.engine.empty()) return openResult(given, Question::Errors, proof.open);
  if (env.options.certify != SecondSolver::None)
    if (const std::string failure = threads->whyNotConfirmed(limits, env); !failure.empty())
      return openResult(given, Question::Errors, failure);
  const std::string how = threads->text() + "; " + proof.engine + ": " + proof.result.reason;
  Result result = openResult(given, Question::Errors, how);
  result.verdict = Verdict::True;
  result.proofCheck = proof.result.proofCheck;
  for (CheckResult& check : result.checks) {
    check.status = CheckStatus::Proved;
    check.how = how;
  }
  for (ObstacleResult& obstacle : result.obstacles)
    obstacle = {obstacle.row, CheckStatus::Proved, "no thread gets there"};
  return result;
}

} // namespace assay
