#include "invariants/equations/affine_search.h"

#include "encode/head_vocabulary.h"
#include "invariants/equations/equation.h"

#include <algorithm>
#include <map>

namespace assay {

AffineSearch::AffineSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, bool isEachAlone,
                           const InvariantLimits& limits)
    : flow_(flow), terms_(flow.terms()), solver_(solver), places_(places), isReached_(flow.heads().size()) {
  for (uint32_t head = 0; head < flow.heads().size(); ++head) addGroups(head, isEachAlone, limits.equationVariables);
}

// What the loop writes first; other live variables are constant in the loop, but what it writes may depend on them.
void AffineSearch::addGroups(uint32_t head, bool isEachAlone, size_t maxVariables) {
  const Program& program = flow_.program();
  const HeadNumbers numbers = numbersAt(flow_, head);
  std::map<uint32_t, std::vector<VariableId>> byWidth;
  const auto add = [&](VariableId v) {
    std::vector<VariableId>& group = byWidth[program[v].sort().width()];
    if (group.size() < maxVariables) group.push_back(v);
  };
  for (VariableId v : numbers.written) add(v);
  if (!isEachAlone)
    for (VariableId v : numbers.others)
      if (byWidth.contains(program[v].sort().width())) add(v);
  for (const auto& [width, variables] : byWidth) {
    if (isEachAlone) {
      for (VariableId v : variables) groups_.push_back({head, {v}, AffineRelations(width, 1), Term()});
    } else {
      groups_.push_back({head, variables, AffineRelations(width, variables.size()), Term()});
    }
  }
}

std::optional<std::vector<Assertion>> AffineSearch::run(const Allowance& allowance) {
  std::vector<Assertion> invariants;
  if (groups_.empty()) return invariants;
  for (;;) {
    std::vector<std::vector<Term>> conditions(flow_.heads().size());
    for (Group& group : groups_) {
      if (!group.condition) {
        std::vector<Term> equations;
        for (const auto& equation : group.relations.equations())
          equations.push_back(equationTerm(flow_.program(), group.monomials(), equation, group.relations.width()));
        group.condition = terms_.mkAnd(equations);
      }
      conditions[group.head].push_back(group.condition);
    }
    const auto keeps = [&](const InductionPlaces::HeadState& place) {
      if (!isReached_[place.head]) return terms_.mkFalse();
      return instantiate(flow_.program(), terms_.mkAnd(conditions[place.head]), *place.state);
    };
    std::vector<Term> query, violations;
    for (const auto& place : places_.before) query.push_back(terms_.mkOr(terms_.mkNot(place.guard), keeps(place)));
    for (const auto& place : places_.after) violations.push_back(terms_.mkAnd(place.guard, terms_.mkNot(keeps(place))));
    query.push_back(terms_.mkOr(violations));
    const Answer answer = solver_.check(query);
    if (answer.isUnsat()) break;
    if (answer.isUnknown() || allowance.expired()) return std::nullopt;
    addModel();
  }
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    if (!isReached_[head]) invariants.push_back({head, terms_.mkFalse(), "0"});
  for (const Group& group : groups_)
    if (isReached_[group.head])
      for (const auto& equation : group.relations.equations())
        invariants.push_back({group.head,
                              equationTerm(flow_.program(), group.monomials(), equation, group.relations.width()),
                              equationText(flow_.program(), group.monomials(), equation, group.relations.width())});
  return invariants;
}

void AffineSearch::addModel() {
  for (const auto& place : places_.after) {
    if (!solver_.value(place.guard).asBool()) continue;
    isReached_[place.head] = true;
    for (Group& group : groups_) {
      if (group.head != place.head) continue;
      std::vector<uint64_t> point;
      for (VariableId v : group.variables) {
        const Term value = instantiate(flow_.program(), flow_.program()[v].term, *place.state);
        point.push_back(solver_.value(value).bits().toUint64());
      }
      if (group.relations.add(point)) group.condition = Term();
    }
  }
}

std::optional<std::vector<Assertion>> searchCongruences(const Search& search) {
  return AffineSearch(search.flow, *search.newSolver(), search.places, true,
                      limitsOf<InvariantLimits>(search.env.options))
      .run(search.allowance);
}

std::optional<std::vector<Assertion>> searchEqualities(const Search& search) {
  return AffineSearch(search.flow, *search.newSolver(), search.places, false,
                      limitsOf<InvariantLimits>(search.env.options))
      .run(search.allowance);
}

} // namespace assay
