// invariants/domains/: what a classical abstract domain has to offer, and the forward analysis of loops for any of
// them.
//
// Classical abstract domains (Cousot and Cousot, 1977): what one has to offer so that the forward analysis of this room
// (forward_analysis.h) finds a state of it for each head of a loop.
//
// To write one: a class with these members, in a room of its own, and a source that proposes what its states mean. Nothing
// that a domain says is believed: its states become assertions, of which Houdini keeps those that are inductive in exact
// bit-vectors, and certificates check these once more. A domain that forgets a case is of less use, and not unsound.
//
//   bottom()               no state at all
//   start()                all states in which the program may begin
//   isBottom(a)            whether it is the first
//   contains(a, b)         whether b's states are states of a
//   join(a, b)             a becomes a state above both; of little precision is no error
//   meet(a, b)             a becomes a state above what both have in common
//   after(a, passage)      the states behind a passage (a path between cut points) that begins in a
//   observe(head, a)       a is reached at the head, early: whatever may stop widening there can be taken from it
//   widen(head, a, b)      b is a's predecessor and below it: a becomes a state above both, and no chain of these is
//                          endless
//   isTooLarge(a)          whether to go on would cost too much
#pragma once

#include "encode/flow.h"

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace assay {

/// An acyclic path between cut points, as far as the analysis of loops is concerned.
struct Passage {
  uint32_t source = Flow::kNone; // a head; kNone: the program's start
  uint32_t target = Flow::kNone; // a head; kNone: an error
  bool isBack = false;           // it leads back to its target
  size_t block = 0;              // its number; passages of one block are cases of it
};

/// Ends an analysis.
struct TooExpensive {};

template <class D>
concept AbstractDomain =
    requires(D domain, const D& same, typename D::State a, const typename D::State& b, uint32_t head, size_t passage) {
      { same.bottom() } -> std::same_as<typename D::State>;
      { same.start() } -> std::same_as<typename D::State>;
      { same.isBottom(b) } -> std::same_as<bool>;
      { same.contains(b, b) } -> std::same_as<bool>;
      { same.after(b, passage) } -> std::same_as<typename D::State>;
      { same.isTooLarge(b) } -> std::same_as<bool>;
      same.join(a, b);
      same.meet(a, b);
      domain.observe(head, b);
      domain.widen(head, a, b);
    };

} // namespace assay
