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
#include "invariants/limits.h"
#include "invariants/source.h"

#include <optional>
#include <vector>

namespace assay {

class AffineSearch {
public:
  AffineSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, bool isEachAlone,
               const InvariantLimits& limits = {});

  /// Invariants of all executions, in every state behind a back edge; nothing if the allowance was too small.
  std::optional<std::vector<Assertion>> run(const Allowance& allowance);

private:
  /// Variables of one width, at one head.
  struct Group {
    uint32_t head;
    std::vector<VariableId> variables;
    AffineRelations relations;
    Term condition; // all equations, over the program's variables
    Monomials monomials() const {
      Monomials result;
      for (VariableId v : variables) result.push_back({v});
      return result;
    }
  };
  void addGroups(uint32_t head, bool isEachAlone, size_t maxVariables);
  /// Adds the states that the solver's model ends in.
  void addModel();

  const Flow& flow_;
  TermManager& terms_;
  Solver& solver_;
  const InductionPlaces& places_;
  std::vector<Group> groups_;
  std::vector<bool> isReached_; // by head
};

std::optional<std::vector<Assertion>> searchCongruences(const Search& search);
std::optional<std::vector<Assertion>> searchEqualities(const Search& search);

} // namespace assay
