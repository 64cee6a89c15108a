// What belongs together among parameters by what the function does with them, and what callers pass for them: this says
// more than names (relations.h).
#pragma once

#include "frontend/harness/callers.h"
#include "frontend/harness/place.h"
#include "frontend/harness/relations.h"
#include "frontend/harness/usage.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>
#include <vector>

namespace assay {

/// Whether a parameter has to do with another one.
bool isRelated(const std::vector<Relation>& relations, size_t slot);

/// A text has no length, and a length is what bounds the accesses.
void relateByUse(const clang::FunctionDecl& function, ArgumentPlaces& places, const std::vector<ParameterUse>& uses,
                 std::vector<Relation>& relations);

/// A pointer to what is no text, of which neither callers (null: they are not known) nor the type say how many elements
/// there are.
bool isArrayOfUnknownLength(const ArgumentPlace& place, const ParameterCalls* calls);

/// Pointers, in C, to the globals that callers pass, where the function's file knows all of them and they fit; else nothing.
std::vector<std::string> globalsPassed(const ArgumentPlace& place, const ParameterCalls& calls,
                                       clang::ASTContext& context);

} // namespace assay
