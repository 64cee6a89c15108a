#include "engine/termination/ranking.h"

#include "encode/head_vocabulary.h"
#include "engine/termination/linear_measures.h"
#include "invariants/ranking_oracle.h"
#include "program/graph.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

/// A transition, restricted to what measures that were chosen leave of it.
struct Remaining {
  uint32_t number;
  const Transition* transition;
  std::vector<Term> conditions; // the guard, and that measures stay as they are; while it is searched, the invariant
};

Graph graphOf(const Flow& flow, const std::vector<Remaining>& remaining) {
  Graph graph(static_cast<uint32_t>(flow.heads().size()));
  for (const Remaining& each : remaining) graph.addEdge(each.transition->source, each.transition->target);
  return graph;
}

bool isInside(const Transition& transition, const std::vector<uint32_t>& heads) {
  const auto isIn = [&](uint32_t head) { return std::ranges::find(heads, head) != heads.end(); };
  return isIn(transition.source) && isIn(transition.target);
}

bool isOverState(const Flow& flow, const std::vector<uint32_t>& heads, const Measure& measure) {
  return std::ranges::all_of(heads, [&](uint32_t head) {
    const auto isLive = [&](const Measure::Summand& summand) { return isLiveAt(flow, head, summand.number); };
    return isLiveAt(flow, head, measure.term) && std::ranges::all_of(measure.summands, isLive);
  });
}

class RankingSearch {
public:
  RankingSearch(const Flow& flow, std::span<const Assertion> invariants, std::span<const Measure> known,
                const TerminationLimits& limits, Solver& solver, const Allowance& allowance, Ranking& result)
      : flow_(flow), invariants_(invariants), known_(known), limits_(limits), solver_(solver), allowance_(allowance),
        result_(result) {}

  void run(std::vector<Remaining> remaining) {
    const Graph graph = graphOf(flow_, remaining);
    for (const std::vector<uint32_t>& heads : stronglyConnectedComponents(graph)) {
      std::vector<Remaining> inside;
      for (const Remaining& each : remaining)
        if (isInside(*each.transition, heads)) inside.push_back(each);
      if (inside.empty() || !isCycle(graph, heads)) continue;
      if (auto left = decrease(heads, std::move(inside))) {
        run(std::move(*left));
      } else {
        for (uint32_t head : heads) result_.heads[head].ends = false;
      }
    }
  }

private:
  std::vector<Term> queryOf(const Remaining& each, Term condition) const {
    std::vector<Term> query = each.conditions;
    query.push_back(condition);
    return query;
  }
  Answer ask(const std::vector<Term>& query) {
    allowance_.part(limits_.queryPart).limit(solver_);
    return solver_.check(query);
  }

  /// What is left of the component's transitions when a measure was chosen; nothing: none was found.
  std::optional<std::vector<Remaining>> decrease(const std::vector<uint32_t>& heads, std::vector<Remaining> inside) {
    std::vector<const Transition*> component;
    for (const Remaining& each : inside) component.push_back(each.transition);
    Samples samples(flow_, component);
    std::vector<Remaining> possible;
    RankingStep step{.head = heads.front(), .transitions = {}, .measure = {}};
    for (const Remaining& each : inside) {
      if (allowance_.expired()) return std::nullopt;
      const Answer answer = ask(each.conditions);
      if (answer.isUnknown()) return std::nullopt;
      if (answer.isSat()) {
        samples.add(*each.transition, solver_);
        possible.push_back(each);
      } else {
        step.transitions.push_back(each.number);
      }
    }
    if (possible.size() < inside.size()) {
      result_.steps.push_back(std::move(step));
      return possible;
    }
    std::optional<Measure> measure = knownMeasure(heads, inside, samples);
    if (!measure) measure = suggested(component, inside, samples);
    if (!measure) measure = proposed(heads, inside, samples);
    if (!measure) measure = linear(inside, samples);
    if (!measure) return std::nullopt;
    for (uint32_t head : heads) result_.heads[head].measures.push_back(measure->text);
    return restrict(std::move(inside), *measure, std::move(step));
  }

