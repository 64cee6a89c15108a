// engine/: verification techniques. Here are their interface, their results, what they tell each other, and proofs of
// earlier runs that they begin with; each technique has a room.
//
// Engine: what every verification technique is to the rest of Assay.
//
// To write an engine:
//  1. Take the Program as it is, or ask transform/ for another shape of it; never change the one you are given.
//  2. Stop soon after env.deadline expires, with what is known so far. Every part that was cut short leaves its checks
//     open: no bounded result is Proved.
//  3. An Unsupported location that may be reachable, a solver's unknown, a call of a function without body: all checks
//     stay open, for behind an obstacle anything might happen, and the reason says so with the place in the source. A
//     result of true says of every obstacle of the program how it was excluded.
//  4. Hand a violation to replay() (replay.h) before it goes into the Result. A violation that the interpreter does not
//     confirm is a defect of the engine or of the model: the check stays open and the reason says so loudly.
//  5. Tell other engines, through exchange(), what they can use, and use what they tell; exchange.h says which checks a
//     fact has to pass before it is told. An engine need do neither.
//  6. If a later run can find the engine's proofs again, say how in the result (Result::outline), and begin with such a
//     proof where one is given (recall.h). verify() itself knows nothing of earlier runs.
//  7. Tests: automata in text form with their expected results, C programs in tests/c, the paper's own examples.
#pragma once

#include "engine/exchange.h"
#include "engine/result.h"
#include "util/env.h"

#include <string>
#include <string_view>

namespace assay {

class Engine {
public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  /// What it finds out. Of a program with threads (program/threads.h), nothing, unless it follows threads.
  Result run(const Program& program, Env& env);
  virtual bool followsThreads() const { return false; }

  /// To be called before the engine runs: an exchange with other engines, which outlives it.
  void join(Exchange& exchange) { exchange_ = &exchange; }

protected:
  Exchange& exchange() { return *exchange_; }

private:
  virtual Result verify(const Program& program, Env& env) = 0;

  Exchange alone_;
  Exchange* exchange_ = &alone_;
};

/// All that can be asked is open.
Result openResult(const Program& program, Question question, const std::string& reason);

} // namespace assay
