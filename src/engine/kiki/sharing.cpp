#include "engine/kiki/sharing.h"

#include <algorithm>
#include <utility>

namespace assay {

Sharing::Sharing(const Program& original, Exchange& exchange, Env& env)
    : original_(original), exchange_(exchange), env_(env), limits_(limitsOf<KikiLimits>(env.options)),
      proved_(original) {}

void Sharing::restart() {
  isNew_ = true;
  numTaken_ = 0;
  isConfirmed_.clear();
  numFailures_.clear();
}

bool Sharing::listen() {
  if (Clock::now() < nextListen_) return false;
  nextListen_ = Clock::now() + limits_.listenEvery;
  for (const Fact& fact : exchange_.take()) {
    if (const auto* proof = std::get_if<ProvedRow>(&fact.what)) {
      if (!proved_.add(*proof, fact.engine)) continue;
      ++env_.statistics.counter("kiki checks proved by others");
      isNew_ = true;
    } else if (const auto* invariant = std::get_if<Assertion>(&fact.what)) {
      ++env_.statistics.counter("kiki invariants from others");
      isNew_ = true;
      heard_.push_back(*invariant);
    }
  }
  return std::exchange(isNew_, false);
}

bool Sharing::useProofs(Checks& checks) const {
  bool isChanged = false;
  for (uint32_t i = 0; i < proved_.table().rows().size(); ++i) {
    const StatusTable::Status& proof = proved_[RowId(i)];
    Checks::Check& check = checks.checkOf(RowId(i));
    if (!proof.isProved || check.status != CheckStatus::Open || !check.how.empty()) continue;
    check.status = CheckStatus::Proved;
    check.how = proof.how;
    check.isFromOutside = isChanged = true;
  }
  return isChanged;
}

std::vector<Assertion> Sharing::takeInvariants() {
  std::vector<Assertion> result(heard_.begin() + static_cast<ptrdiff_t>(numTaken_), heard_.end());
  numTaken_ = heard_.size();
  return result;
}

void Sharing::tellDepth(uint32_t backEdges) {
  depth_ = SafeDepth{backEdges};
  if (Clock::now() >= nextDepth_) close();
}

void Sharing::close() {
  if (depth_) exchange_.publish({*depth_, {}});
  depth_.reset();
  nextDepth_ = Clock::now() + limits_.depthEvery;
}

void Sharing::tellInvariants(const std::vector<Assertion>& invariants) {
  for (const Assertion& invariant : invariants) {
    if (std::find(told_.begin(), told_.end(), invariant) != told_.end()) continue;
    told_.push_back(invariant);
    exchange_.publish({invariant, {}});
  }
}

Deadline::Clock::duration Sharing::timeToSpend() const {
  if (!exchange_.hasListeners()) return {};
  const Clock::duration elapsed = Clock::now() - begin_;
  const Clock::duration time = elapsed / limits_.sharePart + limits_.shareAdvance - spent_;
  return elapsed < limits_.shareAfter || time < limits_.confirmAttempt / 4 ? Clock::duration::zero() : time;
}

bool Sharing::isUntold(Checks& checks, uint32_t check) const {
  return checks[check].status == CheckStatus::Proved && checks[check].induction &&
         (check >= isConfirmed_.size() || !isConfirmed_[check]);
}

bool Sharing::wantsProofs(Checks& checks) {
  if (Clock::now() < nextProofs_) return false;
  nextProofs_ = Clock::now() + limits_.lookEvery;
  if (isRefuted_ || env_.options.certify == SecondSolver::None || timeToSpend() < attempt_) return false;
  bool isAny = false;
  for (uint32_t check = 0; check < checks.size(); ++check) {
    if (checks[check].isObstacle && !checks[check].isLimit && checks[check].status != CheckStatus::Proved) return false;
    isAny = isAny || (!checks[check].isObstacle && isUntold(checks, check));
  }
  return isAny;
}

void Sharing::tellProofs(Checks& checks, const Confirm& confirm) {
  isConfirmed_.resize(checks.size());
  numFailures_.resize(checks.size());
  std::vector<bool> isWanted(checks.size());
  std::vector<uint32_t> untold;
  for (uint32_t check = 0; check < checks.size(); ++check) {
    if (!isUntold(checks, check)) continue;
    if (checks[check].isObstacle)
      isWanted[check] = true;
    else
      untold.push_back(check);
  }
  std::stable_sort(untold.begin(), untold.end(),
                   [&](uint32_t a, uint32_t b) { return numFailures_[a] < numFailures_[b]; });
  if (untold.size() > maxChecks_) untold.resize(maxChecks_);
  for (uint32_t check : untold) isWanted[check] = true;

  const Clock::time_point begin = Clock::now();
  const Clock::duration time = std::min(timeToSpend(), attempt_);
  const Certificate certificate = confirm(isWanted, Deadline(time));
  spent_ += Clock::now() - begin;
  ++env_.statistics.counter("kiki proofs offered to others");
  switch (certificate.verdict) {
  case Certificate::Verdict::Confirmed:
    attempt_ = limits_.confirmAttempt;
    if (maxChecks_ == untold.size()) maxChecks_ *= 2;
    for (uint32_t check = 0; check < isWanted.size(); ++check)
      isConfirmed_[check] = isConfirmed_[check] || isWanted[check];
    publishObstacles(checks);
    for (uint32_t check : untold) publish(checks, check);
    env_.logger.progress("others are told of " + std::to_string(untold.size()) + " checks that are proved");
    break;
  case Certificate::Verdict::NotInTime:
    if (untold.size() == 1) attempt_ = std::min<Clock::duration>(2 * attempt_, limits_.confirmLongest);
    maxChecks_ = std::max<size_t>(untold.size() / 2, 1);
    for (uint32_t check : untold) ++numFailures_[check];
    env_.logger.progress("proofs of " + std::to_string(untold.size()) +
                         " checks are not told, not confirmed in time: " + certificate.failed);
    break;
  case Certificate::Verdict::Refuted:
    refute(checks, certificate);
  }
}

void Sharing::publish(Checks& checks, uint32_t check) {
  const std::string solver(choiceName(env_.options.certify));
  exchange_.publish({ProvedRow{RowId(check), checks[check].how + " (confirmed by " + solver + ")", solver}, {}});
  if (!checks[check].isObstacle) ++env_.statistics.counter("kiki checks told as proved");
}

// Tells that obstacles are excluded: all of them are proved, except limits. Those that other engines have told need not
// be told again.
void Sharing::publishObstacles(Checks& checks) {
  for (uint32_t row = 0; row < checks.table().rows().size(); ++row)
    if (checks[row].isObstacle && checks[row].status == CheckStatus::Proved && checks[row].induction)
      publish(checks, row);
}

// Whatever else was proved by induction may be wrong for the same reason.
void Sharing::refute(Checks& checks, const Certificate& certificate) {
  isRefuted_ = true;
  for (uint32_t check = 0; check < checks.size(); ++check) {
    if (!isUntold(checks, check)) continue;
    checks[check].status = CheckStatus::Open;
    checks[check].how = "DEFECT: " + std::string(choiceName(env_.options.certify)) + " does not confirm the proof, " +
                        certificate.failed;
  }
}

} // namespace assay
