#include "engine/symex/symex.h"

#include "engine/common/confirm_refutations.h"
#include "engine/common/questions.h"
#include "engine/common/replay.h"
#include "engine/common/status_table.h"
#include "engine/symex/executor.h"
#include "engine/symex/frontier.h"
#include "engine/symex/open_states.h"
#include "engine/symex/partner.h"
#include "program/leak_checks.h"
#include "program/threads.h"
#include "term/array_value.h"
#include "transform/compact_edges.h"
#include "transform/slice.h"
#include "util/memory_use.h"
#include "util/shared_limits.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace assay {

using namespace symex;

namespace {

/// For people: where the time goes.
class TimeSpent {
public:
  /// `inSolver`: nanoseconds until now.
  TimeSpent(const Program& program, const uint64_t& inSolver) : program_(program), inSolver_(inSolver) {}

  /// A state has run to where it is now, and was split.
  void ran(const State& state, const std::vector<StatePtr>& split) {
    lastQuestions_ = inSolver_ - before_;
    before_ = inSolver_;
    last_ = placeOf(state);
    for (const StatePtr& other : split) ++splitsAt_[placeOf(*other)];
  }
  /// Where it was in the solver for long, or, if there are states left, where most paths part.
  std::string text(bool areStatesLeft) const {
    constexpr uint64_t kLong = 4; // what one state asked took a quarter of all the time
    const auto all = static_cast<uint64_t>(std::chrono::nanoseconds(Deadline::Clock::now() - begin_).count());
    if (lastQuestions_ > all / kLong) return ", in the solver" + placeText(last_);
    const auto most = std::ranges::max_element(splitsAt_, {}, [](const auto& entry) { return entry.second; });
    return !areStatesLeft || most == splitsAt_.end() ? "" : ", paths part most often" + placeText(most->first);
  }

private:
  SourcePosition placeOf(const State& state) const {
    const SourcePosition place = state.edge ? program_[state.edge->id].position : SourcePosition();
    return place.known() ? place : program_[state.location->id].position;
  }
  std::string placeText(SourcePosition position) const {
    return position.known() ? " at " + program_.files.format(position) : "";
  }

  const Program& program_;
  const uint64_t& inSolver_;
  const Deadline::Clock::time_point begin_ = Deadline::Clock::now();
  uint64_t before_ = 0, lastQuestions_ = 0; // nanoseconds
  SourcePosition last_;
  std::map<SourcePosition, uint64_t> splitsAt_;
};

Wanted wantedOf(PathObserver* observer) {
  if (!observer) return {};
  return {&observer->wantedEdges(), observer->wantsProof()};
}

/// Tells other engines which inputs executions take: of all executions at first, then of fewer and fewer.
class ToldExecutions {
public:
  ToldExecutions(Exchange& exchange, const SymexLimits& limits) : exchange_(exchange), limits_(limits) {}

  bool isNext() {
    ++number_;
    return exchange_.hasListeners() && (number_ <= limits_.toldExecutions || std::has_single_bit(number_));
  }
  void tell(std::vector<BitVector> inputs) {
    if (!inputs.empty() && inputs.size() <= limits_.toldInputs) exchange_.publish({TakenInputs{std::move(inputs)}, {}});
  }

private:
  Exchange& exchange_;
  const SymexLimits& limits_;
  uint64_t number_ = 0;
};

class Exploration {
public:
  /// Of a program, or of a slice of it.
  Exploration(const Program& program, const Program& whole, const SymexPlan& plan, SolverMaker newSolver, Env& env,
              PathObserver* observer, StatusTable& byOthers, Exchange& exchange)
      : plan_(plan), limits_(plan.limits), wantsPartner_(plan.wantsPartner), program_(program), whole_(whole),
        env_(env), observer_(observer), byOthers_(byOthers), exchange_(exchange),
        refutations_(newSolver, observer == nullptr || observer->wantsProof(), env),
        executor_(program, refutations_, plan, env, wantedOf(observer)),
        open_(executor_, limits_, env, plan.seed, order()), paths_(env.statistics.counter("paths")),
        splits_(env.statistics.counter("states split")), queries_(env.statistics.counter("queries")),
        solved_(env.statistics.counter("queries solved")), timeSpent_(program, env.statistics.time("in the solver")) {
    refutations_.limitMemory(plan.megabytes);
    closeChecks();
    if (!plan.comparedAt.empty()) executor_.pruner().compareAt(plan.comparedAt);
  }

