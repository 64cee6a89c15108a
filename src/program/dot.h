// The automaton as a Graphviz drawing that a person can read: a function is a cluster, its loops are clusters in it, an
// edge shows the source line it stems from, its guard and its operations.
#pragma once

#include "program/program.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace assay {

struct DotOptions {
  /// The text of a source line, without its end; empty if it is not known.
  std::function<std::string(uint32_t file, uint32_t line)> sourceLine;
  unsigned maxDepth = 8;       // terms are cut off where they nest deeper
  unsigned maxLength = 90;     // of a line
  unsigned maxOperations = 12; // on an edge
};

void printDot(std::ostream& out, const Program& program, const DotOptions& options = {});
std::string printDot(const Program& program, const DotOptions& options = {});

/// A line of text for a label between quotes.
std::string escapeForDot(std::string_view line);

} // namespace assay
