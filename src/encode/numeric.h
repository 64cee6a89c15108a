// Variables that are numbers, and which of them have to do with each other.
#pragma once

#include "program/program.h"

#include <set>
#include <utility>
#include <vector>

namespace assay {

/// Integers of at most 64 bits and booleans, as opposed to floats and pointers.
bool isNumeric(const Variable& variable);
/// Whether a numeric variable is signed.
bool isSigned(const Variable& variable);
/// By variable, whether it is signed: as it is compared, or else as it is declared.
std::vector<bool> signedVariables(const Program& program);

using VariablePair = std::pair<VariableId, VariableId>; // the smaller number first
/// Pairs of numeric variables that occur in one guard or assignment.
std::set<VariablePair> relatedPairs(const Program& program);

} // namespace assay
