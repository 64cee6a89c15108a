// Makers are functions that allocate blocks of the heap, themselves or by other makers, like a constructor. What stands for all that
// an allocation makes stands for what each of a maker's callers gets; so each call gets a copy of the maker, as far as there are not
// too many. What an execution does stays the same.
#pragma once

#include "program/program.h"

#include <unordered_map>

namespace assay {

struct SeparateMakers {
  Program program; // functions, locations and edges keep their numbers; copies follow
  std::unordered_map<LocationId, LocationId> originalOf; // by location of a copy

  LocationId original(LocationId location) const {
    const auto known = originalOf.find(location);
    return known == originalOf.end() ? location : known->second;
  }
};

SeparateMakers separateMakers(const Program& program);

} // namespace assay
