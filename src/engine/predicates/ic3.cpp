#include "engine/predicates/ic3.h"

#include "solver/query_log.h"
#include "term/traverse.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace assay {

namespace {

/// In subterms.
size_t sizeOf(const Block& block) {
  TermSet seen;
  size_t number = 0;
  const auto look = [&](Term root) {
    const auto isNew = [&](Term term) { return seen.insert(term); };
    postOrder(root, isNew, [&](Term) { ++number; });
  };
  for (const BlockPath& exit : block.exits) {
    look(exit.guard);
    exit.values.forEach([&](size_t, Term value) {
      if (!value.isNull()) look(value);
    });
  }
  return number;
}

bool isSubset(const Cube& small, const Cube& large) { return std::ranges::includes(large, small); }

} // namespace

Ic3::Ic3(const CutRelation& system, const Precision& precision, Wanted isWanted, Env& env)
    : system_(system), flow_(system.flow()), precision_(precision), isWanted_(isWanted), terms_(flow_.terms()),
      env_(env), limits_(limitsOf<PredicateLimits>(env.options)), work_(terms_), activations_(system.numCuts()),
      images_(system.numCuts()), steps_(flow_.heads().size(), limits_.knownSteps) {
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) {
    solvers_.push_back(makeLoggedSolver("native", terms_, env));
    images_[cut].resize(system.block(cut).exits.size());
    isImpossible_.emplace_back(system.block(cut).endings.size());
    isLarge_.push_back(sizeOf(system.block(cut)) > limits_.largeBlock);
  }
  addFrame(); // the start
  addFrame();
}

void Ic3::assume(std::span<const Term> invariants) {
  assumed_.resize(invariants.size(), terms_.mkTrue());
  for (size_t head = 0; head < invariants.size(); ++head) {
    if (invariants[head] == assumed_[head]) continue;
    solvers_[head]->assertTerm(invariants[head]);
    assumed_[head] = invariants[head];
    steps_.clear(); // they may begin outside of it
  }
}

void Ic3::addFrame() {
  nextBad_ = {};
  frames_.emplace_back(flow_.heads().size());
  for (uint32_t cut = 0; cut < system_.numCuts(); ++cut)
    activations_[cut].push_back(terms_.mkFreshVariable("ic3!frame", terms_.boolSort()));
}

Term Ic3::literal(uint32_t head, PredicateLiteral literal) const {
  const Term predicate = precision_.at(head)[literal / 2];
  return literal % 2 == 0 ? predicate : terms_.mkNot(predicate);
}

Term Ic3::imageOf(const CutRelation::Entry& entry, PredicateLiteral literal) {
  std::vector<Term>& images = images_[entry.cut][entry.exit];
  const uint32_t number = literal / 2;
  if (images.size() <= number) images.resize(number + 1);
  if (images[number].isNull())
    images[number] = system_.path(entry).at(flow_.program(), precision_.at(system_.target(entry))[number]);
  return literal % 2 == 0 ? images[number] : terms_.mkNot(images[number]);
}

void Ic3::assumeFrame(uint32_t level, uint32_t cut, std::vector<Term>& assumptions) {
  for (size_t i = level; i < frames_.size(); ++i) assumptions.push_back(activations_[cut][i]);
}

Answer Ic3::check(uint32_t cut, const std::vector<Term>& assumptions, Effort effort) {
  ++env_.statistics.counter("ic3 queries");
  Solver& solver = *solvers_[cut];
  if (effort == Effort::Any)
    allowance_->limit(solver);
  else
    Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.littleEffort))
        .limit(solver, isLarge_[cut] ? limits_.littleConflictsOfLarge : limits_.littleConflicts);
  const Answer answer = allowance_->expired() ? Answer::unknown(UnknownReason::Deadline) : solver.check(assumptions);
  if (answer.isUnknown() && effort == Effort::Little && !allowance_->expired())
    ++env_.statistics.counter("ic3 queries given up");
  else
    isStuck_ = isStuck_ || answer.isUnknown();
  return answer;
}

Cube Ic3::stateOf(uint32_t head, Solver& solver) const {
  Cube cube;
  const std::span<const Term> predicates = precision_.at(head);
  for (uint32_t i = 0; i < predicates.size(); ++i)
    cube.push_back(2 * i + (solver.value(predicates[i]).asBool() ? 0 : 1));
  return cube;
}

