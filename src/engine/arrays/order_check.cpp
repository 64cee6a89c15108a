#include "engine/arrays/order_check.h"

#include "engine/arrays/naming.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

OrderCheck::OrderCheck(const ArraySystem& system, std::span<const Assertion> bounds, std::span<const Law> laws,
                       const ArrayLimits& limits, Solver& solver)
    : system_(system), terms_(system.flow().terms()), limits_(limits), solver_(solver), naming_(terms_),
      bounds_(bounds.begin(), bounds.end()), laws_(laws.begin(), laws.end()) {
  // Sums of cells are arrays that other questions know more of.
  std::erase_if(laws_, [&](const Law& law) { return hasSums(system_, law); });
}

/// Null: the term is about floats.
Term OrderCheck::easy(Term term) {
  const Term result = naming_.apply(term, isHardProduct);
  bool isEasy = true;
  forEachSubterm(result, [&](Term t) { isEasy = isEasy && !t.sort().isFloat(); });
  return isEasy ? result : Term();
}

void OrderCheck::addFact(Term fact, std::vector<Term>& facts) {
  if (fact.isTrue()) return;
  if (const Term said = easy(fact)) facts.push_back(said);
}

void OrderCheck::addElement(size_t array, Term number, Elements& elements) const {
  const std::pair element(array, number);
  if (elements.size() < limits_.orderElements && std::ranges::find(elements, element) == elements.end())
    elements.push_back(element);
}

/// Those that the term reads or writes.
void OrderCheck::addElements(Term term, Elements& elements) const {
  forEachSubterm(term, [&](Term t) {
    if (t.kind() != Kind::Select && t.kind() != Kind::Store) return;
    Term array = t[0];
    while (array.kind() == Kind::Store) array = array[0];
    if (const auto element = system_.elementOf(array, system_.inWindow(t[1])))
      addElement(element->array, element->number, elements);
  });
}

/// What is known at the head, of these cells.
void OrderCheck::addInstances(uint32_t source, const Elements& elements, std::vector<Term>& facts) {
  for (const Assertion& bound : bounds_)
    if (bound.head == source) addFact(bound.condition, facts);
  for (const Law& law : laws_) {
    if (law.head != source) continue;
    const Term says = terms_.mkImplies(law.region ? law.region : terms_.mkTrue(), statement(system_, law));
    if (law.array == Law::kNoArray) addFact(says, facts);
    for (const auto& [array, number] : elements)
      if (array == law.array) addFact(Substitution(terms_, {{placeOf(system_, array), number}}).apply(says), facts);
  }
  for (const CellOrder& order : orders_) {
    if (order.head != source) continue;
    const Term says = terms_.mkImplies(order.region, order.relation);
    if (order.first == Law::kNoArray) {
      addFact(says, facts);
      continue;
    }
    const Term place = placeOf(system_, order.first);
    for (const auto& [array, number] : elements) {
      if (array != order.first) continue;
      if (order.second == Law::kNoArray) {
        addFact(Substitution(terms_, {{place, number}}).apply(says), facts);
        continue;
      }
      const Term otherPlace = otherPlaceOf(system_, order.second);
      for (const auto& [otherArray, otherNumber] : elements)
        if (otherArray == order.second && (array != otherArray || number != otherNumber))
          addFact(Substitution(terms_, {{place, number}, {otherPlace, otherNumber}}).apply(says), facts);
    }
  }
}

/// What is known where a path begins whose guard this is, and which goes to something with these terms.
std::vector<Term> OrderCheck::factsAt(uint32_t source, Term guard, Elements elements, std::span<const Term> terms) {
  std::vector<Term> parts, facts;
  splitConjunction(guard, parts);
  for (Term part : parts) addFact(part, facts);
  if (source == Flow::kNone) return facts;
  for (Term term : terms) addElements(term, elements);
  addElements(guard, elements);
  // Of cells that orders compare others with.
  for (const CellOrder& order : orders_)
    if (order.head == source && order.first != Law::kNoArray && order.second == Law::kNoArray) {
      const Term place = placeOf(system_, order.first);
      forEachSubterm(order.relation, [&](Term t) {
        if (t.kind() != Kind::Select) return;
        const auto element = system_.elementOf(t[0], t[1]);
        if (element && element->number != place) addElement(element->array, element->number, elements);
      });
    }
  addInstances(source, elements, facts);
  return facts;
}

