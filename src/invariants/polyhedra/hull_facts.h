// What the hull of states at a head says, as constraints that a solver can be asked about.
#pragma once

#include "invariants/polyhedra/forward_analysis.h"
#include "invariants/polyhedra/library.h"

#include <optional>
#include <vector>

namespace assay {

using Polyhedron = PPL::C_Polyhedron;

/// The constraint that the form is at most its greatest value; nothing if it is unbounded.
std::optional<PPL::Constraint> boundOf(const Polyhedron& hull, const PPL::Linear_Expression& form);
/// The polyhedron that the bounds of single variables give.
Polyhedron boxOf(const Polyhedron& hull);
/// x, -x, x + y, x - y and so on, for the dimensions below.
std::vector<PPL::Linear_Expression> octagonalForms(size_t numDimensions);

class HullFacts {
public:
  HullFacts(const Flow& flow, const Pack& pack) : flow_(flow), pack_(pack) {}

  void add(const Polyhedron& hull, HeadFacts& result) const { addConstraints(hull, addRanges(hull, result), result); }
  /// Adds clauses "one of two constraints", with a constraint of each part of the states. Constraints that the hull has
  /// are left out.
  void addClauses(const Polyhedron& yes, const Polyhedron& no, const Polyhedron& hull,
                  std::vector<LinearClause>& result) const;

private:
  std::optional<LinearConstraint> convert(const PPL::Constraint& constraint) const;
  Polyhedron addRanges(const Polyhedron& hull, HeadFacts& result) const;
  void addConstraints(const Polyhedron& hull, Polyhedron box, HeadFacts& result) const;
  bool isTrivial(const PPL::Constraint& a, const PPL::Constraint& b) const;

  const Flow& flow_;
  const Pack& pack_;
};

} // namespace assay