Ic3::Predecessor Ic3::learnStep(const CutRelation::Entry& entry) {
  Solver& solver = *solvers_[entry.cut];
  const uint32_t target = system_.target(entry);
  Cube before, after;
  if (entry.cut != system_.start()) before = stateOf(entry.cut, solver);
  for (uint32_t i = 0; i < precision_.at(target).size(); ++i)
    after.push_back(2 * i + (solver.value(imageOf(entry, 2 * i)).asBool() ? 0 : 1));
  steps_.add(target, entry, before, after);
  return {entry, std::move(before)};
}

bool Ic3::isOutsideFrame(KnownSteps::Step& step, uint32_t level) const {
  if (step.excludedUpTo >= level) return true;
  const uint32_t head = step.entry.cut;
  for (auto i = static_cast<uint32_t>(frames_.size()); i-- > level;)
    for (const Cube& excluded : frames_[i][head])
      if (!step.source.isOutside(excluded)) {
        if (step.source.isIn(excluded)) step.excludedUpTo = i;
        return true;
      }
  return false;
}

std::optional<Ic3::Predecessor> Ic3::knownPredecessor(uint32_t level, uint32_t head, const Cube& cube) {
  const KnownSteps::Step* known = steps_.find(head, cube, [&](KnownSteps::Step& step) {
    if (step.entry.cut == system_.start()) return true;
    if (level <= 1 || (step.entry.cut == head && !step.source.isOutside(cube))) return false;
    return !isOutsideFrame(step, level - 1);
  });
  if (!known) return std::nullopt;
  ++env_.statistics.counter("ic3 known steps");
  return Predecessor{known->entry, known->before};
}

// A step from a head to itself need not begin in the cube: if it did, an earlier step would be the first into the cube.
Ic3::Consecution Ic3::consecution(uint32_t level, uint32_t head, const Cube& cube, Effort effort) {
  Consecution result;
  if (std::optional<Predecessor> known = knownPredecessor(level, head, cube)) {
    result.reached = Reached::Yes;
    result.predecessor = *std::move(known);
    return result;
  }
  std::vector<bool> isNeeded(cube.size());
  for (const CutRelation::Entry& entry : system_.entries(head)) {
    const bool isStart = entry.cut == system_.start();
    if (!isStart && level <= 1) continue;
    std::vector<Term> assumptions, images;
    if (!isStart) assumeFrame(level - 1, entry.cut, assumptions);
    if (entry.cut == head) {
      std::vector<Term> outside;
      for (PredicateLiteral each : cube) outside.push_back(terms_.mkNot(literal(head, each)));
      assumptions.push_back(terms_.mkOr(outside));
    }
    assumptions.push_back(system_.path(entry).guard);
    for (PredicateLiteral each : cube) images.push_back(imageOf(entry, each));
    // What is false by itself refutes the step by itself.
    const auto contradiction = std::ranges::find_if(images, [](Term image) { return image.isFalse(); });
    if (contradiction != images.end()) {
      isNeeded[static_cast<size_t>(contradiction - images.begin())] = true;
      continue;
    }
    if (std::ranges::any_of(assumptions, [](Term term) { return term.isFalse(); })) continue;
    assumptions.insert(assumptions.end(), images.begin(), images.end());
    std::erase_if(assumptions, [](Term term) { return term.isTrue(); });
    const Answer answer = check(entry.cut, assumptions, effort);
    if (answer.isUnknown()) {
      result.reached = Reached::Unknown;
      return result;
    }
    if (answer.isSat()) {
      result.reached = Reached::Yes;
      result.predecessor = learnStep(entry);
      return result;
    }
    const std::vector<Term> core = solvers_[entry.cut]->core();
    for (size_t i = 0; i < images.size(); ++i)
      if (std::ranges::find(core, images[i]) != core.end()) isNeeded[i] = true;
  }
  for (size_t i = 0; i < cube.size(); ++i)
    if (isNeeded[i]) result.core.push_back(cube[i]);
  return result;
}

bool Ic3::isExcluded(uint32_t level, uint32_t head, const Cube& cube) const {
  for (size_t i = level; i < frames_.size(); ++i)
    for (const Cube& excluded : frames_[i][head])
      if (isSubset(excluded, cube)) return true;
  return false;
}

