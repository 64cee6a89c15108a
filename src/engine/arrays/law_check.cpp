#include "engine/arrays/law_check.h"

#include "encode/assertion.h"
#include "engine/common/cut_verdict.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// The number of more bits of which this one has the lowest bits; null: it is made otherwise.
Term widened(TermManager& terms, Term number, uint32_t width) {
  if (number.kind() == Kind::BvExtract)
    return number.index(1) == 0 && number[0].sort().width() == width ? number[0] : Term();
  if (number.kind() == Kind::BvConst) return terms.mkBvSignResize(number, width);
  if (number.kind() != Kind::BvAdd) return Term();
  const Term a = widened(terms, number[0], width), b = widened(terms, number[1], width);
  return a && b ? terms.mkBvAdd(a, b) : Term();
}

std::vector<Term> conditionsAt(uint32_t head, const std::vector<Assertion>& bounds) {
  std::vector<Term> result;
  for (const Assertion& bound : bounds)
    if (bound.head == head) result.push_back(bound.condition);
  return result;
}

} // namespace

LawCheck::LawCheck(const ArraySystem& system, const ArrayLimits& limits, Solver& solver)
    : system_(system), flow_(system.flow()), terms_(flow_.terms()), limits_(limits), solver_(solver), naming_(terms_) {}

// -- Questions to the solver ------------------------------------------------------------------------------------------

/// What arrays hold are names: so a formula says less, and has no arrays.
Term LawCheck::abstract(Term term) {
  return naming_.apply(term, [](Term t) { return t.kind() == Kind::Select; });
}

/// And so are products. Null: the term has whole arrays or floats.
Term LawCheck::easy(Term term) {
  const Term result = naming_.apply(term, [](Term t) { return t.kind() == Kind::Select || isHardProduct(t); });
  bool isEasy = true;
  forEachSubterm(result, [&](Term t) { isEasy = isEasy && !t.sort().isArray() && !t.sort().isFloat(); });
  return isEasy ? result : Term();
}

void LawCheck::addEasy(Term term, std::vector<Term>& facts) {
  if (const Term said = easy(term)) facts.push_back(said);
}

bool LawCheck::implies(const Context& context, std::span<const Term> extra, Term goal, Proof& proof) {
  const Term wanted = easy(goal);
  if (wanted.isNull()) return false;
  if (wanted.isTrue()) return true;
  std::vector<Term> query = context.facts;
  std::vector<uint32_t> key;
  for (Term term : extra) addEasy(term, query);
  query.push_back(terms_.mkNot(wanted));
  if (query.back().isFalse()) return true;
  for (Term term : query) key.push_back(term.id());
  const auto [it, isNew] = asked_.try_emplace(std::move(key));
  if (isNew) {
    if (allowance_->expired()) return false;
    allowance_->limit(solver_, limits_.lawConflicts);
    if (solver_.check(query).isUnsat()) {
      const std::vector<Term> core = solver_.core();
      it->second = Obligation{terms_.mkAnd(core), "that a cell is where it is said to be"};
    }
  }
  if (!it->second) return false;
  proof.obligations.push_back(*it->second);
  return true;
}

// -- What is known on a path ------------------------------------------------------------------------------------------

LawCheck::Context LawCheck::contextOf(uint32_t source, Term guard, const ArraySystem::Path* path) {
  Context context{source, {}, conditionsAt(source, bounds_)};
  splitConjunction(guard, context.parts);
  for (Term part : context.parts) addEasy(part, context.facts);
  addCommonParts(context);
  std::vector<Term> all{guard};
  if (path)
    for (VariableId v : flow_.liveAt(path->path->target))
      if (const Term value = path->path->values.get(v.index())) all.push_back(system_.put(source, value));
  TermSet seen;
  for (Term term : all) decideChoices(term, context, seen);
  addEqualities(context);
  for (Term term : all) addReads(put(context, term), context);
  return context;
}

