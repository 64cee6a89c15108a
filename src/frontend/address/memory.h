// What memory may hold, for the flow of addresses: cells of promoted objects, members of structs, and all the rest by
// the width of what is stored. A value that is stored to a place without a member may be read from any member.
#pragma once

#include "frontend/address/info.h"

#include <llvm/IR/Type.h>

#include <compare>
#include <map>
#include <utility>

namespace assay {

/// A member of a struct, or a place of which nothing is known (without struct); the width of an integer, 0 for
/// pointers.
struct MemoryPlace {
  llvm::Type* structure = nullptr;
  unsigned member = 0;
  unsigned width = 0;
  auto operator<=>(const MemoryPlace&) const = default;
};

/// Where a value of the type is read or written.
MemoryPlace placeOf(const llvm::Value* pointer, llvm::Type* type);

class AddressMemory {
public:
  using Cell = std::pair<const llvm::Value*, uint64_t>;

  AddressInfo cell(Cell cell) const;
  /// What was stored with this width, to any place.
  AddressInfo everywhere(unsigned width) const;
  /// What may be read from a place. Where the pointers there lead is known for members; for other places it is anything
  /// that memory holds.
  AddressInfo contents(const MemoryPlace& place) const;

  // Adds what else may be in the cell. Returns whether that is new.
  bool includeCell(Cell cell, const AddressInfo& info) { return cells_[cell].join(info); }
  bool includeMember(const MemoryPlace& member, const AddressInfo& info) { return members_[member].join(info); }
  bool store(const MemoryPlace& place, const AddressInfo& info);

private:
  std::map<Cell, AddressInfo> cells_;
  std::map<MemoryPlace, AddressInfo> members_;
  std::map<unsigned, AddressInfo> anywhere_, everywhere_; // by width: stored to no member; to whatever
};

} // namespace assay
