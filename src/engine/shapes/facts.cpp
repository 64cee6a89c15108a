#include "engine/shapes/facts.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

namespace {

bool isAbout(Term constraint, Term symbol) {
  const std::vector<Term> free = freeVariables(constraint);
  return free.size() == 1 && free[0] == symbol;
}

/// Whether nothing is known of it.
bool isFree(const Alternative& of) {
  if (!of.number.isVariable()) return false;
  return std::none_of(of.constraints->begin(), of.constraints->end(), [&](Term constraint) {
    const std::vector<Term> free = freeVariables(constraint);
    return std::find(free.begin(), free.end(), of.number) != free.end();
  });
}

bool holds(TermManager& terms, Oracle& oracle, Term fact, Term symbol, const Alternative& of) {
  Substitution instance(terms);
  instance.add(symbol, of.number);
  return oracle.implies(*of.constraints, instance.apply(fact));
}

Term isOneOf(TermManager& terms, Term number, const std::vector<Term>& values) {
  Term result = terms.mkFalse();
  for (Term value : values) {
    const Term isValue = terms.mkEqual(number, value);
    result = terms.mkOr(result, isValue);
  }
  return result;
}

/// The constants of the program that it may be, if it can be nothing else and they are few.
std::vector<Term> valuesOf(TermManager& terms, Oracle& oracle, const Alternative& of) {
  if (of.number.isValue()) return {of.number};
  const auto isAboutIt = [&](Term constraint) { return isAbout(constraint, of.number); };
  if (of.number.isVariable() && std::none_of(of.constraints->begin(), of.constraints->end(), isAboutIt)) return {};
  std::vector<Term> constants, values;
  for (Term constant : oracle.constants())
    if (constant.sort() == of.number.sort()) constants.push_back(constant);
  if (constants.empty() || !oracle.implies(*of.constraints, isOneOf(terms, of.number, constants))) return {};
  for (Term constant : constants) {
    if (!oracle.maySatisfy(*of.constraints, terms.mkEqual(of.number, constant))) continue;
    values.push_back(constant);
    if (values.size() > oracle.limits().constantsOfSet) return {};
  }
  return values;
}

/// That the symbol is one of a few constants; null if there are none.
Term inSet(TermManager& terms, Oracle& oracle, Term symbol, const Alternative& a, const Alternative& b) {
  std::vector<Term> values = valuesOf(terms, oracle, a);
  if (values.empty()) return {};
  const std::vector<Term> others = valuesOf(terms, oracle, b);
  if (others.empty()) return {};
  for (Term value : others)
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  const auto isNamed = [&](Term value) {
    return std::find(oracle.constants().begin(), oracle.constants().end(), value) != oracle.constants().end();
  };
  if (values.size() > oracle.limits().constantsOfSet || !std::all_of(values.begin(), values.end(), isNamed)) return {};
  std::sort(values.begin(), values.end(), [](Term x, Term y) { return x.value().ult(y.value()); });
  return isOneOf(terms, symbol, values);
}

std::vector<Term> candidates(TermManager& terms, Oracle& oracle, Term symbol, const Alternative& a,
                             const Alternative& b) {
  std::vector<Term> result;
  const auto add = [&](Term candidate) {
    if (!candidate.isValue() && std::find(result.begin(), result.end(), candidate) == result.end())
      result.push_back(candidate);
  };
  for (const Alternative* one : {&a, &b}) {
    if (!one->number.isVariable()) continue;
    Substitution rename(terms);
    rename.add(one->number, symbol);
    for (Term constraint : *one->constraints)
      if (isAbout(constraint, one->number)) add(rename.apply(constraint));
  }
  if (!symbol.sort().isBitVec()) return result;
  const uint32_t width = symbol.sort().width();
  const Term zero = terms.mkBv(width, 0), one = terms.mkBv(width, 1);
  add(terms.mkDistinct(symbol, zero));
  add(terms.mkBvSle(zero, symbol));
  add(terms.mkBvSle(one, symbol));
  add(terms.mkBvSle(symbol, zero));
  for (Term bound : oracle.bounds()) {
    if (bound.sort() != symbol.sort()) continue;
    add(terms.mkBvSle(bound, symbol));
    add(terms.mkBvSle(symbol, bound));
  }
  if (a.number.isValue() && b.number.isValue()) {
    const bool isOrdered = a.number.value().slt(b.number.value());
    add(terms.mkBvSle(isOrdered ? a.number : b.number, symbol));
    add(terms.mkBvSle(symbol, isOrdered ? b.number : a.number));
  }
  if (const Term set = inSet(terms, oracle, symbol, a, b)) add(set);
  return result;
}

} // namespace

std::vector<Term> commonFacts(TermManager& terms, Oracle& oracle, Term symbol, const Alternative& a,
                              const Alternative& b) {
  std::vector<Term> facts;
  if (isFree(a) || isFree(b)) return facts;
  // Of a constant it is quickly told.
  const Alternative& one = b.number.isValue() ? b : a;
  const Alternative& other = b.number.isValue() ? a : b;
  for (Term candidate : candidates(terms, oracle, symbol, a, b))
    if (holds(terms, oracle, candidate, symbol, one) && holds(terms, oracle, candidate, symbol, other))
      facts.push_back(candidate);
  return facts;
}