bool OrderCheck::keepAt(size_t number, bool& changes, const Allowance& allowance) {
  const ArraySystem::Path& path = system_.paths()[number];
  const auto isHere = [&](const CellOrder& order) { return order.head == path.target; };
  if (std::ranges::none_of(orders_, isHere)) return true;
  std::vector<Term> violated;
  Elements elements;
  for (const CellOrder& order : orders_) {
    if (!isHere(order)) continue;
    const Term region = easy(path.at(system_, order.region));
    const Term relation = easy(path.at(system_, order.relation));
    violated.push_back(region && relation ? terms_.mkAnd(region, terms_.mkNot(relation)) : terms_.mkTrue());
    if (order.first != Law::kNoArray) addElement(order.first, placeOf(system_, order.first), elements);
    if (order.second != Law::kNoArray) addElement(order.second, otherPlaceOf(system_, order.second), elements);
  }
  std::vector<Term> query = factsAt(path.source, path.guard, elements, violated);
  const size_t numFacts = query.size();
  for (;;) {
    query.resize(numFacts);
    query.push_back(terms_.mkOr(violated));
    if (query.back().isFalse()) return true;
    if (allowance.expired()) return false;
    allowance.limit(solver_, limits_.orderConflicts);
    const Answer answer = solver_.check(query);
    if (answer.isUnsat()) {
      ofPaths_[number] = {terms_.mkAnd(solver_.core()), "that an order of cells is kept"};
      return true;
    }
    std::vector<bool> isOpen;
    for (Term one : violated) isOpen.push_back(answer.isUnknown() || solver_.value(one).asBool());
    if (answer.isUnknown())
      for (size_t i = 0; i < violated.size(); ++i) {
        query.back() = violated[i];
        if (allowance.expired()) return false;
        allowance.limit(solver_, limits_.orderConflicts / 4);
        isOpen[i] = !solver_.check(query).isUnsat();
      }
    size_t next = 0;
    const size_t dropped =
        std::erase_if(orders_, [&](const CellOrder& order) { return isHere(order) && isOpen[next++]; });
    if (dropped == 0) return false;
    next = 0;
    std::erase_if(violated, [&](Term) { return isOpen[next++]; });
    changes = true;
  }
}

bool OrderCheck::keep(std::vector<CellOrder> orders, const Allowance& allowance) {
  orders_ = std::move(orders);
  std::vector<bool> isDue(system_.paths().size(), true);
  for (bool isAny = true; isAny;) {
    isAny = false;
    for (size_t number = 0; number < isDue.size(); ++number) {
      if (!isDue[number]) continue;
      isDue[number] = false;
      bool changes = false;
      if (!keepAt(number, changes, allowance)) return false;
      if (!changes) continue;
      // What begins there knows less.
      for (size_t other = 0; other < isDue.size(); ++other)
        if (system_.paths()[other].source == system_.paths()[number].target) isDue[other] = isAny = true;
    }
  }
  return true;
}

bool OrderCheck::excludes(uint32_t source, Term guard, const Allowance& allowance) {
  const Term there = system_.put(source, guard);
  const std::vector<Term> query = factsAt(source, there, {}, {});
  if (allowance.expired()) return false;
  allowance.limit(solver_, limits_.orderConflicts);
  if (!solver_.check(query).isUnsat()) return false;
  ofEndings_.push_back({terms_.mkAnd(solver_.core()), "that what is known of cells excludes an ending"});
  return true;
}

std::vector<Obligation> OrderCheck::obligations() const {
  std::vector<Obligation> result = ofEndings_;
  for (const auto& [path, obligation] : ofPaths_) result.push_back(obligation);
  return result;
}

} // namespace assay
