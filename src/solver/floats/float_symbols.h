// The types on which symfpu works for us: its bit-vectors and propositions are terms, so everything it builds is
// rewritten and shared like all other terms.
//
// symfpu makes constants through static functions that know no TermManager; a SymbolicScope sets the manager to use,
// for its lifetime and for the thread at hand. As one operation can become a great many terms, the scope polls.
#pragma once

#include "solver/poll.h"
#include "term/term_manager.h"

// symfpu states what holds at many places. Here these would become terms that nobody asks for.
#define PRECONDITION(X)
#define POSTCONDITION(X)
#define INVARIANT(X)

#include <symfpu/core/unpackedFloat.h>

namespace assay::symbolic {

class SymbolicScope {
public:
  SymbolicScope(TermManager& tm, Poll& poll) : tm_(tm), poll_(poll), previous_(std::exchange(current_, this)) {}
  ~SymbolicScope() { current_ = previous_; }
  SymbolicScope(const SymbolicScope&) = delete;
  SymbolicScope& operator=(const SymbolicScope&) = delete;
  static TermManager& manager() {
    current_->poll_();
    return current_->tm_;
  }

private:
  static inline thread_local SymbolicScope* current_ = nullptr;
  TermManager& tm_;
  Poll& poll_;
  SymbolicScope* previous_;
};

inline TermManager& tm() { return SymbolicScope::manager(); }

class Prop {
public:
  explicit Prop(Term term) : term_(term) {}
  Prop(bool value) : term_(tm().mkBool(value)) {}
  Term term() const { return term_; }

  Prop operator!() const { return Prop(tm().mkNot(term_)); }
  Prop operator&&(const Prop& o) const { return Prop(tm().mkAnd(term_, o.term_)); }
  Prop operator||(const Prop& o) const { return Prop(tm().mkOr(term_, o.term_)); }
  Prop operator==(const Prop& o) const { return Prop(tm().mkEqual(term_, o.term_)); }
  Prop operator^(const Prop& o) const { return Prop(tm().mkXor(term_, o.term_)); }

private:
  Term term_;
};

/// A bit-vector, taken as signed or not. Width 0 (which small formats lead to) is the null term.
template <bool isSigned>
class Bv {
public:
  using Width = uint32_t;
  explicit Bv(Term term) : term_(term) {}
  Bv(Width width, uint64_t value) : term_(width == 0 ? Term() : tm().mkBv(width, value)) {}
  explicit Bv(const Prop& p) : term_(tm().mkBoolToBv(p.term())) {}
  Bv(const Bv<!isSigned>& o) : term_(o.term()) {}
  Bv(const Bv&) = default;
  Bv& operator=(const Bv&) = default;

  Term term() const { return term_; }
  Width getWidth() const { return term_ ? term_.sort().width() : 0; }

  static Bv one(Width w) { return Bv(w, 1); }
  static Bv zero(Width w) { return Bv(w, 0); }
  static Bv allOnes(Width w) { return Bv(w == 0 ? Term() : tm().mkOnes(w)); }
  static Bv maxValue(Width w) { return isSigned ? Bv(tm().mkBv(BitVector::maxSigned(w))) : allOnes(w); }
  static Bv minValue(Width w) { return isSigned ? Bv(tm().mkBv(BitVector::minSigned(w))) : zero(w); }

  Prop isAllOnes() const { return *this == allOnes(getWidth()); }
  Prop isAllZeros() const { return *this == zero(getWidth()); }

  Bv operator<<(const Bv& o) const { return Bv(tm().mkBvShl(term_, o.term_)); }
  Bv operator>>(const Bv& o) const {
    return Bv(isSigned ? tm().mkBvAshr(term_, o.term_) : tm().mkBvLshr(term_, o.term_));
  }
  Bv operator|(const Bv& o) const { return Bv(tm().mkBvOr(term_, o.term_)); }
  Bv operator&(const Bv& o) const { return Bv(tm().mkBvAnd(term_, o.term_)); }
  Bv operator+(const Bv& o) const { return Bv(tm().mkBvAdd(term_, o.term_)); }
  Bv operator-(const Bv& o) const { return Bv(tm().mkBvSub(term_, o.term_)); }
  Bv operator*(const Bv& o) const { return Bv(tm().mkBvMul(term_, o.term_)); }
  Bv operator/(const Bv& o) const {
    return Bv(isSigned ? tm().mkBvSdiv(term_, o.term_) : tm().mkBvUdiv(term_, o.term_));
  }
  Bv operator%(const Bv& o) const {
    return Bv(isSigned ? tm().mkBvSrem(term_, o.term_) : tm().mkBvUrem(term_, o.term_));
  }
  Bv operator-() const { return Bv(tm().mkBvNeg(term_)); }
  Bv operator~() const { return Bv(tm().mkBvNot(term_)); }