  std::optional<Measure> knownMeasure(const std::vector<uint32_t>& heads, const std::vector<Remaining>& inside,
                                      Samples& samples) {
    for (const Measure& measure : known_)
      if (isOverState(flow_, heads, measure) && samples.decreases(measure.term).value_or(0) > 0 &&
          isNeverIncreased(measure, inside, samples))
        return measure;
    return std::nullopt;
  }

  std::optional<Measure> suggested(const std::vector<const Transition*>& component,
                                   const std::vector<Remaining>& inside, Samples& samples) {
    std::vector<Measure> candidates = suggestedMeasures(flow_, component, limits_);
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

  /// A measure that decreases over the integers is proposed: it may decrease here, too.
  std::optional<Measure> proposed(const std::vector<uint32_t>& heads, const std::vector<Remaining>& inside,
                                  Samples& samples) {
    std::vector<MeasuredVariable> variables;
    std::vector<VariableId> ids;
    for (const MeasuredVariable& variable : samples.variables()) {
      if (!variable.term.sort().isBitVec() || variable.term.sort().width() == 1 ||
          ids.size() == limits_.proposedVariables)
        continue;
      variables.push_back(variable);
      ids.push_back(variable.id);
    }
    const auto found = proposeRankingFunction(flow_, heads, ids, invariants_);
    if (!found) return std::nullopt;
    std::vector<int> coefficients;
    for (int64_t coefficient : *found) {
      if (coefficient < -Measure::kLargestFactor || coefficient > Measure::kLargestFactor) return std::nullopt;
      coefficients.push_back(static_cast<int>(coefficient));
    }
    Measure measure = linearMeasure(flow_, variables, coefficients);
    const std::optional<size_t> decreases = samples.decreases(measure.term);
    if (!decreases || *decreases == 0 || !isNeverIncreased(measure, inside, samples)) return std::nullopt;
    return measure;
  }

  std::optional<Measure> linear(const std::vector<Remaining>& inside, Samples& samples) {
    for (uint32_t i = 0; i < limits_.linearTries && !allowance_.expired(); ++i) {
      std::optional<Measure> measure = linearMeasureFor(flow_, samples, limits_, allowance_);
      if (!measure) return std::nullopt;
      const size_t numBefore = samples.size();
      if (isNeverIncreased(*measure, inside, samples)) return measure;
      if (samples.size() == numBefore) return std::nullopt; // the solver gave up
    }
    return std::nullopt;
  }

  /// Whether no transition increases the measure. A transition that does becomes a sample.
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

  std::vector<Remaining> restrict(std::vector<Remaining> inside, const Measure& measure, RankingStep step) {
    std::vector<Remaining> left;
    for (Remaining& each : inside) {
      const Term stays = measure.stays(flow_.program(), each.transition->path);
      if (stays.isFalse() || ask(queryOf(each, stays)).isUnsat()) {
        step.transitions.push_back(each.number);
        continue;
      }
      each.conditions.push_back(stays);
      left.push_back(std::move(each));
    }
    step.measure = measure;
    result_.steps.push_back(std::move(step));
    return left;
  }

  const Flow& flow_;
  std::span<const Assertion> invariants_;
  std::span<const Measure> known_;
  const TerminationLimits& limits_;
  Solver& solver_;
  const Allowance& allowance_;
  Ranking& result_;
};

/// An endless execution takes, from some point on, transitions that are left only, and as their conditions say.
class RankingProof {
public:
  RankingProof(const Flow& flow, const CutRelation& relation) : flow_(flow), remaining_(betweenHeads(relation)) {
    result_.heads.resize(flow.heads().size(), {.ends = true});
  }

  static std::vector<Remaining> betweenHeads(const CutRelation& relation) {
    std::vector<Remaining> result;
    for (uint32_t number = 0; number < relation.transitions().size(); ++number)
      if (const Transition& transition = relation.transitions()[number]; transition.source != Flow::kNone)
        result.push_back({number, &transition, {transition.path.guard}});
    return result;
  }

