#include "encode/symbolic_state.h"

#include "encode/memory/places.h"
#include "term/term_map.h"
#include "term/traverse.h"

#include <array>
#include <span>

namespace assay {

namespace {

/// The value of what stands for contents of arrays. Where these are not known, they are anything.
Term contentsOf(TermManager& terms, Term variable, const SymbolicState& state) {
  if (state.contents)
    for (const auto& [cell, value] : *state.contents)
      if (cell == variable) return value;
  return isArrayContents(variable) ? terms.mkFreshVariable("kiki!unknown", variable.sort()) : variable;
}

} // namespace

// A variable without a value is one that no execution reads before it writes it: any value does.
Term instantiate(const Program& program, Term term, const SymbolicState& state) {
  TermManager& terms = program.terms();
  const auto isLeaf = [](Term t) { return t.isValue() || t.isVariable(); };
  const auto leafValue = [&](Term t) {
    if (t.isValue()) return t;
    const VariableId v = program.variableOf(t);
    const Term value = v.valid() ? state.variables.get(v.index()) : contentsOf(terms, t, state);
    return value ? value : terms.mkZero(t.sort());
  };
  const auto rebuilt = [&](Term t, const auto& valueOf) {
    std::array<Term, 3> children;
    bool changed = false;
    for (uint32_t i = 0; i < t.size(); ++i) {
      children[i] = valueOf(t[i]);
      changed = changed || children[i] != t[i];
    }
    return changed ? terms.rebuild(t, std::span(children).first(t.size())) : t;
  };
  // Most terms are small, and nothing has to be remembered of them.
  if (isLeaf(term)) return leafValue(term);
  bool isSmall = true;
  for (uint32_t i = 0; i < term.size(); ++i) isSmall = isSmall && isLeaf(term[i]);
  if (isSmall) return rebuilt(term, leafValue);
  TermMap<Term> memo;
  const auto known = [&](Term t) { return memo.at(t); };
  const auto leave = [&](Term t) { memo.insert(t, isLeaf(t) ? leafValue(t) : rebuilt(t, known)); };
  postOrder(term, [&](Term t) { return !memo.contains(t); }, leave);
  return memo.at(term);
}

} // namespace assay
