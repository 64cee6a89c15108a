// What the user calls a piece of an object: the member or element of its C type that an access means.
#pragma once

#include "program/c_type.h"

#include <optional>
#include <string>

namespace assay {

/// The bytes [offset, offset + size) of a part of an object.
struct CPlace {
  std::string path; // ".next[2]"; empty: the whole object
  CTypeId type;     // of the smallest part that holds all of the bytes
  uint64_t offset = 0;
  uint64_t size = 0;
};

/// Whether the bytes are all of the part.
bool isWhole(const CTypes& types, const CPlace& place);

/// The part of an object of type `root` that holds these bytes. An access that `reads` them as one value means the
/// smallest part; where members of a union lie over each other, one that reads like the access is taken before others.
/// A block of memory means the largest part that it is the whole of.
CPlace findPlace(const CTypes& types, CTypeId root, uint64_t offset, uint64_t size, std::optional<TypeClass> reads);

/// The same in a row of such objects, as many as there are: "[3].next". The type is invalid if the bytes lie in more
/// than one of them.
CPlace findElement(const CTypes& types, CTypeId element, uint64_t offset, uint64_t size,
                   std::optional<TypeClass> reads);

} // namespace assay
