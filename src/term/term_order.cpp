// The order of terms. Age would be the cheaper one, and it depends on the order in which a compiler evaluates the
// arguments of a call. What is left of it here: a term comes after what it contains, and states of an unwinding come
// one after another, because they get deeper.
//
// Two terms of the same depth and operator are compared by their first operands that differ, and so on downwards. Terms
// that were made alike, of other variables, are therefore ordered alike. Below a few levels their hashes decide, so
// that comparing two towers costs little; equal hashes of different terms are rare, and then the descent goes on.
#include "term/bit_vector.h"
#include "term/term.h"

#include <algorithm>
#include <compare>

namespace assay {

namespace {

constexpr uint32_t kLevels = 8;

std::strong_ordering compareSorts(Sort a, Sort b) {
  if (a == b) return std::strong_ordering::equal;
  if (const auto order = a.kind() <=> b.kind(); order != 0) return order;
  if (a.isArray()) {
    const auto order = compareSorts(a.index(), b.index());
    return order != 0 ? order : compareSorts(a.element(), b.element());
  }
  const auto order = a.width() <=> b.width();
  return order != 0 || !a.isFloat() ? order : a.exponentBits() <=> b.exponentBits();
}

/// Two variables, or two values of one kind and sort.
std::strong_ordering compareLeaves(Term a, Term b) {
  if (a.isVariable()) {
    const auto order = a.symbol().size() <=> b.symbol().size();
    return order != 0 ? order : a.symbol() <=> b.symbol();
  }
  return a.value().ult(b.value()) ? std::strong_ordering::less : std::strong_ordering::greater;
}

/// By operator, indices and sort.
std::strong_ordering compareHeads(Term a, Term b) {
  if (const auto order = a.kind() <=> b.kind(); order != 0) return order;
  for (uint32_t i = 0; i < 3; ++i)
    if (const auto order = a.index(i) <=> b.index(i); order != 0) return order;
  return a.isVariable() ? std::strong_ordering::equal : compareSorts(a.sort(), b.sort());
}

} // namespace

bool precedes(Term a, Term b) {
  if (a == b) return false;
  for (uint32_t level = 0;; ++level) {
    if (a.isValue() != b.isValue()) return b.isValue();
    if (a.depth() != b.depth()) return a.depth() < b.depth();
    if (level >= kLevels && a.hash() != b.hash()) return a.hash() < b.hash();
    if (const auto order = compareHeads(a, b); order != 0) return order < 0;
    if (a.size() == 0) return compareLeaves(a, b) < 0;
    uint32_t i = 0;
    while (a[i] == b[i]) ++i; // they differ in something
    const Term next = a[i];
    b = b[i];
    a = next;
  }
}

} // namespace assay
