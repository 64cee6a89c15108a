#include "engine/backward/bself.h"

#include "encode/c_text.h"
#include "encode/flatten.h"
#include "engine/backward/backward_search.h"
#include "engine/backward/limits.h"
#include "engine/backward/loop_folding.h"
#include "engine/common/cut_verdict.h"
#include "engine/common/head_invariants.h"
#include "invariants/outside/outside.h"
#include "solver/query_log.h"
#include "term/term_manager.h"

#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

namespace {

class BselfRun {
public:
  BselfRun(const Program& original, const Flow& flow, Exchange& exchange, Env& env)
      : flow_(flow), exchange_(exchange), env_(env), limits_(limitsOf<BackwardLimits>(env.options)),
        terms_(flow.terms()), verdict_(original, flow, env), solver_(makeLoggedSolver("native", terms_, env)),
        invariants_(original, flow, *solver_, env), work_(terms_) {}

  Result run() {
    system_ = CutRelation::of(flow_, {}, env_.deadline);
    if (!system_) return verdict_.open("out of time before the first state");
    prepare();
    const BackwardSearch::Outcome outcome =
        search_->run([&](const BackwardState& state) { return excludes(state); }, env_.deadline);
    const std::string blocks = std::to_string(search_->depth()) + (search_->depth() == 1 ? " block" : " blocks");
    switch (outcome) {
    case BackwardSearch::Outcome::Reached:
      return verdict_.reached(search_->ending(), search_->inputs(), "backward execution reached the start");
    case BackwardSearch::Outcome::GaveUp:
      return verdict_.open((env_.deadline.expired() ? "out of time" : "the solver gave up") + (" after " + blocks));
    case BackwardSearch::Outcome::Exhausted:
      break;
    }
    return prove(blocks);
  }

private:
  void prepare() {
    search_.emplace(*system_, env_);
    folding_.emplace(*system_, env_);
    known_.assign(flow_.heads().size(), terms_.mkTrue());
    if (flow_.heads().empty()) return;
    const Allowance allowance = allow(limits_.guesses);
    if (invariants_.prepare(allowance)) {
      static constexpr std::string_view kEquations[] = {"equalities"};
      invariants_.guess(allowance);
      invariants_.find(kEquations, allow(limits_.equations));
    }
    takeInvariants();
    folding_->sample(allow(limits_.sampling));
    folding_->listen([this] { listen(); });
  }

  /// Executions are followed at once, so that candidates which they refute cost no proof; invariants wait for the next
  /// state.
  void listen() {
    for (Fact& fact : exchange_.take()) {
      if (const auto* execution = std::get_if<TakenInputs>(&fact.what)) {
        ++env_.statistics.counter("executions from others");
        folding_->execute(execution->inputs, env_.deadline);
      } else if (auto* invariant = std::get_if<Assertion>(&fact.what)) {
        heard_.push_back(std::move(*invariant));
      }
    }
  }

  /// Invariants that other engines have told are tried as they are, and as parts of frames.
  void useInvariants() {
    listen();
    if (heard_.empty()) return;
    env_.statistics.counter("invariants from others") += heard_.size();
    std::vector<Assertion> candidates = candidatesFrom(std::exchange(heard_, {}), flow_, [](const std::string&) {});
    for (Assertion& candidate : candidates) {
      folding_->propose(candidate.head, candidate.condition);
      candidate.why = Assertion::Why::Blocks;
      candidate.where = Assertion::Where::Head;
    }
    if (invariants_.propose(std::move(candidates), allow(limits_.invariantsOfOthers))) takeInvariants();
  }

  void tell(uint32_t head, Term invariant) {
    if (!exchange_.hasListeners()) return;
    if (const auto text = conditionText(flow_.program(), invariant))
      exchange_.publish({Assertion::inC(headPosition(flow_, head), *text), {}});
  }

  void takeInvariants() {
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
      known_[head] = invariants_.at(head);
      search_->assume(head, known_[head]);
      folding_->assume(head, known_[head]);
    }
  }

