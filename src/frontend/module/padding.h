// Bits of structs that belong to no member. C leaves them open whenever a value is stored in a struct or in one of its
// members; they stay what they are where bytes are written (memset, calloc, memcpy).
//
// Most programs never look at them. Address flow (frontend/address/flow.h) follows which structs are read byte by byte,
// and for these alone lower/padding.cpp opens the padding after each store.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay {

class Padding {
public:
  explicit Padding(const llvm::Module& module);

  /// A set of structs that have padding: each has a bit, as long as there are bits; the others share the last bit.
  using Set = uint64_t;
  /// The structs with padding that are in memory of the type.
  Set setOf(const llvm::Type* type) const;
  /// The same for a struct by its declaration.
  Set setOf(const llvm::DICompositeType* structure) const;

  /// Whether some struct of the set begins with a member of the type.
  bool beginsWith(Set set, const llvm::Type* type) const;

  /// A mask of padding bits for each byte of the type.
  using Mask = std::vector<uint8_t>;
  /// The mask of a value of the type, as deep as there are structs.
  Mask maskOf(const llvm::Type* type) const;
  Mask maskOf(const llvm::DICompositeType& structure) const;
  /// The mask of the padding between the members of the struct, whatever these are.
  Mask ownMask(const llvm::StructType* structure) const;
  /// The masks of values of this many bytes: one for each struct of the set.
  std::vector<Mask> masksOfSize(Set set, uint64_t bytes) const;

private:
  uint64_t sizeOf(const llvm::Type* type) const {
    return layout_.getTypeAllocSize(const_cast<llvm::Type*>(type)).getFixedValue();
  }
  bool hasOwnPadding(const llvm::StructType* structure) const;
  const llvm::DICompositeType* declared(const llvm::StructType* structure) const;
  void clearMembers(const llvm::DIType* type, uint64_t bitOffset, bool isDeep, Mask& mask) const;
  void clearElements(const llvm::Type* type, uint64_t offset, bool isDeep, Mask& mask) const;

  const llvm::DataLayout& layout_;
  std::map<std::string, const llvm::DICompositeType*> declared_; // by LLVM's name
  // With padding, in the order of their bits; declarations are of structs that have no type in LLVM's code.
  std::vector<const llvm::StructType*> structs_;
  std::vector<const llvm::DICompositeType*> otherStructs_;
  std::map<const llvm::StructType*, Set> sets_;
  std::map<const llvm::DICompositeType*, Set> declaredSets_;
};

} // namespace assay
