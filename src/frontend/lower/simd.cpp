// Vector intrinsics that are simple: LLVM's own, element by element or over all elements, and some of x86.
#include "frontend/lower/parts.h"

#include <llvm/IR/IntrinsicsX86.h>

namespace assay {

namespace {

enum class Simd : uint8_t {
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  AndNot, // of each element
  AddSigned,
  AddUnsigned,
  SubSigned,
  SubUnsigned, // with saturation
  MaxSigned,
  MaxUnsigned,
  MinSigned,
  MinUnsigned,
  Equal,
  Greater, // all ones where it holds
  HighSigned,
  HighUnsigned,
  Average, // the upper half of the product; rounded up
};

struct SimdOperation {
  Simd operation;
  uint32_t bits; // of an element
};

/// MMX names its operations by element: llvm.x86.mmx.padds.w. What SSE2 has beside plain IR is written likewise.
const SimdOperation* findX86(llvm::StringRef name) {
  static const std::unordered_map<std::string_view, SimdOperation> table = {
      {"padd.b", {Simd::Add, 8}},
      {"padd.w", {Simd::Add, 16}},
      {"padd.d", {Simd::Add, 32}},
      {"padd.q", {Simd::Add, 64}},
      {"psub.b", {Simd::Sub, 8}},
      {"psub.w", {Simd::Sub, 16}},
      {"psub.d", {Simd::Sub, 32}},
      {"psub.q", {Simd::Sub, 64}},
      {"pmull.w", {Simd::Mul, 16}},
      {"pand", {Simd::And, 64}},
      {"por", {Simd::Or, 64}},
      {"pxor", {Simd::Xor, 64}},
      {"pandn", {Simd::AndNot, 64}},
      {"padds.b", {Simd::AddSigned, 8}},
      {"padds.w", {Simd::AddSigned, 16}},
      {"paddus.b", {Simd::AddUnsigned, 8}},
      {"paddus.w", {Simd::AddUnsigned, 16}},
      {"psubs.b", {Simd::SubSigned, 8}},
      {"psubs.w", {Simd::SubSigned, 16}},
      {"psubus.b", {Simd::SubUnsigned, 8}},
      {"psubus.w", {Simd::SubUnsigned, 16}},
      {"pmaxs.w", {Simd::MaxSigned, 16}},
      {"pmaxu.b", {Simd::MaxUnsigned, 8}},
      {"pmins.w", {Simd::MinSigned, 16}},
      {"pminu.b", {Simd::MinUnsigned, 8}},
      {"pcmpeq.b", {Simd::Equal, 8}},
      {"pcmpeq.w", {Simd::Equal, 16}},
      {"pcmpeq.d", {Simd::Equal, 32}},
      {"pcmpgt.b", {Simd::Greater, 8}},
      {"pcmpgt.w", {Simd::Greater, 16}},
      {"pcmpgt.d", {Simd::Greater, 32}},
      {"pmulh.w", {Simd::HighSigned, 16}},
      {"pmulhu.w", {Simd::HighUnsigned, 16}},
      {"pavg.b", {Simd::Average, 8}},
      {"pavg.w", {Simd::Average, 16}},
  };
  if (!name.consume_front("llvm.x86.mmx.") && !name.consume_front("llvm.x86.sse2.")) return nullptr;
  auto found = table.find(std::string_view(name.data(), name.size()));
  return found == table.end() ? nullptr : &found->second;
}

Term apply(TermManager& terms, Simd operation, Term a, Term b) {
  const uint32_t width = a.sort().width();
  const Term top = terms.mkOnes(width);
  const Term least = terms.mkBvShl(terms.mkBv(width, 1), terms.mkBv(width, width - 1));
  const auto saturated = [&](Term overflows, Term result) { // towards the sign of the first operand
    const Term bound = terms.mkIte(terms.mkBvSlt(a, terms.mkBv(width, 0)), least, terms.mkBvNot(least));
    return terms.mkIte(overflows, bound, result);
  };
  const auto mask = [&](Term condition) { return terms.mkIte(condition, top, terms.mkBv(width, 0)); };
  const auto choose = [&](Term condition) { return terms.mkIte(condition, a, b); };
  const auto upperHalf = [&](Term x, Term y) { return terms.mkBvExtract(terms.mkBvMul(x, y), 2 * width - 1, width); };
  switch (operation) {
  case Simd::Add:
    return terms.mkBvAdd(a, b);
  case Simd::Sub:
    return terms.mkBvSub(a, b);
  case Simd::Mul:
    return terms.mkBvMul(a, b);
  case Simd::And:
    return terms.mkBvAnd(a, b);
  case Simd::Or:
    return terms.mkBvOr(a, b);
  case Simd::Xor:
    return terms.mkBvXor(a, b);
  case Simd::AndNot:
    return terms.mkBvAnd(terms.mkBvNot(a), b);
  case Simd::AddSigned:
    return saturated(terms.mkBvSaddo(a, b), terms.mkBvAdd(a, b));
  case Simd::AddUnsigned:
    return terms.mkIte(terms.mkBvUaddo(a, b), top, terms.mkBvAdd(a, b));
  case Simd::SubSigned:
    return saturated(terms.mkBvSsubo(a, b), terms.mkBvSub(a, b));
  case Simd::SubUnsigned:
    return terms.mkIte(terms.mkBvUlt(a, b), terms.mkBv(width, 0), terms.mkBvSub(a, b));
  case Simd::MaxSigned:
    return choose(terms.mkBvSge(a, b));
  case Simd::MaxUnsigned:
    return choose(terms.mkBvUge(a, b));
  case Simd::MinSigned:
    return choose(terms.mkBvSle(a, b));
  case Simd::MinUnsigned:
    return choose(terms.mkBvUle(a, b));
  case Simd::Equal:
    return mask(terms.mkEqual(a, b));
  case Simd::Greater:
    return mask(terms.mkBvSgt(a, b));
  case Simd::HighSigned: {
    const Term left = terms.mkBvSignResize(a, 2 * width);
    return upperHalf(left, terms.mkBvSignResize(b, 2 * width));
  }
  case Simd::HighUnsigned: {
    const Term left = terms.mkBvZeroResize(a, 2 * width);
    return upperHalf(left, terms.mkBvZeroResize(b, 2 * width));
  }
  case Simd::Average: {
    const Term sum = terms.mkBvAdd(terms.mkBvZeroResize(a, width + 1), terms.mkBvZeroResize(b, width + 1));
    return terms.mkBvExtract(terms.mkBvAdd(sum, terms.mkBv(width + 1, 1)), width, 1);
  }
  }
  return {};
}

/// LLVM's intrinsics of two operands that an element-wise operation stands for; of a reduction, the operation.
const Simd* findGeneric(llvm::Intrinsic::ID id) {
  static const std::unordered_map<unsigned, Simd> table = {
      {llvm::Intrinsic::sadd_sat, Simd::AddSigned},
      {llvm::Intrinsic::uadd_sat, Simd::AddUnsigned},
      {llvm::Intrinsic::ssub_sat, Simd::SubSigned},
      {llvm::Intrinsic::usub_sat, Simd::SubUnsigned},
      {llvm::Intrinsic::smax, Simd::MaxSigned},
      {llvm::Intrinsic::umax, Simd::MaxUnsigned},
      {llvm::Intrinsic::smin, Simd::MinSigned},
      {llvm::Intrinsic::umin, Simd::MinUnsigned},
      {llvm::Intrinsic::vector_reduce_add, Simd::Add},
      {llvm::Intrinsic::vector_reduce_mul, Simd::Mul},
      {llvm::Intrinsic::vector_reduce_and, Simd::And},
      {llvm::Intrinsic::vector_reduce_or, Simd::Or},
      {llvm::Intrinsic::vector_reduce_xor, Simd::Xor},
      {llvm::Intrinsic::vector_reduce_smax, Simd::MaxSigned},
      {llvm::Intrinsic::vector_reduce_umax, Simd::MaxUnsigned},
      {llvm::Intrinsic::vector_reduce_smin, Simd::MinSigned},
      {llvm::Intrinsic::vector_reduce_umin, Simd::MinUnsigned},
  };
  auto found = table.find(id);
  return found == table.end() ? nullptr : &found->second;
}

} // namespace

/// Both operands taken apart into elements, and the results put together.
Term LowerVector::eachElement(Term left, Term right, uint32_t bits, const std::function<Term(Term, Term)>& operation) {
  Term result;
  for (uint32_t at = 0; at < left.sort().width(); at += bits) {
    const Term a = terms_.mkBvExtract(left, at + bits - 1, at);
    const Term b = terms_.mkBvExtract(right, at + bits - 1, at);
    const Term element = operation(a, b);
    result = result.isNull() ? element : terms_.mkBvConcat(element, result);
  }
  return result;
}

Term LowerVector::simdIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::x86_sse_sfence:
  case llvm::Intrinsic::x86_sse2_lfence:
  case llvm::Intrinsic::x86_sse2_mfence:
  case llvm::Intrinsic::x86_sse2_pause:
  case llvm::Intrinsic::x86_mmx_emms:
    return terms_.mkTrue(); // no effect; the value is nobody's
  case llvm::Intrinsic::x86_sse_movmsk_ps:
  case llvm::Intrinsic::x86_sse2_movmsk_pd:
  case llvm::Intrinsic::x86_sse2_pmovmskb_128: {
    const uint32_t bits = types_.bits(call.getArgOperand(0)->getType()->getScalarType());
    Term signs;
    for (uint32_t at = bits - 1; at < arguments[0].sort().width(); at += bits) {
      const Term sign = terms_.mkBvExtract(arguments[0], at, at);
      signs = signs.isNull() ? sign : terms_.mkBvConcat(sign, signs);
    }
    return terms_.mkBvZeroResize(signs, types_.bits(call.getType()));
  }
  default:
    break;
  }
  if (arguments.empty()) return {};
  llvm::Type* type = call.getArgOperand(0)->getType();
  if (const SimdOperation* x86 = findX86(call.getCalledFunction()->getName()); x86 != nullptr && arguments.size() == 2)
    return eachElement(arguments[0], arguments[1], x86->bits,
                       [&](Term a, Term b) { return apply(terms_, x86->operation, a, b); });
  const Simd* generic = findGeneric(call.getIntrinsicID());
  if (generic == nullptr || !type->isIntOrIntVectorTy() || type->isIntOrIntVectorTy(1)) return {};
  const uint32_t bits = types_.bits(type->getScalarType());
  if (arguments.size() == 2)
    return eachElement(arguments[0], arguments[1], bits, [&](Term a, Term b) { return apply(terms_, *generic, a, b); });
  Term result = terms_.mkBvExtract(arguments[0], bits - 1, 0);
  for (uint32_t at = bits; at < arguments[0].sort().width(); at += bits) {
    const Term next = terms_.mkBvExtract(arguments[0], at + bits - 1, at);
    result = apply(terms_, *generic, result, next);
  }
  return result;
}

} // namespace assay
