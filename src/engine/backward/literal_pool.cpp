#include "engine/backward/literal_pool.h"

#include "analysis/affine_relations.h"
#include "encode/numeric.h"
#include "encode/sources/equations/equation.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

namespace {

constexpr size_t kMostAtoms = 60, kMostNumbers = 10, kMostConstants = 10, kMostOfThree = 5;

} // namespace

LiteralPool::LiteralPool(const CutSystem& system, uint32_t head)
    : flow_(system.flow()), terms_(flow_.terms()), head_(head) {
  const Program& program = flow_.program();
  const auto isWritten = [&](VariableId variable) {
    return std::ranges::find(flow_.writtenInLoop(head), variable) != flow_.writtenInLoop(head).end();
  };
  for (const bool written : {true, false})
    for (VariableId variable : flow_.liveAt(flow_.heads()[head])) {
      if (numbers_.size() >= kMostNumbers || !isNumeric(program[variable]) || program[variable].sort().isBool())
        continue;
      if (!flow_.isIrreducible() && isWritten(variable) != written) continue;
      if (flow_.isIrreducible() && !written) continue;
      numbers_.push_back(variable);
    }
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) {
    for (const Ending& ending : system.block(cut).endings) addConstants(ending.guard);
    for (const BlockPath& exit : system.block(cut).exits) addConstants(exit.guard);
  }
  const auto addBlock = [&](uint32_t cut) {
    for (const Ending& ending : system.block(cut).endings) add(ending.guard);
    for (const BlockPath& exit : system.block(cut).exits) add(exit.guard);
  };
  addBlock(head);
  for (uint32_t cut = 0; cut < system.start(); ++cut)
    if (cut != head) addBlock(cut);
}

void LiteralPool::addConstants(Term root) {
  forEachSubterm(root, [&](Term term) {
    if (term.kind() != Kind::BvConst || term.sort().width() > 64 || constants_.size() >= kMostConstants) return;
    if (term.sort().width() > 1 && std::ranges::find(constants_, term.value()) == constants_.end())
      constants_.push_back(term.value());
  });
}

void LiteralPool::add(Term condition) {
  for (Term atom : atomsOf(condition)) {
    if (atoms_.size() >= kMostAtoms || termSize(atom) > 60) continue;
    const std::vector<Term> variables = freeVariables(atom);
    const bool isOfState = !variables.empty() && std::ranges::all_of(variables, [&](Term variable) {
      const VariableId id = flow_.program().variableOf(variable);
      return id.valid() && flow_.isLive(id.index(), flow_.heads()[head_]);
    });
    if (isOfState && known_.insert(atom)) atoms_.push_back(atom);
  }
}

void LiteralPool::addBounds(Term variable, const BitVector& value, std::vector<Term>& literals) const {
  const bool isOrderedBySign = isSigned(flow_.program()[flow_.program().variableOf(variable)]);
  const auto lessOrEqual = [&](Term a, Term b) {
    return isOrderedBySign ? terms_.mkBvSle(a, b) : terms_.mkBvUle(a, b);
  };
  const Term now = terms_.mkBv(value);
  literals.push_back(lessOrEqual(now, variable));
  literals.push_back(lessOrEqual(variable, now));
  for (const BitVector& constant : constants_) {
    if (constant.width() != value.width() || constant == value) continue;
    const Term bound = terms_.mkBv(constant);
    const bool isBelow = isOrderedBySign ? value.slt(constant) : value.ult(constant);
    literals.push_back(isBelow ? lessOrEqual(variable, bound) : lessOrEqual(bound, variable));
    literals.push_back(terms_.mkDistinct(variable, bound));
  }
  literals.push_back(terms_.mkEqual(terms_.mkBvExtract(variable, 0, 0), terms_.mkBv(1, value.toUint64() & 1)));
}

