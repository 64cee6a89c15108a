#include "engine/common/checks.h"

#include <cassert>

namespace assay {

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
Checks::Checks(const Program& original, const Flow& flow)
    : original_(original), flow_(flow), table_(original), checks_(table_.rows().size()) {
  const bool mayLeak = usesHeap(original);
  for (uint32_t i = 0; i < checks_.size(); ++i) {
    const TableRow& row = table_.rows()[i];
    checks_[i].isObstacle = !row.isCheck();
    checks_[i].isLimit = row.isLimit();
    if (row.isCheck())
      checks_[i].needsTermination = mayLeak && row.property == Property::ValidMemtrack;
    else
      checks_[i].text = table_.text(RowId(i));
  }
}

uint32_t Checks::checkOf(const Ending& ending) {
  const Program& program = flow_.program();
  RowId row = table_.find(program[ending.location]);
  if (!row.valid() && ending.edge.valid()) row = table_.find(program, program[ending.edge]);
  if (row.valid()) return row.index();
  assert(!ending.isError);
  const auto [it, isNew] = number_.try_emplace({ending.message, ending.position}, size());
  if (isNew) {
    Check& check = checks_.emplace_back();
    check.isObstacle = true;
    check.text = textWithPlace(program, ending.message, ending.position);
  }
  return it->second;
}

void Checks::proveRest(const std::string& how) {
  for (Check& check : checks_)
    if (check.status == CheckStatus::Open && check.how.empty()) {
      check.status = CheckStatus::Proved;
      check.how = how;
    }
}

bool Checks::needTermination() const {
  for (const Check& check : checks_)
    if (check.status == CheckStatus::Open && check.needsTermination) return true;
  return false;
}

void Checks::executionsEnd() {
  for (Check& check : checks_) check.needsTermination = false;
}

bool Checks::allSettled() const {
  for (const Check& check : checks_)
    if (check.status == CheckStatus::Open && !(check.isLimit && check.isReached)) return false;
  return true;
}

bool Checks::allDecided() const {
  for (const Check& check : checks_)
    if (!check.isObstacle && check.status == CheckStatus::Open) return false;
  return true;
}

// A proof holds only if no obstacle is in its way: an obstacle that was reached, or is not excluded, leaves all checks
// open.
Result Checks::result(const std::string& openReason, bool isSettled) const {
  Result result;
  std::string reached, firstOpen, proof;
  bool isViolated = false, isObstructed = false;
  for (const Check& check : checks_) {
    const bool isOpen = check.status != CheckStatus::Proved;
    if (check.isObstacle && isOpen && !check.isLimit) {
      isObstructed = true;
      if (reached.empty() && !check.how.empty()) reached = check.isReached ? check.text : check.how;
    }
    if (!check.isObstacle && check.status == CheckStatus::Open && firstOpen.empty())
      firstOpen = check.how.empty() ? openReason : check.how;
    if (check.status == CheckStatus::Proved && proof.size() < check.how.size()) proof = check.how;
  }
  const std::string& obstructed = reached.empty() ? openReason : reached;
  for (uint32_t i = 0; i < original_.locations().size(); ++i) {
    const Location& location = original_.locations()[i];
    if (location.kind != LocationKind::Error) continue;
    const Check& check = checks_[table_.find(location).index()];
    CheckResult entry{LocationId(i), check.status, check.how, {}};
    if (check.status == CheckStatus::Violated) {
      if (check.counterexample->error == entry.error) {
        entry.counterexample = check.counterexample;
        isViolated = true;
      } else {
        entry.status = CheckStatus::Open;
      }
    } else if (isObstructed) {
      entry.status = CheckStatus::Open;
      entry.how = obstructed;
    } else if (check.status == CheckStatus::Open && check.how.empty()) {
      entry.how = openReason;
    }
    result.checks.push_back(std::move(entry));
  }
  addObstacles(result);
  if (isViolated) {
    result.verdict = Verdict::False;
    result.reason = "a counterexample";
  } else if (isSettled && !isObstructed && firstOpen.empty()) {
    result.verdict = Verdict::True;
    result.reason = proof.empty() ? "nothing to check" : proof;
  } else {
    result.reason = isObstructed ? obstructed : !firstOpen.empty() ? firstOpen : openReason;
  }
  return result;
}

void Checks::addObstacles(Result& result) const {
  for (uint32_t i = 0; i < table_.rows().size(); ++i) {
    const Check& check = checks_[i];
    if (check.isObstacle)
      result.obstacles.push_back({RowId(i), check.status, check.how.empty() ? "not excluded" : check.how});
  }
}

} // namespace assay
