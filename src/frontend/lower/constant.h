// Constants of LLVM as terms. Addresses are known before the program runs, so every constant has a value.
#pragma once

#include "frontend/lower/types.h"
#include "frontend/module/static_objects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <unordered_map>

namespace assay {

/// The object of unknown size that a constant is or points into, if it does.
const llvm::GlobalVariable* objectOfUnknownSize(const llvm::Constant* constant);

/// The function that a resolver chooses when the program starts (ifunc), if a constant is or holds the address of one.
const llvm::GlobalIFunc* resolvedFunction(const llvm::Constant* constant);

class LowerConstants {
public:
  LowerConstants(const Program& program, const LowerTypes& types, StaticObjects& objects)
      : terms_(program.terms()), program_(program), types_(types), objects_(objects) {}

  /// Undefined bits are zero. Null if the value is not known before the program runs.
  Term value(const llvm::Constant* constant);

private:
  Term make(const llvm::Constant* constant);
  Term blockAddress(const llvm::BlockAddress& address);
  Term constantPlace(Term number);
  Term elementAddress(const llvm::GEPOperator& gep);
  Term aggregate(const llvm::Constant* constant);
  Term expression(const llvm::ConstantExpr& expression);

  TermManager& terms_;
  const Program& program_;
  const LowerTypes& types_;
  StaticObjects& objects_;
  std::unordered_map<const llvm::Constant*, Term> values_;
  std::unordered_map<uint64_t, uint64_t> numberAt_; // by place: numbers as pointers
};

} // namespace assay
