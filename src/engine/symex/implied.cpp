#include "engine/symex/implied.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::symex {

namespace {

/// The equalities of terms with constants among the conjuncts.
std::vector<KnownConstant> equalitiesOf(Term constraint) {
  std::vector<KnownConstant> result;
  std::vector<Term> work{constraint};
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    if (term.kind() == Kind::And) {
      work.insert(work.end(), {term[0], term[1]});
    } else if (term.isVariable()) {
      result.push_back({term, 1});
    } else if (term.kind() == Kind::Not && term[0].isVariable()) {
      result.push_back({term[0], 0});
    } else if (term.kind() == Kind::Equal && term[0].sort().isBitVec() && term[0].sort().width() <= 64) {
      const bool isFirst = term[0].isValue();
      if (!isFirst && !term[1].isValue()) continue;
      result.push_back({term[isFirst ? 1 : 0], term[isFirst ? 0 : 1].value().toUint64()});
    }
  }
  return result;
}

class Replacement {
public:
  /// `maxSize`: of terms that are rebuilt.
  Replacement(const KnownConstant& known, size_t maxSize, TermManager& terms)
      : known_(known), maxSize_(maxSize), substitution_(terms) {
    substitution_.add(known.term, SymValue::concrete(known.word).toTerm(terms, known.term.sort()));
  }

  /// Whether it changes anything.
  bool changes(const std::vector<SymValue>& values) const {
    return std::any_of(values.begin(), values.end(), [&](const SymValue& v) { return occursIn(v); });
  }
  void apply(std::vector<SymValue>& values) {
    for (SymValue& value : values) {
      if (!occursIn(value)) continue;
      value =
          value.term == known_.term ? SymValue::concrete(known_.word) : SymValue::of(substitution_.apply(value.term));
    }
  }

private:
  bool occursIn(const SymValue& value) const {
    if (value.isConcrete()) return false;
    if (value.term == known_.term) return true;
    // A term is younger than what it contains.
    if (!known_.term.isVariable() || value.term.id() < known_.term.id()) return false;
    bool isFound = false;
    size_t size = 0;
    TermSet seen;
    postOrder(
        value.term,
        [&](Term t) {
          isFound |= t == known_.term;
          return t.id() >= known_.term.id() && size <= maxSize_ && !isFound && seen.insert(t) && ++size != 0;
        },
        [](Term) {});
    return isFound && size <= maxSize_;
  }

  const KnownConstant& known_;
  const size_t maxSize_;
  Substitution substitution_;
};

} // namespace

void substituteImplied(State& state, Term constraint, const SymexLimits& limits, TermManager& terms) {
  for (const KnownConstant& known : equalitiesOf(constraint)) {
    Replacement replacement(known, limits.impliedTermSize, terms);
    if (replacement.changes(*state.globals)) {
      if (state.globals.use_count() != 1) state.globals = std::make_shared<std::vector<SymValue>>(*state.globals);
      replacement.apply(*state.globals);
    }
    FrameRef* frame = &state.frame;
    for (uint32_t i = 0; i < limits.impliedFrames && *frame; ++i) {
      // A frame can be written only if those above it, which lead to it, are this state's own.
      if (frame->use_count() != 1) {
        if (!replacement.changes((*frame)->locals)) break;
        *frame = std::make_shared<Frame>(**frame);
      }
      if (replacement.changes((*frame)->locals)) replacement.apply((*frame)->locals);
      frame = &(*frame)->caller;
    }
    auto all = state.known ? std::make_shared<std::vector<KnownConstant>>(*state.known)
                           : std::make_shared<std::vector<KnownConstant>>();
    if (all->size() >= limits.impliedConstants) all->erase(all->begin());
    all->push_back(known);
    state.known = std::move(all);
  }
}

SymValue knownValue(const State& state, SymValue value) {
  if (value.isConcrete() || !state.known) return value;
  for (const KnownConstant& known : *state.known) {
    if (known.term == value.term) return SymValue::concrete(known.word);
  }
  return value;
}

} // namespace assay::symex
