// What a program consists of, in numbers.
#pragma once

#include "program/program.h"

#include <array>
#include <string>
#include <vector>

namespace assay {

struct Summary {
  struct Note {
    std::string text; // message, or name of the function called
    SourcePosition position;
  };
  static constexpr unsigned kNumInputKinds = 7;

  unsigned functions = 0; // with a body
  unsigned locations = 0;
  unsigned edges = 0;
  unsigned operations = 0;
  unsigned variables = 0;
  unsigned objects = 0; // static ones
  unsigned loops = 0;
  unsigned irreducibleFunctions = 0;
  unsigned recursiveFunctions = 0;
  std::array<unsigned, kNumInputKinds> inputs{}; // by InputKind
  std::array<unsigned, kNumProperties> checks{}; // by Property: edges that lead to an error location
  std::vector<Note> assumptions;
  std::vector<Note> unsupported;   // locations
  std::vector<Note> bodilessCalls; // calls of functions without a body, each function once
};

Summary summarise(const Program& program);

/// Some lines of text for people.
std::string formatSummary(const Program& program, const Summary& summary);

} // namespace assay
