// What a C file defines, and what each definition uses: enough to know the functions of a project, and which of its
// files make a program with a given function.
#pragma once

#include "frontend/compile/passed.h"
#include "frontend/frontend.h"

#include <set>
#include <string>
#include <vector>

namespace assay {

/// A function with its body, or an object of static storage.
struct Definition {
  std::string name;
  std::string file; // that it stands in: this one, or one that it includes
  uint32_t line = 0;
  bool isFunction = false;
  bool isShared = false;              // other files can use it, and must not define it as well
  bool isSystem = false;              // it stands in a header of the system
  std::vector<std::string> uses = {}; // names of functions and objects, sorted
  Passed passed = {};                 // of a function: what it passes to others, and stores
  bool beginsNull = false; // of an object: a pointer that is null at first, or a struct that nothing initialises
};

struct FileContents {
  std::string obstacle; // what clang says where it does not compile; then there is no more
  std::vector<Definition> definitions;
  std::set<std::string> types;        // "struct s", and names of typedefs
  std::vector<std::string> filesRead; // it itself and what it includes, sorted
};

FileContents contentsOf(const std::string& file, const FrontendOptions& options);

} // namespace assay