  Bv increment() const { return *this + one(getWidth()); }
  Bv decrement() const { return *this - one(getWidth()); }
  Bv signExtendRightShift(const Bv& o) const { return Bv(tm().mkBvAshr(term_, o.term_)); }
  Bv modularLeftShift(const Bv& o) const { return *this << o; }
  Bv modularRightShift(const Bv& o) const { return *this >> o; }
  Bv modularIncrement() const { return increment(); }
  Bv modularDecrement() const { return decrement(); }
  Bv modularAdd(const Bv& o) const { return *this + o; }
  Bv modularNegate() const { return -*this; }

  Prop operator==(const Bv& o) const { return Prop(term_ ? tm().mkEqual(term_, o.term_) : tm().mkTrue()); }
  Prop operator<(const Bv& o) const {
    return Prop(isSigned ? tm().mkBvSlt(term_, o.term_) : tm().mkBvUlt(term_, o.term_));
  }
  Prop operator>(const Bv& o) const { return o < *this; }
  Prop operator<=(const Bv& o) const { return !(o < *this); }
  Prop operator>=(const Bv& o) const { return !(*this < o); }

  Bv<true> toSigned() const { return Bv<true>(term_); }
  Bv<false> toUnsigned() const { return Bv<false>(term_); }

  Bv extend(Width bits) const { return resize(getWidth() + bits); }
  Bv contract(Width bits) const { return resize(getWidth() - bits); }
  Bv resize(Width width) const {
    return Bv(isSigned ? tm().mkBvSignResize(term_, width) : tm().mkBvZeroResize(term_, width));
  }
  Bv matchWidth(const Bv& o) const { return resize(o.getWidth()); }
  Bv append(const Bv& low) const {
    if (!low.term_) return *this;
    return Bv(term_ ? tm().mkBvConcat(term_, low.term_) : low.term_);
  }
  /// Nothing, where high is just below low.
  Bv extract(Width high, Width low) const { return Bv(high + 1 == low ? Term() : tm().mkBvExtract(term_, high, low)); }

private:
  Term term_;
};

struct Format {
  uint32_t exponentBits, significandBits;
  Format(uint32_t exponentBits, uint32_t significandBits)
      : exponentBits(exponentBits), significandBits(significandBits) {}
  explicit Format(Sort sort) : Format(sort.exponentBits(), sort.significandBits()) {}
  uint32_t exponentWidth() const { return exponentBits; }
  uint32_t significandWidth() const { return significandBits; }
  uint32_t packedWidth() const { return exponentBits + significandBits; }
  uint32_t packedExponentWidth() const { return exponentBits; }
  uint32_t packedSignificandWidth() const { return significandBits - 1; }
};

/// Known when the circuit is built.
struct Mode {
  RoundingMode mode;
  Prop operator==(const Mode& o) const { return Prop(mode == o.mode); }
};

// NOLINTBEGIN(readability-identifier-naming): the names that symfpu asks for
struct Traits {
  using bwt = uint32_t;
  using rm = Mode;
  using fpt = Format;
  using prop = Prop;
  using sbv = Bv<true>;
  using ubv = Bv<false>;
  static Mode RNE() { return {RoundingMode::NearestEven}; }
  static Mode RNA() { return {RoundingMode::NearestAway}; }
  static Mode RTP() { return {RoundingMode::TowardPositive}; }
  static Mode RTN() { return {RoundingMode::TowardNegative}; }
  static Mode RTZ() { return {RoundingMode::TowardZero}; }
};
// NOLINTEND(readability-identifier-naming)

using UnpackedFloat = symfpu::unpackedFloat<Traits>;

} // namespace assay::symbolic

namespace symfpu {

template <>
struct ite<assay::symbolic::Prop, assay::symbolic::Prop> {
  static assay::symbolic::Prop iteOp(const assay::symbolic::Prop& c, const assay::symbolic::Prop& t,
                                     const assay::symbolic::Prop& e) {
    return assay::symbolic::Prop(assay::symbolic::tm().mkIte(c.term(), t.term(), e.term()));
  }
};

template <bool isSigned>
struct ite<assay::symbolic::Prop, assay::symbolic::Bv<isSigned>> {
  using Bv = assay::symbolic::Bv<isSigned>;
  static Bv iteOp(const assay::symbolic::Prop& c, const Bv& t, const Bv& e) {
    if (!t.term()) return t;
    return Bv(assay::symbolic::tm().mkIte(c.term(), t.term(), e.term()));
  }
};

} // namespace symfpu
