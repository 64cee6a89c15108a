// math.h where IEEE 754 says what the result is; the rest is modelled in C or left open.
#include "frontend/lower/parts.h"

namespace assay {

namespace {

enum class Math : uint8_t {
  SquareRoot,
  Absolute,
  Floor,
  Ceiling,
  Truncate,
  NearestInt,
  RoundAway,
  RoundEven,
  Minimum,
  Maximum,
  CopySign,
  FusedMultiplyAdd,
  IsNan,
  IsInfinite,
  IsFinite,
  SignBit,
  Classify,
};

struct MathFunction {
  Math operation;
  unsigned arguments;
};

/// Without the suffix of the type and glibc's leading underscores, or what marks a name of the models.
const std::unordered_map<std::string_view, MathFunction>& mathTable() {
  static const std::unordered_map<std::string_view, MathFunction> table = {
      {"sqrt", {Math::SquareRoot, 1}},      {"fabs", {Math::Absolute, 1}},     {"floor", {Math::Floor, 1}},
      {"ceil", {Math::Ceiling, 1}},         {"trunc", {Math::Truncate, 1}},    {"rint", {Math::NearestInt, 1}},
      {"nearbyint", {Math::NearestInt, 1}}, {"round", {Math::RoundAway, 1}},   {"roundeven", {Math::RoundEven, 1}},
      {"fmin", {Math::Minimum, 2}},         {"fmax", {Math::Maximum, 2}},      {"copysign", {Math::CopySign, 2}},
      {"fma", {Math::FusedMultiplyAdd, 3}}, {"isnan", {Math::IsNan, 1}},       {"isinf", {Math::IsInfinite, 1}},
      {"finite", {Math::IsFinite, 1}},      {"isfinite", {Math::IsFinite, 1}}, {"signbit", {Math::SignBit, 1}},
      {"fpclassify", {Math::Classify, 1}},
  };
  return table;
}

const MathFunction* findMath(llvm::StringRef name) {
  if (!name.consume_front("__assay_"))
    while (name.starts_with("_")) name = name.drop_front();
  auto look = [](llvm::StringRef text) -> const MathFunction* {
    auto found = mathTable().find(std::string_view(text.data(), text.size()));
    return found == mathTable().end() ? nullptr : &found->second;
  };
  if (const MathFunction* exact = look(name)) return exact;
  if (name.ends_with("f") || name.ends_with("l") || name.ends_with("d")) return look(name.drop_back());
  return nullptr;
}

} // namespace

bool LowerMath::knows(llvm::StringRef name) {
  return name == "fesetround" || name == "fegetround" || name == "__assay_fegetround" || findMath(name) != nullptr;
}

Term LowerMath::call(const CallSite& site) {
  llvm::StringRef name = site.callee.getName();
  if (name == "fesetround") return nativeSetRounding(site);
  return name.ends_with("fegetround") ? nativeGetRounding(site) : mathCall(site);
}

/// The bits of a float that arithmetic made.
Term LowerMath::floatResult(Term value, llvm::Type* type) {
  bool isNumber = value.isValue() && !terms_.mkFpIsNan(value).isTrue();
  if (!module_.observesFloatBits() || isNumber) return floats_.toBits(value, type);
  Term nan = input(InputKind::Unspecified, terms_.bvSort(value.sort().width()), "bits of a NaN");
  return floats_.toBits(value, type, nan);
}

Term LowerMath::roundToIntegral(RoundingMode mode, Term bits, llvm::Type* type) {
  return floatResult(terms_.mkFpRoundToIntegral(mode, floats_.toFloat(bits, type)), type);
}

Term LowerMath::roundToIntegral(Term bits, llvm::Type* type) {
  return rounded([&](RoundingMode mode) { return roundToIntegral(mode, bits, type); });
}

Term LowerMath::squareRoot(Term bits, llvm::Type* type) {
  Term operand = floats_.toFloat(bits, type);
  return floatResult(rounded([&](RoundingMode mode) { return terms_.mkFpSqrt(mode, operand); }), type);
}

Term LowerMath::fusedMultiplyAdd(const Arguments& arguments, llvm::Type* type) {
  auto asFloat = [&](unsigned i) { return floats_.toFloat(arguments[i], type); };
  auto fma = [&](RoundingMode mode) { return terms_.mkFpFma(mode, asFloat(0), asFloat(1), asFloat(2)); };
  return floatResult(rounded(fma), type);
}

/// fmin or fmax: of zeros with different signs, either.
Term LowerMath::smallerOrLarger(Term result, const Arguments& arguments, llvm::Type* type) {
  Term bits = floatResult(result, type);
  Term negative = floats_.signIsSet(arguments[0]);
  Term open = terms_.mkXor(negative, floats_.signIsSet(arguments[1]));
  for (Term argument : arguments) open = terms_.mkAnd(open, terms_.mkFpIsZero(floats_.toFloat(argument, type)));
  if (open.isFalse()) return bits;
  Term first = input(InputKind::Unspecified, terms_.boolSort(), "sign of a zero");
  return terms_.mkIte(open, terms_.mkIte(first, arguments[0], arguments[1]), bits);
}

Term LowerMath::nativeSetRounding(const CallSite& site) {
  if (site.arguments.empty()) throw Unsupported("fesetround without a mode");
  Term mode = terms_.mkBvZeroResize(site.arguments[0], 32);
  VariableId variable = module_.roundingMode();
  Term known = terms_.mkEqual(mode, terms_.mkBv(32, 0));
  for (const CRoundingMode& entry : kRoundingModes)
    known = terms_.mkOr(known, terms_.mkEqual(mode, terms_.mkBv(32, entry.value)));
  edges_.emit(Assign{variable, terms_.mkIte(known, mode, termOf(variable))});
  return terms_.mkIte(known, terms_.mkBv(32, 0), terms_.mkBv(32, 1));
}

Term LowerMath::nativeGetRounding(const CallSite&) {
  return module_.setsRounding() ? termOf(module_.roundingMode()) : terms_.mkBv(32, 0);
}

Term LowerMath::fltRounds(uint32_t width) {
  Term result = terms_.mkBv(width, 1);
  if (!module_.setsRounding()) return result;
  for (const CRoundingMode& entry : kRoundingModes) {
    Term isThis = terms_.mkEqual(termOf(module_.roundingMode()), terms_.mkBv(32, entry.value));
    result = terms_.mkIte(isThis, terms_.mkBv(width, entry.fltRounds), result);
  }
  return result;
}

/// Other numbers name no mode of the machine.
void LowerMath::setFltRounds(Term number) {
  const uint32_t width = number.sort().width();
  Term isKnown = terms_.mkEqual(number, terms_.mkBv(width, 1));
  Term mode = terms_.mkBv(32, 0);
  for (const CRoundingMode& entry : kRoundingModes) {
    Term isThis = terms_.mkEqual(number, terms_.mkBv(width, entry.fltRounds));
    isKnown = terms_.mkOr(isKnown, isThis);
    mode = terms_.mkIte(isThis, terms_.mkBv(32, entry.value), mode);
  }
  leaveUnsupported(terms_.mkNot(isKnown), "a rounding mode that x86 does not have");
  edges_.emit(Assign{module_.roundingMode(), mode});
}

Term LowerMath::mathCall(const CallSite& site) {
  MathFunction function = *findMath(site.callee.getName());
  bool floats = site.arguments.size() == function.arguments;
  for (const llvm::Value* argument : site.call.args()) floats &= argument->getType()->isFloatingPointTy();
  if (!floats) throw Unsupported("a math function called with arguments of another type");
  llvm::Type* type = site.call.getArgOperand(0)->getType();
  Term first = site.arguments[0];
  uint32_t width = std::max(1u, types_.bits(site.call.getType()));
  auto flag = [&](Term condition) { return terms_.mkBoolToBv(condition, width); };
  auto asFloat = [&](unsigned i) { return floats_.toFloat(site.arguments[i], type); };
  switch (function.operation) {
  case Math::SquareRoot:
    return squareRoot(first, type);
  case Math::Absolute:
    return floats_.absolute(first);
  case Math::Floor:
    return roundToIntegral(RoundingMode::TowardNegative, first, type);
  case Math::Ceiling:
    return roundToIntegral(RoundingMode::TowardPositive, first, type);
  case Math::Truncate:
    return roundToIntegral(RoundingMode::TowardZero, first, type);
  case Math::NearestInt:
    return roundToIntegral(first, type);
  case Math::RoundEven:
    return roundToIntegral(RoundingMode::NearestEven, first, type);
  case Math::RoundAway:
    return roundToIntegral(RoundingMode::NearestAway, first, type);
  case Math::Minimum:
    return smallerOrLarger(terms_.mkFpMin(asFloat(0), asFloat(1)), site.arguments, type);
  case Math::Maximum:
    return smallerOrLarger(terms_.mkFpMax(asFloat(0), asFloat(1)), site.arguments, type);
  case Math::CopySign:
    return floats_.copySign(first, site.arguments[1]);
  case Math::FusedMultiplyAdd:
    return fusedMultiplyAdd(site.arguments, type);
  case Math::IsNan:
    return flag(floats_.isNan(first, type));
  case Math::IsInfinite:
    return floats_.infinitySign(first, type, width);
  case Math::IsFinite:
    return flag(terms_.mkNot(terms_.mkOr(floats_.isNan(first, type), terms_.mkFpIsInf(asFloat(0)))));
  case Math::SignBit:
    return flag(floats_.signIsSet(first));
  case Math::Classify:
    return floats_.classify(first, type, width);
  }
  return {};
}

} // namespace assay
