// Memory: locals and their lives, loads and stores, pointer arithmetic, allocation, the checks of valid-deref.
#pragma once

#include "frontend/lower/part.h"

#include <llvm/IR/Dominators.h>

#include <memory>
#include <string>
#include <vector>

namespace assay {

class LowerMemory : public LowerPart {
public:
  using LowerPart::LowerPart;

  bool lowerMemory(const llvm::Instruction& instruction);
  void beginLife(const llvm::AllocaInst& alloca, const llvm::Instruction& where);
  void endLife(const llvm::AllocaInst& alloca, const llvm::Instruction& where);
  void saveStack(const llvm::CallInst& save);
  void restoreStack(const llvm::CallInst& restore);
  /// Checks an access. Returns the error location; invalid if there is none.
  LocationId checkAccess(Term pointer, Term size, bool write, const llvm::Value* pointerValue);
  /// The same for a write through a pointer to a constant local; `pointerValue` is null if it is not an instruction's.
  LocationId checkConstant(Term pointer, Term size, const llvm::Value* pointerValue);
  /// The program takes the address of a constant local.
  Term constantLocal(const llvm::Value* pointerValue, Term pointer);
  /// To be called where the function returns: its constant locals are alive no more.
  void forgetConstants();
  Term address(const llvm::GEPOperator& gep);
  Term isLarger(Term size, uint64_t limit);
  Term allocate(Term size, Storage storage, Contents contents, std::string name);

private:
  void lowerAlloca(const llvm::AllocaInst& alloca);
  bool writtenBeforeRead(const llvm::AllocaInst& alloca, const llvm::Instruction& from, uint64_t offset) const;
  std::vector<const llvm::AllocaInst*> ownedBy(const llvm::Instruction& save);
  void lowerLoad(const llvm::LoadInst& load);
  void lowerStore(const llvm::StoreInst& store);
  /// What an access is to other threads. Goes on: it belongs to the turn that there is.
  enum class Turn : uint8_t { Plain, Atomic, GoesOn };
  /// Of a load or store.
  template <class Access>
  Turn turnOf(const Access& access);
  Turn turnOf(llvm::AtomicOrdering order);
  void announce(AccessKind kind, Term pointer, llvm::Type* type, const llvm::Value* pointerValue, Turn turn);
  Term readMemory(Term pointer, llvm::Type* type, const llvm::Value* pointerValue, Turn turn);
  void writeMemory(Term pointer, Term value, llvm::Type* type, const llvm::Value* pointerValue, Turn turn);
  bool staticallyValid(const llvm::Value* pointer, uint64_t size, bool write) const;
  void lowerCompareExchange(const llvm::AtomicCmpXchgInst& instruction);
  void lowerReadModifyWrite(const llvm::AtomicRMWInst& instruction);
  void restrictSize(Term size, Storage storage);

  std::unique_ptr<llvm::DominatorTree> dominators_; // made when first needed
};

} // namespace assay