/// Comparisons in a guard that has alternatives, of which all of them have the same.
void LawCheck::addCommonParts(Context& context) {
  constexpr size_t kMost = 8;
  std::vector<Term> comparisons;
  for (Term part : context.parts) {
    const Term inside = part.kind() == Kind::Not ? part[0] : part;
    if (inside.kind() != Kind::And && inside.kind() != Kind::Or) continue;
    forEachSubterm(inside, [&](Term t) {
      const bool isOrder = t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt;
      if (isOrder && !hasArrays(std::span(&t, 1)) && comparisons.size() < kMost) comparisons.push_back(t);
    });
  }
  for (Term comparison : comparisons)
    for (Term part : {comparison, terms_.mkNot(comparison)}) {
      Proof why;
      if (!implies(context, {}, part, why)) continue;
      context.parts.push_back(part);
      std::ranges::move(why.obligations, std::back_inserter(context.why));
      break;
    }
}

/// Choices that the guard and the bounds decide: whether a pointer stays in its object's window, mostly.
void LawCheck::decideChoices(Term term, Context& context, TermSet& seen) {
  std::vector<Term> conditions, indices;
  postOrder(
      term, [&](Term t) { return seen.insert(t); },
      [&](Term t) {
        if (t.kind() == Kind::Ite) conditions.push_back(t[0]);
        if (t.kind() == Kind::Select || t.kind() == Kind::Store) indices.push_back(t[1]);
      });
  for (Term index : indices) {
    const Term inside = system_.inWindow(index);
    Proof why;
    if (inside == index || !implies(context, {}, terms_.mkEqual(index, inside), why)) continue;
    context.decided[index] = inside;
    std::ranges::move(why.obligations, std::back_inserter(context.why));
  }
  for (Term condition : conditions)
    for (const bool isTrue : {true, false}) {
      Proof why;
      if (!implies(context, {}, isTrue ? condition : terms_.mkNot(condition), why)) continue;
      context.decided[condition] = terms_.mkBool(isTrue);
      std::ranges::move(why.obligations, std::back_inserter(context.why));
      break;
    }
}

Term LawCheck::put(const Context& context, Term term) const {
  if (!context.decided.empty()) term = Substitution(terms_, context.decided).apply(term);
  return system_.put(Flow::kNone, term);
}

void LawCheck::addReads(Term term, Context& context) const {
  forEachSubterm(term, [&](Term t) {
    if (t.kind() != Kind::Select) return;
    const auto element = system_.elementOf(t[0], t[1]);
    if (!element || hasArrays(std::span(&element->number, 1))) return;
    const bool isKnown = std::ranges::any_of(context.reads, [&](const ArraySystem::Element& read) {
      return read.array == element->array && read.number == element->number;
    });
    if (!isKnown) context.reads.push_back(*element);
  });
}

/// Numbers that a guard compares: where one is no less than the other, and the bounds say that it is no greater, they
/// are equal.
void LawCheck::addEqualities(Context& context) {
  for (Term part : context.parts) {
    const bool isNegated = part.kind() == Kind::Not;
    const Term comparison = isNegated ? part[0] : part;
    if (comparison.size() != 2 || !comparison[0].sort().isBitVec()) continue;
    if (!isNegated && comparison.kind() == Kind::Equal) {
      addEqual(context, comparison[0], comparison[1], std::nullopt);
      continue;
    }
    if (comparison.kind() != Kind::BvSlt && comparison.kind() != Kind::BvUlt) continue;
    if (comparison[0].isValue() && comparison[1].isValue()) continue;
    if (hasArrays(std::span(&comparison, 1)) || termSize(comparison) > 8) continue;
    for (const int distance : {0, 1}) {
      // Of a < b, that b is a + 1.
      if ((distance == 1) == isNegated) continue;
      const uint32_t width = comparison[0].sort().width();
      const Term left = terms_.mkBvAdd(comparison[0], terms_.mkBv(width, static_cast<uint64_t>(distance)));
      Proof why;
      if (!implies(context, {}, terms_.mkEqual(left, comparison[1]), why)) continue;
      std::optional<Obligation> obligation;
      if (!why.obligations.empty()) obligation = why.obligations.front();
      addEqual(context, left, comparison[1], obligation);
    }
  }
}

