// One function of LLVM IR to the automaton. An instruction without effect becomes a term inside the operations that use
// it; a value gets a variable of its own only where it must outlive what it was computed from: when another block uses
// it, when a cell it reads is about to be written, or when it is large and used more than once.
#pragma once

#include "frontend/edge_builder.h"
#include "frontend/lower_float.h"
#include "frontend/lower_module.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

class LowerFunction {
public:
  /// Gives the Program's function its parameters, entry and exit.
  static void declare(LowerModule& module, const llvm::Function& function, FunctionId id);

  LowerFunction(LowerModule& module, const llvm::Function& function, FunctionId id);
  void run();

private:
  using Unsupported = UnsupportedCode;
  /// Values of fenv.h on x86, but for FE_TONEAREST, which is 0.
  struct CRoundingMode {
    uint32_t value;
    RoundingMode mode;
  };
  static constexpr CRoundingMode kRoundingModes[] = {
      {0x400, RoundingMode::TowardNegative}, {0x800, RoundingMode::TowardPositive}, {0xc00, RoundingMode::TowardZero}};
  using Arguments = std::vector<Term>;
  struct CallSite {
    const llvm::Function& callee;
    const llvm::CallInst& call;
    const Arguments& arguments;
  };
  /// The translation of a library function; returns its value, null for void.
  using Native = Term (LowerFunction::*)(const CallSite& site);

  // lower_function.cpp: blocks, values and variables.
  void addCells();
  VariableId addNamed(const llvm::AllocaInst& alloca, uint64_t offset, Sort sort);
  void lowerBlock(const llvm::BasicBlock& block);
  static void refuseLibraryVariables(const llvm::Instruction& instruction);
  void lowerInstruction(const llvm::Instruction& instruction);
  void noteLabels(const llvm::Instruction& instruction);
  LocationId blockLocation(const llvm::BasicBlock* block);
  Term value(const llvm::Value* value);
  void define(const llvm::Instruction& instruction, Term term);
  bool needsVariable(const llvm::Instruction& instruction, Term term);
  void noteReads(const llvm::Instruction& instruction, VariableId own = {});
  void materialise(const llvm::Instruction& instruction);
  void beforeWrite(VariableId cell, const llvm::Instruction& writer);
  void beforeCall(const llvm::Instruction& call);
  Term input(InputKind kind, Sort sort, std::string name);
  VariableId temporary(Sort sort, std::string_view hint = "t") { return program_.addVariable(id_, hint, sort); }
  Term termOf(VariableId variable) const { return program_[variable].term; }

  // lower_terminator.cpp
  void lowerTerminator(const llvm::Instruction& terminator);
  void lowerReturn(const llvm::ReturnInst& instruction);
  void lowerBranch(const llvm::BranchInst& branch);
  void lowerSwitch(const llvm::SwitchInst& choice);
  void lowerIndirectBranch(const llvm::IndirectBrInst& branch);
  void leave(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void assignPhis(const llvm::BasicBlock& from, const llvm::BasicBlock& to);

  // lower_instruction.cpp: what has no effect but its value.
  Term pureValue(const llvm::Instruction& instruction);
  Term scalarValue(const llvm::Instruction& instruction, const Arguments& operands);
  Term integerBinary(unsigned opcode, Term left, Term right);
  void checkSignedWrap(const llvm::BinaryOperator& instruction, Term left, Term right);
  Term boolBinary(unsigned opcode, Term left, Term right);
  Term floatResult(Term value, llvm::Type* type);
  Term integerPart(Term value, uint32_t width, llvm::Type* to);
  Term floatBinary(unsigned opcode, Term leftBits, Term rightBits, llvm::Type* type);
  Term castValue(unsigned opcode, Term operand, llvm::Type* from, llvm::Type* to);
  Term compareIntegers(llvm::CmpInst::Predicate predicate, Term left, Term right);
  Term insertElement(llvm::Type* type, Term aggregate, uint32_t bitOffset, Term element);
  Term elementAt(llvm::Type* type, Term aggregate, uint32_t bitOffset);
  void guardDivision(const llvm::BinaryOperator& instruction);
  void divideByZero(Term condition);

  // lower_address.cpp: what a program sees of addresses.
  Term addressValue(const llvm::Instruction& instruction, Arguments& operands);
  Term addressArithmetic(const llvm::BinaryOperator& instruction, Term left, Term right);
  Term maskedAddress(unsigned opcode, Term address, uint64_t constant, uint32_t logAlign);
  Term lowAddressBits(Term address, uint64_t mask, uint32_t logAlign);
  Term movedAddress(Term address, Term result, Term by);
  Term compareAddresses(const llvm::CmpInst& compare, Term left, Term right);
  Term isSettled(const llvm::CmpInst& compare, Term left, Term right);
  Term isAmong(Term address, uint64_t first, uint64_t count);
  Term areApart(Term left, Term right);
  Term addressConstant(const llvm::Constant& constant);
  Term isPlainNumber(Term value);
  Term isNearNull(Term value);
  Term objectNumber(Term address);
  Term anyInstead(Term value);
  Term opened(Term value);
  Term openedData(Term bits, llvm::Type* type, const llvm::Value* pointer);
  void leaveUnsupported(Term condition, const std::string& message);

  // lower_vector.cpp
  Term vectorValue(const llvm::Instruction& instruction);
  Term shuffledVector(const llvm::ShuffleVectorInst& shuffle);
  Term elementShift(const llvm::Value* index, llvm::FixedVectorType* vector);
  Term extractedElement(const llvm::ExtractElementInst& extract);
  Term insertedElement(const llvm::InsertElementInst& insert);

  // lower_simd.cpp
  Term eachElement(Term left, Term right, uint32_t bits, const std::function<Term(Term, Term)>& operation);
  Term simdIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);

