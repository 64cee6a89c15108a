// Blocks of the heap that a harness makes for the function that it calls. They are the caller's: the function may free
// them, and need not. So none of them is ever lost, and what they point to can be reached.
#pragma once

#include "program/object_table.h"
#include "program/operation.h"

#include <string_view>

namespace assay {

/// The function that makes such a block, with any contents.
inline constexpr const char* kMakesCallersBlock = "__VERIFIER_argument";
/// What its blocks are called.
inline constexpr std::string_view kCallersBlock = "argument";

inline bool isCallersBlock(Storage storage, std::string_view name) {
  return storage == Storage::Heap && name == kCallersBlock;
}
inline bool isCallersBlock(const Allocate& allocate) { return isCallersBlock(allocate.storage, allocate.name); }
inline bool isCallersBlock(const ConcreteObject& object) {
  return object.kind == ConcreteObject::Kind::Heap && *object.name == kCallersBlock;
}

} // namespace assay