  Result run();
  /// Whether the slice has a violation that the program was not seen to have.
  bool isMisled() const { return isMisled_; }
  bool hasEndlessPath() const { return executor_.left().mayBeEndless || partners_.hasEndlessPath; }

private:
  /// False: there is nothing left to do.
  bool step();
  /// Parks states if there are too many. True: the run has to end.
  bool outOfBounds();
  /// On the terminal's status line, a few times a second.
  void tellProgress();
  /// Learning needs subtrees that have ended, and a depth-first search has many. An observer wants to see much soon.
  /// While states are to become many, all of them go on.
  Order order() const {
    if (wantsPartner_) return {SearchOrder::Bfs};
    return {plan_.order, plan_.pruning == Pruning::Interpolants && !observer_};
  }
  /// Explores a part of the states; a new partner explores the rest.
  void share();
  PartReport exploreAsPartner();
  void hearPartner();
  void mindMemory();
  /// In instructions. A query counts for as many as are executed in the time of a simple one.
  uint64_t workDone() const {
    return executor_.instructions() + limits_.queryWork * queries_ + limits_.solvingWork * solved_;
  }
  void foundError(State& state);
  /// Checks that other engines have proved are not looked for any more.
  void hearOthers();
  void closeChecks();
  /// Tells other engines what is proved although exploration goes on.
  void tellOthers();
  void tell(const std::vector<RowId>& rows);
  void report(State& state, Stop stop);
  Counterexample counterexampleOf(State& state) const;
  Result conclude();
  PathsOutline outline();
  /// Where no path was left, leaving none is the same and costs less.
  PathsOutline::Walk walk() const;
  std::set<RowId> limitsReached() const;
  /// `how`: all paths have ended; empty if they have not.
  void addObstacles(Result& result, const std::string& how) const;

  bool isSlice() const { return &program_ != &whole_; }

