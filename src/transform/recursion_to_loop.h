// Linear recursion as a loop, for proofs.
//
// A recursive function that touches neither memory nor global variables is described by a set of records: the arguments
// of a call, and, when the call has returned, arguments with the result. If no execution of a recursive function's body
// makes two recursive calls, one record of a call that returned is enough to go on from. So a loop can find all
// records, one after the other, with one record kept at every place of a call:
//
//     head ─▶ one of   the program, from its start
//                      a recursive function f, on the arguments of the last call that was noted
//     at a call of f   either note the arguments, then head
//                      or take the result from this place's record, if it has these arguments, and go on
//     behind f         put arguments and result down at a place where f is called, then head
//
// The loop reaches every place that an execution of the program reaches: it descends to the call in question by noting
// arguments (before its only recursive call a body needs no record), starts from the innermost call, puts its record
// down, and descends again to the call around it. The program itself may make many such calls, each at a place of its
// own with its own record. The loop reaches nothing more, but inputs and their order are not those of an execution of
// the program: only proofs can be taken over.
#pragma once

#include "program/program.h"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace assay {

/// A flat program without recursion that reaches the same errors. Nothing: there is no recursion, or it is not of this
/// kind.
std::optional<Program> recursionToLoop(const Program& program);

/// What a recursive function promises: a condition on the arguments of a call and its result (null: it has none). And
/// what it asks for: a condition on the arguments of each call, if there is one.
struct CallContract {
  FunctionId function;
  std::string text; // as C, for people
  std::function<Term(std::span<const Term> arguments, Term result)> holds;
  std::function<Term(std::span<const Term> arguments)> asks = nullptr;
  bool isLaw = false; // it says what the result is
};

/// Recursion of any kind as a loop, if contracts hold: a call returns whatever its function's contracts allow, or its
/// arguments are noted and the function is run on them. Behind each run of a function its contracts are checked: an
/// error with the message contractMessage(i) is reached if contract i does not hold, or if arguments are noted that are
/// not what it asks for; the function is only run on those that are. If no error is reached, the
/// contracts hold for every call of the program that returns, by induction on how long executions are, and no error of
/// the program is reached. Errors that are reached say nothing, for contracts may allow more than the functions do.
/// Nothing: as above.
std::optional<Program> recursionByContracts(const Program& program, std::span<const CallContract> contracts);
std::string contractMessage(size_t number);

} // namespace assay
