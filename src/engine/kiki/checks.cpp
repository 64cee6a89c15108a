#include "engine/kiki/checks.h"

namespace assay {

Checks::Key Checks::keyOf(const Location& location) {
  return {static_cast<int>(location.property), location.message, location.position};
}

uint32_t Checks::find(const Key& key) {
  const auto [it, isNew] = number_.try_emplace(key, size());
  if (isNew) checks_.emplace_back();
  return it->second;
}

namespace {

bool usesHeap(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->storage == Storage::Heap)
        return true;
  return false;
}

} // namespace

// Leaks are looked for where the program ends. An execution that does not end may leak all the same, if it allocates.
Checks::Checks(const Program& original, const Flow& flow) : original_(original), flow_(flow) {
  const bool mayLeak = usesHeap(flow.program());
  for (const Location& location : original.locations())
    if (location.kind == LocationKind::Error)
      checks_[find(keyOf(location))].needsTermination = mayLeak && location.property == Property::ValidMemtrack;
}

uint32_t Checks::checkOf(const Ending& ending) {
  if (ending.isError) return find(keyOf(flow_.program()[ending.location]));
  const uint32_t check = find({-1, ending.message, ending.position});
  checks_[check].isObstacle = true;
  if (checks_[check].text.empty()) {
    const std::string place = flow_.program().format(ending.position);
    checks_[check].text = ending.message + (place.empty() ? "" : " at " + place);
  }
  return check;
}

void Checks::proveRest(const std::string& how) {
  for (Check& check : checks_)
    if (check.status == CheckStatus::Open && check.how.empty()) {
      check.status = CheckStatus::Proved;
      check.how = how;
    }
}

bool Checks::allSettled() const {
  for (const Check& check : checks_)
    if (check.status == CheckStatus::Open) return false;
  return true;
}

bool Checks::allDecided() const {
  for (const Check& check : checks_)
    if (!check.isObstacle && check.status == CheckStatus::Open) return false;
  return true;
}

Result Checks::result(const std::string& openReason, bool isSettled) const {
  Result result;
  std::string obstacle, firstOpen, proof;
  bool isViolated = false;
  for (const Check& check : checks_) {
    if (check.isObstacle && check.status != CheckStatus::Proved && obstacle.empty()) obstacle = check.text;
    if (!check.isObstacle && check.status == CheckStatus::Open && firstOpen.empty())
      firstOpen = check.how.empty() ? openReason : check.how;
    if (check.status == CheckStatus::Proved && proof.size() < check.how.size()) proof = check.how;
  }
  for (uint32_t i = 0; i < original_.locations().size(); ++i) {
    const Location& location = original_.locations()[i];
    if (location.kind != LocationKind::Error) continue;
    const Check& check = checks_[number_.at(keyOf(location))];
    CheckResult entry{LocationId(i), check.status, check.how, {}};
    if (check.status == CheckStatus::Violated) {
      if (check.counterexample->error == entry.error) {
        entry.counterexample = check.counterexample;
        isViolated = true;
      } else {
        entry.status = CheckStatus::Open;
      }
    } else if (!obstacle.empty()) {
      entry.status = CheckStatus::Open;
      entry.how = obstacle;
    } else if (check.status == CheckStatus::Open && check.how.empty()) {
      entry.how = openReason;
    }
    result.checks.push_back(std::move(entry));
  }
  if (isViolated) {
    result.verdict = Verdict::False;
    result.reason = "a counterexample";
  } else if (isSettled && obstacle.empty() && firstOpen.empty()) {
    result.verdict = Verdict::True;
    result.reason = proof.empty() ? "nothing to check" : proof;
  } else {
    result.reason = !obstacle.empty() ? obstacle : !firstOpen.empty() ? firstOpen : openReason;
  }
  return result;
}

} // namespace assay