void LiteralPool::addRelations(const Assignment& state, std::vector<Term>& literals) const {
  const auto termOf = [&](size_t i) { return flow_.program()[numbers_[i]].term; };
  const auto valueOf = [&](size_t i) -> const Value& { return state.get(termOf(i)); };
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (valueOf(i).isNull()) continue;
    const Term x = termOf(i);
    const BitVector& a = valueOf(i).bits();
    addBounds(x, a, literals);
    for (size_t j = 0; j < i; ++j) {
      const Term y = termOf(j);
      if (valueOf(j).isNull() || y.sort() != x.sort()) continue;
      const BitVector& b = valueOf(j).bits();
      const bool isOrderedBySign = isSigned(flow_.program()[numbers_[i]]) || isSigned(flow_.program()[numbers_[j]]);
      const auto order = [&](Term left, const BitVector& l, Term right, const BitVector& r) {
        if (isOrderedBySign ? l.sle(r) : l.ule(r))
          literals.push_back(isOrderedBySign ? terms_.mkBvSle(left, right) : terms_.mkBvUle(left, right));
      };
      order(x, a, y, b);
      order(y, b, x, a);
      if (!(a == b)) literals.push_back(terms_.mkDistinct(x, y));
      literals.push_back(terms_.mkEqual(x, terms_.mkBvAdd(y, terms_.mkBv(a.sub(b)))));
      literals.push_back(terms_.mkEqual(terms_.mkBvAdd(x, y), terms_.mkBv(a.add(b))));
      if (i < kMostOfThree) {
        const Term difference = terms_.mkBvSub(x, y), distance = terms_.mkBv(a.sub(b));
        literals.push_back(terms_.mkBvSle(difference, distance));
        literals.push_back(terms_.mkBvSle(distance, difference));
      }
      if (a == b.add(b)) literals.push_back(terms_.mkEqual(x, terms_.mkBvAdd(y, y)));
      if (b == a.add(a)) literals.push_back(terms_.mkEqual(y, terms_.mkBvAdd(x, x)));
      for (size_t k = 0; k < std::min(numbers_.size(), kMostOfThree); ++k) {
        const Term z = termOf(k);
        if (k == i || k == j || z.sort() != x.sort() || valueOf(k).isNull()) continue;
        const BitVector& c = valueOf(k).bits();
        if (k < j && i < kMostOfThree) continue;
        const Term sum = terms_.mkBvAdd(x, y);
        literals.push_back(terms_.mkEqual(sum, terms_.mkBvAdd(z, terms_.mkBv(a.add(b).sub(c)))));
      }
    }
  }
}

std::vector<Term> LiteralPool::equationsOf(std::span<const Assignment* const> states) const {
  constexpr size_t kMost = 12;
  const Program& program = flow_.program();
  std::map<uint32_t, std::vector<VariableId>> byWidth;
  for (VariableId variable : numbers_) byWidth[program[variable].sort().width()].push_back(variable);
  std::vector<Term> result;
  for (const auto& [width, variables] : byWidth) {
    if (states.size() < 2 || variables.size() < 2) continue;
    AffineRelations relations(width, variables.size());
    Monomials monomials;
    for (VariableId variable : variables) monomials.push_back({variable});
    for (const Assignment* state : states) {
      std::vector<uint64_t> point;
      for (VariableId variable : variables) {
        const Value& value = state->get(program[variable].term);
        point.push_back(value.isNull() ? 0 : value.bits().toUint64());
      }
      relations.add(point);
    }
    for (const AffineRelations::Equation& equation : relations.equations())
      if (result.size() < kMost) result.push_back(equationTerm(program, monomials, equation, width));
  }
  std::erase_if(result, [](Term equation) { return equation.isValue(); });
  return result;
}

std::vector<Term> LiteralPool::at(const Assignment& state) const {
  std::vector<Term> literals;
  Evaluator evaluator(state);
  for (Term atom : atoms_) literals.push_back(evaluator.evaluateBool(atom) ? atom : terms_.mkNot(atom));
  for (VariableId variable : flow_.liveAt(flow_.heads()[head_])) {
    const Term term = flow_.program()[variable].term;
    if (term.sort().isBool()) literals.push_back(evaluator.evaluateBool(term) ? term : terms_.mkNot(term));
  }
  addRelations(state, literals);
  std::vector<Term> unique;
  TermSet seen;
  for (Term literal : literals)
    if (!literal.isValue() && seen.insert(literal)) unique.push_back(literal);
  return unique;
}

} // namespace assay