  // lower_memory.cpp
  bool lowerMemory(const llvm::Instruction& instruction);
  Term address(const llvm::GEPOperator& gep);
  void lowerAlloca(const llvm::AllocaInst& alloca);
  void lowerLoad(const llvm::LoadInst& load);
  void lowerStore(const llvm::StoreInst& store);
  void lowerCompareExchange(const llvm::AtomicCmpXchgInst& instruction);
  void lowerReadModifyWrite(const llvm::AtomicRMWInst& instruction);
  void beginLife(const llvm::AllocaInst& alloca, const llvm::Instruction& where);
  void endLife(const llvm::AllocaInst& alloca, const llvm::Instruction& where);
  bool writtenBeforeRead(const llvm::AllocaInst& alloca, const llvm::Instruction& from, uint64_t offset) const;
  VariableId cell(const llvm::Value* object, uint64_t offset) const;
  Term readMemory(Term pointer, llvm::Type* type, const llvm::Value* pointerValue);
  void writeMemory(Term pointer, Term value, llvm::Type* type, const llvm::Value* pointerValue);
  void checkAccess(Term pointer, Term size, bool write, const llvm::Value* pointerValue);
  bool staticallyValid(const llvm::Value* pointer, uint64_t size, bool write) const;
  Term allocate(Term size, Storage storage, Contents contents, std::string name);
  Term isLarger(Term size, uint64_t limit);
  void restrictSize(Term size, Storage storage);
  std::vector<const llvm::AllocaInst*> ownedBy(const llvm::Instruction& save);
  void saveStack(const llvm::CallInst& save);
  void restoreStack(const llvm::CallInst& restore);
  Term pointerConstant(uint64_t value) { return terms_.mkBv(program_.layout().width, value); }

  // lower_padding.cpp
  void openPaddingAround(const llvm::Value* pointer);
  void openPaddingOfCopy(const llvm::Value* target, Term address, Term size, const llvm::Value* source);
  void openPadding(Term address, const llvm::Type* type, bool isWhole);
  void openBits(Term address, const Padding::Mask& mask, bool isWhole);

  // lower_call.cpp
  void lowerCall(const llvm::CallInst& call);
  void lowerIndirectCall(const llvm::CallInst& call);
  bool callCandidate(const llvm::Function& candidate, const llvm::CallInst& call, const Arguments& arguments,
                     VariableId result);
  Term callFunction(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments);
  Term callBody(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments);
  Term callUnknown(const llvm::Function& callee, const llvm::CallInst& call);
  Term callThreadFunction(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments);
  Term copyByValue(Term pointer, llvm::Type* type);
  void checkWeak(const llvm::Function& callee);
  Term packVariadic(const llvm::CallInst& call, const Arguments& arguments, unsigned first);
  Term inlineAssembly(const llvm::CallInst& call);
  Term ask(QueryKind kind, Arguments arguments);
  void failIf(Term condition, Property property, const std::string& message);
  void stop(LocationKind kind, const std::string& message);

