#include "engine/symex/fingerprint.h"

#include "term/bit_vector.h"
#include "term/semantics.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace assay::symex {

namespace {

void addSort(Fingerprint& print, Sort sort) {
  print.add(static_cast<uint64_t>(sort.kind()));
  if (sort.isBitVec()) print.add(sort.width());
  if (sort.isFloat()) {
    print.add(sort.exponentBits());
    print.add(sort.significandBits());
  }
  if (sort.isArray()) {
    addSort(print, sort.index());
    addSort(print, sort.element());
  }
}

} // namespace

void Transcript::step(uint64_t word, bool isSequence) {
  thread_local std::map<std::tuple<uint64_t, uint64_t, bool>, uint64_t> nodes; // from a node by a word; of debug builds
  node_ = nodes.try_emplace({node_, word, isSequence}, nodes.size() + 1).first->second;
}

Fingerprint TermFingerprints::compute(Term term) {
  Fingerprint print;
  print.add(static_cast<uint64_t>(term.kind()));
  addSort(print, term.sort());
  if (term.isVariable()) {
    print.add(variables_.size());
    variables_.push_back(term);
    return print;
  }
  for (uint32_t i = 0; i < 3; ++i) print.add(term.index(i));
  if (term.kind() == Kind::BvConst || term.kind() == Kind::FpConst) {
    for (uint64_t word : term.value().words()) print.add(word);
    return print;
  }
  // Their order is that of their creation, which means nothing.
  if (term.size() == 2 && isCommutative(term.kind())) {
    const auto [low, high] = std::minmax(known_.at(term[0]), known_.at(term[1]));
    print.add(low);
    print.add(high);
    return print;
  }
  for (Term child : term.children()) print.add(known_.at(child));
  return print;
}

Fingerprint TermFingerprints::of(Term term) {
  postOrder(term, [&](Term t) { return !known_.contains(t); }, [&](Term t) { known_.insert(t, compute(t)); });
  return known_.at(term);
}

} // namespace assay::symex