/// One of the sides is replaced by the other one from now on, if it is a variable.
bool LawCheck::addEqual(Context& context, Term a, Term b, std::optional<Obligation> why) {
  Substitution known(terms_, context.equal);
  a = known.apply(a);
  b = known.apply(b);
  if (a == b) return false;
  if (why) context.why.push_back(*why);
  const auto isWritten = [&](Term variable) {
    const VariableId v = system_.program().variableOf(variable);
    return v.valid() && context.source != Flow::kNone &&
           std::ranges::find(flow_.writtenInLoop(context.source), v) != flow_.writtenInLoop(context.source).end();
  };
  std::pair<Term, Term> best;
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
    Term variable = from, value = to;
    if (from.kind() == Kind::BvAdd)
      for (uint32_t side : {0u, 1u})
        if (from[side].isValue()) {
          variable = from[1 - side];
          value = terms_.mkBvSub(to, from[side]);
        }
    if (!variable.isVariable() || hasArrays(std::span(&value, 1))) continue;
    const std::vector<Term> inside = freeVariables(value);
    if (std::ranges::find(inside, variable) != inside.end()) continue;
    if (best.first.isNull() || (isWritten(variable) && !isWritten(best.first))) best = {variable, value};
  }
  if (best.first.isNull()) return false;
  Substitution put(terms_, {{best.first, best.second}});
  for (auto& [variable, value] : context.equal) value = put.apply(value);
  context.equal[best.first] = best.second;
  return true;
}

// -- Terms as what they are -------------------------------------------------------------------------------------------

/// What an array holds; null: nothing is known.
Term LawCheck::cellAt(const Context& context, std::span<const Term> extra, Term select, Proof& proof) {
  const Term array = select[0], index = select[1];
  if (array.kind() == Kind::Store) {
    if (implies(context, extra, terms_.mkEqual(array[1], index), proof)) return array[2];
    if (implies(context, extra, terms_.mkDistinct(array[1], index), proof)) return terms_.mkSelect(array[0], index);
    return Term();
  }
  const auto element = system_.elementOf(array, index);
  if (!element)
    return areSumsOfNumbers(array)                         ? numbersSummed(context, extra, select, proof)
           : array.isVariable() && hasSums(system_, array) ? sumAt(context, extra, select, proof)
                                                           : Term();
  if (context.source == Flow::kNone) return Term();
  for (size_t i = 0; i < laws_.size(); ++i) {
    const Law& law = laws_[i];
    if (!isKept_[i] || law.head != context.source || law.array != element->array || law.relation) continue;
    Substitution there = placeIs(context, extra, element->array, element->number, proof);
    if (!implies(context, extra, there.apply(law.region), proof)) continue;
    proof.laws.insert(i);
    return there.apply(law.value);
  }
  return Term();
}

/// The term with all that is known put in.
Term LawCheck::normal(const Context& context, std::span<const Term> extra, Term term, Proof& proof) {
  constexpr int kMostRounds = 16;
  std::ranges::copy(context.why, std::back_inserter(proof.obligations));
  for (int round = 0; round < kMostRounds; ++round) {
    Substitution put(terms_, context.equal);
    const Term before = term;
    term = this->put(context, put.apply(this->put(context, term)));
    Substitution known(terms_);
    bool isAny = false;
    for (size_t i = 0; i < laws_.size(); ++i)
      if (isKept_[i] && laws_[i].head == context.source && laws_[i].array == Law::kNoArray) {
        const Term variable = system_.program()[laws_[i].variable].term;
        const std::vector<Term> variables = freeVariables(term);
        if (std::ranges::find(variables, variable) == variables.end()) continue;
        if (laws_[i].region && !implies(context, extra, laws_[i].region, proof)) continue;
        known.add(variable, laws_[i].value);
        proof.laws.insert(i);
        isAny = true;
      }
    if (isAny) term = known.apply(term);
    std::vector<Term> selects;
    forEachSubterm(term, [&](Term t) {
      if (t.kind() != Kind::Select) return;
      const Term index = t[1];
      if (!hasArrays(std::span(&index, 1))) selects.push_back(t);
    });
    Substitution cells(terms_);
    for (Term select : selects)
      if (const Term value = cellAt(context, extra, select, proof)) cells.add(select, value);
    forEachSubterm(term, [&](Term t) {
      const Term condition = t.kind() == Kind::Ite ? t[0] : Term();
      if (condition.isNull() || hasArrays(std::span(&condition, 1))) return;
      if (implies(context, extra, condition, proof))
        cells.add(t, t[1]);
      else if (implies(context, extra, terms_.mkNot(condition), proof))
        cells.add(t, t[2]);
    });
    term = withLowSums(this->put(context, cells.apply(term)));
    if (term == before) break;
  }
  return term;
}

