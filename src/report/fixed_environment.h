// A test says what __VERIFIER_nondet_* returns and nothing else. Everything else that a program finds is the same in every
// test, and the compiled program is run so that it finds the same: main is called without arguments, uninitialised
// variables and memory are zero, functions without body return zero, standard input is empty.
#pragma once

#include "program/program.h"

#include <string>
#include <vector>

namespace assay {

/// Makes a program find that: the inputs that are left are those of a test. `entry` is the function that execution begins
/// with. Returns the names of the functions that gave other inputs.
std::vector<std::string> fixEnvironment(Program& program, const std::string& entry);

} // namespace assay
