// Forward symbolic execution: every path, one after the other, on inputs that are terms.
//
// The technique is that of section 3 of TracerX's paper and of Algorithm 1 (section III) of SymExecIA's, without their
// learning and abstraction; KLEE (Cadar, Dunbar, Engler, 2008) is its best-known implementation. Differences: memory is
// objects and packed pointers, so that a bounds check is one comparison; a split happens wherever a question arises, not
// only at branches; every state carries a model of its path condition, so that an error location that is reached is
// reached by known inputs, and a branch costs one query.
//
// True, if all paths have ended and none was cut. Three parts that know nothing of each other: Executor (what an edge does
// to a state), Searcher (which state next), and this file (what comes of it).
#pragma once

#include "engine/engine.h"

namespace assay {

class SymexEngine : public Engine {
public:
  std::string_view name() const override { return "symex"; }
  Result run(const Program& program, Env& env) override;
};

} // namespace assay