/// Whether two normal terms are equal.
bool LawCheck::isEqual(const Context& context, std::span<const Term> extra, Term a, Term b, Proof& proof) {
  if (a == b) return true;
  // The same cell may be told by different numbers.
  std::vector<Term> ofA, ofB;
  for (const auto& [term, cells] : {std::pair(a, &ofA), std::pair(b, &ofB)})
    forEachSubterm(term, [&](Term t) {
      if (t.kind() == Kind::Select && t[0].isVariable()) cells->push_back(t);
    });
  Substitution same(terms_);
  const auto isSame = [&](Term x, Term y) {
    const Term left = abstract(x), right = abstract(y);
    if (forms_.compare(left, right) != std::optional(true)) return implies(context, extra, terms_.mkEqual(x, y), proof);
    proof.obligations.push_back({terms_.mkDistinct(left, right), "an identity"});
    return true;
  };
  // And so may what divides the same.
  std::vector<Term> quotientsOfA;
  const auto isDivision = [](Term t) {
    return t.kind() == Kind::BvSdiv || t.kind() == Kind::BvUdiv || t.kind() == Kind::BvSrem || t.kind() == Kind::BvUrem;
  };
  forEachSubterm(a, [&](Term t) {
    if (isDivision(t)) quotientsOfA.push_back(t);
  });
  forEachSubterm(b, [&](Term t) {
    if (!isDivision(t)) return;
    for (Term x : quotientsOfA)
      if (x != t && x.kind() == t.kind() && forms_.compare(abstract(x[0]), abstract(t[0])) == std::optional(true) &&
          forms_.compare(abstract(x[1]), abstract(t[1])) == std::optional(true)) {
        for (uint32_t side : {0u, 1u})
          proof.obligations.push_back({terms_.mkDistinct(abstract(x[side]), abstract(t[side])), "an identity"});
        same.add(t, x);
        return;
      }
  });
  for (Term y : ofB)
    for (Term x : ofA)
      if (x != y && x[0] == y[0] && std::ranges::find(ofA, y) == ofA.end() && isSame(x[1], y[1])) {
        same.add(y, x);
        break;
      }
  const Term left = abstract(a), right = abstract(same.apply(b));
  if (!left.sort().isBitVec()) return false;
  if (forms_.compare(left, right) == std::optional(true)) {
    proof.obligations.push_back({terms_.mkDistinct(left, right), "an identity"});
    return true;
  }
  return implies(context, extra, terms_.mkEqual(left, right), proof);
}

