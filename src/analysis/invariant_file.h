// Invariants from outside, as text: a line each, where it holds and what:
//
//   # comment
//   file.c:12: i <= n && n <= 100
//
// The line is that of a loop. Nothing here is believed: an invariant has to be checked before it is used.
#pragma once

#include "program/assertion.h"
#include "program/program.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A function that is told which lines cannot be used, and why.
using Complain = std::function<void(const std::string&)>;

struct InvariantLine {
  uint32_t number = 0;                        // of the line in the file of invariants
  std::string place;                          // "file.c:12", as the user wrote it
  std::string text;                           // the expression
  std::vector<SourcePosition> positions = {}; // that the place means; none: there is no such file
};

/// Files are the same if one's path ends with the other's. Throws InputError (util/error.h) for lines of another form.
std::vector<InvariantLine> parseInvariantLines(std::string_view text, const Program& program);
/// The lines of a file; none if the name is empty.
std::vector<InvariantLine> readInvariantLines(const std::string& file, const Program& program);
std::vector<Assertion> assertionsOf(const std::vector<InvariantLine>& lines, const Complain& complain);

} // namespace assay
