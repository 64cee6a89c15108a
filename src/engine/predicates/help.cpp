#include "engine/predicates/help.h"

#include "encode/c_text.h"
#include "engine/common/cut_verdict.h"
#include "engine/predicates/oracle.h"
#include "invariants/outside/outside.h"
#include "invariants/source.h"
#include "proof/lemmas.h"
#include "solver/query_log.h"

#include <iterator>
#include <set>
#include <utility>

namespace assay {

namespace {

/// Who is asked, and for how long. No sources: the oracle.
struct Helper {
  std::span<const std::string_view> sources;
  std::chrono::milliseconds PredicateLimits::* time;
};

constexpr std::string_view kQuick[] = {"intervals", "congruences", "equalities", "zones"};
constexpr std::string_view kRatios[] = {"ratios"};
constexpr std::string_view kMultiples[] = {"multiples"};
constexpr std::string_view kOthers[] = {"polynomials", "disequalities", "octagons"};
constexpr std::string_view kPolyhedra[] = {"polyhedra"};

/// One after the other.
constexpr Helper kHelpers[] = {
    {{}, &PredicateLimits::oracle},
    {kQuick, &PredicateLimits::quickSources},
    {kRatios, &PredicateLimits::ratios},
    {kMultiples, &PredicateLimits::multiples},
    {kOthers, &PredicateLimits::otherSources},
    {{}, &PredicateLimits::oracleAgain},
    {kPolyhedra, &PredicateLimits::polyhedra},
};

} // namespace

Help::Help(const Program& original, const Flow& flow, Precision& precision, Exchange& exchange, Env& env)
    : flow_(flow), precision_(precision), exchange_(exchange), env_(env),
      limits_(limitsOf<PredicateLimits>(env.options)), work_(flow.terms()),
      solver_(makeLoggedSolver("native", flow.terms(), env)), invariants_(original, flow, *solver_, env) {}

void Help::begin(std::vector<Assertion> candidates) {
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.guesses));
  const bool isReady = invariants_.prepare(allowance);
  const bool isTold = isReady && !candidates.empty() && propose(std::move(candidates));
  if (isReady && !isTold) invariants_.guess(allowance);
  take();
}

void Help::take() {
  known_.clear();
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) known_.push_back(invariants_.at(head));
  if (exchange_.hasListeners()) tell();
}

void Help::tell() {
  const std::vector<Assertion>& all = invariants_.all();
  for (; numTold_ < all.size(); ++numTold_) {
    const Assertion& next = all[numTold_];
    if (const auto text = clauseText(flow_.program(), next.condition))
      exchange_.publish({Assertion::inC(headPosition(flow_, next.head), *text), {}});
  }
}

bool Help::listen() {
  std::vector<Assertion> heard;
  for (const Fact& fact : exchange_.take())
    if (const auto* invariant = std::get_if<Assertion>(&fact.what)) heard.push_back(*invariant);
  if (heard.empty()) return false;
  env_.statistics.counter("invariants from others") += heard.size();
  const bool isNew = propose(candidatesFrom(heard, flow_, [](const std::string&) {}));
  take();
  return isNew;
}

/// Candidates become predicates in any case.
bool Help::propose(std::vector<Assertion> candidates) {
  size_t number = 0;
  for (Assertion& candidate : candidates) {
    number += precision_.add(candidate.head, candidate.condition);
    candidate.why = Assertion::Why::Blocks;
    candidate.where = Assertion::Where::Head;
  }
  env_.statistics.counter("predicates from others") += number;
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.proposals));
  const bool isNew = invariants_.propose(std::move(candidates), allowance);
  return isNew || number > 0;
}

bool Help::find(std::span<const std::string_view> names, std::chrono::milliseconds time) {
  std::vector<std::string_view> known; // one of them may not have been built in
  for (std::string_view name : names)
    if (findSource(name)) known.push_back(name);
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, time));
  const bool isNew = invariants_.find(known, allowance);
  size_t number = 0;
  for (const Assertion& behind : invariants_.behindBackEdges()) number += precision_.add(behind.head, behind.condition);
  env_.statistics.counter("predicates from others") += number;
  return isNew || number > 0;
}

bool Help::askOracle(const CutRelation& system, std::chrono::milliseconds time) {
  const Statistics::Timer timer(env_.statistics, "oracle");
  const auto lemmas = lemmasOverIntegers(system, CutVerdict::mustNotBeReached, time, limits_);
  if (!lemmas) return false;
  std::vector<Assertion> candidates;
  for (uint32_t head = 0; head < lemmas->size(); ++head)
    for (Term lemma : (*lemmas)[head]) candidates.push_back({.head = head, .condition = lemma});
  env_.statistics.counter("lemmas of the oracle") += candidates.size();
  return propose(std::move(candidates));
}

bool Help::isLastNext() const { return numAsked_ + 1 >= std::size(kHelpers); }

bool Help::ask(const CutRelation& system) {
  const Statistics::Timer timer(env_.statistics, "help for refinement");
  bool isNew = false;
  while (!isNew && !env_.deadline.expired()) {
    if (numAsked_ == std::size(kHelpers)) return false;
    const Helper& helper = kHelpers[numAsked_++];
    const std::chrono::milliseconds time = limits_.*helper.time;
    isNew = helper.sources.empty() ? askOracle(system, time) : find(helper.sources, time);
  }
  take();
  return isNew;
}

} // namespace assay
