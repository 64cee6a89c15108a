// C's floats: a value is its encoding in bits, arithmetic happens on float terms.
//
// x87's long double has 80 bits with an explicit integer bit; its float sort (15, 64) has the 79 bits without it. An
// encoding whose integer bit contradicts its exponent is a NaN to the hardware (or, with exponent zero, a number of
// exponent one), and so it is here.
#pragma once

#include "term/term_manager.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Type.h>

#include <unordered_map>

namespace assay {

class LowerFloat {
public:
  explicit LowerFloat(TermManager& terms) : terms_(terms) {}

  Sort sort(llvm::Type* type) const;
  Term toFloat(Term bits, llvm::Type* type) const;
  /// `nan` gives the open bits of a NaN; the null term means none are set.
  Term toBits(Term value, llvm::Type* type, Term nan = {});
  Term compare(llvm::CmpInst::Predicate predicate, Term left, Term right, llvm::Type* type) const;
  /// A float as an integer, as code for x86 makes it. `isOpen` says where compilers differ: any value then.
  struct Integer {
    Term bits;
    Term isOpen;
  };
  struct IntegerKind {
    uint32_t width;
    bool isSigned;
  };
  Integer toInteger(Term bits, llvm::Type* type, IntegerKind kind, uint32_t dataModel) const;
  /// The same where nothing is known of values that do not fit, as of elements of vectors.
  Integer toFittingInteger(Term bits, llvm::Type* type, IntegerKind kind) const;
  /// The sign bit alone: negation, absolute value and copysign never look at the rest.
  Term negate(Term bits) const;
  Term absolute(Term bits) const;
  Term copySign(Term magnitude, Term sign) const;
  Term signIsSet(Term bits) const { return terms_.mkEqual(signBit(bits), terms_.mkBv(1, 1)); }
  /// LLVM's is.fpclass test mask.
  Term inClass(Term bits, llvm::Type* type, unsigned mask) const;
  Term isNan(Term bits, llvm::Type* type) const { return terms_.mkFpIsNan(toFloat(bits, type)); }
  /// 1 for +infinity, -1 for -infinity, else 0, as glibc's isinf.
  Term infinitySign(Term bits, llvm::Type* type, uint32_t width) const;
  /// glibc's FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4.
  Term classify(Term bits, llvm::Type* type, uint32_t width) const;

private:
  Term signBit(Term bits) const;
  Term asIntegerSource(Term bits, llvm::Type* type) const;
  Term powerOfTwo(uint32_t exponent, Sort sort) const;
  Term fits(Term value, IntegerKind kind) const;
  Term isAbove(Term value, IntegerKind kind) const;

  TermManager& terms_;
  std::unordered_map<Term, Term> floatOf_; // bits that toBits() made, to the float they encode
};

} // namespace assay
