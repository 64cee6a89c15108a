// What proofs about the moves of threads (encode/threads/thread_system.h) rest on, once more.
#pragma once

#include "analysis/obligation.h"
#include "analysis/points_to.h"
#include "analysis/possible_edges.h"
#include "util/env.h"

#include <string>
#include <vector>

namespace assay {

/// Empty if the second solver confirms where pointers point and the obligations; or what it did not confirm.
std::string whyNotConfirmed(const PossibleEdges& possible, const PointsTo& pointsTo,
                            std::vector<Obligation> obligations, std::chrono::milliseconds time, Env& env);

} // namespace assay
