#include "invariants/blocks/blocks.h"
#include "invariants/conditions/conditions.h"
#include "invariants/disequalities/disequalities.h"
#include "invariants/elements/cells.h"
#include "invariants/elements/elements.h"
#include "invariants/equations/affine_search.h"
#include "invariants/houdini.h"
#include "invariants/multiples/multiples.h"
#include "invariants/outside/outside.h"
#include "invariants/polyhedra/polyhedra.h"
#include "invariants/polynomials/polynomials.h"
#include "invariants/ranges/ranges.h"
#include "invariants/source.h"
#include "invariants/templates/template_search.h"

#include <algorithm>
#include <cassert>

namespace assay {

namespace {

constexpr Source kSources[] = {
    {"outside", "what users and other engines propose", searchOutside, false},
    {"polynomials", "a x y + b z + ... == c", searchPolynomials},
    {"intervals", "x <= c", searchIntervals},
    {"ranges", "low <= x <= high", searchRanges},
    {"zones", "x - y <= c", searchZones},
    {"octagons", "x + y <= c", searchOctagons},
    {"ratios", "2 x - y <= c", searchRatios},
    {"congruences", "x % 2^n == c", searchCongruences},
    {"multiples", "x % y == c", searchMultiples},
    {"equalities", "a x + b y + ... == c", searchEqualities},
    {"disequalities", "x != c || y != d", searchDisequalities},
    {"conditions", "what the program compares", searchConditions},
    {"elements", "of all elements of an array", searchElements, false},
    {"cells", "a[J] == b J + c x + ..., of all elements of an array", searchCells, false},
    {"blocks", "of all blocks that a loop allocates", searchBlocks, false},
#ifdef ASSAY_PPL
    {"polyhedra", "a x + b y + ... <= c", searchPolyhedra},
#endif
};

} // namespace

std::span<const Source> sources() { return kSources; }

const Source* findSource(std::string_view name) {
  const auto* const found = std::ranges::find(kSources, name, &Source::name);
  return found == std::end(kSources) ? nullptr : found;
}

const Source& sourceNamed(std::string_view name) {
  const Source* const found = findSource(name);
  assert(found);
  return *found;
}

Turns defaultTurns() {
  Turns turns = {
      {"polynomials", "intervals", "equalities", "disequalities", "elements", "cells", "blocks", "polyhedra"},
      {"zones", "equalities", "conditions", "elements", "cells", "blocks", "polyhedra"},
      {"octagons", "equalities", "elements", "polyhedra"},
      {"disequalities"},
  };
  // Some need a library that this build may lack.
  for (auto& turn : turns) std::erase_if(turn, [](std::string_view name) { return !findSource(name); });
  return turns;
}

std::span<const std::string_view> firstSources() {
  static constexpr std::string_view kFirst[] = {"elements", "blocks"};
  return kFirst;
}

std::optional<std::vector<Assertion>> inductive(const Search& search, std::vector<Assertion> candidates) {
  if (search.flow.records())
    std::erase_if(candidates, [&](const Assertion& candidate) {
      return !search.flow.opaqueNumbers()->isOpaque(candidate.condition);
    });
  if (candidates.empty()) return candidates;
  return inductiveCandidates(search.flow, *search.newSolver(), search.places, std::move(candidates), search.allowance);
}

} // namespace assay
