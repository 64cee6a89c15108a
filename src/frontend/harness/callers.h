// What the functions of a project pass to each other and store in globals, put together from all its files
// (compile/passed.h), so that arguments can be made like those that callers pass. `assay project` keeps it as text, line by
// line, with tabs between words:
//
//   function FILE NAME open|closed                 closed: nobody else calls it
//   parameter INDEX CALLS NOTNULL NULL LITERALS ELEMENTS TYPE OTHER NUMBERS NAMED OBJECTS
//                                                of the function before; ELEMENTS is 0, TYPE `-` where calls differ; OTHER is
//                                                how many pass no constant, NAMED how many pass globals, which are OBJECTS
//   global FILE NAME null|set NOTNULL NULL OTHER MAIN NUMBERS    what it begins with, how often what is stored
//   kept TYPE                                      a struct that functions change
#pragma once

#include "frontend/compile/definitions.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// Of one parameter: how many calls pass what.
struct ParameterCalls {
  uint32_t calls = 0, notNull = 0, null = 0, literals = 0;
  uint64_t elements = 0; // every call passes an array, of at least so many
  std::string type = {}; // every call passes a pointer to this, as C writes it
  uint32_t others = 0;   // calls that pass no number that is the same in each run
  std::set<int64_t> numbers = {};
  uint32_t named = 0; // calls that pass the beginning of a global
  std::set<std::string> objects = {};
};

struct FunctionCalls {
  bool isClosed = false; // all calls are known
  std::vector<ParameterCalls> parameters = {};
};

struct GlobalStores {
  bool beginsNull = false;
  uint32_t notNull = 0, null = 0, others = 0; // stores
  bool isStoredByMain = false;                // before anything else can happen
  std::set<int64_t> numbers = {};
};

/// File and name. The file is an absolute path.
using DefinitionName = std::pair<std::string, std::string>;

struct Callers {
  std::map<DefinitionName, FunctionCalls> functions;
  std::map<DefinitionName, GlobalStores> globals;
  std::set<std::string> kept; // structs that functions change
};

Callers callersOf(const std::vector<const FileContents*>& files);

std::string callersText(const Callers& callers);
/// What concerns one function: it itself, and the state of all.
std::string callersText(const Callers& callers, const DefinitionName& function);
/// Throws InputError if the file does not read as such.
Callers readCallers(const std::string& file);

DefinitionName definitionName(const std::string& file, const std::string& name);

} // namespace assay
