// invariants/domains/: what a classical abstract domain has to offer, and the forward analysis of loops for any of
// them.
//
// Classical abstract domains (Cousot and Cousot, 1977). A domain offers the functions below, and the forward analysis
// of this room (forward_analysis.h) finds an abstract state for each head of a loop.
//
// To write a domain: a class with these members, in a room of its own, and a source that proposes what its states mean.
// Nothing that a domain says is believed: its states become assertions, Houdini keeps those that are inductive in exact
// bit-vectors, and certificates check these once more. A domain that forgets a case is of less use, and not unsound.
//
//   bottom()               the abstract state of no state at all
//   start()                all states in which the program may begin
//   isBottom(a)            whether a is bottom
//   contains(a, b)         whether b's states are states of a
//   join(a, b)             a becomes a state above both; it may lose precision
//   meet(a, b)             a becomes a state above what both have in common
//   after(a, passage)      the states behind a passage (a path between cut points) that begins in a
//   observe(head, a)       the analysis reaches a at the head, before it widens: the domain may note what can stop
//                          widening there
//   widen(head, a, b)      b is a's predecessor and below it: a becomes a state above both, and no chain of widenings
//                          is endless
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

/// Thrown to end an analysis.
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