/// The guard, with what cells are put in, and equations decided that are identities.
std::vector<Term> LawCheck::strongParts(const Context& context, Proof& proof) {
  std::vector<Term> result;
  Context apart = context; // what equalities are taken from is nothing with them put in
  apart.equal.clear();
  Context together = context;
  for (Context* known : {&together, &apart}) {
    std::vector<Term> ends;
    Proof unused;
    for (Term part : context.parts) ends.push_back(normal(*known, {}, part, unused));
    for (Term term : ends) addEnds(term, *known);
  }
  for (Term part : context.parts)
    for (const Context* known : {&std::as_const(together), &std::as_const(apart)}) {
      const Term said = normal(*known, {}, part, proof);
      Substitution decided(terms_);
      forEachSubterm(said, [&](Term t) {
        const bool isOrder = t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt;
        if ((t.kind() != Kind::Equal && !isOrder) || !t[0].sort().isBitVec()) return;
        const Term left = abstract(t[0]), right = abstract(t[1]);
        if (isOrder) {
          if (forms_.compare(left, right) != std::optional(true)) return;
          decided.add(t, terms_.mkFalse());
          proof.obligations.push_back({terms_.mkDistinct(left, right), "an identity"});
          return;
        }
        if (!hasProducts(std::span(&t, 1)) && !hasArrays(std::span(&t, 1))) return;
        if (isEqual(*known, {}, t[0], t[1], proof)) {
          decided.add(t, terms_.mkTrue());
        } else if (forms_.compare(left, right) == std::optional(false)) {
          decided.add(t, terms_.mkFalse());
          proof.obligations.push_back({terms_.mkEqual(left, right), "an identity"});
        }
      });
      splitConjunction(abstract(decided.apply(said)), result);
    }
  return result;
}

bool LawCheck::isImpossible(const Context& context, std::span<const Term> extra, Proof& proof) {
  if (implies(context, extra, terms_.mkFalse(), proof)) return true;
  std::vector<Term> all = strongParts(context, proof);
  all.insert(all.end(), extra.begin(), extra.end());
  if (implies(context, all, terms_.mkFalse(), proof)) return true;
  for (Term part : context.parts) {
    const Term known = normal(context, extra, part, proof);
    addRelations(context, extra, known, all, proof);
  }
  return implies(context, all, terms_.mkFalse(), proof);
}

/// What holds of the cells that the term reads.
void LawCheck::addRelations(const Context& context, std::span<const Term> extra, Term term, std::vector<Term>& facts,
                            Proof& proof) {
  std::vector<Term> selects;
  forEachSubterm(term, [&](Term t) {
    if (t.kind() == Kind::Select && t[0].isVariable()) selects.push_back(t);
  });
  for (Term select : selects) {
    const auto element = system_.elementOf(select[0], select[1]);
    if (!element || hasArrays(std::span(&element->number, 1))) continue;
    for (size_t i = 0; i < laws_.size(); ++i) {
      const Law& law = laws_[i];
      if (!isKept_[i] || law.head != context.source || law.array != element->array || law.relation.isNull()) continue;
      Substitution there = placeIs(context, extra, element->array, element->number, proof);
      if (!implies(context, extra, there.apply(law.region), proof)) continue;
      proof.laws.insert(i);
      facts.push_back(put(context, Substitution(terms_, context.equal).apply(there.apply(law.relation))));
    }
  }
}

/// Whether a condition on a cell holds behind a path.
bool LawCheck::shows(const Context& context, std::span<const Term> extra, Term condition, Proof& proof) {
  const Term wanted = normal(context, extra, condition, proof);
  std::vector<Term> all(extra.begin(), extra.end());
  addRelations(context, extra, wanted, all, proof);
  if (implies(context, all, wanted, proof)) return true;
  for (Term part : strongParts(context, proof)) all.push_back(part);
  return implies(context, all, wanted, proof);
}

bool LawCheck::showEqual(const Context& context, std::span<const Term> extra, Term a, Term b, Proof& proof) {
  Proof attempt;
  if (showNormal(context, extra, a, b, attempt)) {
    std::ranges::move(attempt.obligations, std::back_inserter(proof.obligations));
    proof.laws.merge(attempt.laws);
    return true;
  }
  std::vector<Term> all = strongParts(context, proof);
  all.insert(all.end(), extra.begin(), extra.end());
  return implies(context, all, terms_.mkFalse(), proof) || showNormal(context, all, a, b, proof);
}