  const SymexPlan& plan_;
  const SymexLimits& limits_;
  bool wantsPartner_;
  bool isAlone_ = true; // all states that are left are here
  const Program& program_;
  const Program& whole_;
  Env& env_;
  PathObserver* observer_;
  StatusTable& byOthers_;
  Exchange& exchange_;
  ToldExecutions executions_{exchange_, limits_};
  RefutationLog refutations_;
  Executor executor_;
  OpenStates open_;
  std::vector<StatePtr> split_;
  std::vector<CheckResult> violations_;
  std::map<RowId, std::string> proved_; // while exploration went on: rows of the whole, and how
  Deadline::Clock::time_point nextProofs_;
  std::string stopped_;    // why exploration ended before its time
  uint64_t nextLook_ = 0;  // at the memory, by work done
  uint64_t tolerated_ = 0; // MB in use
  bool isMisled_ = false, isContradicted_ = false;
  Deadline::Clock::time_point nextStatus_;
  uint64_t& paths_;
  uint64_t& splits_;
  const uint64_t& queries_;
  const uint64_t& solved_;
  TimeSpent timeSpent_;
  PartReport partners_;
  std::optional<Partner> partner_;
};

bool Exploration::outOfBounds() {
  if (env_.deadline.expired()) {
    stopped_ = env_.deadline.passed() ? "timeout" : "interrupted";
  } else if (const uint64_t work = workDone() + limits_.splitWork * splits_; work >= nextLook_) {
    nextLook_ = work + limits_.memoryLook;
    mindMemory();
    if (!observer_ && isAlone_) {
      hearOthers();
      tellOthers();
    }
  }
  const uint64_t limit = plan_.maxStates;
  if (limit != 0 && open_.states().size() > limit) open_.park((limit + 1) / 2);
  return !stopped_.empty();
}

/// If memory is scarce, half of the states are parked; if few are left, other things are forgotten. What that frees
/// need not come back, so that it is done again only when more is used than afterwards.
void Exploration::mindMemory() {
  const uint64_t limit = plan_.megabytes, scarce = limit / 4 * std::min(limits_.scarceQuarters, 4u);
  if (residentMegabytes() <= std::max(scarce, std::min(tolerated_, limit))) return;
  if (open_.states().size() > limits_.leastStates) {
    open_.park(std::max<size_t>(open_.states().size() / 2, limits_.leastStates));
  } else {
    executor_.forget();
  }
  giveMemoryBack();
  const uint64_t used = residentMegabytes();
  tolerated_ = used + limit / limits_.parkAgainPart;
  if (used > limit) stopped_ = "memory limit";
}

void Exploration::share() {
  wantsPartner_ = false;
  try {
    partner_.emplace(env_.deadline, plan_.megabytes, [this] { return exploreAsPartner(); });
    isAlone_ = false;
    open_.keepEveryOther(true);
  } catch (const std::system_error&) { // there can be no process: all states stay here
  }
  open_.search(order());
}

PartReport Exploration::exploreAsPartner() {
  env_.logger.setStatusLine(false);
  env_.logger.setVerbose(false);
  isAlone_ = false;
  open_.keepEveryOther(false);
  open_.search(order());
  paths_ = 0;
  refutations_.forget();
  while (step()) {
  }
  const Result result = conclude();
  return {result.verdict == Verdict::True, executor_.left().mayBeEndless,
          executor_.left().isAny,          paths_,
          refutations_.number(),           refutations_.numConfirmed(),
          executor_.limitsReached(),       executor_.pruner().places()};
}

void Exploration::hearPartner() {
  const std::optional<PartReport> report = partner_->wait(program_, limits_.partnerTick, env_.deadline);
  if (report && report->isComplete) {
    partners_ = *report;
    paths_ += report->paths;
  } else {
    stopped_ = "a second process has not proved its part";
  }
}

void Exploration::tellProgress() {
  if (!env_.logger.hasStatusLine() || Deadline::Clock::now() < nextStatus_) return;
  nextStatus_ = Deadline::Clock::now() + std::chrono::milliseconds(200);
  const std::vector<uint32_t>& visits = executor_.visits();
  const auto seen = static_cast<size_t>(std::count_if(visits.begin(), visits.end(), [](uint32_t v) { return v != 0; }));
  env_.logger.status(
      std::to_string(paths_) + " paths, " + std::to_string(open_.states().size()) + " states" +
      (open_.numParked() == 0 ? "" : " and " + std::to_string(open_.numParked()) + " parked") + ", " +
      std::to_string(env_.statistics.counter("queries")) + " queries, " +
      (observer_ ? observer_->coverage() : std::to_string(seen * 100 / visits.size()) + "% of the locations") +
      " covered");
}

bool Exploration::step() {
  if (!violations_.empty() || !stopped_.empty() || outOfBounds()) return false;
  if (open_.states().empty() && !open_.takeUp()) return false;
  tellProgress();
  State& state = open_.searcher().select();
  split_.clear();
  const uint64_t before = workDone();
  const Stop stop = executor_.run(state, limits_.stateSteps, split_);
  timeSpent_.ran(state, split_);
  open_.searcher().worked(workDone() - before);
  splits_ += split_.size();
  for (StatePtr& other : split_) open_.add(std::move(other));
  if (executor_.tookWantedEdge()) report(state, stop);
  if (!observer_ && executions_.isNext()) executions_.tell(counterexampleOf(state).inputs);
  if (stop == Stop::Paused) {
    open_.searcher().moved(state);
    return true;
  }
  ++paths_;
  if (stop == Stop::Error) foundError(state);
  open_.drop(state);
  return true;
}

Counterexample Exploration::counterexampleOf(State& state) const {
  Counterexample result;
  result.error = state.location->id;
  std::vector<const RecordNode*> records;
  for (const RecordNode* node = state.record.get(); node; node = node->parent.get()) records.push_back(node);
  std::reverse(records.begin(), records.end());
  for (const RecordNode* node : records) {
    const ArbitraryBytes& taken = node->taken;
    const Value& value = state.model->evaluate(taken.variable);
    if (node->isInput) {
      addInput(result, value, program_);
    } else if (taken.elementBytes == 0) {
      // A byte of its own: read before the object became an array, if it did.
      result.bytes[{taken.allocation, taken.offset}] = static_cast<uint8_t>(value.bits().toUint64());
    } else {
      // The first array of an object holds all bytes that were not read before.
      const auto put = [&](uint64_t index, const BitVector& element) {
        for (uint32_t i = 0; i < taken.elementBytes; ++i) {
          const uint64_t byte = element.toUint64() >> (8 * i) & 0xff;
          result.bytes.try_emplace({taken.allocation, index * taken.elementBytes + i}, static_cast<uint8_t>(byte));
        }
      };
      value.asArray().forEach(
          [&](const BitVector& index, const Value& element) { put(index.toUint64(), element.bits()); });
      const BitVector& rest = value.asArray().defaultValue().bits();
      if (!rest.isZero()) {
        for (uint64_t index = 0; index < limits_.spelledElements; ++index) put(index, rest);
      }
    }
  }
  return result;
}

void Exploration::report(State& state, Stop stop) {
  PathReport report;
  report.end = stop == Stop::Paused     ? PathReport::GoesOn
               : stop == Stop::Finished ? PathReport::Finished
               : stop == Stop::Error    ? PathReport::Error
                                        : PathReport::Cut;
  report.location = state.location->id;
  report.inputs = counterexampleOf(state);
  if (!observer_->onPath(report)) stopped_ = "nothing more is wanted";
}

void Exploration::foundError(State& state) {
  CheckResult check;
  if (program_[state.location->id].property == Property::NoDataRace) executor_.makeMeet(state);
  check.counterexample = counterexampleOf(state);
  // The interpreter may get stuck in a loop that the slice lacks.
  const uint64_t maxSteps = isSlice() ? limitsOf<SharedLimits>(env_.options).replaySteps : UINT64_MAX;
  const Replay replayed = replay(whole_, *check.counterexample, env_, maxSteps);
  const bool isConfirmed = isSlice() ? replayed.outcome.kind == Outcome::Error : replayed.confirmed;
  if (replayed.outcome.kind == Outcome::Interrupted) {
    executor_.noteCut("out of time while a violation was replayed");
  } else if (!isConfirmed && isSlice()) {
    isMisled_ = true;
    stopped_ = "a violation of the slice only";
  } else if (!isConfirmed) {
    executor_.noteCut("A VIOLATION THAT THE INTERPRETER DOES NOT CONFIRM (" + replayed.what + ") at " +
                      program_.files.format(program_[state.location->id].position));
  }
  if (!isConfirmed) return;
  check.error = check.counterexample->error = replayed.outcome.location;
  check.status = CheckStatus::Violated;
  check.how = "reached on inputs that the interpreter has confirmed";
  violations_.push_back(std::move(check));
}

void Exploration::hearOthers() {
  bool isNew = false;
  for (const Fact& fact : exchange_.take())
    if (const auto* proof = std::get_if<ProvedRow>(&fact.what)) isNew |= byOthers_.add(*proof, fact.engine);
  if (!isNew) return;
  env_.logger.progress(byOthers_.summary());
  closeChecks();
}

void Exploration::closeChecks() {
  std::vector<bool> isClosed(program_.locations().size());
  uint64_t count = 0;
  for (size_t i = 0; i < isClosed.size(); ++i) {
    const Location& location = program_.locations()[i];
    isClosed[i] = location.kind == LocationKind::Error && byOthers_.proofOf(location);
    count += isClosed[i] ? 1 : 0;
  }
  if (count == 0) return;
  env_.statistics.counter("checks proved by others") = count;
  executor_.close(std::move(isClosed));
}

/// In a small part of the time, and only if no obstacle lies ahead. An execution that never ends, or is aborted, may
/// leak without getting to a check.
void Exploration::tellOthers() {
  const auto begin = Deadline::Clock::now();
  if (begin < nextProofs_ || !executor_.cuts().empty() || open_.numParked() > 0) return;
  Frontier frontier(program_);
  for (const auto& [id, state] : open_.states()) frontier.add(*state);
  std::vector<RowId> untold;
  if (const std::optional<std::set<RowId>> open = frontier.openRows(byOthers_)) {
    const std::set<RowId> reached = limitsReached();
    for (uint32_t i = 0; i < byOthers_.table().rows().size(); ++i) {
      const RowId row(i);
      const TableRow& entry = byOthers_.table()[row];
      const bool isAtEnd = entry.isCheck() && isLeak(entry.property);
      if (open->contains(row) || reached.contains(row) || byOthers_[row].isProved || isAtEnd) continue;
      if (!proved_.contains(row)) untold.push_back(row);
    }
  }
  const auto end = Deadline::Clock::now();
  nextProofs_ = end + std::max<Deadline::Clock::duration>(limits_.proofsEvery, limits_.proofsPart * (end - begin));
  if (!untold.empty()) tell(untold);
}

/// Before proofs are told, the second solver looks at refutations, as far as a little time allows. If no engine
/// listens, the end of the run is early enough for that.
void Exploration::tell(const std::vector<RowId>& rows) {
  if (exchange_.hasListeners() && !refutations_.confirm(refutations_.timeToConfirmMeanwhile())) {
    isContradicted_ = true;
    stopped_ = "exploration ended when others were to hear of proofs";
    return;
  }
  const std::string how = "no path leads there after the first " + std::to_string(paths_);
  for (RowId row : rows) {
    proved_.emplace(row, how);
    exchange_.publish({ProvedRow{row, how, {}, checkOf(refutations_, env_)}, {}});
  }
}

Result Exploration::run() {
  open_.add(executor_.initialState());
  while (step())
    if (wantsPartner_ && open_.states().size() >= limits_.statesToShare) share();
  if (partner_ && stopped_.empty() && violations_.empty()) hearPartner();
  env_.logger.clearStatus();
  env_.statistics.counter("instructions") = executor_.instructions();
  env_.statistics.counter("states left") = open_.number();
  return conclude();
}

Result Exploration::conclude() {
  Result result;
  std::string open = stopped_;
  if (open.empty() && !executor_.cuts().empty()) open = executor_.cuts().begin()->first;
  const bool complete = open.empty() && violations_.empty() && open_.number() == 0;
  std::string how = paths_ == 1 ? "the only path ends without a violation"
                                : "all " + std::to_string(paths_) + " paths end without a violation";
  for (const std::string& what : executor_.threads().onTrust()) how += "; on trust: " + what;
  const size_t left = open_.number();
  if (!stopped_.empty() && left > 0)
    open += " with " + std::to_string(left) + (left == 1 ? " state left" : " states left");
  if (!stopped_.empty()) open += timeSpent_.text(left > 0);
  for (uint32_t i = 0; i < whole_.locations().size(); ++i) {
    if (whole_.locations()[i].kind != LocationKind::Error) continue;
    const auto found = std::find_if(violations_.begin(), violations_.end(),
                                    [&](const CheckResult& v) { return v.error == LocationId(i); });
    if (found != violations_.end()) {
      result.checks.push_back(std::move(*found));
      continue;
    }
    CheckResult check;
    check.error = LocationId(i);
    const std::string* proof = byOthers_.proofOf(whole_.locations()[i]);
    const auto own = proved_.find(byOthers_.table().find(whole_.locations()[i]));
    if (!proof && own != proved_.end()) proof = &own->second;
    check.status = complete || proof ? CheckStatus::Proved : CheckStatus::Open;
    check.how = proof ? *proof : complete ? how : !violations_.empty() ? "not looked for after a violation" : open;
    result.checks.push_back(std::move(check));
  }
  addObstacles(result, complete ? how : std::string());
  result.verdict = !violations_.empty() ? Verdict::False : complete ? Verdict::True : Verdict::Unknown;
  result.reason = !violations_.empty() ? "a violation" : complete ? how : open;
  if (result.verdict == Verdict::True) result.proofCheck = byOthers_.proofCheck();
  if (const std::string others = byOthers_.summary(); complete && !others.empty()) result.reason += "; " + others;
  if (isContradicted_)
    contradict(result, env_);
  else if (result.verdict == Verdict::True)
    confirmRefutations(result, refutations_, plan_.standing, env_);
  if (partners_.refutations > 0)
    result.proofCheck.refutations +=
        {partners_.refutations, partners_.confirmed, std::string(choiceName(env_.options.certify))};
  if (result.verdict == Verdict::True) result.outline = outline();
  return result;
}

PathsOutline::Walk Exploration::walk() const {
  using Walk = PathsOutline::Walk;
  if (!executor_.left().isAny && !partners_.leftAny) return Walk::Plain;
  return plan_.pruning == Pruning::Covered ? Walk::Covering : Walk::Learning;
}

PathsOutline Exploration::outline() {
  PathsOutline result{.walk = walk(), .hasHardRefutations = refutations_.areHard()};
  if (result.walk != PathsOutline::Walk::Covering) return result;
  std::set<LocationId> places = executor_.pruner().places();
  places.insert(partners_.places.begin(), partners_.places.end());
  for (const LocationId place : places) result.places.push_back(place.index());
  return result;
}

std::set<RowId> Exploration::limitsReached() const {
  std::set<RowId> rows;
  for (const std::set<LocationId>* limits : {&executor_.limitsReached(), &partners_.limitsReached})
    for (LocationId location : *limits) rows.insert(byOthers_.table().find(program_[location]));
  return rows;
}

void Exploration::addObstacles(Result& result, const std::string& how) const {
  const CheckTable& table = byOthers_.table();
  const std::set<RowId> reached = limitsReached();
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const RowId row(i);
    if (table[row].isCheck()) continue;
    const auto own = proved_.find(row);
    ObstacleResult obstacle{row, CheckStatus::Proved, how};
    if (byOthers_[row].isProved)
      obstacle.how = byOthers_[row].how;
    else if (own != proved_.end())
      obstacle.how = own->second;
    else if (reached.contains(row))
      obstacle = {row, CheckStatus::Open, "reached"};
    else if (how.empty())
      obstacle = {row, CheckStatus::Open, "not excluded"};
    result.obstacles.push_back(std::move(obstacle));
  }
}

} // namespace

