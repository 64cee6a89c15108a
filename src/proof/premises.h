// What a proof on a flow rests on besides its own obligations: facts of analyses that the automaton was made with, or
// that encodings take for granted. Each fact becomes an obligation, and the second solver confirms all of them before a
// proof is told:
//
//   where pointers point    pointer_premises.h: of this automaton, and of those that it was made from
//   liveness                what is live behind an edge, or read on it, is live before it; so what is dead is not read
//   what a loop writes      edges that lead to a location of the loop are edges of the loop, but those that enter its
//                           head, and what they write is known: between two visits of the head nothing else changes
//
// The last two are checked against the edges of the automaton, without the algorithms that found the facts.
#pragma once

#include "encode/flow.h"
#include "proof/confirmation.h"

#include <vector>

namespace assay {

std::vector<Obligation> premisesOf(const Flow& flow);

/// Whether the solver confirms the premises of the flow. Once it has, it is not asked again for this flow.
bool confirmPremises(const Flow& flow, Confirmation& confirmation);

} // namespace assay