/// What stands for sums of first cells may be one more cell than another one that only comes up on the way.
bool LawCheck::showNormal(const Context& given, std::span<const Term> extra, Term a, Term b, Proof& proof) {
  Context context = given;
  for (Term term : {a, b}) addEnds(term, context);
  Term left = normal(context, extra, a, proof), right = normal(context, extra, b, proof);
  const size_t before = context.reads.size();
  for (Term term : {left, right}) addEnds(term, context);
  if (context.reads.size() > before) {
    left = normal(context, extra, left, proof);
    right = normal(context, extra, right, proof);
  }
  return isEqual(context, extra, left, right, proof);
}

// -- Bounds -----------------------------------------------------------------------------------------------------------

bool LawCheck::keepBoundsOf(const ArraySystem::Path& path, bool& changes, const Allowance& allowance) {
  std::vector<Term> query = conditionsAt(path.source, bounds_), parts;
  splitConjunction(path.guard, parts);
  for (Term part : parts) addEasy(part, query);
  const size_t numFacts = query.size();
  for (;;) {
    std::vector<Term> violated;
    for (const Assertion& bound : bounds_) {
      if (bound.head != path.target) continue;
      const Term after = easy(path.at(system_, bound.condition));
      violated.push_back(after ? terms_.mkNot(after) : terms_.mkTrue());
    }
    query.resize(numFacts);
    query.push_back(terms_.mkOr(violated));
    if (query.back().isFalse()) return true;
    if (allowance.expired()) return false;
    allowance.limit(solver_);
    const Answer answer = solver_.check(query);
    if (answer.isUnknown()) return false;
    if (answer.isUnsat()) return true;
    size_t next = 0;
    const size_t dropped = std::erase_if(bounds_, [&](const Assertion& bound) {
      return bound.head == path.target && solver_.value(violated[next++]).asBool();
    });
    if (dropped == 0) return false;
    changes = true;
  }
}

bool LawCheck::keepBounds(std::vector<Assertion> candidates, const Allowance& allowance) {
  allowance_ = &allowance;
  bounds_ = std::move(candidates);
  for (bool changes = true; changes;) {
    changes = false;
    for (const ArraySystem::Path& path : system_.paths())
      if (!keepBoundsOf(path, changes, allowance)) return false;
  }
  for (const ArraySystem::Path& path : system_.paths()) {
    std::vector<Term> assumed = conditionsAt(path.source, bounds_), parts, violated;
    splitConjunction(path.guard, parts);
    for (Term part : parts) addEasy(part, assumed);
    for (const Assertion& bound : bounds_)
      if (bound.head == path.target) violated.push_back(terms_.mkNot(easy(path.at(system_, bound.condition))));
    assumed.push_back(terms_.mkOr(violated));
    if (!assumed.back().isFalse()) ofBounds_.push_back({terms_.mkAnd(assumed), "that bounds are kept"});
  }
  return true;
}

// -- Laws -------------------------------------------------------------------------------------------------------------

bool LawCheck::keepsCells(const ArraySystem::Path& path, const Context& context, const Law& law, Proof& proof) {
  const CellArray& cells = system_.arrays()[law.array];
  const Term place = placeOf(system_, law.array);
  const Term region = path.at(system_, law.region);
  const Term value = after(path, context, law.relation ? law.relation : law.value);
  if (value.isNull()) return false;
  const Term cell = path.at(system_, terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, place)));
  std::vector<Term> extra{region};
  // Cells that the path writes.
  Term array = put(context, path.at(system_, cells.array));
  for (; array.kind() == Kind::Store; array = array[0]) {
    const auto element = system_.elementOf(cells.array, array[1]);
    if (!element) return false;
    if (element->array != law.array) continue;
    Substitution there = placeIs(context, {}, law.array, element->number, proof);
    const std::vector<Term> inside{there.apply(region)};
    Proof outside;
    const Term holds = put(context, there.apply(value));
    if (implies(context, inside, terms_.mkFalse(), outside)) {
      std::ranges::move(outside.obligations, std::back_inserter(proof.obligations));
    } else if (law.relation ? !shows(context, inside, holds, proof)
                            : !showEqual(context, inside, put(context, there.apply(cell)), holds, proof)) {
      return false;
    }
    extra.push_back(terms_.mkDistinct(place, element->number));
  }
  // Another cell.
  if (law.relation) return shows(context, extra, value, proof) || showsBeyond(path, context, extra, law, value, proof);
  return showEqual(context, extra, cell, value, proof) || showByCases(path, context, extra, law, cell, value, proof);
}

