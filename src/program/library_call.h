// Which call of the user's code leads into a model of a library function.
//
// Models are there once, and what is found in them belongs to calls: a null pointer that strlen gets is a mistake at
// that call. So each function of the models has a last parameter, a number: the call. The user's code passes the number
// of the call, models pass on their own; where something in a model goes wrong, a fork by that number leads to a
// location of the call, which has its place.
#pragma once

#include "program/program.h"

namespace assay {

/// What the parameter is called.
inline constexpr std::string_view kLibraryCall = "library_call";

bool isLibraryCall(const Program& program, VariableId variable);

/// Whether the location only tells calls apart.
bool isForkByCall(const Program& program, LocationId location);

} // namespace assay
