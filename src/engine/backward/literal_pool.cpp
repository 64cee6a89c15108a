#include "engine/backward/literal_pool.h"

#include "analysis/affine_relations.h"
#include "analysis/modular.h"
#include "encode/head_vocabulary.h"
#include "encode/numeric.h"
#include "invariants/equations/equation.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

namespace {

/// The same equation, multiplied by an odd number so that its coefficients are small: solvers do multiply.
AffineRelations::Equation simplest(const AffineRelations::Equation& equation, uint32_t width) {
  const auto size = [&](uint64_t value) { return std::min(modulo(value, width), modulo(0 - value, width)); };
  const auto largest = [&](const AffineRelations::Equation& each) {
    return size(*std::ranges::max_element(each.begin() + 1, each.end(), {}, size));
  };
  AffineRelations::Equation best = equation;
  for (size_t i = 1; i < equation.size(); ++i) {
    if (equation[i] % 2 == 0) continue;
    for (const uint64_t coefficient : {1, 3, 5, 7}) {
      const uint64_t factor = inverseOfOdd(equation[i]) * coefficient;
      AffineRelations::Equation scaled;
      for (uint64_t each : equation) scaled.push_back(modulo(each * factor, width));
      if (largest(scaled) < largest(best)) best = std::move(scaled);
    }
  }
  return best;
}

bool multiplies(Term root) {
  bool result = false;
  forEachSubterm(root, [&](Term term) {
    result = result || (term.kind() == Kind::BvMul && !term[0].isValue() && !term[1].isValue());
  });
  return result;
}

/// Whether there are products of variables.
bool multiplies(const Flow& flow, const Block& block) {
  if (std::ranges::any_of(block.endings, [](const Ending& ending) { return multiplies(ending.guard); })) return true;
  return std::ranges::any_of(block.exits, [&](const BlockPath& exit) {
    return multiplies(exit.guard) || std::ranges::any_of(flow.liveAt(exit.target), [&](VariableId variable) {
             const Term value = exit.values.get(variable.index());
             return value && multiplies(value);
           });
  });
}

} // namespace

LiteralPool::LiteralPool(const CutRelation& system, uint32_t head, const BackwardLimits& limits)
    : flow_(system.flow()), terms_(flow_.terms()), head_(head), limits_(limits) {
  HeadNumbers live = numbersAt(flow_, head);
  numbers_ = std::move(live.written);
  numbers_.insert(numbers_.end(), live.others.begin(), live.others.end());
  if (flow_.isIrreducible()) std::ranges::sort(numbers_); // no loop is the head's
  if (numbers_.size() > limits_.numbers) numbers_.resize(limits_.numbers);
  Vocabulary mentioned;
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) {
    for (const Ending& ending : system.block(cut).endings) mentioned.add(ending.guard);
    for (const BlockPath& exit : system.block(cut).exits) mentioned.add(exit.guard);
    multiplies_ = multiplies_ || multiplies(flow_, system.block(cut));
  }
  const auto addBlock = [&](uint32_t cut) {
    for (const Ending& ending : system.block(cut).endings) add(ending.guard);
    for (const BlockPath& exit : system.block(cut).exits) {
      add(exit.guard);
      addBranches(exit, mentioned);
    }
  };
  addBlock(head);
  for (const CutRelation::Entry& entry : system.entries(head))
    if (entry.cut != head) addEntered(system.path(entry));
  for (uint32_t cut = 0; cut < system.start(); ++cut)
    if (cut != head) addBlock(cut);
  for (Term constant : mentioned.constants())
    if (const uint32_t width = constant.sort().width();
        width > 1 && width <= 64 && constants_.size() < limits_.constants)
      constants_.push_back(constant.value());
}

/// Paths that join before the exit are told apart in its values.
void LiteralPool::addBranches(const BlockPath& path, Vocabulary& mentioned) {
  for (VariableId variable : flow_.liveAt(path.target))
    if (const Term value = path.values.get(variable.index()))
      forEachSubterm(value, [&](Term term) {
        if (term.kind() != Kind::Ite) return;
        mentioned.add(term[0]);
        add(term[0]);
      });
}

