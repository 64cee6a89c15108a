// A program whose environment is always the same but for certain inputs: main is called without arguments,
// uninitialised variables and memory are zero, functions without body return zero, standard input is empty. Tests need
// it: a test says what __VERIFIER_nondet_* returns and nothing else, and the compiled program is run in the same
// environment.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay {

/// Makes constants of all inputs but those for which isOpen(input, its width) holds. `entry` is the function that
/// execution begins with. Returns the names of the functions that gave other inputs.
std::vector<std::string> fixEnvironment(Program& program, const std::string& entry,
                                        const std::function<bool(const Input&, uint32_t)>& isOpen);

} // namespace assay
