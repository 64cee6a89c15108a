// An execution that never ends, as evidence that can be checked.
//
//      start ──── stem ────▶ head ──┐
//                             ▲     │ cycle
//                             └─────┘
//
// The execution takes the inputs of the stem, then those of the cycle again and again. Where the cycle begins and
// whenever it has been gone through, the execution is at the head in the same state: all that the rest of it depends on
// (cycle_search.h says what that is, and finds it out).
#pragma once

#include "program/operation.h"
#include "term/bit_vector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay {

struct Lasso {
  LocationId head; // of the program that was given, as it was given; of a recursion, the function's entry
  std::vector<BitVector> stem, cycle;
  /// Bytes of objects that the stem allocates with arbitrary contents: by allocation, counted from 0, and offset; zero
  /// where nothing is said.
  std::map<std::pair<uint64_t, uint64_t>, uint8_t> bytes = {};
  /// The cycle begins with this visit of the head (1 is the first one of the execution), and ends with that one. In a
  /// recursion, calls of the function are counted instead.
  uint64_t begins = 0, ends = 0;
  bool isRecursion = false; // the function calls itself before it returns, and the state is the same at both entries

  bool operator==(const Lasso&) const = default;
};

/// A condition at the head of a loop that one execution reaches and every iteration keeps, on some inputs. The state
/// need not repeat, or not soon. It is about an automaton that is made from the program, always in the same way
/// (engine/termination/recurrent_sets.h).
struct RecurrentSet {
  LocationId head;                     // of that automaton
  std::vector<BitVector> stem;         // inputs until the condition holds
  uint64_t visits = 0;                 // of the head, then
  int64_t choice = 0;                  // what every input is from there on
  std::vector<std::string> conditions; // that hold together, in the text form of automata; none: true
  std::string text;                    // the same in C, for people
  /// The same execution as one of the program that was given: the way to where the condition holds, and one iteration
  /// from there. Its state need not be the same afterwards.
  std::optional<Lasso> iteration = {};

  bool operator==(const RecurrentSet&) const = default;
};

} // namespace assay