/// Of a cell of which the same is known before, and of one that is new in the region.
bool LawCheck::showsBeyond(const ArraySystem::Path& path, const Context& context, std::span<const Term> extra,
                           const Law& law, Term condition, Proof& proof) {
  const Term place = placeOf(system_, law.array);
  const auto showsAt = [&](std::span<const Term> where, Term only) {
    if (!implies(context, where, terms_.mkEqual(place, only), proof)) return false;
    Substitution there = placeIs(context, where, law.array, only, proof);
    std::vector<Term> then;
    for (Term term : where) then.push_back(there.apply(term));
    return shows(context, then, put(context, there.apply(condition)), proof);
  };
  const Term first = path.at(system_, law.first);
  if (showsAt(extra, first)) return true;
  for (size_t i = 0; i < laws_.size(); ++i) {
    const Law& known = laws_[i];
    if (!isKept_[i] || known.head != context.source || known.array != law.array || known.relation.isNull()) continue;
    std::vector<Term> inside(extra.begin(), extra.end()), outside = inside;
    inside.push_back(known.region);
    outside.push_back(terms_.mkNot(known.region));
    if ((showsAt(outside, known.last) || showsAt(outside, first)) && shows(context, inside, condition, proof))
      return true;
  }
  return false;
}

/// By what is known of the cell before: of several regions, one of which it is in.
bool LawCheck::showByCases(const ArraySystem::Path& path, const Context& context, std::span<const Term> extra,
                           const Law& law, Term cell, Term value, Proof& proof) {
  const Term place = placeOf(system_, law.array);
  std::vector<const Law*> known;
  std::vector<Term> regions;
  for (size_t i = 0; i < laws_.size(); ++i)
    if (isKept_[i] && laws_[i].head == context.source && laws_[i].array == law.array && !laws_[i].relation) {
      known.push_back(&laws_[i]);
      regions.push_back(laws_[i].region);
    }
  if (regions.empty() || !implies(context, extra, terms_.mkOr(regions), proof)) return false;
  regions.clear();
  for (const Law* one : known) {
    std::vector<Term> inside(extra.begin(), extra.end());
    inside.push_back(one->region);
    bool isShown = implies(context, inside, terms_.mkFalse(), proof) || showEqual(context, inside, cell, value, proof);
    // There may be one such cell only.
    for (Term only : {one->first, path.at(system_, law.first)}) {
      if (isShown || !implies(context, inside, terms_.mkEqual(place, only), proof)) continue;
      Substitution there = placeIs(context, inside, law.array, only, proof);
      std::vector<Term> then;
      for (Term term : inside) then.push_back(there.apply(term));
      isShown = showEqual(context, then, put(context, there.apply(cell)), put(context, there.apply(value)), proof);
    }
    if (isShown) regions.push_back(one->region);
  }
  return implies(context, extra, terms_.mkOr(regions), proof);
}

/// The place becomes this element, and its number the element's lowest bits.
Substitution LawCheck::placeIs(const Context& context, std::span<const Term> extra, size_t array, Term element,
                               Proof& proof) {
  const CellArray& cells = system_.arrays()[array];
  const uint32_t width = cells.width(), most = std::min(width, cells.indexWidth());
  const Term place = placeOf(system_, array), number = placeNumber(system_, width);
  Substitution result(terms_, {{place, element}});
  if (element == place) return result;
  Term low = system_.lowBits(element, width);
  const Term same = terms_.mkEqual(low, terms_.mkBvSignResize(terms_.mkBvExtract(element, most - 1, 0), width));
  if (!same.isTrue()) proof.obligations.push_back({terms_.mkNot(same), "that lowest bits are those of a number"});
  // An index has fewer bits than a counter: the others say nothing, mostly.
  const Term wide = widened(terms_, element, width);
  if (wide && wide != low && implies(context, extra, terms_.mkEqual(low, wide), proof)) low = wide;
  // The element may be told by the place: its lowest bits have a name.
  const Term own = terms_.mkBvSignResize(terms_.mkBvExtract(place, most - 1, 0), width);
  result.add(number, Substitution(terms_, {{own, number}}).apply(low));
  return result;
}

