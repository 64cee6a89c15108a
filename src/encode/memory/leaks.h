// Which heap objects of a formula the program can still reach.
#pragma once

#include "encode/memory/pointer_terms.h"
#include "encode/memory/state.h"
#include "program/program.h"

#include <vector>

namespace assay {

/// Whether all heap objects that are alive can be reached. `roots` are values of variables.
Term isAllTracked(const Program& program, PointerTerms& pointers, const MemoryObjects& memory,
                  const std::vector<Term>& roots);

} // namespace assay
