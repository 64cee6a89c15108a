// invariants/equations/: linear equations modulo 2^w.
//
// Linear equations between variables, modulo 2^w, that are a k-inductive invariant: the domains Congruences (a variable
// at a time) and Equalities (all variables of one width together), see analysis/affine_relations.h.
//
// The search finds the least such invariant, from below: as long as some state behind a back edge does not satisfy the
// equations found, they are weakened so that they hold of that state, too. A chain of such steps is at most n w long,
// and mostly n + 2. (Thakur, Elder and Reps, "Bilateral algorithms for symbolic abstraction", 2012, call this the
// bottom-up way.)
#pragma once

#include "analysis/affine_relations.h"
#include "invariants/equations/equation.h"
#include "invariants/source.h"
#include "term/term_map.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay {

class AffineSearch {
public:
  /// Equations between products, all of one width, at a head: in all states, or in those of a region.
  struct Group {
    Group(uint32_t ofHead, uint32_t width, Products ofTerms)
        : head(ofHead), products(std::move(ofTerms)), relations(width, products.size()) {}
    uint32_t head;
    Products products; // over the program's variables, and what stands for elements of arrays
    AffineRelations relations;
    Term region = {}; // null: all states
    std::string regionText = {};
    bool isReached = false; // some state is in the region, or was guessed to be
    Term condition = {};    // all equations
  };

  /// What groups with regions say is assumed in `elsewhere` as well. Groups may have points already.
  AffineSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, std::vector<Group> groups,
               std::vector<InductionPlaces::HeadState> elsewhere = {});

  /// Invariants of all executions, in every state behind a back edge; nothing if the allowance was too small.
  std::optional<std::vector<Assertion>> run(const Allowance& allowance);

private:
  /// What the groups say now.
  void updateConditions();
  Term keeps(const InductionPlaces::HeadState& place, bool isOfRegions) const;
  /// Adds the states that the solver's model ends in. False: they were there already.
  bool addModel();
  /// Of elements that some state does not know, nothing can be said.
  void dropUnknown();
  /// A variable that is the same as the term in the state, so that the solver's model has its value.
  Term named(Term term, const SymbolicState& state);

  const Flow& flow_;
  TermManager& terms_;
  Solver& solver_;
  const InductionPlaces& places_;
  const std::vector<InductionPlaces::HeadState> elsewhere_;
  std::vector<Group> groups_;
  std::vector<bool> isReached_; // by head
  TermMap<Term> names_;         // of what elements are in states
};

/// The variables at a head by width: what its loop writes first; other live variables are constant in the loop, but
/// what it writes may depend on them.
std::vector<AffineSearch::Group> variableGroups(const Flow& flow, uint32_t head, size_t maxVariables);

std::optional<std::vector<Assertion>> searchCongruences(const Search& search);
std::optional<std::vector<Assertion>> searchEqualities(const Search& search);

} // namespace assay
