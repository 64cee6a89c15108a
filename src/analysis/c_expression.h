// Conditions in C, as people and witnesses write them: integer expressions without side effects over variables of the
// program, with C's types, promotions and conversions for the program's machine. Arithmetic wraps around.
#pragma once

#include "program/program.h"

#include <functional>
#include <stdexcept>
#include <string_view>

namespace assay {

struct BadExpression : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The variable that a name means; invalid if there is none.
using VariableLookup = std::function<VariableId(std::string_view name)>;

/// A Bool term over the program's variables: that the expression is not zero. Throws BadExpression.
Term parseCondition(std::string_view text, const Program& program, const VariableLookup& lookup);

} // namespace assay
