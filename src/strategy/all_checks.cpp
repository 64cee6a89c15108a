#include "strategy/all_checks.h"

#include "transform/pass_errors.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace assay {

namespace {

/// What a check is known by in programs that number their locations and files differently.
using CheckKey = std::tuple<Property, std::string, std::string, uint32_t, uint32_t, std::string>;

CheckKey keyOf(const Program& program, LocationId error) {
  const Location& location = program[error];
  const SourcePosition& at = location.position;
  return {location.property, location.message, at.known() ? program.files[at.file] : "",
          at.line,           at.column,        program[location.function].name};
}

/// The table of another program has other numbers; obstacles have the same order in both.
std::vector<ObstacleResult> renumbered(const Program& program, const Program& rest, std::vector<ObstacleResult> found) {
  const auto obstaclesOf = [](const CheckTable& table) {
    std::vector<RowId> rows;
    for (uint32_t i = 0; i < table.rows().size(); ++i)
      if (!table.rows()[i].isCheck()) rows.emplace_back(i);
    return rows;
  };
  const std::vector<RowId> from = obstaclesOf(CheckTable(rest)), to = obstaclesOf(CheckTable(program));
  for (ObstacleResult& obstacle : found)
    obstacle.row = to.at(static_cast<size_t>(std::ranges::find(from, obstacle.row) - from.begin()));
  return found;
}

class Rounds {
public:
  Rounds(std::shared_ptr<const Program> first, Program open, bool isBlind, const Round& round)
      : open_(std::move(open)), isBlind_(isBlind), round_(round), verified_(std::move(first)) {
    for (uint32_t i = 0; i < open_.locations().size(); ++i)
      if (open_.locations()[i].kind == LocationKind::Error)
        places_[keyOf(open_, LocationId(i))].push_back(LocationId(i));
  }

  /// Takes what the last round found. False: it was nothing new.
  bool take(const Program& told, const Result& result);
  bool isLost() const { return isLost_; }
  /// Verifies the rest, and tells of it and all that was found before.
  void verifyRest(Settled& settled);
  /// What executions would meet behind invalid accesses.
  void lookBehindAccesses(Settled& settled, const Deadline& deadline);
  /// Why there is no proof, whatever the rest is.
  std::string obstacle() const;

private:
  std::map<CheckKey, bool> askBehindAccesses(const Deadline& deadline);
  bool passesAccess() const;
  std::string nameOfAccess() const;
  LocationId addError(Program& program, LocationId like) const;
  void sort(const Program& program, std::vector<CheckResult>& checks) const;

