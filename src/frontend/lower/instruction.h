// Instructions without effect: a term each.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerInstruction : public LowerPart {
public:
  using LowerPart::LowerPart;

  Term pureValue(const llvm::Instruction& instruction);
  Term elementAt(llvm::Type* type, Term aggregate, uint32_t bitOffset);
  Term scalarValue(const llvm::Instruction& instruction, const Arguments& operands);
  Term integerBinary(unsigned opcode, Term left, Term right);
  void divideByZero(Term condition);
  void guardDivision(const llvm::BinaryOperator& instruction);
  Term compareIntegers(llvm::CmpInst::Predicate predicate, Term left, Term right);

private:
  Term insertElement(llvm::Type* type, Term aggregate, uint32_t bitOffset, Term element);
  void checkSignedWrap(const llvm::BinaryOperator& instruction, Term left, Term right);
  Term boolBinary(unsigned opcode, Term left, Term right);
  Term floatBinary(unsigned opcode, Term leftBits, Term rightBits, llvm::Type* type);
  Term integerPart(const llvm::Instruction& instruction, Term operand);
  Term castValue(unsigned opcode, Term operand, llvm::Type* from, llvm::Type* to);
};

} // namespace assay
