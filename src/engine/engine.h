// Engine: what every verification technique is to the rest of Assay.
//
// To write one:
//  1. Take the Program as it is, or ask transform/ for another shape of it; never change the one you are given.
//  2. Stop soon after env.deadline expires, with what is known so far. Every part that was cut short leaves its checks
//     open: no bounded result is Proved.
//  3. An Unsupported location that may be reachable, a solver's unknown, a call of a function without body: the checks
//     behind it stay open, and the reason says so with the place in the source.
//  4. Hand a violation to replay() (replay.h) before it goes into the Result; one that the interpreter does not confirm
//     is a defect of the engine or of the model: the check stays open and the reason says so loudly.
//  5. Tests: automata in text form with their expected results, C programs in tests/c, the paper's own examples.
#pragma once

#include "engine/result.h"
#include "util/env.h"

#include <string_view>

namespace assay {

class Engine {
public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual Result run(const Program& program, Env& env) = 0;
};

} // namespace assay
