// Under `#pragma STDC FENV_ACCESS ON` clang writes floating-point operations as intrinsics, so that no pass of LLVM
// assumes a rounding mode. Nothing here does: they become plain operations, which round as the program has said last.
#include "frontend/prepare/prepare.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>

#include <vector>

namespace assay {

namespace {

using Builder = llvm::IRBuilder<llvm::NoFolder>;

/// The intrinsic of the same name that is not constrained, if it rounds in no other way.
llvm::Intrinsic::ID plainIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::experimental_constrained_sqrt:
    return llvm::Intrinsic::sqrt;
  case llvm::Intrinsic::experimental_constrained_fma:
    return llvm::Intrinsic::fma;
  case llvm::Intrinsic::experimental_constrained_fmuladd:
    return llvm::Intrinsic::fmuladd;
  case llvm::Intrinsic::experimental_constrained_floor:
    return llvm::Intrinsic::floor;
  case llvm::Intrinsic::experimental_constrained_ceil:
    return llvm::Intrinsic::ceil;
  case llvm::Intrinsic::experimental_constrained_trunc:
    return llvm::Intrinsic::trunc;
  case llvm::Intrinsic::experimental_constrained_rint:
    return llvm::Intrinsic::rint;
  case llvm::Intrinsic::experimental_constrained_nearbyint:
    return llvm::Intrinsic::nearbyint;
  case llvm::Intrinsic::experimental_constrained_round:
    return llvm::Intrinsic::round;
  case llvm::Intrinsic::experimental_constrained_roundeven:
    return llvm::Intrinsic::roundeven;
  case llvm::Intrinsic::experimental_constrained_minnum:
    return llvm::Intrinsic::minnum;
  case llvm::Intrinsic::experimental_constrained_maxnum:
    return llvm::Intrinsic::maxnum;
  default:
    return llvm::Intrinsic::not_intrinsic;
  }
}

/// The operation without its constraints; null where there is none.
llvm::Value* plainOperation(Builder& builder, llvm::ConstrainedFPIntrinsic& call) {
  llvm::Value* first = call.getArgOperand(0);
  llvm::Value* second = call.getNonMetadataArgCount() > 1 ? call.getArgOperand(1) : nullptr;
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::experimental_constrained_fadd:
    return builder.CreateFAdd(first, second);
  case llvm::Intrinsic::experimental_constrained_fsub:
    return builder.CreateFSub(first, second);
  case llvm::Intrinsic::experimental_constrained_fmul:
    return builder.CreateFMul(first, second);
  case llvm::Intrinsic::experimental_constrained_fdiv:
    return builder.CreateFDiv(first, second);
  case llvm::Intrinsic::experimental_constrained_frem:
    return builder.CreateFRem(first, second);
  case llvm::Intrinsic::experimental_constrained_sitofp:
    return builder.CreateSIToFP(first, call.getType());
  case llvm::Intrinsic::experimental_constrained_uitofp:
    return builder.CreateUIToFP(first, call.getType());
  case llvm::Intrinsic::experimental_constrained_fptosi:
    return builder.CreateFPToSI(first, call.getType());
  case llvm::Intrinsic::experimental_constrained_fptoui:
    return builder.CreateFPToUI(first, call.getType());
  case llvm::Intrinsic::experimental_constrained_fpext:
    return builder.CreateFPExt(first, call.getType());
  case llvm::Intrinsic::experimental_constrained_fptrunc:
    return builder.CreateFPTrunc(first, call.getType());
  case llvm::Intrinsic::experimental_constrained_fcmp:
  case llvm::Intrinsic::experimental_constrained_fcmps:
    return builder.CreateFCmp(llvm::cast<llvm::ConstrainedFPCmpIntrinsic>(call).getPredicate(), first, second);
  default:
    break;
  }
  const llvm::Intrinsic::ID plain = plainIntrinsic(call.getIntrinsicID());
  if (plain == llvm::Intrinsic::not_intrinsic) return nullptr;
  std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_begin() + call.getNonMetadataArgCount());
  return builder.CreateIntrinsic(plain, {call.getType()}, arguments);
}

} // namespace

void replaceConstrainedFloats(llvm::Function& function) {
  std::vector<llvm::ConstrainedFPIntrinsic*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&instruction);
    // A rounding mode that the source fixes for a block is not modelled.
    if (call != nullptr && call->getRoundingMode().value_or(llvm::RoundingMode::Dynamic) == llvm::RoundingMode::Dynamic)
      calls.push_back(call);
  }
  for (llvm::ConstrainedFPIntrinsic* call : calls) {
    Builder builder(call);
    llvm::Value* plain = plainOperation(builder, *call);
    if (plain == nullptr) continue;
    call->replaceAllUsesWith(plain);
    call->eraseFromParent();
  }
}

} // namespace assay
