// Finitely many states by head that executions do not leave, and the check of that, with `machine` and `cover` alone.
//
// From the start and from every state that is needed, all executions are followed to the next heads, without folding
// and joining. Each state that they come to must be covered by a state of the head, which is needed from then on. The
// states that are needed in the end are closed by themselves; other states of the certificate do not matter.
#pragma once

#include "engine/shapes/cover.h"
#include "engine/shapes/flat.h"

#include <deque>

namespace assay::shapes {

/// States by head.
using Invariant = std::map<LocationId, std::vector<State>>;

/// For the states that executions come to, in the order in which they come: the numbers of the states of their heads
/// that cover them. These are only hints.
struct Arrivals {
  using Numbers = std::vector<uint32_t>;
  Numbers ofStart;
  std::map<LocationId, std::vector<Numbers>> ofStates; // as many as there are states
  bool operator==(const Arrivals&) const = default;
};

struct Certificate {
  Invariant heaps;
  Arrivals arrivals;
};

struct CertificateCheck {
  std::string failure; // empty: it is closed
  std::set<LocationId> limitsReached;
  Certificate needed;
};

class CertificateChecker {
public:
  CertificateChecker(const Flat& flat, const Certificate& certificate, Solver& solver, const Deadline& deadline,
                     const ShapesLimits& limits)
      : flat_(flat), certificate_(certificate), oracle_(solver, deadline, limits),
        machine_(flat.program, flat.isHead, flat.leaks, oracle_, deadline) {}

  CertificateCheck run();

private:
  struct Place {
    LocationId head;
    uint32_t number = 0;
    auto operator<=>(const Place&) const = default;
  };
  using Places = std::vector<Place>;
  /// Whether all states are well-formed heaps: nothing may be concluded from others.
  bool areHeaps();
  bool follow(LocationId from, const State& state, const Arrivals::Numbers& hints, Places& arrivals);
  bool arrive(LocationId head, const State& state, const Arrivals::Numbers& hints, Places& arrivals);
  /// The number of a state of the head that covers this state. The hint is tried first, then the states that are needed
  /// anyway.
  std::optional<uint32_t> find(LocationId head, const State& state, std::optional<uint32_t> hint);
  Arrivals::Numbers hintsAt(const Place& place) const;
  Certificate needed() const;

  const Flat& flat_;
  const Certificate& certificate_;
  Oracle oracle_;
  Machine machine_;
  std::map<Place, Places> needed_; // and where executions come to from there
  std::deque<Place> work_;
  Places ofStart_;
  std::string failure_;
};

} // namespace assay::shapes
