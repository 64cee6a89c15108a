// math.h where IEEE 754 says what the result is, and the rounding mode.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerMath : public LowerPart {
public:
  using LowerPart::LowerPart;

  static bool knows(llvm::StringRef name);
  /// The value of the call.
  Term call(const CallSite& site);
  /// An operation in the current rounding mode: to nearest, unless the program ever sets another.
  template <class Operation>
  Term rounded(Operation operation) {
    if (!module_.setsRounding()) return operation(RoundingMode::NearestEven);
    Term mode = termOf(module_.roundingMode());
    Term result = operation(RoundingMode::NearestEven);
    for (const CRoundingMode& entry : kRoundingModes)
      result = terms_.mkIte(terms_.mkEqual(mode, terms_.mkBv(32, entry.value)), operation(entry.mode), result);
    return result;
  }
  Term floatResult(Term value, llvm::Type* type);
  Term roundToIntegral(RoundingMode mode, Term bits, llvm::Type* type);
  Term roundToIntegral(Term bits, llvm::Type* type); // in the current mode
  Term squareRoot(Term bits, llvm::Type* type);
  Term fusedMultiplyAdd(const Arguments& arguments, llvm::Type* type);
  Term smallerOrLarger(Term result, const Arguments& arguments, llvm::Type* type);
  Term mathCall(const CallSite& site);
  // As FLT_ROUNDS counts rounding modes.
  Term fltRounds(uint32_t width);
  void setFltRounds(Term number);

private:
  /// Values of fenv.h on x86, but for FE_TONEAREST, which is 0.
  struct CRoundingMode {
    uint32_t value;
    RoundingMode mode;
    uint32_t fltRounds;
  };
  static constexpr CRoundingMode kRoundingModes[] = {{0x400, RoundingMode::TowardNegative, 3},
                                                     {0x800, RoundingMode::TowardPositive, 2},
                                                     {0xc00, RoundingMode::TowardZero, 0}};

  Term nativeSetRounding(const CallSite& site);
  Term nativeGetRounding(const CallSite& site);
};

} // namespace assay