namespace {

/// The slice that is explored first, if it may be smaller than the program: parts that decide nothing are left out,
/// loops included. Loops that never end may be skipped then, so there is no slice where blocks count that are lost on
/// the way to such loops.
std::optional<Program> sliceOf(const Program& program) {
  const PropertySet properties = checkedProperties(program);
  if (leakChecksOf(properties).any()) return {};
  Program slice = program.clone();
  sliceProgram(slice, properties);
  compactEdges(slice);
  return slice;
}

} // namespace

Result SymexEngine::verify(const Program& program, Env& env) { return run(program, SymexPlan(env.options), env); }

// Paths of another program say nothing about this one.
std::optional<Result> SymexEngine::recall(const PathsOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  if (!standing.isOfSame) return std::nullopt;
  SymexPlan plan(env.options);
  plan.repeat(outline, standing);
  if (!observer_ && numProcessors() > 1 && !hasThreads(program)) plan.share(); // nobody else runs then
  return run(program, plan, env);
}

Result SymexEngine::run(const Program& program, const SymexPlan& given, Env& env) {
  const Statistics::Timer timer(env.statistics, "symbolic execution");
  SymexPlan plan = given;
  if (hasThreads(program)) plan.followThreads();
  bool isMisled = false;
  StatusTable byOthers(program);
  const auto explore = [&](const Program& explored) {
    auto exploration =
        std::make_unique<Exploration>(explored, program, plan, newSolver_, env, observer_, byOthers, exchange());
    Result result = exploration->run();
    isMisled = exploration->isMisled();
    hasEndlessPath_ = exploration->hasEndlessPath();
    // Out of time, the process is about to end; taking hundreds of thousands of states apart would keep the result
    // waiting.
    if (env.deadline.expired()) (void)exploration.release();
    return result;
  };
  if (!observer_ && plan.beginsWithSlice) {
    if (const std::optional<Program> slice = sliceOf(program)) {
      Result result = explore(*slice);
      if (!isMisled || env.deadline.expired()) return result;
    }
  }
  return explore(program);
}

FollowedPaths followAllPaths(const Program& program, Env& env) {
  SymexPlan plan(env.options);
  plan.leaveNone();
  SymexEngine engine;
  Result result = engine.run(program, plan, env);
  return {std::move(result), !engine.hasEndlessPath()};
}

} // namespace assay
