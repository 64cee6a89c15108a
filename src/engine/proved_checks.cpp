#include "engine/proved_checks.h"

namespace assay {

ProvedChecks::ProvedChecks(const Program& original) : original_(original) {
  for (uint32_t i = 0; i < original.locations().size(); ++i) {
    const Location& location = original.locations()[i];
    if (location.kind != LocationKind::Error) continue;
    Check& check = checks_[keyOf(location)];
    check.errors.emplace_back(i);
    check.open.emplace(i);
  }
}

bool ProvedChecks::add(const ProvedCheck& proof, const std::string& engine) {
  if (!proof.error.valid() || proof.error.index() >= original_.locations().size()) return false;
  const auto found = checks_.find(keyOf(original_[proof.error]));
  if (found == checks_.end()) return false;
  Check& check = found->second;
  if (check.open.erase(proof.error) == 0 || !check.open.empty()) return false;
  check.engine = engine;
  check.solver = proof.solver;
  check.how = "proved by " + engine + ": " + proof.how;
  return true;
}

const std::string* ProvedChecks::proofOf(const Location& error) const {
  const auto found = checks_.find(keyOf(error));
  return found != checks_.end() && found->second.open.empty() ? &found->second.how : nullptr;
}

std::span<const LocationId> ProvedChecks::errorsOf(const Location& error) const {
  const auto found = checks_.find(keyOf(error));
  if (found == checks_.end()) return {};
  return found->second.errors;
}

std::string ProvedChecks::summary() const {
  std::map<std::string, std::vector<LocationId>> byEngine;
  for (const auto& [key, check] : checks_)
    if (check.open.empty()) byEngine[check.engine].push_back(check.errors[0]);
  std::string text;
  for (const auto& [engine, errors] : byEngine) {
    const std::string place = original_.format(original_[errors[0]].position);
    text += (text.empty() ? "" : ", ") +
            (errors.size() > 1 ? std::to_string(errors.size()) + " checks"
             : place.empty()   ? "a check"
                               : "check at " + place) +
            " proved by " + engine;
  }
  return text;
}

ProofCheck ProvedChecks::proofCheck() const {
  for (const auto& [key, check] : checks_)
    if (check.open.empty() && !check.solver.empty()) return {ProofCheck::Confirmed, check.solver};
  return {};
}

} // namespace assay
