// What a program sees of addresses.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerAddress : public LowerPart {
public:
  using LowerPart::LowerPart;

  Term objectNumber(Term address);
  Term opened(Term value);
  Term openedData(Term bits, llvm::Type* type, const llvm::Value* pointer);
  Term maskedAddress(unsigned opcode, Term address, uint64_t constant, uint32_t logAlign);
  Term addressValue(const llvm::Instruction& instruction, Arguments& operands);
  Term addressConstant(const llvm::Constant& constant);

private:
  Term isPlainNumber(Term value);
  Term isNearNull(Term value);
  Term anyInstead(Term value);
  Term lowAddressBits(Term address, uint64_t mask, uint32_t logAlign);
  Term addressArithmetic(const llvm::BinaryOperator& instruction, Term left, Term right);
  Term movedAddress(Term address, Term result, Term by);
  Term isAmong(Term address, uint64_t first, uint64_t count);
  Term areApart(Term left, Term right);
  Term isSettled(const llvm::CmpInst& compare, Term left, Term right);
  Term compareAddresses(const llvm::CmpInst& compare, Term left, Term right);
};

} // namespace assay
