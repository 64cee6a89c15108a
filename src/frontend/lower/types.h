// How LLVM types become sorts. Bool is i1; every other first-class value is one bit-vector: integers as they are,
// floats by their encoding, pointers by the target's width, and aggregates as their leaves one after the other without
// padding, the first in the lowest bits.
#pragma once

#include "term/term_manager.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <vector>

namespace assay {

class LowerTypes {
public:
  LowerTypes(TermManager& terms, const llvm::DataLayout& layout) : terms_(terms), layout_(layout) {}

  /// A scalar inside a type: where its bits stand in the value and its bytes in memory.
  struct Leaf {
    llvm::Type* type;
    uint64_t byteOffset;
    uint32_t bitOffset;
  };

  const llvm::DataLayout& layout() const { return layout_; }
  uint32_t pointerWidth() const { return layout_.getPointerSizeInBits(); }
  /// Bits of a value; 0 for void and empty structs.
  uint32_t bits(llvm::Type* type) const;
  /// Bytes that a load or store of the type touches.
  uint64_t storeSize(llvm::Type* type) const { return layout_.getTypeStoreSize(type).getFixedValue(); }
  /// Null for void. An empty struct is one bit.
  Sort sort(llvm::Type* type) const;
  std::vector<Leaf> leaves(llvm::Type* type) const;
  /// Where the aggregate's element stands among its bits.
  uint32_t elementBitOffset(llvm::Type* aggregate, unsigned element) const;

  /// Between a value's own sort and plain bits: only Bool differs.
  Term toBits(Term value) const;
  Term fromBits(Term bits, llvm::Type* type) const;
  /// A value read as another type: cut or zero-extended where widths differ.
  Term convert(Term value, llvm::Type* to) const;

private:
  TermManager& terms_;
  const llvm::DataLayout& layout_;
};

} // namespace assay
