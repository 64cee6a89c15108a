// A heap in words, for people: which lists there are, from where to where, and what they hold.
#pragma once

#include "engine/shapes/heap.h"

#include <string>

namespace assay::shapes {

/// Describes the lists that variables of the source lead to: "list: a segment of blocks (struct node) from list to NULL
/// by next, each with 0 <= data <= 10". Empty if there are none.
std::string heapInWords(const Program& program, const State& state);

/// "0 <= data <= 10", "data is 1 or 2": what is known of a number that has this name; empty if nothing is.
std::string factsOf(const State& state, const std::string& name, const Value& value);

struct Member {
  std::string name; // "link.next"; "+8" if there is no member
  CTypeId type;     // not valid if it is not known
};
/// The member at an offset of a block in which a structure stands at `base`.
Member memberAt(const CTypes& types, CTypeId type, int64_t base, uint64_t offset);

/// What a pointer of this type points to; not valid if that is not known.
CTypeId targetOf(const CTypes& types, CTypeId pointer);

} // namespace assay::shapes
