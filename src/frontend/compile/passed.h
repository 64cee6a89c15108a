// What a function passes to others and stores in globals, as far as its syntax tells: the callers' side of arguments that
// are made for a function (frontend/harness/callers.h). A pointer is known not to be null where it is an address, was
// tested, or was followed on every path that leads there.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace assay {

/// A pointer that is passed or stored; or a number, if it is the same in each run.
struct PassedValue {
  enum Kind : uint8_t { Unknown, Null, NotNull, Parameter };
  Kind kind = Unknown;
  uint32_t parameter = 0; // of the function itself, which is passed on as it was
  bool isLiteral = false; // a string in the text
  uint64_t elements = 0;  // of a whole array; 0: it is none, or that is not known
  std::optional<int64_t> number = {};
  std::string object = {}; // the global that it leads to the beginning of
  std::string type = {};   // what it leads to, before it becomes a `void *`; empty: that is not known
};

struct PassedCall {
  std::string callee;
  std::vector<PassedValue> arguments; // one for each
};

struct StoredGlobal {
  std::string name;
  PassedValue value = {}; // a pointer, a number, a truth value
};

struct Passed {
  std::vector<PassedCall> calls = {};      // of functions by their names
  std::set<std::string> addresses = {};    // functions that are not called, but named: anybody may call them
  std::vector<StoredGlobal> stores = {};   // to globals that are no arrays and no structs
  std::set<std::string> opened = {};       // globals whose address is passed on
  std::set<std::string> writtenTypes = {}; // structs of which it writes a field by way of a pointer
};

Passed passedBy(const clang::FunctionDecl& function);

} // namespace assay