bool haveSameFacts(TermManager& terms, Oracle& oracle, const Alternative& a, const Alternative& b) {
  if (a.number == b.number) return true;
  if (a.number.isValue() || b.number.isValue() || isFree(a) != isFree(b)) return false;
  if (isFree(a)) return true;
  const Term symbol = terms.mkFreshVariable("shape", a.number.sort());
  const std::vector<Term> facts = candidates(terms, oracle, symbol, a, b);
  return std::all_of(facts.begin(), facts.end(), [&](Term fact) {
    return holds(terms, oracle, fact, symbol, a) == holds(terms, oracle, fact, symbol, b);
  });
}

std::vector<Term> commonRelations(TermManager& terms, Oracle& oracle, const std::vector<Pairing>& numbers,
                                  const std::vector<Term>& inA, const std::vector<Term>& inB) {
  std::vector<Term> tried, relations;
  for (const bool isA : {true, false}) {
    std::unordered_map<Term, Term> names;
    for (const Pairing& number : numbers)
      if (const Term one = isA ? number.a : number.b; one.isVariable()) names.emplace(one, number.symbol);
    for (Term constraint : isA ? inA : inB) {
      const std::vector<Term> free = freeVariables(constraint);
      const auto isNamed = [&](Term symbol) { return names.contains(symbol); };
      if (free.size() < 2 || !std::all_of(free.begin(), free.end(), isNamed)) continue;
      if (tried.size() == oracle.limits().relations) break;
      const Term relation = Substitution(terms, names).apply(constraint);
      if (std::find(tried.begin(), tried.end(), relation) == tried.end()) tried.push_back(relation);
    }
  }
  std::unordered_map<Term, Term> toA, toB;
  for (const Pairing& number : numbers) {
    toA.emplace(number.symbol, number.a);
    toB.emplace(number.symbol, number.b);
  }
  for (Term relation : tried) {
    const Term ofA = Substitution(terms, toA).apply(relation), ofB = Substitution(terms, toB).apply(relation);
    if (oracle.implies(inA, ofA) && oracle.implies(inB, ofB)) relations.push_back(relation);
  }
  return relations;
}

std::vector<Term> commonOrder(TermManager& terms, Oracle& oracle, const Pairing& number,
                              const std::vector<Term>& others, const std::vector<Term>& constraints) {
  std::vector<Term> facts;
  // Nothing holds between numbers that no constraint is about.
  const auto isRelated = [&](Term other, Term to) {
    const std::vector<Term> mine = freeVariables(to), theirs = freeVariables(other);
    const auto mentions = [](const std::vector<Term>& free, const std::vector<Term>& some) {
      return std::any_of(some.begin(), some.end(),
                         [&](Term symbol) { return std::find(free.begin(), free.end(), symbol) != free.end(); });
    };
    if (mentions(mine, theirs)) return true;
    return std::any_of(constraints.begin(), constraints.end(), [&](Term constraint) {
      const std::vector<Term> free = freeVariables(constraint);
      return mentions(free, mine) && mentions(free, theirs);
    });
  };
  for (Term other : others) {
    if (other.sort() != number.symbol.sort() || (!isRelated(other, number.a) && !isRelated(other, number.b))) continue;
    const auto isBetween = [&](bool isLess) {
      return isLess ? oracle.implies(constraints, terms.mkBvSle(other, number.a)) &&
                          oracle.implies(constraints, terms.mkBvSle(other, number.b))
                    : oracle.implies(constraints, terms.mkBvSle(number.a, other)) &&
                          oracle.implies(constraints, terms.mkBvSle(number.b, other));
    };
    if (isBetween(true)) facts.push_back(terms.mkBvSle(other, number.symbol));
    if (isBetween(false)) facts.push_back(terms.mkBvSle(number.symbol, other));
  }
  return facts;
}

std::vector<Term> conditionalFacts(TermManager& terms, Oracle& oracle, const std::vector<Pairing>& numbers,
                                   const std::vector<Term>& constraints) {
  std::vector<Term> facts;
  for (const Pairing& flag : numbers) {
    if (!flag.a.isValue() || !flag.b.isValue() || flag.a == flag.b) continue;
    for (const Pairing& number : numbers) {
      if (number.symbol == flag.symbol || number.a == number.b) continue;
      const Alternative a{number.a, &constraints}, b{number.b, &constraints};
      for (Term fact : candidates(terms, oracle, number.symbol, a, b)) {
        const bool inA = holds(terms, oracle, fact, number.symbol, a);
        if (facts.size() == oracle.limits().conditionalFacts || inA == holds(terms, oracle, fact, number.symbol, b))
          continue;
        const Term isFlag = terms.mkEqual(flag.symbol, inA ? flag.a : flag.b);
        facts.push_back(terms.mkImplies(isFlag, fact));
      }
    }
  }
  return facts;
}

void dropUnfounded(State& state) {
  const auto mayBeMissing = [&](const Block& block) {
    const Block* one = &block;
    while (one->min != 0 && one->owner != 0) one = &state.blocks.at(one->owner);
    return one->min == 0;
  };
  for (const auto& [number, block] : state.blocks) {
    if (!mayBeMissing(block)) continue;
    const auto isItsOwn = [&fields = block.fields](Term symbol) {
      return std::any_of(fields.begin(), fields.end(), [&](const auto& entry) {
        return entry.second.each && entry.second.value == Value::of(symbol);
      });
    };
    std::erase_if(state.constraints, [&](Term constraint) {
      const std::vector<Term> free = freeVariables(constraint);
      return std::any_of(free.begin(), free.end(), isItsOwn) && !std::all_of(free.begin(), free.end(), isItsOwn);
    });
  }
}

} // namespace assay::shapes
