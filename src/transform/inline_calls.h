// Inlines calls into the entry function: the result is one flat automaton, as far as calls can be inlined.
//
// Each call gets its own copy of the callee's locations and variables; arguments become assignments to the copy's
// parameters, a return becomes an assignment to the call's result and leads on behind the call. A function's stack
// objects die when it returns: every allocation of the copy notes its address in a new variable (null at the start),
// and a return frees what is noted. If the program asks whether all heap blocks can be reached, a return also clears
// the copy's pointers.
//
// An operation without a position of its own, as in library models, gets the position of the call.
//
// What stays a call:
//  - a call of a function without body;
//  - a call of a function that allocates stack objects in a loop without freeing them there (alloca in a loop), if
//    memory is looked at after it returns: one note is not enough for many objects;
//  - a call that would make the program larger than the budget;
//  - recursion, see Recursion.
// Functions that are still called are kept, unchanged. `callsLeft` of the result says how many calls of functions with
// a body remain: an engine that cannot do calls must not take such a program for the whole.
//
// What an execution does stays the same (inputs and their order, outcomes, memory); steps differ. With Recursion::Block
// and Recursion::Unsupported, executions that recurse deeper than `recursionDepth` end there instead; `callsCut` is
// the number of calls that were cut. If it is not 0, the result is not complete.
//
// With `loopsTails`, a recursive call leads back to the beginning of the callee's innermost active copy, if the call is
// the last thing that all functions from that copy on do, and none of them has stack objects: whatever that copy
// returns, each of them would return. So recursion of this kind is a loop, of any depth.
//
// Recursion::Choose is for proofs that executions end. Where a call would recurse deeper, an input decides: it returns
// with any result and any values of global variables, or it never returns. A call that never returns needs no stack:
// its arguments are assigned to the parameters of the copy that it recurses into, whose body begins anew. An endless
// execution of the program follows, at each call, what the call does; so there is an endless execution of the result,
// if memory is forgotten (forget_memory.h). The result does more than the program: it has no other use.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <string_view>

namespace assay {

enum class Recursion : uint8_t {
  Keep,        // calls beyond the depth stay calls
  Block,       // they become blocked: deeper executions are ignored. For finding errors only; never a proof
  Unsupported, // they become unsupported: deeper executions make the verdict unknown
  Choose,      // they return anything, or begin the body anew and never return
};

/// If Recursion::Choose leads to a copy's entry, the label of that entry is this text and the function's name.
inline constexpr std::string_view kRecursionLabel = "recursion of ";

struct InlineOptions {
  uint32_t maxLocations = 1'000'000;
  uint32_t recursionDepth = 0; // how often a function may be inlined inside itself
  Recursion recursion = Recursion::Keep;
  bool loopsTails = false;
};

struct InlineResult {
  Program program;
  uint32_t callsInlined = 0;
  uint32_t callsLeft = 0; // of functions with a body
  uint32_t callsCut = 0;  // replaced by the end of the execution, or by a choice
};

InlineResult inlineCalls(const Program& program, const InlineOptions& options = {});

} // namespace assay