  /// False: the step does not fit this relation.
  bool take(const RankingStep& step) {
    const std::vector<uint32_t> heads = componentOf(step.head);
    if (heads.empty() || (step.measure && !isOverState(flow_, heads, *step.measure))) return false;
    if (step.measure)
      for (uint32_t head : heads) result_.heads[head].measures.push_back(step.measure->text);
    std::vector<Remaining> left;
    for (Remaining& each : remaining_) {
      const bool isLeftOut = std::ranges::find(step.transitions, each.number) != step.transitions.end();
      if (!isInside(*each.transition, heads) || (!step.measure && !isLeftOut))
        left.push_back(std::move(each));
      else if (!step.measure)
        exclude(each, flow_.terms().mkTrue(), "that a path is not taken again");
      else if (isLeftOut)
        exclude(each, step.measure->doesNotDecrease(flow_.program(), each.transition->path),
                "that " + step.measure->text + " decreases");
      else
        left.push_back(restricted(std::move(each), *step.measure));
    }
    remaining_ = std::move(left);
    return true;
  }

  bool isComplete() const {
    const Graph graph = graphOf(flow_, remaining_);
    return std::ranges::none_of(stronglyConnectedComponents(graph),
                                [&](const std::vector<uint32_t>& heads) { return isCycle(graph, heads); });
  }

  Ranking result(std::vector<RankingStep> steps) {
    result_.steps = std::move(steps);
    return std::move(result_);
  }

private:
  /// Empty: there is none.
  std::vector<uint32_t> componentOf(uint32_t head) const {
    if (head >= flow_.heads().size()) return {};
    std::vector<std::vector<uint32_t>> all = stronglyConnectedComponents(graphOf(flow_, remaining_));
    const auto own = std::ranges::find_if(
        all, [&](const std::vector<uint32_t>& heads) { return std::ranges::find(heads, head) != heads.end(); });
    return own == all.end() ? std::vector<uint32_t>() : std::move(*own);
  }

  Remaining restricted(Remaining each, const Measure& measure) {
    const BlockPath& path = each.transition->path;
    exclude(each, measure.increases(flow_.program(), path), "that " + measure.text + " does not increase");
    each.conditions.push_back(measure.stays(flow_.program(), path));
    return each;
  }

  void exclude(const Remaining& each, Term condition, std::string what) {
    std::vector<Term> all = each.conditions;
    all.push_back(condition);
    const Term violation = flow_.terms().mkAnd(all);
    if (!violation.isFalse()) result_.exclusions.push_back({each.transition->source, violation, std::move(what)});
  }

  const Flow& flow_;
  std::vector<Remaining> remaining_;
  Ranking result_;
};

} // namespace

std::optional<Ranking> rankingOf(const Flow& flow, const CutRelation& relation, std::vector<RankingStep> steps) {
  RankingProof proof(flow, relation);
  for (const RankingStep& step : steps)
    if (!proof.take(step)) return std::nullopt;
  if (!proof.isComplete()) return std::nullopt;
  return proof.result(std::move(steps));
}

Ranking rank(const Flow& flow, const CutRelation& relation, std::span<const Assertion> invariants,
             std::span<const Measure> known, const TerminationLimits& limits, Solver& solver,
             const Allowance& allowance) {
  Ranking found;
  found.heads.resize(flow.heads().size(), {.ends = true});
  std::vector<Remaining> remaining = RankingProof::betweenHeads(relation);
  for (Remaining& each : remaining)
    each.conditions.insert(each.conditions.begin(), invariantAt(flow, invariants, each.transition->source));
  RankingSearch(flow, invariants, known, limits, solver, allowance, found).run(std::move(remaining));
  if (!found.endsAll()) return found;
  std::optional<Ranking> ranking = rankingOf(flow, relation, found.steps);
  if (ranking) return std::move(*ranking);
  for (Ranking::Head& head : found.heads) head.ends = false; // what was found is no proof
  return found;
}

} // namespace assay
