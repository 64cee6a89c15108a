// Program as text; parseProgram (text_parser.h) reads it back. Printing what was parsed from a printed program gives
// the same text, byte for byte.
#pragma once

#include "program/program.h"

#include <iosfwd>
#include <string>

namespace assay {

class TermPrinter;

std::string printProgram(const Program& program);
void printProgram(std::ostream& out, const Program& program);

/// One operation, e.g. `x = load p`, through a printer that has begun its group.
std::string printOperation(const Program& program, TermPrinter& terms, const Operation& operation);

} // namespace assay
