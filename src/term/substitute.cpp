#include "term/substitute.h"

#include "term/term_manager.h"
#include "term/traverse.h"

#include <array>
#include <cassert>

namespace assay {

void Substitution::add(Term from, Term to) {
  assert(from.sort() == to.sort());
  map_[from] = to;
  reset();
}

void Substitution::reset() {
  memo_.clear();
  for (const auto& [from, to] : map_) memo_.insert(from, to);
}

Term Substitution::apply(Term term) {
  auto substituted = [&](Term t) {
    std::array<Term, 3> children;
    bool changed = false;
    for (uint32_t i = 0; i < t.size(); ++i) {
      children[i] = memo_.at(t[i]);
      changed = changed || children[i] != t[i];
    }
    return changed ? tm_.rebuild(t, std::span(children).first(t.size())) : t;
  };
  postOrder(term, [&](Term t) { return !memo_.contains(t); }, [&](Term t) { memo_.insert(t, substituted(t)); });
  return memo_.at(term);
}

} // namespace assay
