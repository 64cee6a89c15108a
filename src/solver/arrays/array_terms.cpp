#include "solver/arrays/array_terms.h"

#include "term/traverse.h"

namespace assay {

Term mkElementEqual(TermManager& tm, Term a, Term b) { return precedes(a, b) ? tm.mkEqual(a, b) : tm.mkEqual(b, a); }

void ArrayTerms::push() { scopes_.push_back({++lastScope_, selects_.size(), equalities_.size(), arrays_.size()}); }

void ArrayTerms::pop() {
  selects_.resize(scopes_.back().selects);
  equalities_.resize(scopes_.back().equalities);
  arrays_.resize(scopes_.back().arrays);
  scopes_.pop_back();
}

bool ArrayTerms::isKnown(Term term) const {
  const auto* where = known_.find(term);
  return where && where->first < scopes_.size() && scopes_[where->first].id == where->second;
}

/// Whether an array is among the parts of the term, or it is one. What has none need not be looked through again and
/// again.
bool ArrayTerms::leadsToArrays(Term term) {
  postOrder(
      term, [&](Term t) { return !leads_.contains(t); },
      [&](Term t) {
        bool leads = t.sort().isArray();
        for (Term child : t.children()) leads = leads || leads_.at(child);
        leads_.insert(t, leads);
      });
  return leads_.at(term);
}

void ArrayTerms::add(Term formula) {
  toVisit_.push_back(formula);
  while (!toVisit_.empty()) {
    Term root = toVisit_.back();
    postOrder(
        root, [&](Term t) { return leadsToArrays(t) && !isKnown(t); },
        [&](Term t) {
          poll_();
          visit(t);
          known_[t] = {static_cast<uint32_t>(scopes_.size() - 1), scopes_.back().id};
        });
    std::erase(toVisit_, root);
  }
}

// What links and reads depend on must have values.
void ArrayTerms::visit(Term t) {
  if (t.sort().isArray()) {
    arrays_.push_back(t);
    for (Term child : t.children())
      if (!child.sort().isArray()) host_.define(child);
    if (t.kind() == Kind::Store) addRun(t);
  }
  if (t.kind() == Kind::Select) {
    selects_.push_back(t);
    host_.define(t[1]);
    if (!t.sort().isArray()) host_.define(t);
  } else if (t.kind() == Kind::Equal && t[0].sort().isArray()) {
    host_.define(t);
    addWitness(t);
    equalities_.push_back(t);
    toVisit_.push_back(witnesses_.at(t));
  }
}

void ArrayTerms::addRun(Term store) {
  if (store[1].kind() != Kind::BvConst || runs_.contains(store)) return;
  const RunPlace* below = runs_.find(store[0]);
  StoreRun* run = below ? below->run : nullptr;
  if (!run || run->stores.back() != store[0]) {
    run = allRuns_.emplace_back(std::make_unique<StoreRun>()).get();
    run->base = store[0];
  }
  auto position = static_cast<uint32_t>(run->stores.size());
  run->stores.push_back(store);
  run->places[store[1].value()].push_back(position);
  runs_.insert(store, {run, position});
}

// Arrays that are not equal differ at some index.
void ArrayTerms::addWitness(Term equality) {
  if (witnesses_.contains(equality)) return;
  Term a = equality[0], b = equality[1];
  Term index = tm_.mkFreshVariable("witness", a.sort().index());
  Term differ = tm_.mkNot(mkElementEqual(tm_, tm_.mkSelect(a, index), tm_.mkSelect(b, index)));
  Term lemma = tm_.mkOr(equality, differ);
  host_.addLemma(lemma);
  witnesses_.insert(equality, lemma);
}

} // namespace assay
