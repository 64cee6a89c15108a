#include "engine/termination/ranking.h"

#include "encode/ranking_oracle.h"
#include "engine/termination/linear_measures.h"
#include "program/graph.h"

#include <algorithm>

namespace assay {

namespace {

/// A transition, restricted to what measures that were chosen leave of it.
struct Remaining {
  const Transition* transition;
  std::vector<Term> conditions; // the invariant, the guard, and that measures stay as they are
};

class RankingSearch {
public:
  RankingSearch(const Flow& flow, std::span<const Assertion> invariants, Solver& solver, const Allowance& allowance,
                Ranking& result)
      : flow_(flow), terms_(flow.terms()), invariants_(invariants), solver_(solver), allowance_(allowance),
        result_(result) {}

  void run(std::vector<Remaining> remaining) {
    Graph graph(static_cast<uint32_t>(flow_.heads().size()));
    for (const Remaining& each : remaining) graph.addEdge(each.transition->source, each.transition->target);
    for (const std::vector<uint32_t>& heads : stronglyConnectedComponents(graph)) {
      std::vector<Remaining> inside;
      const auto isIn = [&](uint32_t head) { return std::ranges::find(heads, head) != heads.end(); };
      for (const Remaining& each : remaining)
        if (isIn(each.transition->source) && isIn(each.transition->target)) inside.push_back(each);
      if (inside.empty() || !isCycle(graph, heads)) continue;
      if (auto left = decrease(heads, std::move(inside))) {
        run(std::move(*left));
      } else {
        for (uint32_t head : heads) result_.heads[head].ends = false;
      }
    }
  }

private:
  static constexpr int kLinearTries = 25;
  static constexpr int kPart = 4;                // of what is left, for one query
  static constexpr int64_t kLargest = 1'000'000; // coefficient

  std::vector<Term> queryOf(const Remaining& each, Term condition) const {
    std::vector<Term> query = each.conditions;
    query.push_back(condition);
    return query;
  }
  Answer ask(const std::vector<Term>& query) {
    allowance_.part(kPart).limit(solver_);
    const Answer answer = solver_.check(query);
    if (answer.isUnknown()) result_.isLate = true;
    return answer;
  }

  /// What is left of the component's transitions when a measure was chosen; nothing: none was found.
  std::optional<std::vector<Remaining>> decrease(const std::vector<uint32_t>& heads, std::vector<Remaining> inside) {
    std::vector<const Transition*> component;
    for (const Remaining& each : inside) component.push_back(each.transition);
    Samples samples(flow_, measuredVariables(flow_, component));
    std::vector<Remaining> possible;
    for (const Remaining& each : inside) {
      if (allowance_.expired()) return std::nullopt;
      const Answer answer = ask(each.conditions);
      if (answer.isUnknown()) return std::nullopt;
      if (answer.isSat()) {
        samples.add(*each.transition, solver_);
        possible.push_back(each);
      } else if (const Term obligation = terms_.mkAnd(each.conditions); !obligation.isFalse()) {
        result_.obligations.push_back({obligation, "that a path is not taken again"});
      }
    }
    if (possible.size() < inside.size()) return possible;
    std::optional<Measure> measure = suggested(component, inside, samples);
    if (!measure) measure = proposed(heads, inside, samples);
    if (!measure) measure = linear(inside, samples);
    if (!measure) return std::nullopt;
    for (uint32_t head : heads) result_.heads[head].measures.push_back(measure->text);
    return restrict(std::move(inside), *measure);
  }

  std::optional<Measure> suggested(const std::vector<const Transition*>& component,
                                   const std::vector<Remaining>& inside, Samples& samples) {
    std::vector<Measure> candidates = suggestedMeasures(flow_, component);
    while (!candidates.empty() && !allowance_.expired()) {
      size_t best = 0, most = 0;
      std::vector<Measure> left;
      for (Measure& candidate : candidates) {
        const std::optional<size_t> decreases = samples.decreases(candidate.term);
        if (!decreases) continue;
        if (*decreases > most) {
          most = *decreases;
          best = left.size();
        }
        left.push_back(std::move(candidate));
      }
      candidates = std::move(left);
      if (most == 0) return std::nullopt;
      if (isNeverIncreased(candidates[best], inside, samples)) return candidates[best];
      candidates.erase(candidates.begin() + static_cast<ptrdiff_t>(best));
    }
    return std::nullopt;
  }

