// Equations between sums of products of variables, modulo 2^w: as terms and in C.
#pragma once

#include "analysis/affine_relations.h"
#include "program/program.h"

#include <span>
#include <string>
#include <vector>

namespace assay {

/// Products of variables, each of the same width: what the coefficients of an AffineRelations::Equation stand before,
/// from the second one on.
using Monomials = std::vector<std::vector<VariableId>>;

/// How many of the low bits an equation tells: the others are multiplied by the factors of two that all coefficients
/// have.
uint32_t significantBits(const AffineRelations::Equation& equation, uint32_t width);

/// Positive summands on the left, negative ones on the right. But if a variable occurs only by itself, that of a
/// nonlinear equation stands on the left alone: so solvers put the right side in its place.
Term equationTerm(const Program& program, const Monomials& monomials, const AffineRelations::Equation& equation,
                  uint32_t width);
/// The same in unsigned arithmetic, which wraps around as the equation does; of fewer bits than the type has, the
/// remainder counts.
std::string equationText(const Program& program, const Monomials& monomials, const AffineRelations::Equation& equation,
                         uint32_t width);

} // namespace assay