void Ic3::exclude(uint32_t level, uint32_t head, Cube cube) {
  for (size_t i = 1; i <= level; ++i)
    std::erase_if(frames_[i][head], [&](const Cube& known) { return isSubset(cube, known); });
  std::vector<Term> clause{terms_.mkNot(activations_[head][level])};
  for (PredicateLiteral each : cube) clause.push_back(terms_.mkNot(literal(head, each)));
  solvers_[head]->assertTerm(terms_.mkOr(clause));
  frames_[level][head].push_back(std::move(cube));
}

/// The cube is not reached: finds as few of its literals as are enough for that.
Cube Ic3::generalise(uint32_t level, uint32_t head, Cube cube) {
  uint32_t failures = 0;
  for (size_t i = 0; i < cube.size() && cube.size() > 1 && failures < limits_.keptLiterals;) {
    Cube fewer = cube;
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    if (dropWithHelp(level, head, fewer)) {
      // Those before were needed, and are in the core.
      const auto end = fewer.begin() + static_cast<ptrdiff_t>(std::min(i, fewer.size()));
      i = static_cast<size_t>(std::count_if(
          fewer.begin(), end, [&](PredicateLiteral each) { return std::ranges::binary_search(cube, each); }));
      cube = std::move(fewer);
    } else {
      ++failures;
      ++i;
    }
    if (isStuck_) break;
  }
  return cube;
}

/// Whether the smaller cube is not reached either, perhaps after a state that leads to it was excluded. If so, it
/// becomes the core.
bool Ic3::dropWithHelp(uint32_t level, uint32_t head, Cube& cube) {
  for (uint32_t help = 0;; ++help) {
    Consecution answer = consecution(level, head, cube, Effort::Little);
    if (answer.reached == Reached::No) {
      cube = std::move(answer.core);
      return true;
    }
    const CutRelation::Entry& entry = answer.predecessor.entry;
    if (answer.reached == Reached::Unknown || help == limits_.excludedForDrop || entry.cut == system_.start() ||
        level <= 1)
      return false;
    Consecution before = consecution(level - 1, entry.cut, answer.predecessor.cube, Effort::Little);
    if (before.reached != Reached::No) return false;
    exclude(level - 1, entry.cut, std::move(before.core));
  }
}

/// Adds a step between two abstract states, with what a model says of it.
void Ic3::addStep(uint32_t cut, uint32_t number, const Cube& state, const Obligation* next) {
  const Block& block = system_.block(cut);
  std::vector<Term> query{next ? block.exits[number].guard : block.endings[number].guard};
  for (PredicateLiteral each : state) query.push_back(literal(cut, each));
  if (next)
    for (PredicateLiteral each : next->cube) query.push_back(imageOf({cut, number}, each));
  if (!check(cut, query).isSat()) {
    isStuck_ = true;
    return;
  }
  if (next) // all that the path does is chosen by the model
    for (VariableId variable : flow_.liveAt(block.exits[number].target))
      if (const Term value = block.exits[number].values.get(variable.index())) query.push_back(value);
  counterexample_.push_back({cut, number, {}});
  for (Term variable : freeVariables(query)) counterexample_.back().model.set(variable, solvers_[cut]->value(variable));
}

void Ic3::trace(const Obligation* first, const Predecessor& start) {
  addStep(start.entry.cut, start.entry.exit, {}, first);
  for (const Obligation* each = first; each;) {
    const Obligation* next = each->next == kLast ? nullptr : &obligations_[each->next];
    addStep(each->head, each->step, each->cube, next);
    each = next;
  }
}

