#include "engine/termination/all_end.h"

#include "engine/common/confirm_refutations.h"
#include "proof/premises.h"
#include "solver/query_log.h"

namespace assay {

AllEnd::AllEnd(const Program& original, const Flow& flow, Env& env)
    : flow_(flow), env_(env), budget_(flow.terms(), Work::Duration::max(), Work::Duration::zero(), env),
      checks_(original, flow), refutations_(makeLoggedSolver, true, env),
      base_(original, flow, checks_, budget_, refutations_.newSolver("native", flow.terms()), env) {}

AllEnd::Answer AllEnd::run(Work::Duration limit, uint32_t most) {
  const Work::Duration begin = budget_.done();
  while (!isStuck_ && depth_ < most && budget_.done() - begin < limit && !budget_.isSpent()) {
    if (!hasLayer_) {
      if (!base_.addLayer(budget_.allow(budget_.remaining()))) {
        isStuck_ = true;
        break;
      }
      hasLayer_ = true;
    }
    const Answered goesOn = base_.round(depth_, budget_.allow(limit));
    if (base_.isObstructed()) return Answer::Obstructed;
    if (goesOn == Answered::GaveUp) return Answer::No;
    if (goesOn == Answered::No) return Answer::Yes;
    ++depth_;
    hasLayer_ = false;
  }
  return Answer::No;
}

std::optional<LocationId> AllEnd::violation() const {
  for (uint32_t i = 0; i < checks_.size(); ++i)
    if (checks_[i].status == CheckStatus::Violated) return checks_[i].counterexample->error;
  return std::nullopt;
}

std::set<RowId> AllEnd::limitsReached() const {
  std::set<RowId> rows;
  for (uint32_t i = 0; i < checks_.table().rows().size(); ++i)
    if (checks_[i].isLimit && checks_[i].isReached) rows.insert(RowId(i));
  return rows;
}

void AllEnd::confirm(Result& result) {
  if (env_.options.certify != SecondSolver::None) {
    const std::string solver(choiceName(env_.options.certify));
    Confirmation confirmation(flow_.terms(), solver, env_.deadline, env_);
    if (!confirmPremises(flow_, confirmation)) {
      result.verdict = Verdict::Unknown;
      result.reason = solver + " did not confirm " + confirmation.failed();
      return;
    }
  }
  confirmRefutations(result, refutations_, {}, env_);
}

} // namespace assay
