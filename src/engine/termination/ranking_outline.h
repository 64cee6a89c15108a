// Steps of a ranking in the outline of a proof. What they claim is shown again when they are read.
#pragma once

#include "engine/termination/ranking.h"
#include "program/proof_outline.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// The invariants, as lemmas, and the steps; nothing of either if one of them has no text.
void addRanking(MeasuresOutline& outline, const Flow& flow, std::span<const Assertion> invariants,
                std::span<const RankingStep> steps);

/// Nothing: one of the steps does not fit this automaton.
std::optional<std::vector<RankingStep>> stepsFrom(const MeasuresOutline& outline, const Flow& flow);
/// The measures of the outline that are measures in this automaton.
std::vector<Measure> measuresFrom(const MeasuresOutline& outline, const Flow& flow);

} // namespace assay
