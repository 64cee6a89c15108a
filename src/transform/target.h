// Asks whether one place of the source can be reached: the place becomes an error location, and it is the only one.
#pragma once

#include "program/program.h"

#include <span>
#include <string_view>

namespace assay {

/// `target` is FILE:LINE (FILE may lack its folders) or a label of the C program. Whatever would have been executed at that
/// place leads to an error of property unreach-call instead; other errors end the program. Returns how many places of the
/// automaton that are; if there are none, the program is as it was but for its errors.
unsigned makeTarget(Program& program, std::string_view target);

/// Each of these locations becomes an error of property unreach-call whose message is its number among them; other errors end
/// the program.
void makeTargets(Program& program, std::span<const LocationId> places);

} // namespace assay
