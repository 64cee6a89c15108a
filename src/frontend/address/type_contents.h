// What memory of a type holds, as far as pointers go. LLVM's type of a union says nothing of its members; debug
// information does.
#pragma once

#include "frontend/address/info.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <string>
#include <unordered_map>

namespace assay {

bool isUnion(const llvm::Type* type);
/// The object at the end of a chain of address computations.
const llvm::Value* rootOf(const llvm::Value* pointer);
/// The type of the variable that a pointer leads into, or null where that is not known.
const llvm::Type* variableType(const llvm::Value* pointer);

class TypeContents {
public:
  explicit TypeContents(const llvm::Module& module);

  /// A set of AddressInfo::Holds.
  uint8_t of(const llvm::Type* type) const;
  /// Where in it the first byte of what `of` says may be; AddressInfo::kAll if it says nothing.
  uint64_t lead(llvm::Type* type) const;
  /// The same for a variable: a union has no tag beside it.
  uint8_t ofVariable(const llvm::Type* type) const;
  /// No bits if no member holds pointers, or all members are pointers. The other members are alternatives to pointers,
  /// or they are there to show a pointer's bytes.
  uint8_t ofUnion(const llvm::DICompositeType& type) const;
  uint64_t leadOfUnion(const llvm::DICompositeType& type) const;

private:
  struct Union {
    uint8_t holds = 0; // Variant or Parts, if it has pointers
    uint64_t lead = AddressInfo::kAll;
  };
  const Union* findUnion(const llvm::Type* type) const;

  const llvm::DataLayout& layout_;
  const uint32_t width_;                          // of pointers
  std::unordered_map<std::string, Union> unions_; // by name
};

} // namespace assay
