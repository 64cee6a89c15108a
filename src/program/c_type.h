// C types, as far as people who read traces need them: how an object divides into members and elements, and how the
// bits of each read. Nothing in the meaning of a Program depends on them, and the text form leaves them out.
//
// The table is a graph: a structure may hold a pointer to its own kind. A pointer whose target is not valid points to
// something of which nothing is known (void, a function, a type that is only declared, one that was too far away to be
// recorded).
#pragma once

#include "util/id.h"

#include <cassert>
#include <cstdint>
#include <string>
#include <vector>

namespace assay {

/// How bits read in C.
enum class TypeClass : uint8_t { Unknown, Bool, Signed, Unsigned, Float, Pointer };

using CTypeId = Id<struct CTypeTag>;

struct CMember {
  std::string name; // empty: an anonymous structure or union
  uint64_t bitOffset = 0;
  uint64_t bitSize = 0;
  bool isBitField = false;
  CTypeId type;
};

struct CEnumerator {
  std::string name;
  int64_t value = 0;
};

struct CType {
  enum Kind : uint8_t { Opaque, Scalar, Pointer, Array, Struct, Union };

  Kind kind = Opaque;
  TypeClass typeClass = TypeClass::Unknown; // Scalar, Pointer
  bool isCharacter = false;                 // Scalar: arrays of it are shown as strings
  uint64_t size = 0;                        // in bytes; 0: not known
  uint64_t count = 0;                       // Array: of elements; 0: not known
  CTypeId target;                           // Array: of the elements; Pointer: of what it points to
  std::string name;                         // as the user would write it: "struct node *"
  std::vector<CMember> members;             // Struct, Union: in the order of the source
  std::vector<CEnumerator> enumerators;     // Scalar, of an enumeration

  bool isRecord() const { return kind == Struct || kind == Union; }
};

class CTypes {
public:
  CTypeId add(CType type) {
    types_.push_back(std::move(type));
    return CTypeId(static_cast<uint32_t>(types_.size() - 1));
  }
  const CType& operator[](CTypeId id) const {
    assert(id.index() < types_.size());
    return types_[id.index()];
  }
  CType& operator[](CTypeId id) {
    assert(id.index() < types_.size());
    return types_[id.index()];
  }
  size_t size() const { return types_.size(); }

private:
  std::vector<CType> types_;
};

} // namespace assay
