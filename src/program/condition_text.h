// A condition of an automaton, or another term over its variables, as one line of its text form, e.g. `i <=u n`.
#pragma once

#include "program/program.h"

#include <optional>
#include <span>
#include <string>

namespace assay {

/// Nothing if it is very large, or speaks of something else than the program's variables and those that are `bound` in
/// it. What would have to be said twice has a name: `let $1 = ...; ...`.
std::optional<std::string> printCondition(const Program& program, Term condition, std::span<const Term> bound = {});

/// Throws InputError if the text is no condition of this program.
Term parseConditionText(const Program& program, const std::string& text, std::span<const Term> bound = {});
/// Likewise for a term of any sort.
Term parseTermText(const Program& program, const std::string& text);

} // namespace assay
