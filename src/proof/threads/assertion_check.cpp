#include "proof/threads/assertion_check.h"

#include "proof/confirmation.h"
#include "proof/threads/commuting.h"

namespace assay {

std::string whyNotConfirmed(const PossibleEdges& possible, const PointsTo& pointsTo,
                            std::vector<Obligation> obligations, std::chrono::milliseconds time, Env& env) {
  const Deadline deadline(env.deadline, time);
  if (std::string failure = whyPointersAreNotConfirmed(possible, pointsTo, deadline, env); !failure.empty())
    return failure;
  const std::string solver(choiceName(env.options.certify));
  Confirmation confirmation(possible.program.terms(), solver, deadline, env);
  if (confirmation.confirm(obligations)) return {};
  return (confirmation.isRefuted() ? "DEFECT: " : "") + solver + " did not confirm " + confirmation.failed();
}

} // namespace assay