/// What the path to the head has compared, of values that variables still have behind it.
void LiteralPool::addEntered(const BlockPath& path) {
  Substitution behind(terms_);
  TermSet seen;
  for (VariableId variable : flow_.liveAt(path.target))
    if (const Term value = path.values.get(variable.index()); value && value.isVariable() && seen.insert(value))
      behind.add(value, flow_.program()[variable].term);
  for (Term atom : atomsOf(path.guard)) {
    if (termSize(atom) > limits_.atomTerms) continue;
    const std::vector<Term> variables = freeVariables(atom);
    if (std::ranges::all_of(variables, [&](Term variable) { return seen.contains(variable); })) add(behind(atom));
  }
}

void LiteralPool::add(Term condition) {
  for (Term atom : atomsOf(condition)) {
    if (atoms_.size() >= limits_.atoms || termSize(atom) > limits_.atomTerms) continue;
    if (!freeVariables(atom).empty() && isLiveAt(flow_, head_, atom) && known_.insert(atom)) atoms_.push_back(atom);
  }
}

void LiteralPool::addBounds(Term variable, const BitVector& value, Literals& literals) const {
  const bool isOrderedBySign = isSigned(flow_.program()[flow_.program().variableOf(variable)]);
  const auto lessOrEqual = [&](Term a, Term b) {
    return isOrderedBySign ? terms_.mkBvSle(a, b) : terms_.mkBvUle(a, b);
  };
  const Term now = terms_.mkBv(value);
  literals.ofState.push_back(lessOrEqual(now, variable));
  literals.ofState.push_back(lessOrEqual(variable, now));
  for (const BitVector& constant : constants_) {
    if (constant.width() != value.width() || constant == value) continue;
    const Term bound = terms_.mkBv(constant);
    const bool isBelow = isOrderedBySign ? value.slt(constant) : value.ult(constant);
    literals.general.push_back(isBelow ? lessOrEqual(variable, bound) : lessOrEqual(bound, variable));
    literals.general.push_back(terms_.mkDistinct(variable, bound));
  }
  literals.general.push_back(terms_.mkEqual(terms_.mkBvExtract(variable, 0, 0), terms_.mkBv(1, value.toUint64() & 1)));
}

/// Between two variables. `isBounded`: rows of zones and octagons as well.
void LiteralPool::addPair(const Number& x, const Number& y, bool isBounded, Literals& literals) const {
  const auto& [xTerm, a, isXSigned] = x;
  const auto& [yTerm, b, isYSigned] = y;
  const bool isOrderedBySign = isXSigned || isYSigned;
  const auto order = [&](Term left, const BitVector& l, Term right, const BitVector& r) {
    if (isOrderedBySign ? l.sle(r) : l.ule(r))
      literals.general.push_back(isOrderedBySign ? terms_.mkBvSle(left, right) : terms_.mkBvUle(left, right));
  };
  order(xTerm, a, yTerm, b);
  order(yTerm, b, xTerm, a);
  if (!(a == b)) literals.general.push_back(terms_.mkDistinct(xTerm, yTerm));
  if (a == b.add(b)) literals.general.push_back(terms_.mkEqual(xTerm, terms_.mkBvAdd(yTerm, yTerm)));
  if (b == a.add(a)) literals.general.push_back(terms_.mkEqual(yTerm, terms_.mkBvAdd(xTerm, xTerm)));
  const Term sum = terms_.mkBvAdd(xTerm, yTerm), difference = terms_.mkBvSub(xTerm, yTerm);
  const Term sumNow = terms_.mkBv(a.add(b)), distance = terms_.mkBv(a.sub(b));
  literals.ofState.push_back(terms_.mkEqual(xTerm, terms_.mkBvAdd(yTerm, distance)));
  literals.ofState.push_back(terms_.mkEqual(sum, sumNow));
  if (!isBounded) return;
  for (const auto& [row, now] : {std::pair(difference, distance), std::pair(sum, sumNow)}) {
    literals.ofState.push_back(terms_.mkBvSle(row, now));
    literals.ofState.push_back(terms_.mkBvSle(now, row));
  }
}