  /// Asks other domains for invariants, where folding alone did not help. Returns whether there is something new.
  bool findInvariants() {
    static constexpr std::string_view kSources[] = {"equalities", "intervals", "zones"};
    if (!invariants_.find(kSources, allow(limits_.moreInvariants))) return false;
    takeInvariants();
    return true;
  }
  /// An allowance of so much work, counted so that it is the same in every run.
  Allowance allow(Work::Duration most) { return {env_.deadline, env_.deadline.end(), WorkLimit(work_, most)}; }

  bool excludes(const BackwardState& state) {
    useInvariants();
    const std::vector<std::vector<Term>> before = folding_->found();
    // The first attempts get more than those behind them, which are about the same loops.
    const bool isFirst = !hasSearched_;
    const Allowance allowance =
        allow(isFirst ? limits_.firstFolding
                      : std::max<Work::Duration>(limits_.laterFolding, work_.done() / limits_.laterFoldingPart));
    bool isExcluded = folding_->excludes(state.cut, state.condition, allowance);
    if (!isExcluded && isFirst) {
      hasSearched_ = true;
      const bool isMoreKnown = findInvariants();
      if (isMoreKnown || folding_->hasGivenUp()) {
        folding_->tryHarder();
        isExcluded = folding_->excludes(state.cut, state.condition, allow(limits_.harderFolding));
      }
    }
    for (uint32_t head = 0; head < before.size(); ++head)
      for (size_t i = before[head].size(); i < folding_->found()[head].size(); ++i) {
        search_->assume(head, folding_->found()[head][i]);
        tell(head, folding_->found()[head][i]);
      }
    return isExcluded;
  }

  /// The proof is by induction on the length of executions: invariants hold, and no state of the search is reached.
  Result prove(const std::string& blocks) {
    std::vector<std::vector<Term>> clauses = folding_->found();
    size_t number = 0;
    std::vector<Term> conditions;
    for (uint32_t head = 0; head < clauses.size(); ++head) {
      number += clauses[head].size();
      clauses[head].push_back(known_[head]);
      conditions.push_back(terms_.mkAnd(clauses[head]));
    }
    std::vector<Obligation> obligations;
    const auto add = [&](uint32_t cut, Term violated, const std::string& what) {
      const Term violation = cut == system_->start() ? violated : terms_.mkAnd(conditions[cut], violated);
      if (!violation.isFalse()) obligations.push_back({violation, what});
    };
    for (uint32_t cut = 0; cut < system_->numCuts(); ++cut)
      for (const BlockPath& exit : system_->block(cut).exits) {
        const Term outside = terms_.mkNot(conditions[flow_.headNumber(exit.target)]);
        add(cut, preImage(flow_, exit, outside),
            cut == system_->start() ? "initiation of folded loops" : "consecution of folded loops");
      }
    for (const BackwardSearch::Leaf& leaf : search_->leaves())
      add(leaf.cut, leaf.condition, "that folded loops exclude errors");
    const std::string how = std::to_string(number) + (number == 1 ? " folded loop, " : " folded loops, ") + blocks;
    return verdict_.proved(*system_,
                           {std::move(obligations), std::move(clauses), how, "folded loops exclude every error"});
  }

  const Flow& flow_;
  Exchange& exchange_;
  Env& env_;
  const BackwardLimits limits_;
  TermManager& terms_;
  CutVerdict verdict_;
  std::unique_ptr<Solver> solver_; // of invariants to begin with
  HeadInvariants invariants_;
  std::optional<CutRelation> system_;
  std::optional<BackwardSearch> search_;
  std::optional<LoopFolding> folding_;
  Work work_;
  bool hasSearched_ = false;
  std::vector<Term> known_;      // by head: invariants to begin with
  std::vector<Assertion> heard_; // of others, not used yet
};

} // namespace

Result Bself::verify(const Program& program, Env& env) {
  const std::unique_ptr<Flow> flow = flattenForBlocks(program);
  return BselfRun(program, *flow, exchange(), env).run();
}

} // namespace assay
