// What holds, or may hold, at the head of a loop: invariants, candidates, facts that engines tell each other, what
// users write and what witnesses say.
//
// It has two forms. As C, with a place in the source, it is for people and for other engines, whose automata differ.
// Over an automaton it has a head and a condition, a term. A condition speaks of variables that are live at the head.
// Other variables in it are bound: it holds for each of their values, as what is said of every element of an array
// (encode/memory/places.h).
//
// invariants/outside reads C for an automaton; encode/c_text prints conditions.
#pragma once

#include "program/source.h"
#include "term/term.h"

#include <cstdint>
#include <string>

namespace assay {

struct Assertion {
  /// Why it holds: what has to be shown for it (proof/certificate.h).
  enum class Why : uint8_t {
    Inductive, // behind back edges: by k-induction, with others
    Blocks,    // whenever the head is reached: every block keeps it, with others (proof/hoare.h)
    Implied,   // it follows from others at the head
  };
  enum class Where : uint8_t {
    BackEdges, // behind back edges to the head; nothing is said of how the loop is entered
    Head,      // whenever an execution comes to the head
  };

  uint32_t head = 0;     // number of the head in the automaton's flow
  Term condition = {};   // null: there is no automaton yet
  std::string text = {}; // as C, in the names of the user's program; empty: it is of no use to people
  Why why = Why::Inductive;
  Where where = Where::BackEdges;
  SourcePosition position = {}; // of the loop, where the user sees it

  static Assertion inC(SourcePosition position, std::string text) {
    return {.text = std::move(text), .where = Where::Head, .position = position};
  }
  bool operator==(const Assertion&) const = default;
};

} // namespace assay
