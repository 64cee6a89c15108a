// A condition of an automaton as one line of its text form, e.g. `i <=u n`.
#pragma once

#include "program/program.h"

#include <optional>
#include <string>

namespace assay {

/// Nothing if it is too large for one line, or speaks of something else than the program's variables.
std::optional<std::string> printCondition(const Program& program, Term condition);

/// Throws InputError if it is none of this program.
Term parseConditionText(const Program& program, const std::string& text);

} // namespace assay
