// Accesses that commute with all that other threads can do before them: whoever stands before one of them may go first, and nobody
// else need be looked at (engine/symex/reduction.h).
//
// That no other thread comes to stand before a conflicting access while one stands before this is what a walk through
// the threads shows (analysis/threads/thread_walk.h), and its checker confirms: the access is in no race. A thread that does not move
// stands there whatever the others do, so nothing that they do meanwhile conflicts with it. Atomic accesses do not
// race, but need not commute: they are none of these.
#pragma once

#include "analysis/possible_edges.h"
#include "analysis/threads/thread_walk.h"
#include "util/env.h"

#include <string>
#include <vector>

namespace assay {

/// Empty if the second solver confirms where pointers point in the program without edges that are impossible for that;
/// or what it did not confirm.
std::string whyPointersAreNotConfirmed(const PossibleEdges& possible, const PointsTo& pointsTo,
                                       const Deadline& deadline, Env& env);

struct CommutingEdges {
  /// By edge: whether all that its steps access, whoever takes them, is in no race. Empty if nothing is known.
  std::vector<bool> isIn;
  std::set<std::string> onTrust; // what nobody has checked
};

CommutingEdges commutingEdges(const Program& program, const Deadline& deadline, Env& env);

} // namespace assay
