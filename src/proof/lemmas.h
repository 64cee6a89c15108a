// Lemmas of a proof outline, as assertions of an automaton.
#pragma once

#include "encode/flow.h"
#include "encode/memory/places.h"
#include "program/assertion.h"
#include "program/proof_outline.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// The text of a lemma: its condition, and that blocks keep it if that is why it holds. The lemma may speak of all
/// elements of these arrays. Nothing: it has no text.
std::optional<std::string> lemmaText(const Flow& flow, const Assertion& lemma, std::span<const ArrayCell> arrays);

/// The lemmas that speak of variables that are live at their head, or of all elements of these arrays (which only
/// induction can show).
std::vector<Assertion> lemmasFrom(std::span<const OutlinedLemma> lemmas, const Flow& flow,
                                  std::span<const ArrayCell> arrays);
/// Likewise, without the lemmas that blocks keep: solvers are slow to show these by induction.
std::vector<Assertion> candidatesFrom(std::span<const OutlinedLemma> lemmas, const Flow& flow,
                                      std::span<const ArrayCell> arrays = {});

} // namespace assay
