// Whether a violation depends on what the model leaves open and a machine may not: results that C or a library model
// does not fix, results of functions without a body. An execution that only this openness allows may not exist.
//
// Three kinds of inputs do not count as open: uninitialised variables (a program that reads them has to expect
// anything), what the program asks its environment for, and failures of malloc, which are in the model only if the user
// asks for them.
#pragma once

#include "engine/result.h"
#include "util/env.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

enum class Openness : uint8_t { Unspecified, UnspecifiedOrExternal };

/// The names of such inputs, each once, whether the violation depends on them or not.
std::vector<std::string> allOpenInputsOf(const Program& program, const Counterexample& counterexample,
                                         Openness openness, Env& env);

/// The names of such inputs, each once, if with some other values for them the interpreter does not come to the
/// violation. Empty: there are none, or all values that were tried lead to the same error. This is a test, no proof.
std::vector<std::string> openInputsOf(const Program& program, const Counterexample& counterexample, Openness openness,
                                      Env& env);

/// The name of a function without body that gives the address of what a model of the library keeps for itself, in the
/// execution of the counterexample; nothing if there is none. No such function knows it.
std::optional<std::string> knowsLibrary(const Program& program, const Counterexample& counterexample, Env& env);

/// Another execution to the same error that does not depend on open inputs: inputs of kind Unspecified are zero, which
/// leaves values as they are, and memory that was not initialised holds something else. Nothing: a few tries have found
/// none.
std::optional<Counterexample> withoutOpenness(const Program& program, const Counterexample& counterexample, Env& env);

} // namespace assay
