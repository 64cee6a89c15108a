// Lemmas of a proof outline, as assertions of an automaton.
#pragma once

#include "encode/flow.h"
#include "program/assertion.h"
#include "program/proof_outline.h"

#include <span>
#include <vector>

namespace assay {

/// Candidates: those that speak of variables that are live at their head.
std::vector<Assertion> candidatesFrom(std::span<const ProofOutline::Lemma> lemmas, const Flow& flow);

} // namespace assay
