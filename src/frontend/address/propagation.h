// The propagation behind the flow of addresses (flow.h): from where addresses begin, through instructions, calls and
// memory, until nothing new is found.
#pragma once

#include "frontend/address/facts.h"

#include <llvm/IR/IntrinsicInst.h>

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

class AddressPropagation {
public:
  AddressPropagation(const llvm::Module& module, AddressFacts& facts) : module_(module), facts_(facts) {}

  void run();

private:
  void seed();
  void seedGlobal(const llvm::GlobalVariable& global);
  void declare(const llvm::AllocaInst& alloca);

  void visit(const llvm::Instruction& instruction);
  void visitLoad(const llvm::LoadInst& load);
  void visitReturn(const llvm::ReturnInst& instruction);
  void visitCall(const llvm::CallInst& call);
  void visitIntrinsic(const llvm::IntrinsicInst& call);
  void visitAlignedAllocation(const llvm::CallInst& call, const llvm::Function& callee);
  void visitCopy(const llvm::Value* to, const llvm::Value* from);
  void pass(const llvm::CallInst& call, const llvm::Function& callee);

  AddressInfo loaded(const llvm::Value* pointer, llvm::Type* type) const;
  void stored(const llvm::Value* pointer, llvm::Type* type, AddressInfo info);
  void stored(const llvm::Value* pointer, const llvm::Value* value) {
    stored(pointer, value->getType(), facts_.of(value));
  }
  void noteHolds(const llvm::Value* pointer, uint8_t holds, uint64_t lead, Padding::Set padded = 0);
  uint64_t bytesOf(llvm::Type* type) const { return facts_.layout.getTypeStoreSize(type).getFixedValue(); }

  void include(const llvm::Value* value, const AddressInfo& info) { isChanged_ |= facts_.values[value].join(info); }
  void store(const MemoryPlace& place, const AddressInfo& info) { isChanged_ |= facts_.memory.store(place, info); }
  void storeAnywhere(unsigned width, const AddressInfo& info) { store({nullptr, 0, width}, info); }

  const llvm::Module& module_;
  AddressFacts& facts_;
  bool isChanged_ = false;
  std::vector<const llvm::Function*> addressTaken_;
  std::unordered_set<const llvm::AllocaInst*> handed_; // pointer variables, to posix_memalign
  std::unordered_map<const llvm::Function*, AddressInfo> results_;
};

/// Whether the bytes go from memory to memory, and nothing else sees them.
bool isCopiedOn(const llvm::LoadInst& load, const Promotion& promotion);

} // namespace assay