  const Program open_;
  const bool isBlind_;
  const Round& round_;
  std::shared_ptr<const Program> verified_; // in the last round
  std::map<CheckKey, std::vector<LocationId>> places_;
  struct Found {
    CheckResult check;
    std::shared_ptr<const Program> program; // that it was found in
  };
  std::map<CheckKey, Found> found_;
  std::set<LocationId> passed_;
  bool isLost_ = false; // the open program does not have what was found
};

bool Rounds::take(const Program& told, const Result& result) {
  bool isNew = false;
  for (const CheckResult& check : result.checks) {
    if (check.status != CheckStatus::Violated) continue;
    const CheckKey key = keyOf(told, check.error);
    if (!found_.try_emplace(key, check, verified_).second) continue;
    isNew = true;
    const auto places = places_.find(key);
    if (places == places_.end())
      isLost_ = true;
    else
      passed_.insert(places->second.begin(), places->second.end());
  }
  return isNew;
}

LocationId Rounds::addError(Program& program, LocationId like) const {
  const Location& known = open_[like];
  const LocationId error = program.addLocation(known.function, LocationKind::Error);
  program[error].property = known.property;
  program[error].message = known.message;
  program[error].position = known.position;
  return error;
}

/// In the order in which the front end found them.
void Rounds::sort(const Program& program, std::vector<CheckResult>& checks) const {
  std::ranges::stable_sort(checks, {}, [&](const CheckResult& check) {
    const auto places = places_.find(keyOf(program, check.error));
    return places == places_.end() ? LocationId() : places->second.front();
  });
}

void Rounds::verifyRest(Settled& settled) {
  const auto rest = std::make_shared<const Program>(passErrors(open_, passed_));
  Settled next = round_(*rest, false);
  verified_ = rest;
  Program told = rest->clone();
  for (const auto& [key, found] : found_) {
    CheckResult same = found.check;
    same.error = addError(told, places_.at(key).front());
    next.whole.origins[same.error] = found.program;
    next.whole.result.checks.push_back(std::move(same));
  }
  next.whole.result.obstacles = renumbered(told, *rest, std::move(next.whole.result.obstacles));
  sort(told, next.whole.result.checks);
  std::vector<EngineReport> reports = std::move(settled.whole.reports);
  std::ranges::move(next.whole.reports, std::back_inserter(reports));
  settled.whole = std::move(next.whole);
  settled.whole.reports = std::move(reports);
  settled.native.reset(); // it may be another one that is told first
  settled.verified = rest;
  settled.program = std::make_shared<const Program>(std::move(told));
}

bool Rounds::passesAccess() const {
  return std::ranges::any_of(passed_, [&](LocationId error) { return isUndefinedBehind(open_[error].property); });
}

std::string Rounds::nameOfAccess() const {
  const auto access =
      std::ranges::find_if(passed_, [&](LocationId error) { return isUndefinedBehind(open_[error].property); });
  return textWithPlace(open_, open_[*access].message, open_[*access].position);
}

/// For each check that executions come to behind invalid accesses, whether it is safe. Violations end executions here,
/// too, so they are passed until there is none.
std::map<CheckKey, bool> Rounds::askBehindAccesses(const Deadline& deadline) {
  std::map<CheckKey, bool> isSafe;
  std::set<LocationId> passed = passed_;
  while (true) {
    const Program through = passErrors(open_, passed, true);
    const Result result = round_(through, true).whole.result;
    const size_t numBefore = passed.size();
    for (const CheckResult& check : result.checks) isSafe[keyOf(through, check.error)] = true;
    for (const CheckResult& check : result.checks) {
      const CheckKey key = keyOf(through, check.error);
      if (check.status != CheckStatus::Proved) isSafe[key] = false;
      if (check.status != CheckStatus::Violated) continue;
      const std::vector<LocationId>& places = places_.at(key);
      passed.insert(places.begin(), places.end());
    }
    if (passed.size() == numBefore || deadline.expired()) return isSafe;
  }
}

void Rounds::lookBehindAccesses(Settled& settled, const Deadline& deadline) {
  if (!passesAccess() || isLost_) return;
  Result& result = settled.whole.result;
  const std::string why = "not safe behind a violation for which C has no meaning: " + nameOfAccess();
  const bool mayAsk = !deadline.expired();
  const std::map<CheckKey, bool> isSafe = mayAsk ? askBehindAccesses(deadline) : std::map<CheckKey, bool>();
  Program told = settled.program->clone();
  std::set<CheckKey> seen;
  for (CheckResult& check : result.checks) {
    const CheckKey key = keyOf(told, check.error);
    seen.insert(key);
    const auto entry = isSafe.find(key);
    if (check.status != CheckStatus::Proved || (mayAsk && (entry == isSafe.end() || entry->second))) continue;
    check.status = CheckStatus::Open;
    check.how = why;
  }
  for (const auto& [key, safe] : isSafe)
    if (!seen.contains(key)) // no execution comes there in another way
      result.checks.push_back({addError(told, places_.at(key).front()), CheckStatus::Open, why, {}});
  result.obstacles = renumbered(told, *settled.program, std::move(result.obstacles));
  sort(told, result.checks);
  settled.program = std::make_shared<const Program>(std::move(told));
}

std::string Rounds::obstacle() const {
  if (isLost_) return "what follows a known violation was not found";
  return isBlind_ ? "what follows a known violation was not translated" : "";
}

size_t numViolated(const Result& result) {
  return static_cast<size_t>(std::ranges::count(result.checks, CheckStatus::Violated, &CheckResult::status));
}

/// Nothing that counts is violated; the rest was verified, or was not.
void concludeRest(Settled& settled, const Rounds& rounds, bool isProved) {
  Result& result = settled.whole.result;
  const auto open = std::ranges::find(result.checks, CheckStatus::Open, &CheckResult::status);
  if (std::string obstacle = rounds.obstacle(); !obstacle.empty()) {
    result.reason = obstacle;
    isProved = false;
  } else if (isProved && open != result.checks.end()) {
    const Location& location = (*settled.program)[open->error];
    result.reason = textWithPlace(*settled.program, location.message, location.position) + ": " + open->how;
    isProved = false;
  }
  result.verdict = isProved ? Verdict::True : Verdict::Unknown;
}

} // namespace

Settled settleChecks(const Program& program, const OpenProgram& open, const FindKnown& findKnown, bool wantsAll,
                     const Deadline& deadline, const Round& round) {
  Settled settled = round(program, false);
  const Result& result = settled.whole.result;
  if (result.question != Question::Errors || result.verdict != Verdict::False) return settled;
  settled.known = findKnown(program, result);
  bool counts = settled.known.size() < numViolated(result);
  const auto tellNumber = [&] {
    const size_t number = numViolated(settled.whole.result);
    settled.whole.result.reason = number == 1 ? "a violation" : std::to_string(number) + " violations";
  };
  tellNumber();
  if (counts && !wantsAll) return settled;
  std::optional<Program> opened = open.hasOne ? open.load() : std::nullopt;
  const bool isBlind = open.hasOne && !opened;
  settled.first = std::make_shared<const Program>(program.clone());
  settled.program = settled.first;
  Rounds rounds(settled.first, opened ? std::move(*opened) : program.clone(), isBlind, round);
  bool isProved = false;
  while (rounds.take(*settled.program, settled.whole.result) && !rounds.isLost()) {
    if ((counts && !wantsAll) || deadline.expired()) {
      settled.whole.result.reason = "the rest was not looked at";
      break;
    }
    rounds.verifyRest(settled);
    isProved = settled.whole.result.verdict == Verdict::True;
    settled.known = findKnown(*settled.program, settled.whole.result);
    counts = settled.known.size() < numViolated(settled.whole.result);
  }
  if (isProved || (wantsAll && settled.verified)) {
    rounds.lookBehindAccesses(settled, deadline);
    settled.known = findKnown(*settled.program, settled.whole.result); // numbers are others
  }
  if (counts) {
    settled.whole.result.verdict = Verdict::False;
    tellNumber();
  } else {
    concludeRest(settled, rounds, isProved);
  }
  return settled;
}

} // namespace assay
