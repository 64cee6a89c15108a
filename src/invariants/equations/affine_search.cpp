#include "invariants/equations/affine_search.h"

#include "encode/head_vocabulary.h"
#include "encode/memory/places.h"
#include "invariants/equations/equation.h"
#include "invariants/limits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace assay {

std::vector<AffineSearch::Group> variableGroups(const Flow& flow, uint32_t head, size_t maxVariables) {
  const Program& program = flow.program();
  const HeadNumbers numbers = numbersAt(flow, head);
  std::map<uint32_t, Products> byWidth;
  const auto add = [&](VariableId v) {
    Products& group = byWidth[program[v].sort().width()];
    if (group.size() < maxVariables) group.push_back({{program[v].term, userName(program[v])}});
  };
  for (VariableId v : numbers.written) add(v);
  for (VariableId v : numbers.others)
    if (byWidth.contains(program[v].sort().width())) add(v);
  std::vector<AffineSearch::Group> result;
  for (auto& [width, products] : byWidth) result.emplace_back(head, width, std::move(products));
  return result;
}

AffineSearch::AffineSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, std::vector<Group> groups,
                           std::vector<InductionPlaces::HeadState> elsewhere)
    : flow_(flow), terms_(flow.terms()), solver_(solver), places_(places), elsewhere_(std::move(elsewhere)),
      groups_(std::move(groups)), isReached_(flow.heads().size()) {
  for (const Group& group : groups_)
    if (group.isReached) isReached_[group.head] = true;
}

namespace {

/// Of an element it is said what it is.
Side sideOf(const AffineSearch::Group& group) { return group.region ? Side::Alone : Side::Any; }

bool isContents(Term term) { return term.isVariable() && isArrayContents(term); }

bool holdsContents(const SymbolicState& state, Term contents) {
  return state.contents &&
         std::ranges::any_of(*state.contents, [&](const auto& entry) { return entry.first == contents; });
}

} // namespace

void AffineSearch::updateConditions() {
  for (Group& group : groups_) {
    if (group.condition) continue;
    std::vector<Term> equations;
    for (const auto& equation : group.relations.equations())
      equations.push_back(equationTerm(terms_, group.products, equation, group.relations.width(), sideOf(group)));
    group.condition = terms_.mkAnd(equations);
    if (group.region)
      group.condition = terms_.mkOr(terms_.mkNot(group.region), group.isReached ? group.condition : terms_.mkFalse());
  }
}

Term AffineSearch::keeps(const InductionPlaces::HeadState& place, bool isOfRegions) const {
  if (!isReached_[place.head]) return terms_.mkFalse();
  std::vector<Term> conditions;
  for (const Group& group : groups_)
    if (group.head == place.head && (group.region || !isOfRegions)) conditions.push_back(group.condition);
  return instantiate(flow_.program(), terms_.mkAnd(conditions), *place.state);
}

std::optional<std::vector<Assertion>> AffineSearch::run(const Allowance& allowance) {
  std::vector<Assertion> invariants;
  dropUnknown();
  if (groups_.empty()) return invariants;
  for (;;) {
    updateConditions();
    std::vector<Term> query, violations;
    for (const auto& place : places_.before)
      query.push_back(terms_.mkOr(terms_.mkNot(place.guard), keeps(place, false)));
    for (const auto& place : elsewhere_) query.push_back(terms_.mkOr(terms_.mkNot(place.guard), keeps(place, true)));
    for (const auto& place : places_.after)
      violations.push_back(terms_.mkAnd(place.guard, terms_.mkNot(keeps(place, false))));
    query.push_back(terms_.mkOr(violations));
    const Answer answer = solver_.check(query);
    if (answer.isUnsat()) break;
    if (answer.isUnknown() || allowance.expired() || !addModel()) return std::nullopt;
  }
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    if (!isReached_[head]) invariants.push_back({head, terms_.mkFalse(), "0"});
  for (const Group& group : groups_) {
    if (!isReached_[group.head]) continue;
    if (group.region && !group.isReached) {
      invariants.push_back({group.head, terms_.mkNot(group.region), group.regionText + "nothing"});
      continue;
    }
    for (const auto& equation : group.relations.equations()) {
      const uint32_t width = group.relations.width();
      const Term condition = equationTerm(terms_, group.products, equation, width, sideOf(group));
      invariants.push_back({group.head, group.region ? terms_.mkOr(terms_.mkNot(group.region), condition) : condition,
                            group.regionText + equationText(group.products, equation, width, sideOf(group))});
    }
  }
  return invariants;
}

Term AffineSearch::named(Term term, const SymbolicState& state) {
  const Term value = instantiate(flow_.program(), term, state);
  if (!isContents(term)) return value;
  Term& name = names_[value];
  if (!name) {
    name = terms_.mkFreshVariable("element", value.sort());
    solver_.assertTerm(terms_.mkEqual(name, value));
  }
  return name;
}

void AffineSearch::dropUnknown() {
  for (const auto& place : places_.after) {
    std::erase_if(groups_, [&](const Group& group) {
      return group.head == place.head && std::ranges::any_of(group.products, [&](const std::vector<Factor>& product) {
               return std::ranges::any_of(product, [&](const Factor& factor) {
                 return isContents(factor.term) && !holdsContents(*place.state, factor.term);
               });
             });
    });
    for (const Group& group : groups_)
      if (group.head == place.head)
        for (const std::vector<Factor>& product : group.products)
          for (const Factor& factor : product) named(factor.term, *place.state);
  }
}

bool AffineSearch::addModel() {
  bool changes = false;
  for (const auto& place : places_.after) {
    if (!solver_.value(place.guard).asBool()) continue;
    if (!isReached_[place.head]) isReached_[place.head] = changes = true;
    for (Group& group : groups_) {
      if (group.head != place.head) continue;
      if (group.region && !solver_.value(instantiate(flow_.program(), group.region, *place.state)).asBool()) continue;
      std::vector<uint64_t> point;
      for (const std::vector<Factor>& product : group.products) {
        uint64_t value = 1;
        for (const Factor& factor : product) value *= solver_.value(named(factor.term, *place.state)).bits().toUint64();
        point.push_back(modulo(value, group.relations.width()));
      }
      const bool isFirst = !std::exchange(group.isReached, true);
      if (!group.relations.add(point) && !isFirst) continue;
      group.condition = Term();
      changes = true;
    }
  }
  return changes;
}

std::optional<std::vector<Assertion>> searchCongruences(const Search& search) {
  std::vector<AffineSearch::Group> groups;
  const Program& program = search.flow.program();
  for (uint32_t head = 0; head < search.flow.heads().size(); ++head)
    for (VariableId v : numbersAt(search.flow, head).written)
      groups.emplace_back(head, program[v].sort().width(), productsOf(program, {{v}}));
  return AffineSearch(search.flow, *search.newSolver(), search.places, std::move(groups)).run(search.allowance);
}

std::optional<std::vector<Assertion>> searchEqualities(const Search& search) {
  const auto limits = limitsOf<InvariantLimits>(search.env.options);
  std::vector<AffineSearch::Group> groups;
  for (uint32_t head = 0; head < search.flow.heads().size(); ++head)
    std::ranges::move(variableGroups(search.flow, head, limits.equationVariables), std::back_inserter(groups));
  return AffineSearch(search.flow, *search.newSolver(), search.places, std::move(groups)).run(search.allowance);
}

} // namespace assay
