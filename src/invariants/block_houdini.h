// Of candidates, those that hold whenever their heads are reached: every transition between cut points keeps them, given
// all of them where it begins. This is Houdini (houdini.h) transition by transition, so nothing depends on a number of
// layers, and what is kept has a Hoare proof (proof/hoare.h).
//
// With decided paths (encode/cut_relation.h) a solver sees at once how a sum changes, which it does not where paths are
// joined.
#pragma once

#include "encode/allowance.h"
#include "encode/assertion.h"
#include "encode/cut_relation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// What a solver's unknown does.
enum class OnUnknown : uint8_t {
  Stop, // nothing is said of any candidate. All that a transition leads to are asked about in one query
  Drop, // the candidate is dropped. Each has queries of its own, but for those that follow by the laws of rings
};

/// Nothing: the allowance was too small.
std::optional<std::vector<Assertion>> keptByTransitions(const CutRelation& relation, std::vector<Assertion> candidates,
                                                        OnUnknown onUnknown, Solver& solver,
                                                        const Allowance& allowance);

} // namespace assay
