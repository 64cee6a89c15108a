#include "term/weakening.h"

#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <queue>
#include <string>
#include <unordered_map>

namespace assay {

namespace {

/// Subterms of a part that is worth a variable.
constexpr size_t kManySubterms = 24;

bool hasManySubterms(Term term) {
  size_t size = 0;
  TermSet seen;
  postOrder(
      term, [&](Term t) { return size < kManySubterms && seen.insert(t) && ++size <= kManySubterms; }, [](Term) {});
  return size >= kManySubterms;
}

struct IsBelow {
  bool operator()(Term a, Term b) const { return a.depth() != b.depth() ? a.depth() < b.depth() : a.hash() < b.hash(); }
};

/// Variables for common parts. From the top down, so that it is known who has a term when its turn comes. What lies
/// below a common part is not looked at, nor what is left of one set when nothing is left of the other: sets that
/// differ in little cost little, however large their terms are.
std::unordered_map<Term, Term> abstractionOf(TermManager& terms, std::span<const Term> first,
                                             std::span<const Term> second) {
  TermMap<unsigned> sides; // 1, 2, or 3: both
  size_t numWaiting[4] = {};
  std::priority_queue<Term, std::vector<Term>, IsBelow> waiting;
  const auto reach = [&](Term term, unsigned side) {
    if (sides.insert(term, side)) {
      waiting.push(term);
    } else {
      unsigned& known = sides[term];
      --numWaiting[known];
      side = known |= side;
    }
    ++numWaiting[side];
  };
  for (Term term : first) reach(term, 1);
  for (Term term : second) reach(term, 2);
  std::unordered_map<Term, Term> variables;
  while (numWaiting[3] > 0 || (numWaiting[1] > 0 && numWaiting[2] > 0)) {
    const Term term = waiting.top();
    waiting.pop();
    const unsigned side = sides.at(term);
    --numWaiting[side];
    if (side == 3 && !term.sort().isArray() && hasManySubterms(term)) {
      const std::string name = "common!" + std::to_string(variables.size()) + "!" + term.sort().toString();
      variables[term] = terms.mkVariable(name, term.sort());
      continue;
    }
    for (Term child : term.children()) reach(child, side);
  }
  return variables;
}

/// In no order.
std::vector<Term> variablesOf(Term term) {
  std::vector<Term> result;
  forEachSubterm(term, [&](Term t) {
    if (t.isVariable()) result.push_back(t);
  });
  return result;
}

/// Adds the premises that have variables in common with the result, or with others that have.
void addConnected(std::span<const Term> premises, std::vector<Term>& result) {
  std::vector<std::vector<Term>> variables;
  for (Term premise : premises) variables.push_back(variablesOf(premise));
  TermSet reached;
  for (Term term : result)
    for (Term variable : variablesOf(term)) reached.insert(variable);
  std::vector<bool> isTaken(premises.size());
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (size_t i = 0; i < premises.size(); ++i) {
      if (isTaken[i] || std::ranges::none_of(variables[i], [&](Term v) { return reached.contains(v); })) continue;
      for (Term variable : variables[i]) reached.insert(variable);
      result.push_back(premises[i]);
      isTaken[i] = isNew = true;
    }
  }
}

} // namespace

std::vector<Term> weakened(TermManager& terms, std::span<const Term> premises, std::span<const Term> consequences) {
  const std::unordered_map<Term, Term> variables = abstractionOf(terms, premises, consequences);
  Substitution substitution(terms, variables);
  std::vector<Term> result, others;
  for (Term term : consequences) result.push_back(variables.empty() ? term : substitution(term));
  for (Term term : premises) others.push_back(variables.empty() ? term : substitution(term));
  addConnected(others, result);
  return variables.empty() && result.size() == premises.size() + consequences.size() ? std::vector<Term>() : result;
}

} // namespace assay
