#include "engine/backward/loop_folding.h"

#include "term/term_manager.h"

#include <algorithm>
#include <utility>

namespace assay {

LoopFolding::LoopFolding(const CutRelation& system, Env& env)
    : system_(system), flow_(system.flow()), terms_(flow_.terms()), env_(env),
      limits_(limitsOf<BackwardLimits>(env.options)), nests_(system), frames_(system, nests_, limits_, env),
      samples_(system, limits_), found_(flow_.heads().size()) {}

void LoopFolding::assume(uint32_t head, Term invariant) { frames_.assume(head, invariant); }

void LoopFolding::sample(const Allowance& allowance) { samples_.collect(frames_.solver(system_.start()), allowance); }

bool LoopFolding::excludes(uint32_t cut, Term condition, uint32_t level, const Allowance& allowance) {
  if (condition.isFalse()) return true;
  if (frames_.ask(cut, {condition}, allowance).isUnsat()) return true;
  if (cut == system_.start() || level > limits_.deepestNest) return false;
  return fold({cut, condition}, level, allowance);
}

std::vector<const Sample*> LoopFolding::uncovered(uint32_t nest, const Candidate& candidate) const {
  std::vector<const Sample*> result;
  for (const Sample& sample : samples_.all()) {
    if (nests_.nestOf(sample.head) != nest) continue;
    Evaluator evaluator(sample.values);
    if (!evaluator.evaluateBool(candidate.covered[sample.head])) result.push_back(&sample);
  }
  return result;
}

/// Begins with sets that were found to be inductive before, if they are disjoint with the error states.
LoopFolding::Candidate LoopFolding::initial(const ErrorStates& errors, const Allowance& allowance) {
  Candidate candidate;
  candidate.covered.assign(flow_.heads().size(), terms_.mkFalse());
  for (const Candidate& known : earlier_[nests_.nestOf(errors.head)]) {
    const Term both = known.covered[errors.head];
    if (!both.isFalse() && !frames_.ask(errors.head, {both, errors.condition}, allowance).isUnsat()) continue;
    for (size_t head = 0; head < candidate.covered.size(); ++head)
      candidate.covered[head] = terms_.mkOr(candidate.covered[head], known.covered[head]);
  }
  return candidate;
}

Sample LoopFolding::modelAt(uint32_t head) {
  Sample sample{head, {}};
  for (VariableId variable : flow_.liveAt(flow_.heads()[head])) {
    const Term term = flow_.program()[variable].term;
    sample.values.set(term, frames_.solver(head).value(term));
  }
  return sample;
}

/// States of executions that are to be covered.
std::vector<Sample> LoopFolding::reachedSeeds(const Candidate& candidate, uint32_t nest) const {
  constexpr size_t kPlaces = 3; // the last one, the first one, one in between
  std::vector<Sample> seeds;
  const std::vector<const Sample*> open = uncovered(nest, candidate);
  for (size_t i = 0; i < kPlaces && i < open.size(); ++i) {
    const size_t which = i == 0 ? open.size() - 1 : i == 1 ? 0 : open.size() / 2;
    seeds.push_back(*open[which]);
  }
  return seeds;
}

/// States from which a step leads into the candidate, or out of the nest if there is nothing in it.
std::vector<Sample> LoopFolding::backwardSeeds(const Candidate& candidate, const ErrorStates& errors,
                                               const Allowance& allowance) {
  const uint32_t nest = nests_.nestOf(errors.head);
  std::vector<Sample> seeds;
  for (uint32_t head : nests_.heads(nest)) {
    std::vector<Term> outside{terms_.mkNot(candidate.covered[head])};
    if (head == errors.head) outside.push_back(terms_.mkNot(errors.condition));
    std::vector<Term> leaves = outside;
    for (uint32_t exit : nests_.inside(head)) leaves.push_back(terms_.mkNot(system_.block(head).exits[exit].guard));
    if (candidate.numFrames == 0) {
      if (frames_.ask(head, leaves, allowance).isSat()) seeds.push_back(modelAt(head));
      continue;
    }
    for (uint32_t exit : nests_.inside(head)) {
      const Term into = candidate.covered[system_.target({head, exit})];
      if (into.isFalse()) continue;
      std::vector<Term> query = outside;
      query.push_back(preImage(flow_, system_.block(head).exits[exit], into));
      if (frames_.ask(head, std::move(query), allowance).isSat()) seeds.push_back(modelAt(head));
    }
  }
  return seeds;
}

std::optional<std::vector<Sample>> LoopFolding::isNotEntered(const Candidate& candidate, uint32_t nest, uint32_t level,
                                                             const Allowance& allowance) {
  for (uint32_t head : nests_.heads(nest))
    for (const CutRelation::Entry& entry : system_.entries(head)) {
      if (nests_.isInside(entry)) continue;
      const Block block = onlyExit(flow_, system_.block(entry.cut), entry.exit);
      const BlockPath& exit = block.exits.front();
      const Term outside = preImage(flow_, exit, terms_.mkNot(candidate.covered[head]));
      if (outside.isFalse()) continue;
      const Answer answer = frames_.ask(entry.cut, {outside}, allowance);
      if (answer.isUnsat()) continue;
      if (answer.isUnknown()) return std::vector<Sample>();
      const Assignment state = stateBehind(flow_, exit, frames_.solver(entry.cut));
      if (entry.cut == system_.start()) {
        samples_.add(head, state, allowance);
        return std::vector<Sample>();
      }
      if (!excludes(entry.cut, outside, level + 1, allowance.part(limits_.earlierNestPart)))
        return std::vector<Sample>{{head, state}};
    }
  return std::nullopt;
}

void LoopFolding::commit(uint32_t nest, const Candidate& candidate) {
  for (uint32_t head : nests_.heads(nest)) {
    if (candidate.covered[head].isTrue()) continue;
    found_[head].push_back(candidate.covered[head]);
    frames_.assume(head, candidate.covered[head]);
  }
}

std::vector<LoopFolding::Candidate> LoopFolding::extensions(const Candidate& candidate, std::span<const Sample> seeds,
                                                            const ErrorStates& errors, const Allowance& allowance) {
  const uint32_t nest = nests_.nestOf(errors.head);
  const std::vector<const Sample*> wanted = uncovered(nest, candidate);
  std::vector<Candidate> result;
  for (const Sample& seed : seeds) {
    const auto frame = frames_.frameOf(seed, candidate.covered, errors, wanted, allowance);
    if (!frame) continue;
    Candidate next = candidate;
    ++next.numFrames;
    for (const auto& [head, literals] : *frame)
      next.covered[head] = terms_.mkOr(next.covered[head], terms_.mkAnd(literals));
    next.uncovered = uncovered(nest, next).size();
    result.push_back(std::move(next));
  }
  return result;
}

bool LoopFolding::fold(const ErrorStates& errors, uint32_t level, const Allowance& allowance) {
  ++env_.statistics.counter("loop foldings");
  const uint32_t nest = nests_.nestOf(errors.head);
  frames_.propose(errors.head, errors.condition);
  std::vector<Candidate> bag{initial(errors, allowance)};
  bag.front().uncovered = uncovered(nest, bag.front()).size();
  for (size_t tried = 0; !bag.empty() && tried < limits_.candidates && !allowance.expired(); ++tried) {
    if (listener_) listener_();
    const auto best = std::ranges::min_element(
        bag, {}, [](const Candidate& each) { return std::pair(each.uncovered, each.numFrames); });
    const Candidate candidate = std::move(*best);
    bag.erase(best);
    const bool isSomething =
        std::ranges::any_of(nests_.heads(nest), [&](uint32_t head) { return !candidate.covered[head].isFalse(); });
    std::vector<Sample> seeds;
    if (isSomething && uncovered(nest, candidate).empty()) {
      auto missing = isNotEntered(candidate, nest, level, allowance);
      if (!missing) {
        commit(nest, candidate);
        return true;
      }
      seeds = std::move(*missing);
    }
    if (candidate.numFrames >= limits_.frames) continue;
    std::ranges::move(reachedSeeds(candidate, nest), std::back_inserter(seeds));
    std::vector<Candidate> larger = extensions(candidate, seeds, errors, allowance);
    // What executions are in may be too far from what is covered: then what lies between is covered first.
    if (larger.empty() || candidate.numFrames == 0)
      std::ranges::move(extensions(candidate, backwardSeeds(candidate, errors, allowance), errors, allowance),
                        std::back_inserter(larger));
    for (Candidate& next : larger) {
      const bool isKnown =
          std::ranges::any_of(bag, [&](const Candidate& other) { return other.covered == next.covered; });
      if (isKnown) continue;
      earlier_[nest].push_back(next);
      bag.push_back(std::move(next));
    }
  }
  return false;
}

} // namespace assay