/// Whether no execution gets to the root, as far as the frames go. Otherwise there is a counterexample, or it is stuck.
bool Ic3::block(Obligation root) {
  obligations_.clear();
  obligations_.push_back(std::move(root));
  using Entry = std::pair<uint32_t, uint32_t>; // level and number
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  queue.emplace(obligations_[0].level, 0);
  while (!queue.empty()) {
    const uint32_t number = queue.top().second;
    queue.pop();
    const Obligation now = obligations_[number];
    if (isExcluded(now.level, now.head, now.cube)) continue;
    Consecution answer = consecution(now.level, now.head, now.cube);
    if (answer.reached == Reached::Unknown) return false;
    if (answer.reached == Reached::Yes) {
      const Predecessor& before = answer.predecessor;
      if (before.entry.cut == system_.start()) {
        trace(&now, before);
        return false;
      }
      obligations_.push_back({now.level - 1, before.entry.cut, before.cube, number, before.entry.exit});
      queue.emplace(now.level - 1, static_cast<uint32_t>(obligations_.size() - 1));
      queue.emplace(now.level, number);
      continue;
    }
    Cube cube = generalise(now.level, now.head, std::move(answer.core));
    if (isStuck_) return false;
    uint32_t level = now.level;
    while (level < numFrames()) {
      Consecution next = consecution(level + 1, now.head, cube, Effort::Little);
      if (next.reached != Reached::No) break;
      cube = std::move(next.core);
      ++level;
    }
    if (isStuck_) return false;
    exclude(level, now.head, std::move(cube));
    if (level < numFrames()) {
      obligations_[number].level = level + 1;
      queue.emplace(level + 1, number);
    }
  }
  return true;
}

// Frames only get stronger: an ending that was not reached from the last frame is not asked again before there is
// another frame; and an ending that no frame was needed to exclude is never asked again.
std::optional<Ic3::Obligation> Ic3::badState() {
  for (; nextBad_.cut < system_.numCuts(); nextBad_ = {nextBad_.cut + 1, 0}) {
    const uint32_t cut = nextBad_.cut;
    const std::vector<Ending>& endings = system_.block(cut).endings;
    for (uint32_t& i = nextBad_.ending; i < endings.size(); ++i) {
      if (isImpossible_[cut][i] || endings[i].guard.isFalse() || !isWanted_(flow_, endings[i])) continue;
      std::vector<Term> assumptions{endings[i].guard};
      if (cut != system_.start()) assumeFrame(numFrames(), cut, assumptions);
      const Answer answer = check(cut, assumptions);
      if (answer.isUnknown()) return std::nullopt;
      if (answer.isUnsat()) {
        const std::vector<Term> core = solvers_[cut]->core();
        isImpossible_[cut][i] =
            cut == system_.start() || std::ranges::find(core, activations_[cut][numFrames()]) == core.end();
        continue;
      }
      if (cut == system_.start()) {
        addStep(cut, i, {}, nullptr);
        return std::nullopt;
      }
      return Obligation{numFrames(), cut, stateOf(cut, *solvers_[cut]), kLast, i};
    }
  }
  return std::nullopt;
}

bool Ic3::propagate() {
  for (uint32_t level = 1; level < numFrames(); ++level) {
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
      const std::vector<Cube> cubes = frames_[level][head];
      for (const Cube& cube : cubes) {
        if (std::ranges::find(frames_[level][head], cube) == frames_[level][head].end()) continue; // subsumed meanwhile
        Consecution answer = consecution(level + 1, head, cube, Effort::Little);
        if (isStuck_) return false;
        if (answer.reached == Reached::No) exclude(level + 1, head, std::move(answer.core));
      }
    }
    if (std::ranges::all_of(frames_[level], [](const std::vector<Cube>& cubes) { return cubes.empty(); })) {
      inductive_ = level + 1;
      return true;
    }
  }
  return false;
}

Ic3::Outcome Ic3::run(const Allowance& allowance) {
  allowance_ = &allowance;
  counterexample_.clear();
  isStuck_ = false;
  // What a new predicate says of a state that is known from before is not known: a way through such states may not be
  // one.
  if (const size_t size = precision_.size(); size != numPredicates_) {
    steps_.clear();
    numPredicates_ = size;
  }
  for (;;) {
    while (std::optional<Obligation> bad = badState())
      if (!block(std::move(*bad))) break;
    if (isStuck_) return Outcome::GaveUp;
    if (!counterexample_.empty()) return Outcome::Counterexample;
    addFrame();
    env_.statistics.counter("ic3 frames") = numFrames();
    if (propagate()) return Outcome::Safe;
    if (isStuck_) return Outcome::GaveUp;
  }
}

std::vector<std::vector<Term>> Ic3::invariantClauses() const {
  std::vector<std::vector<Term>> result(flow_.heads().size());
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    for (size_t level = inductive_; level < frames_.size(); ++level)
      for (const Cube& cube : frames_[level][head]) {
        std::vector<Term> clause;
        for (PredicateLiteral each : cube) clause.push_back(terms_.mkNot(literal(head, each)));
        result[head].push_back(terms_.mkOr(clause));
      }
  return result;
}

} // namespace assay
