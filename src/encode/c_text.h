// Terms as expressions of C.
#pragma once

#include "program/program.h"

#include <optional>
#include <string>

namespace assay {

/// "x < (int)((unsigned)y << 1)": a comparison of two bit-vectors over the program's variables, exactly. Nothing: C has
/// no short way to say it.
std::optional<std::string> comparisonText(const Program& program, Term left, Term right, bool isSigned,
                                          const char* relation);
/// A comparison, or its negation, as C.
std::optional<std::string> literalText(const Program& program, Term literal);
/// A disjunction of such literals; a term that is no disjunction is a single literal.
std::optional<std::string> clauseText(const Program& program, Term clause);
/// A disjunction of conjunctions of clauses.
std::optional<std::string> conditionText(const Program& program, Term condition);

} // namespace assay
