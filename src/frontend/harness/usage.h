// What a function does with its parameters, as far as its syntax tells: which ones it tests for null, which integer bounds
// an access by which pointer, what it only writes to, what a `void *` or a part of a larger struct really leads to, and
// what it asserts before anything else.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct ParameterUse {
  bool isTested = false;        // compared with null, but not asserted
  bool isWritten = false;       // something is written there
  bool isRead = false;          // something is read there, or somebody else is given the pointer
  bool isPassedOn = false;      // somebody else is given the pointer
  bool isMoved = false;         // more than the first element is accessed
  bool isText = false;          // it is cast to lead to plain characters
  bool isString = false;        // a function of the library looks for the end of the text there
  bool isCache = false;         // the pointer that it leads to is tested for null, and set
  bool leadsToOutput = false;   // the pointer that it leads to is only written by
  std::optional<size_t> length; // the parameter that says how many elements there are
  bool isGuess = false;         // that is only the one that is counted down while the pointer moves
  std::optional<size_t> index;  // the parameter that says which element is accessed, and is compared with nothing
  clang::QualType target;       // what it is cast to lead to; null: it is not cast, or to different types
};

std::vector<ParameterUse> usesOfParameters(const clang::FunctionDecl& function);

/// What asserts at the function's beginning want of its parameters, as C, with the parameters' names as given: "n > 0".
std::vector<std::string> assertedAtBegin(const clang::FunctionDecl& function, const std::vector<std::string>& names);

} // namespace assay