  // lower_intrinsic.cpp
  Term callIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  Term countZeros(const llvm::IntrinsicInst& call, Term operand);
  Arguments seenArguments(const llvm::IntrinsicInst& call, Arguments arguments);
  Term bitIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  Term overflowIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  Term floatIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  bool memoryIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  void startVariadic(Term list);

  // lower_library.cpp: functions that are translated here and not modelled in C.
  static Native findNative(llvm::StringRef name);
  Term pointerArgument(const CallSite& site, unsigned i);
  Term integerArgument(const CallSite& site, unsigned i);
  Term nativeMalloc(const CallSite& site);
  Term nativeCalloc(const CallSite& site);
  Term nativeAlloca(const CallSite& site);
  Term nativeFree(const CallSite& site);
  Term nativeCopy(const CallSite& site);
  Term nativeAtomicCopy(const CallSite& site);
  Term nativeFill(const CallSite& site);
  Term nativeNondetMemory(const CallSite& site);
  Term nativeAbort(const CallSite& site);
  Term nativeExit(const CallSite& site);
  Term nativeAssertFail(const CallSite& site);
  Term nativeAssert(const CallSite& site);
  Term nativeAssume(const CallSite& site);
  Term nativeJump(const CallSite& site);
  Term nativeOverflowIf(const CallSite& site);
  Term nativeCheckFails(const CallSite& site);
  Term nativeObjectSize(const CallSite& site);
  Term nativeProgramUses(const CallSite& site);
  Term nativeRunsOnce(const CallSite& site);
  Term nativeFreeable(const CallSite& site);
  Term nativeOverlap(const CallSite& site);
  Term nativeBytesLeft(const CallSite& site);
  Term nativeReads(const CallSite& site);
  Term nativeChecksReads(const CallSite& site);
  Term nativeNew(const CallSite& site);
  Term nativeDelete(const CallSite& site);
  Term nativeUnsupported(const CallSite& site);
  Term heapBlock(const CallSite& site, Term size, Contents contents);
  void copyMemory(Term target, Term source, Term size);
  Term overlap(Term a, Term sizeOfA, Term b, Term sizeOfB);
  void excludeOverlap(Term target, Term source, Term size);
  void fillMemory(Term target, Term byte, Term size);

  // lower_math.cpp: math.h where IEEE says what the result is.
  static bool isMath(llvm::StringRef name);
  Term mathCall(const CallSite& site);
  Term roundToIntegral(RoundingMode mode, Term bits, llvm::Type* type);
  Term roundToIntegral(Term bits, llvm::Type* type); // in the current mode
  Term squareRoot(Term bits, llvm::Type* type);
  Term fusedMultiplyAdd(const Arguments& arguments, llvm::Type* type);
  Term smallerOrLarger(Term result, const Arguments& arguments, llvm::Type* type);
  Term nativeSetRounding(const CallSite& site);
  Term nativeGetRounding(const CallSite& site);
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

  LowerModule& module_;
  Program& program_;
  TermManager& terms_;
  const LowerTypes& types_;
  const llvm::Function& function_;
  FunctionId id_;
  EdgeBuilder edges_;
  LowerFloat floats_;
  std::unordered_map<const llvm::BasicBlock*, LocationId> blocks_;
  std::unordered_map<const llvm::Value*, Term> values_;
  std::map<CellKey, VariableId> localCells_;
  std::unique_ptr<llvm::DominatorTree> dominators_; // made when first needed
  VariableId variadic_;                             // the block of variadic arguments, in a function that takes them

  // Terms of this block that read cells and have not got a variable yet.
  std::unordered_map<VariableId, std::vector<const llvm::Instruction*>> readers_;
  std::unordered_map<const llvm::Instruction*, std::vector<VariableId>> reads_;
  std::unordered_map<const llvm::Instruction*, uint32_t> termSize_;
};

} // namespace assay
