// Executions that go on behind errors.
//
// An error ends an execution. That is right for the first violation, and wrong for a violation that is known: the
// machine does not stop there, and what follows may violate something else. The front end makes *open* programs
// (FrontendOptions::goesOn), in which edges leave an error, to where an execution is next:
//
//   no-overflow, bounds      the operation is done: it wraps around, its exponent is taken modulo the width, the access
//                            stays in its object
//   unreach-call             the function is called: its body runs; without one the program ends
//   assert, division-by-zero the program ends
//   valid-memtrack, valid-memcleanup   as if nothing had been asked
//   valid-deref, valid-free  C has no meaning for what follows. Through a null pointer the program ends; else the
//                            access is left out, and what was to be read is any value
//
// An open program breaks the contract of program.h, so engines do not work on it. passErrors() makes a program of it
// that keeps the contract: errors that are passed become plain locations, and the other errors keep no edge. For an
// access that is passed there are two ways. By default the execution ends, and nothing is said about it. With
// `throughAccesses` it goes on, which is one of the many things that may happen: a check that is violated then is not
// safe, and a check that is not violated then may be safe or not.
#pragma once

#include "program/program.h"

#include <set>

namespace assay {

/// Whether C has no meaning for executions behind a violation of this property.
bool isUndefinedBehind(Property property);

/// Locations have other numbers in the result. An execution that passes an error which no edge leaves ends there; if it
/// is an access that the execution would have gone through, it ends at an unsupported location.
Program passErrors(const Program& open, const std::set<LocationId>& passed, bool throughAccesses = false);

} // namespace assay
