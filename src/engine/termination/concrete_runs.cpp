#include "engine/termination/concrete_runs.h"

#include "analysis/vocabulary.h"
#include "program/sampling/input_sources.h"
#include "util/random.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

bool hasArbitraryContents(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->contents == Contents::Any)
        return true;
  return false;
}

} // namespace

std::vector<int64_t> interestingValues(const Program& program, size_t most) {
  std::set<int64_t> constants;
  const Vocabulary guards = guardsOf(program);
  for (Term constant : guards.constants())
    if (constant.sort().width() <= 64) constants.insert(constant.value().toInt64());
  std::vector<int64_t> values{0, 1, -1, 2, 3};
  const auto add = [&](int64_t value) {
    if (values.size() < most && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  std::vector<int64_t> sorted(constants.begin(), constants.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](int64_t a, int64_t b) {
    const auto size = [](int64_t x) { return x < 0 ? ~static_cast<uint64_t>(x) : static_cast<uint64_t>(x); };
    return size(a) < size(b);
  });
  for (int64_t constant : sorted) add(constant);
  for (int64_t constant : sorted) {
    add(static_cast<int64_t>(static_cast<uint64_t>(constant) + 1));
    add(static_cast<int64_t>(static_cast<uint64_t>(constant) - 1));
  }
  return values;
}

ConcreteRuns::ConcreteRuns(Lassos& lassos, const TerminationLimits& limits, Env& env)
    : lassos_(lassos), limits_(limits), env_(env), values_(interestingValues(lassos.slice(), limits.runValues)),
      constants_(values_), hasContents_(hasArbitraryContents(lassos.slice())) {}

std::optional<Lasso> ConcreteRuns::round(uint64_t maxEdges) {
  std::vector<int64_t> goOn;
  for (int64_t value : constants_) {
    if (env_.deadline.expired() || isHopeless_) return std::nullopt;
    if (auto lasso = lassos_.find(*constantInputs(value), maxEdges)) return lasso;
    const CycleSearch& run = lassos_.lastRun();
    const bool hasEnded = run.outcome().kind != Outcome::Interrupted;
    if (!hasEnded) goOn.push_back(value);
    isHopeless_ = hasEnded && run.inputsTaken().empty() && !hasContents_;
  }
  constants_ = std::move(goOn);
  for (uint64_t i = 0; i < (maxEdges < limits_.longRunEdges ? limits_.randomRuns : limits_.longRandomRuns); ++i) {
    for (uint64_t changing : {uint64_t{0}, mixed(seed_, 1) % 32, UINT64_MAX}) {
      if (env_.deadline.expired() || isHopeless_) return std::nullopt;
      if (auto lasso = lassos_.find(*chosenInputs(values_, ++seed_, changing), maxEdges)) return lasso;
    }
  }
  return walk(maxEdges);
}

/// The longest run so far is tried again with other inputs in the end: the last one ended it, or an earlier one made
/// the end certain. Values that did not end a run are tried more often than others.
std::optional<Lasso> ConcreteRuns::walk(uint64_t maxEdges) {
  uint64_t edgesLeft = limits_.walkEdges + limits_.walkLongRuns * maxEdges, failures = 0;
  std::vector<BitVector> longest;
  std::vector<int64_t> values = values_; // some of them several times
  for (uint64_t i = 0; i < limits_.walkTries && edgesLeft > 0 && !env_.deadline.expired(); ++i) {
    std::vector<BitVector> stem = longest;
    stem.resize(stem.size() - std::min<uint64_t>(1 + failures % 4, stem.size()));
    const Inputs source = givenInputs(stem, chosenInputs(values, ++seed_, i % 3 == 0 ? 0 : UINT64_MAX));
    if (auto lasso = lassos_.find(*source, maxEdges)) return lasso;
    const CycleSearch& run = lassos_.lastRun();
    edgesLeft -= std::min(edgesLeft, run.edgesTaken());
    const std::vector<BitVector>& taken = run.inputsTaken();
    for (size_t k = stem.size(); k + 1 < taken.size() && values.size() < limits_.walkValues; ++k)
      if (taken[k].width() <= 64) values.push_back(taken[k].toInt64());
    if (run.outcome().kind == Outcome::Interrupted) continue; // it goes on, and gets nowhere so far
    const bool isLonger = taken.size() > longest.size();
    failures = isLonger ? 0 : failures + 1;
    if (isLonger) longest = taken;
    if (failures == limits_.walkPatience) longest.resize(longest.size() / 2);
    if (failures == limits_.walkPatience) failures = 0;
  }
  return std::nullopt;
}

std::optional<Lasso> ConcreteRuns::continued(const std::vector<BitVector>& stem, const CycleSearch::Bytes& bytes,
                                             uint64_t maxEdges) {
  for (int64_t value : {0, 1, -1}) {
    if (auto lasso = lassos_.find(*givenInputs(stem, constantInputs(value)), maxEdges, bytes)) return lasso;
    const CycleSearch& run = lassos_.lastRun();
    if (run.inputsTaken().size() <= stem.size()) return std::nullopt; // what comes behind does not matter
  }
  for (uint64_t i = 0; i < limits_.continuedRuns; ++i) {
    const Inputs source = givenInputs(stem, chosenInputs(values_, ++seed_, i == 0 ? UINT64_MAX : 0));
    if (auto lasso = lassos_.find(*source, maxEdges, bytes)) return lasso;
  }
  return std::nullopt;
}

} // namespace assay
