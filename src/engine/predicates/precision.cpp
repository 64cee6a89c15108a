#include "engine/predicates/precision.h"

#include "term/traverse.h"

#include <optional>

namespace assay {

namespace {

/// x == y + distance.
struct Distance {
  Term x, y;
  int64_t distance;
};

/// A term and what is added to it.
std::pair<Term, int64_t> summandsOf(Term term) {
  if (term.kind() == Kind::BvAdd)
    for (const uint32_t side : {0u, 1u})
      if (term[side].isValue()) return {term[1 - side], term[side].value().toInt64()};
  return {term, 0};
}

std::optional<Distance> distanceOf(Term atom) {
  if (atom.kind() != Kind::Equal || !atom[0].sort().isBitVec() || atom[0].sort().width() > 64) return std::nullopt;
  auto [x, plusX] = summandsOf(atom[0]);
  auto [y, plusY] = summandsOf(atom[1]);
  if (x.isValue() || y.isValue()) return std::nullopt;
  if (y.id() < x.id()) {
    std::swap(x, y);
    std::swap(plusX, plusY);
  }
  return Distance{x, y, static_cast<int64_t>(static_cast<uint64_t>(plusY) - static_cast<uint64_t>(plusX))};
}

} // namespace

size_t Precision::add(uint32_t head, Term condition) {
  size_t number = 0;
  for (Term atom : atomsOf(condition))
    if (addAtom(head, atom)) number += 1 + addBetween(head, atom);
  return number;
}

/// Some distances of two terms are predicates: so are those between, if they are not too many.
size_t Precision::addBetween(uint32_t head, Term atom) {
  const std::optional<Distance> one = distanceOf(atom);
  if (!one) return 0;
  std::set<int64_t>& known = distances_[{head, one->x.id(), one->y.id()}];
  known.insert(one->distance);
  const int64_t first = *known.begin(), last = *known.rbegin();
  if (known.size() < limits_.knownDistances ||
      static_cast<uint64_t>(last) - static_cast<uint64_t>(first) > limits_.distanceSpan)
    return 0;
  TermManager& terms = flow_.terms();
  size_t number = 0;
  for (int64_t distance = first; distance <= last; ++distance) {
    if (!known.insert(distance).second) continue;
    const Term plus = terms.mkBv(one->y.sort().width(), static_cast<uint64_t>(distance));
    number += addAtom(head, terms.mkEqual(one->x, terms.mkBvAdd(one->y, plus))) ? 1 : 0;
  }
  return number;
}

/// Whether the atom speaks only of variables that are live at the head, and of at least one. A large atom is no
/// predicate.
bool Precision::isOfState(uint32_t head, Term atom) const {
  TermSet seen;
  std::vector<Term> open{atom};
  bool hasVariables = false;
  for (size_t number = 0; !open.empty(); ++number) {
    const Term term = open.back();
    open.pop_back();
    if (number == limits_.predicateTerms) return false;
    if (term.isVariable()) {
      const VariableId id = flow_.program().variableOf(term);
      if (!id.valid() || !flow_.isLive(id.index(), flow_.heads()[head])) return false;
      hasVariables = true;
    }
    for (Term child : term.children())
      if (seen.insert(child)) open.push_back(child);
  }
  return hasVariables;
}

bool Precision::addAtom(uint32_t head, Term atom) {
  if (!known_[head].insert(atom) || !isOfState(head, atom)) return false;
  predicates_[head].push_back(atom);
  return true;
}

size_t Precision::size() const {
  size_t number = 0;
  for (const std::vector<Term>& predicates : predicates_) number += predicates.size();
  return number;
}

} // namespace assay
