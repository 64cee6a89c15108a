// Equations between sums of products of terms, modulo 2^w: as terms and in C.
#pragma once

#include "analysis/affine_relations.h"
#include "program/program.h"
#include "term/term_manager.h"

#include <span>
#include <string>
#include <vector>

namespace assay {

/// A term, and what it is called in C.
struct Factor {
  Term term;
  std::string name;
};
/// Products of factors, all of the same width. The coefficients of an AffineRelations::Equation, from the second one
/// on, are factors of these.
using Products = std::vector<std::vector<Factor>>;
/// The same of variables.
using Monomials = std::vector<std::vector<VariableId>>;
Products productsOf(const Program& program, const Monomials& monomials);

/// How many of the low bits of the sum an equation determines. If all coefficients have factors of two, it says nothing
/// of as many high bits.
uint32_t significantBits(const AffineRelations::Equation& equation, uint32_t width);

/// Where the first product stands: on the left alone if the equation determines it, so that it says what that is.
enum class Side : uint8_t { Any, Alone };

/// The equation as a term, with positive summands on the left and negative ones on the right. But if a variable of a
/// nonlinear equation occurs only by itself, it stands on the left alone: then solvers can substitute the right side
/// for it.
Term equationTerm(TermManager& terms, const Products& products, const AffineRelations::Equation& equation,
                  uint32_t width, Side ofFirst = Side::Any);
inline Term equationTerm(const Program& program, const Monomials& monomials, const AffineRelations::Equation& equation,
                         uint32_t width) {
  return equationTerm(program.terms(), productsOf(program, monomials), equation, width);
}
/// The same in C, in unsigned arithmetic, which wraps around as the equation does. If the equation determines fewer
/// bits than the type has, it is one of remainders.
std::string equationText(const Products& products, const AffineRelations::Equation& equation, uint32_t width,
                         Side ofFirst = Side::Any);
inline std::string equationText(const Program& program, const Monomials& monomials,
                                const AffineRelations::Equation& equation, uint32_t width) {
  return equationText(productsOf(program, monomials), equation, width);
}

} // namespace assay