bool LawCheck::keeps(const ArraySystem::Path& path, const Context& context, const Law& law, Proof& proof) {
  // Nobody leaves an object's window, mostly.
  if (implies(context, {}, terms_.mkFalse(), proof)) return true;
  if (law.array != Law::kNoArray) return keepsCells(path, context, law, proof);
  const Term variable = system_.program()[law.variable].term;
  std::vector<Term> extra;
  if (law.region) extra.push_back(path.at(system_, law.region));
  const Term value = after(path, context, law.value);
  return value && showEqual(context, extra, path.at(system_, variable), value, proof);
}

bool LawCheck::keepLaws(std::vector<Law> laws, const Allowance& allowance) {
  allowance_ = &allowance;
  laws_ = std::move(laws);
  isKept_.assign(laws_.size(), true);
  ofLaws_.clear();
  std::vector<Context> contexts;
  for (const ArraySystem::Path& path : system_.paths()) {
    contexts.push_back(contextOf(path.source, path.guard, &path));
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t p = 0; p < contexts.size(); ++p)
      for (size_t i = 0; i < laws_.size(); ++i) {
        const ArraySystem::Path& path = system_.paths()[p];
        if (!isKept_[i] || laws_[i].head != path.target) continue;
        const auto known = ofLaws_.find({p, i});
        if (known != ofLaws_.end() &&
            std::ranges::all_of(known->second.laws, [&](size_t other) { return isKept_[other]; }))
          continue;
        if (allowance.expired()) return false;
        Proof proof;
        if (keeps(path, contexts[p], laws_[i], proof)) {
          ofLaws_[{p, i}] = std::move(proof);
        } else {
          isKept_[i] = false;
          changes = true;
        }
      }
  }
  return true;
}

std::vector<OpenEnding> LawCheck::openEndings(size_t most, const Allowance& allowance) {
  allowance_ = &allowance;
  const CutRelation& relation = system_.relation();
  std::vector<OpenEnding> result;
  for (uint32_t cut = 0; cut < relation.numCuts(); ++cut)
    for (const Ending& ending : relation.block(cut).endings) {
      if (!CutVerdict::mustNotBeReached(flow_, ending)) continue;
      const uint32_t source = cut == relation.start() ? Flow::kNone : cut;
      const Context context = contextOf(source, system_.put(source, ending.guard), nullptr);
      Proof proof;
      if (!isImpossible(context, {}, proof)) {
        result.push_back({source, &ending});
        if (result.size() == most) return result;
        continue;
      }
      std::ranges::move(proof.obligations, std::back_inserter(ofEndings_));
    }
  return result;
}

std::vector<Law> LawCheck::laws() const {
  std::vector<Law> result;
  for (size_t i = 0; i < laws_.size(); ++i)
    if (isKept_[i]) result.push_back(laws_[i]);
  return result;
}

std::vector<Obligation> LawCheck::obligations() const {
  std::vector<Obligation> result;
  TermSet seen;
  const auto add = [&](const Obligation& one) {
    if (!one.violation.isFalse() && seen.insert(one.violation)) result.push_back(one);
  };
  for (const Obligation& one : system_.obligations()) add(one);
  for (const auto& [index, sum] : system_.indices()) add({terms_.mkDistinct(index, sum), "that an index is a sum"});
  for (const Obligation& one : ofBounds_) add(one);
  for (const auto& [key, proof] : ofLaws_)
    if (isKept_[key.second])
      for (const Obligation& one : proof.obligations) add(one);
  for (const Obligation& one : ofEndings_) add(one);
  return result;
}

} // namespace assay
