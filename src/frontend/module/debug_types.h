// C types from clang's debug information, for traces. Types are recorded when a variable of the program asks for them;
// what they are made of and point to follows breadth first, up to a limit: the headers of a kernel describe thousands
// of structures that no trace will show.
#pragma once

#include "program/c_type.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <deque>
#include <unordered_map>
#include <utility>

namespace assay {

class DebugTypes {
public:
  /// Invalid for void and functions, and when the table is full.
  CTypeId of(const llvm::DIType* type);
  /// The type of an object's address.
  CTypeId pointerTo(const llvm::DIType* type, uint64_t pointerSize);
  /// The table, with all that was asked for and what that leads to. Ends the collection.
  CTypes take();

private:
  static constexpr size_t kMaxTypes = 3000;

  void describe(CTypeId id, const llvm::DIType* type);
  void describeComposite(CTypeId id, const llvm::DICompositeType& type);
  void describeArray(CTypeId id, const llvm::DICompositeType& type);

  CTypes types_;
  std::unordered_map<const llvm::DIType*, CTypeId> known_;
  std::unordered_map<const llvm::DIType*, CTypeId> pointers_;       // by what they point to
  std::deque<std::pair<CTypeId, const llvm::DIType*>> undescribed_; // they have a number and nothing else
};

} // namespace assay
