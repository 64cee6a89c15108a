// Guesses at what holds at the heads of loops, on entry as well as behind back edges, in support of measures: bounds of
// variables by constants of the program, what it compares, and the order of its variables. block_houdini.h tells
// which of them are invariants.
#pragma once

#include "encode/assertion.h"
#include "encode/cut_relation.h"
#include "invariants/limits.h"

#include <span>
#include <vector>

namespace assay {

std::vector<Assertion> candidateInvariants(const CutRelation& relation, const InvariantLimits& limits = {});

/// The same condition at every head where its variables are live.
std::vector<Assertion> atAllHeads(const Flow& flow, std::span<const Assertion> assertions);

} // namespace assay
