// Invariants from outside, as text: a line each, where it holds and what:
//
//   # comment
//   file.c:12: i <= n && n <= 100
//
// The line is that of a loop. Nothing here is believed: whoever uses it has to check it first.
#pragma once

#include "program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct OutsideInvariant {
  std::string file;
  uint32_t line = 0;
  std::string expression;

  /// Whether this is the line; files are the same if one's path ends with the other's.
  bool isAt(const Program& program, SourcePosition position) const;
};

/// Throws InputError (util/error.h) for lines of another form.
std::vector<OutsideInvariant> parseInvariants(std::string_view text);

} // namespace assay
