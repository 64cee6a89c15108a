// A cache of answers and models, in the manner of KLEE's counterexample cache. A query is the set of what is asserted
// and assumed.
//
//   unsat   if a set known to be unsat is a subset of the query
//   sat     if a known model satisfies every term of the query; tried are the models used last and one that was found
//           for a superset. Evaluation decides, so a hit is right whatever the index says.
//
// What is asserted is handed on at once, so the inner solver stays incremental. Unknowns are not kept.
#pragma once

#include "solver/decorators/decorator.h"

namespace assay {

struct CacheOptions {
  uint32_t recentModels = 8;     // tried by evaluation for every query
  uint32_t maxModels = 4096;     // kept; beyond that, models are forgotten all at once
  uint32_t maxNodes = 1u << 20;  // of each index; beyond that, it is emptied
  uint32_t maxVisits = 1u << 12; // nodes that a search in an index looks at
};

std::unique_ptr<Solver> makeCache(std::unique_ptr<Solver> inner, CacheOptions options = {});

} // namespace assay
