// Random solver sessions. A session keeps to one profile (small bit-vectors, wide ones, tiny floats, the formats of C,
// arrays, all of it), so that most queries take milliseconds: where operators are hard for every solver, the values of
// the variables are assumed too, and the query is one of evaluation.
#pragma once

#include "solver/session.h"

#include <cstdint>
#include <memory>

namespace assay {

struct FuzzCase {
  uint64_t seed;
  const char* profile;
  std::shared_ptr<TermManager> terms;
  TermManager::Rewriting rewriting;
  bool cached; // ask the first solver through a cache
  bool alone;  // only the first solver is asked: the queries are too hard for others
  Session session;
  Assignment planted; // most of what is asserted is true under it
};

/// The same seed gives the same case.
FuzzCase generateCase(uint64_t seed);

/// The ground term that has this value.
Term termOfValue(TermManager& tm, Sort sort, const Value& value);

} // namespace assay
