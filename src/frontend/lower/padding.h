// Padding of structs, which a store to a struct or to a member makes any value.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerPadding : public LowerPart {
public:
  using LowerPart::LowerPart;

  void openPaddingAround(const llvm::Value* pointer);
  void openPaddingOfCopy(const llvm::Value* target, Term address, Term size, const llvm::Value* source);
  /// Opens what a constant leaves undefined that a local is initialised with: bytes of a union that belong to no member
  /// of it.
  void openUndefined(const llvm::Value* target, Term address, const llvm::Value* source);
  void openPadding(Term address, const llvm::Type* type, bool isWhole);

private:
  void openBits(Term address, const Padding::Mask& mask, bool isWhole);
};

} // namespace assay
