// What is known of a symbol that stands for one of two numbers: facts that hold of both numbers, each in its own state.
// These facts are looked for among constraints on the numbers themselves, bounds that the program compares with, and
// sets of its constants.
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

/// Whether a symbol that stands for both numbers loses nothing that is known of each.
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
/// What is known of one number if another number is equal to the constant that it is on one of the sides.
std::vector<Term> conditionalFacts(TermManager& terms, Oracle& oracle, const std::vector<Pairing>& numbers,
                                   const std::vector<Term>& constraints);

/// A block that nodes may be without (its `min` is 0) must not say anything of other symbols: a constraint on what the
/// block holds and on other symbols is dropped, because where no node has such a block, nothing has to satisfy the
/// constraint.
void dropUnfounded(State& state);

} // namespace assay::shapes
