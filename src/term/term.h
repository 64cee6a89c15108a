// term/: sorts, terms, and what is done with terms alone: rewriting, evaluation, substitution, an order, exact integers
// and floats, SMT-LIB.
//
// Terms: hash-consed, immutable, one pointer to hold. Two terms of one manager are equal if and only if their pointers
// are. Terms live as long as their TermManager; there is no reference count.
#pragma once

#include "term/kind.h"
#include "term/sort.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

class BitVector;
class TermManager;

class Term {
public:
  Term() = default;

  bool isNull() const { return node_ == nullptr; }
  explicit operator bool() const { return node_ != nullptr; }
  Kind kind() const { return node_->kind; }
  Sort sort() const { return node_->sort; }
  /// Dense, in order of creation: children have smaller ids than their parents. Where the arguments of one call make
  /// terms, the compiler chooses their order. So ids are for tables, and not for anything that can be seen from outside
  /// (see precedes()).
  uint32_t id() const { return node_->id; }
  /// Depends on what the term is made of alone, not on when it was made: the same in every run and on every machine.
  uint64_t hash() const { return node_->hash; }
  /// 0 for a leaf, else one more than the deepest child.
  uint32_t depth() const { return node_->depth; }

  uint32_t size() const { return node_->numChildren; }
  Term operator[](uint32_t i) const { return Term(node_->children()[i]); }
  std::span<const Term> children() const;

  /// Operator indices (extract bounds, extension, rounding mode, float format), in the order that Kind documents.
  uint32_t index(uint32_t i) const { return node_->indices[i]; }
  RoundingMode roundingMode() const { return static_cast<RoundingMode>(node_->indices[0]); }

  bool isTrue() const { return kind() == Kind::True; }
  bool isFalse() const { return kind() == Kind::False; }
  bool isVariable() const { return kind() == Kind::Variable; }
  /// A literal value: true, false, a bit-vector or a float constant.
  bool isValue() const {
    return kind() == Kind::True || kind() == Kind::False || kind() == Kind::BvConst || kind() == Kind::FpConst;
  }
  /// BvConst and FpConst only.
  const BitVector& value() const;
  /// Variable only.
  std::string_view symbol() const;

  bool operator==(const Term&) const = default;
  /// SMT-LIB, with sharing shown as it is (no let); for messages and tests.
  std::string toString() const;

private:
  friend class TermManager;
  struct Node {
    Kind kind;
    uint8_t numChildren;
    uint32_t id;
    uint64_t hash;
    uint32_t depth;
    uint32_t indices[3];
    Sort sort;
    const Node* const* children() const { return reinterpret_cast<const Node* const*>(this + 1); }
    /// Stands where others have children: the BitVector of a constant, the std::string of a variable.
    const void* payload() const { return *reinterpret_cast<const void* const*>(this + 1); }
  };
  explicit Term(const Node* node) : node_(node) {}
  const Node* node_ = nullptr;
};
static_assert(sizeof(Term) == sizeof(void*));

/// The order of operands and of lists of terms: a total order of the terms of one manager that looks at what they are
/// and not at when they were made. Values come last; before that the shallow before the deep, variables by the length
/// of their names and then by their letters, applications by their operators and then by the first operands that
/// differ.
bool precedes(Term a, Term b);

inline std::span<const Term> Term::children() const {
  return {reinterpret_cast<const Term*>(node_->children()), node_->numChildren};
}

} // namespace assay

template <>
struct std::hash<assay::Term> {
  size_t operator()(assay::Term t) const noexcept { return t.isNull() ? 0 : t.hash(); }
};
