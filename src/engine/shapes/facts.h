// What is known of a symbol that stands for one of two numbers: facts that hold of both, each in its state. They are
// looked for among constraints on the numbers themselves, bounds that the program compares with, and sets of its
// constants.
#pragma once

#include "engine/shapes/machine.h"

#include <vector>

namespace assay::shapes {

struct Alternative {
  Term number;
  const std::vector<Term>* constraints;
};

std::vector<Term> commonFacts(TermManager& terms, Oracle& oracle, Term symbol, const Alternative& a,
                              const Alternative& b);

/// Whether a symbol that stands for both says of each what is known of it.
bool haveSameFacts(TermManager& terms, Oracle& oracle, const Alternative& a, const Alternative& b);

/// A symbol for one of two numbers.
struct Pairing {
  Term symbol, a, b;
};
/// Constraints on several numbers that hold of both sides.
std::vector<Term> commonRelations(TermManager& terms, Oracle& oracle, const std::vector<Pairing>& numbers,
                                  const std::vector<Term>& inA, const std::vector<Term>& inB);
/// How the symbol compares with numbers besides the two: no less than all of them, or no more.
std::vector<Term> commonOrder(TermManager& terms, Oracle& oracle, const Pairing& number,
                              const std::vector<Term>& others, const std::vector<Term>& constraints);
/// What is known of one number where another one is the constant that it is on one of the sides.
std::vector<Term> conditionalFacts(TermManager& terms, Oracle& oracle, const std::vector<Pairing>& numbers,
                                   const std::vector<Term>& constraints);

/// What nodes may be without (a block of `min` 0) tells nothing of anything else: a constraint on what it holds and on
/// other symbols is dropped, for where no node has it, nothing has to fulfil the constraint.
void dropUnfounded(State& state);

} // namespace assay::shapes