  /// What holds over the integers may hold here.
  std::optional<Measure> proposed(const std::vector<uint32_t>& heads, const std::vector<Remaining>& inside,
                                  Samples& samples) {
    constexpr size_t kMost = 10;
    std::vector<MeasuredVariable> variables;
    std::vector<VariableId> ids;
    for (const MeasuredVariable& variable : samples.variables()) {
      if (!variable.term.sort().isBitVec() || variable.term.sort().width() == 1 || ids.size() == kMost) continue;
      variables.push_back(variable);
      ids.push_back(variable.id);
    }
    const auto found = proposeRankingFunction(flow_, heads, ids, invariants_);
    if (!found) return std::nullopt;
    std::vector<int> coefficients;
    for (int64_t coefficient : *found) {
      if (coefficient < -kLargest || coefficient > kLargest) return std::nullopt;
      coefficients.push_back(static_cast<int>(coefficient));
    }
    Measure measure = linearMeasure(flow_, variables, coefficients);
    const std::optional<size_t> decreases = samples.decreases(measure.term);
    if (!decreases || *decreases == 0 || !isNeverIncreased(measure, inside, samples)) return std::nullopt;
    return measure;
  }

  std::optional<Measure> linear(const std::vector<Remaining>& inside, Samples& samples) {
    for (int i = 0; i < kLinearTries && !allowance_.expired(); ++i) {
      std::optional<Measure> measure = linearMeasureFor(flow_, samples, allowance_);
      if (!measure) return std::nullopt;
      const size_t numBefore = samples.size();
      if (isNeverIncreased(*measure, inside, samples)) return measure;
      if (samples.size() == numBefore) return std::nullopt; // the solver gave up
    }
    return std::nullopt;
  }

  /// What refutes it becomes a sample.
  bool isNeverIncreased(const Measure& measure, const std::vector<Remaining>& inside, Samples& samples) {
    for (const Remaining& each : inside) {
      const Term increases = measure.increases(flow_.program(), each.transition->path);
      if (increases.isFalse()) continue;
      const Answer answer = ask(queryOf(each, increases));
      if (answer.isUnsat()) continue;
      if (answer.isSat()) samples.add(*each.transition, solver_);
      return false;
    }
    return true;
  }

  std::vector<Remaining> restrict(std::vector<Remaining> inside, const Measure& measure) {
    std::vector<Remaining> left;
    for (Remaining& each : inside) {
      const BlockPath& path = each.transition->path;
      const Term stays = measure.stays(flow_.program(), path);
      const bool isLeft = !stays.isFalse() && !ask(queryOf(each, stays)).isUnsat();
      const Term violation =
          isLeft ? measure.increases(flow_.program(), path) : measure.doesNotDecrease(flow_.program(), path);
      const Term obligation = terms_.mkAnd(queryOf(each, violation));
      if (!obligation.isFalse())
        result_.obligations.push_back(
            {obligation, "that " + measure.text + (isLeft ? " does not increase" : " decreases")});
      if (!isLeft) continue;
      each.conditions.push_back(stays);
      left.push_back(std::move(each));
    }
    return left;
  }

  const Flow& flow_;
  TermManager& terms_;
  std::span<const Assertion> invariants_;
  Solver& solver_;
  const Allowance& allowance_;
  Ranking& result_;
};

} // namespace

Ranking rank(const Flow& flow, const TransitionSystem& system, std::span<const Assertion> invariants, Solver& solver,
             const Allowance& allowance) {
  Ranking result;
  result.heads.resize(flow.heads().size(), {.ends = true});
  std::vector<Remaining> remaining;
  for (const Transition& transition : system.transitions)
    if (transition.source != Flow::kNone)
      remaining.push_back({&transition, {invariantAt(flow, invariants, transition.source), transition.path.guard}});
  RankingSearch(flow, invariants, solver, allowance, result).run(std::move(remaining));
  return result;
}

} // namespace assay
