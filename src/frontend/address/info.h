// What is known of an address, or of an integer that may be made of one, before the program runs.
#pragma once

#include "frontend/module/padding.h"

#include <llvm/IR/Value.h>

#include <cstdint>

namespace assay {

struct AddressInfo {
  enum Holds : uint8_t {
    Pointers = 1,  // or a struct with pointers, as a whole
    Variant = 2,   // a union of pointers and others, or some part of it
    Parts = 4,     // a union that shows bytes of pointers, or some part of it
    Somewhere = 8, // perhaps one of these unions: it was reached by a pointer from memory
    Here = 16,     // a pointer, at this very place
  };

  static constexpr uint64_t kAll = UINT64_MAX;

  /// Adds what else may be the case. Returns whether that is new.
  bool join(const AddressInfo& other);
  void forgetObject();
  /// Whether a number of so many bytes that is read there may be (part of) what the set `shown` says.
  bool shows(unsigned shown, uint64_t bytes) const { return (holds & shown) != 0 && bytes > lead; }
  bool operator==(const AddressInfo&) const = default;

  bool isAddress = false;              // of integers: may be made of an address
  bool isMoved = false;                // of integers: may be an address plus something
  bool isMixed = false;                // of integers: may be an address with some bits changed
  uint8_t holds = 0;                   // of pointers: what may be there, see Holds
  uint64_t lead = kAll;                // of pointers: so many bytes are there before the first of what holds says
  Padding::Set padded = 0;             // of pointers: structs with padding that may be there, to be read as bytes
  uint32_t logAlign = 63;              // every object that is meant begins at a multiple of this power of two
  const llvm::Value* object = nullptr; // the one object (or argument) that is meant, if `isOne`
  bool isOne = true;                   // without object: nothing is meant yet
};

} // namespace assay
