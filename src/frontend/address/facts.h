// What the flow of addresses has found out about values and memory so far. Facts about a constant or a computation
// follow from those of its operands.
#pragma once

#include "frontend/address/memory.h"
#include "frontend/address/type_contents.h"
#include "frontend/module/promotion.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <unordered_map>

namespace assay {

struct AddressFacts {
  AddressFacts(const llvm::Module& module, const Promotion& promotion, const Padding& padding)
      : promotion(promotion), padding(padding), layout(module.getDataLayout()), width(layout.getPointerSizeInBits()),
        types(module) {}

  AddressInfo of(const llvm::Value* value) const;
  /// Where an address computation leads. A computation by bytes or numbers stays in the object that it came from, as
  /// does a part of a union.
  AddressInfo at(const llvm::GEPOperator& gep) const;
  /// Addition, subtraction and low bits keep an address; any other operation makes any number of an address.
  AddressInfo combined(unsigned opcode, const llvm::Value* left, const llvm::Value* right) const;

  /// How many bytes there are before the first address at the root of a pointer, if there are `lead` bytes before it at
  /// the pointer itself.
  uint64_t leadAtRoot(const llvm::Value* pointer, uint64_t lead) const;

  const Promotion& promotion;
  const Padding& padding;
  const llvm::DataLayout& layout;
  const uint32_t width; // of a pointer
  const TypeContents types;
  std::unordered_map<const llvm::Value*, AddressInfo> values;
  AddressMemory memory;

private:
  uint64_t leadOfMember(const llvm::GEPOperator& gep, uint64_t lead) const;
};

} // namespace assay
