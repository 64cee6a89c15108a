#include "invariants/blocks/blocks.h"
#include "invariants/conditions/conditions.h"
#include "invariants/disequalities/disequalities.h"
#include "invariants/elements/elements.h"
#include "invariants/equations/affine_search.h"
#include "invariants/houdini.h"
#include "invariants/multiples/multiples.h"
#include "invariants/outside/outside.h"
#include "invariants/polyhedra/polyhedra.h"
#include "invariants/polynomials/polynomials.h"
#include "invariants/source.h"
#include "invariants/templates/template_search.h"

#include <algorithm>
#include <cassert>

namespace assay {

namespace {

constexpr Source kSources[] = {
    {"outside", "what users and other engines propose", 0, searchOutside, false},
    {"polynomials", "a x y + b z + ... == c", 0b0001, searchPolynomials},
    {"intervals", "x <= c", 0b0001, searchIntervals},
    {"zones", "x - y <= c", 0b0010, searchZones},
    {"octagons", "x + y <= c", 0b0100, searchOctagons},
    {"ratios", "2 x - y <= c", 0, searchRatios},
    {"congruences", "x % 2^n == c", 0, searchCongruences},
    {"multiples", "x % y == c", 0, searchMultiples},
    {"equalities", "a x + b y + ... == c", 0b0111, searchEqualities},
    {"disequalities", "x != c || y != d", 0b1001, searchDisequalities},
    {"conditions", "what the program compares", 0b0010, searchConditions},
    {"elements", "of all elements of an array", Source::kFirst | 0b0111, searchElements, false},
    {"blocks", "of all blocks that a loop allocates", Source::kFirst | 0b0011, searchBlocks, false},
#ifdef ASSAY_PPL
    {"polyhedra", "a x + b y + ... <= c", 0b0111, searchPolyhedra},
#endif
};

} // namespace

std::span<const Source> sources() { return kSources; }

const Source& sourceNamed(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kSources), std::end(kSources), [&](const Source& source) { return source.name == name; });
  assert(found != std::end(kSources));
  return *found;
}

Turns defaultTurns() {
  Turns turns;
  for (const Source& source : kSources)
    for (uint32_t turn = 0; turn < 31; ++turn) {
      if ((source.turns >> turn & 1) == 0) continue;
      if (turn >= turns.size()) turns.resize(turn + 1);
      turns[turn].push_back(source.name);
    }
  return turns;
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