void LiteralPool::addRelations(const Assignment& state, Literals& literals) const {
  std::vector<Number> numbers; // without values that are not known
  std::vector<size_t> places;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    const Variable& variable = flow_.program()[numbers_[i]];
    const Value& value = state.get(variable.term);
    if (value.isNull()) continue;
    numbers.push_back({variable.term, value.bits(), isSigned(variable)});
    places.push_back(i);
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto& [x, a, isXSigned] = numbers[i];
    addBounds(x, a, literals);
    for (size_t j = 0; j < i; ++j) {
      const auto& [y, b, isYSigned] = numbers[j];
      if (y.sort() != x.sort()) continue;
      addPair(numbers[i], numbers[j], places[i] < limits_.numbersOfThree, literals);
      for (size_t k = 0; k < numbers.size() && places[k] < limits_.numbersOfThree; ++k) {
        const auto& [z, c, isZSigned] = numbers[k];
        if (k == i || k == j || z.sort() != x.sort() || (k < j && places[i] < limits_.numbersOfThree)) continue;
        literals.ofState.push_back(
            terms_.mkEqual(terms_.mkBvAdd(x, y), terms_.mkBvAdd(z, terms_.mkBv(a.add(b).sub(c)))));
      }
    }
  }
}

/// Products are for programs that have some, where there are few variables and no linear equations: those say it all
/// with multiples of themselves.
std::vector<Term> LiteralPool::equationsOf(std::span<const Assignment* const> states) const {
  const Program& program = flow_.program();
  std::map<uint32_t, std::vector<VariableId>> byWidth;
  for (VariableId variable : numbers_) byWidth[program[variable].sort().width()].push_back(variable);
  std::vector<Term> result;
  const auto addEquations = [&](uint32_t width, const Monomials& monomials) {
    if (states.size() < monomials.size() + 1 && monomials.size() > numbers_.size()) return; // too few to tell
    AffineRelations relations(width, monomials.size());
    for (const Assignment* state : states) {
      std::vector<uint64_t> point;
      for (const std::vector<VariableId>& monomial : monomials) {
        uint64_t product = 1;
        for (VariableId variable : monomial) {
          const Value& value = state->get(program[variable].term);
          product *= value.isNull() ? 0 : value.bits().toUint64();
        }
        point.push_back(modulo(product, width));
      }
      relations.add(point);
    }
    for (const AffineRelations::Equation& equation : relations.equations())
      if (result.size() < limits_.equationsOfStates)
        result.push_back(equationTerm(program, monomials, simplest(equation, width), width));
  };
  for (const auto& [width, variables] : byWidth) {
    if (states.size() < 2) continue;
    Monomials monomials;
    for (VariableId variable : variables) monomials.push_back({variable});
    const size_t numBefore = result.size();
    if (variables.size() > 1) addEquations(width, monomials);
    if (!multiplies_ || result.size() > numBefore || variables.size() > limits_.numbersInProducts) continue;
    for (size_t i = 0; i < variables.size(); ++i)
      for (size_t j = 0; j <= i; ++j) monomials.push_back({variables[j], variables[i]});
    addEquations(width, monomials);
  }
  std::erase_if(result, [](Term equation) { return equation.isValue(); });
  return result;
}

std::vector<Term> LiteralPool::at(const Assignment& state) const {
  Literals literals;
  Evaluator evaluator(state);
  for (Term atom : atoms_) literals.general.push_back(evaluator.evaluateBool(atom) ? atom : terms_.mkNot(atom));
  for (VariableId variable : flow_.liveAt(flow_.heads()[head_])) {
    const Term term = flow_.program()[variable].term;
    if (term.sort().isBool()) literals.general.push_back(evaluator.evaluateBool(term) ? term : terms_.mkNot(term));
  }
  addRelations(state, literals);
  std::vector<Term> unique;
  TermSet seen;
  for (const std::vector<Term>* part : {&literals.general, &literals.ofState})
    for (Term literal : *part)
      if (!literal.isValue() && seen.insert(literal)) unique.push_back(literal);
  return unique;
}

} // namespace assay
