#include "engine/backward/inductive_frames.h"

#include "engine/backward/query_limits.h"
#include "solver/query_log.h"
#include "term/term_manager.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay {

InductiveFrames::InductiveFrames(const CutRelation& system, const LoopNests& nests, const BackwardLimits& limits,
                                 Env& env)
    : system_(system), nests_(nests), limits_(limits), flow_(system.flow()), terms_(flow_.terms()), env_(env) {
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) solvers_.push_back(makeLoggedSolver("native", terms_, env));
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) pools_.emplace_back(system, head, limits);
}

void InductiveFrames::assume(uint32_t head, Term invariant) {
  if (!invariant.isTrue()) solvers_[head]->assertTerm(invariant);
}

Answer InductiveFrames::ask(uint32_t cut, std::vector<Term> assumptions, const Allowance& allowance) {
  if (allowance.expired()) return Answer::unknown(UnknownReason::Deadline);
  ++env_.statistics.counter("folding queries");
  Solver& solver = *solvers_[cut];
  limitQuery(solver, allowance, isHard_ ? limits_.hardQueryConflicts : limits_.queryConflicts, env_);
  const Answer answer = solver.check(assumptions);
  hasGivenUp_ = hasGivenUp_ || answer.isUnknown();
  return answer;
}

Term InductiveFrames::image(uint32_t cut, uint32_t exit, Term condition) {
  TermMap<Term>& known = images_[{cut, exit}];
  if (const Term* found = known.find(condition)) return *found;
  const Term made = system_.block(cut).exits[exit].at(flow_.program(), condition);
  known.insert(condition, made);
  return made;
}

/// The condition that the step ends outside of the frame and of what is covered.
std::vector<Term> InductiveFrames::stepOut(const Frame& frame, uint32_t head, uint32_t exit) {
  const uint32_t target = system_.target({head, exit});
  std::vector<Term> query{system_.block(head).exits[exit].guard};
  query.push_back(terms_.mkNot(image(head, exit, covered_[target])));
  if (const auto there = frame.find(target); there != frame.end()) {
    std::vector<Term> violated;
    for (Term literal : there->second) violated.push_back(terms_.mkNot(image(head, exit, literal)));
    query.push_back(terms_.mkOr(violated));
  }
  return query;
}

/// Whether the query is unsatisfiable together with the literals; and which of them that needs.
bool InductiveFrames::refutes(uint32_t head, std::vector<Term> query, const std::vector<Term>& literals,
                              std::vector<bool>* isNeeded) {
  if (std::ranges::any_of(query, [](Term term) { return term.isFalse(); })) return true;
  query.insert(query.end(), literals.begin(), literals.end());
  std::erase_if(query, [](Term term) { return term.isTrue(); });
  if (!ask(head, std::move(query), *allowance_).isUnsat()) return false;
  if (!isNeeded) return true;
  const std::vector<Term> core = solvers_[head]->core();
  for (size_t i = 0; i < literals.size(); ++i)
    if (std::ranges::find(core, literals[i]) != core.end()) (*isNeeded)[i] = true;
  return true;
}

bool InductiveFrames::isDisjoint(const Frame& frame, uint32_t head, std::vector<bool>* isNeeded) {
  if (head != errors_->head) return true;
  return refutes(head, {errors_->condition}, frame.at(head), isNeeded);
}

bool InductiveFrames::isInductive(const Frame& frame, uint32_t head, std::vector<bool>* isNeeded) {
  return std::ranges::all_of(nests_.inside(head), [&](uint32_t exit) {
    return refutes(head, stepOut(frame, head, exit), frame.at(head), isNeeded);
  });
}

bool InductiveFrames::isValid(const Frame& frame, uint32_t head, std::vector<bool>* isNeeded) {
  return isDisjoint(frame, head, isNeeded) && isInductive(frame, head, isNeeded);
}

/// What a state has in common with those that are to be covered: with all of them, and with those in which a comparison
/// of the program's comes out the same, for each comparison that tells them apart.
std::vector<Term> InductiveFrames::equationsAt(uint32_t head, const Assignment& state) const {
  const std::vector<Term>& atoms = pools_[head].atoms();
  const size_t numAtoms = std::min<size_t>(atoms.size(), limits_.groupingAtoms);
  Evaluator here(state);
  std::vector<std::vector<const Assignment*>> groups(numAtoms + 1); // by atom, and all
  for (const Sample* sample : *wanted_) {
    if (sample->head != head) continue;
    Evaluator there(sample->values);
    for (size_t i = 0; i < numAtoms; ++i)
      if (there.evaluateBool(atoms[i]) == here.evaluateBool(atoms[i])) groups[i].push_back(&sample->values);
    groups[numAtoms].push_back(&sample->values);
  }
  std::ranges::rotate(groups, groups.end() - 1);
  std::vector<std::vector<const Assignment*>> different;
  for (std::vector<const Assignment*>& group : groups)
    if (different.size() < limits_.stateGroups && std::ranges::find(different, group) == different.end())
      different.push_back(std::move(group));
  std::vector<Term> result;
  for (const std::vector<const Assignment*>& group : different)
    for (Term equation : pools_[head].equationsOf(group))
      if (here.evaluateBool(equation) && std::ranges::find(result, equation) == result.end())
        result.push_back(equation);
  return result;
}

std::vector<Term> InductiveFrames::literalsAt(uint32_t head, const Assignment& state) const {
  std::vector<Term> literals = equationsAt(head, state);
  for (Term literal : pools_[head].at(state))
    if (std::ranges::find(literals, literal) == literals.end()) literals.push_back(literal);
  return literals;
}

/// Drops literals until no step leads out. False: error states are in it, or a query was not answered.
bool InductiveFrames::close(Frame& frame) {
  for (bool isStable = false; !isStable;) {
    isStable = true;
    std::vector<uint32_t> heads;
    for (const auto& [head, literals] : frame) heads.push_back(head);
    for (uint32_t head : heads) {
      if (!isDisjoint(frame, head, nullptr)) return false;
      for (uint32_t exit : nests_.inside(head))
        for (;;) {
          std::vector<Term> query = stepOut(frame, head, exit);
          if (std::ranges::any_of(query, [](Term term) { return term.isFalse(); })) break;
          query.insert(query.end(), frame[head].begin(), frame[head].end());
          std::erase_if(query, [](Term term) { return term.isTrue(); });
          const Answer answer = ask(head, std::move(query), *allowance_);
          if (answer.isUnsat()) break;
          if (answer.isUnknown()) return false;
          isStable = false;
          const uint32_t target = system_.target({head, exit});
          const Assignment after = stateBehind(flow_, system_.block(head).exits[exit], *solvers_[head]);
          if (!frame.contains(target)) {
            frame[target] = literalsAt(target, after);
          } else {
            Evaluator evaluator(after);
            const size_t number =
                std::erase_if(frame[target], [&](Term literal) { return !evaluator.evaluateBool(literal); });
            if (number == 0) return false;
          }
          if (target == errors_->head && !isDisjoint(frame, target, nullptr)) return false;
        }
    }
  }
  return true;
}

/// Drops literals that exclude states that executions are in, as long as the frame stays valid: all of them at once, or
/// the worst first.
void InductiveFrames::cover(Frame& frame, const std::vector<const Sample*>& wanted) {
  for (auto& [head, literals] : frame) {
    std::vector<std::pair<size_t, Term>> costs; // how many it excludes
    for (Term literal : literals) costs.emplace_back(0, literal);
    for (const Sample* sample : wanted) {
      if (sample->head != head) continue;
      Evaluator evaluator(sample->values);
      for (auto& [number, literal] : costs)
        if (!evaluator.evaluateBool(literal)) ++number;
    }
    std::erase_if(costs, [](const auto& cost) { return cost.first == 0; });
    if (costs.empty()) continue;
    const std::vector<Term> before = literals;
    std::erase_if(literals, [&](Term literal) {
      return std::ranges::any_of(costs, [&](const auto& cost) { return cost.second == literal; });
    });
    if (isValid(frame, head)) continue;
    literals = before;
    std::ranges::reverse(costs);
    std::ranges::stable_sort(costs, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [number, literal] : costs) {
      const std::vector<Term> all = literals;
      std::erase(literals, literal);
      if (!isValid(frame, head)) literals = all;
      if (allowance_->expired()) return;
    }
  }
}

/// The last literals speak of a single state's values. Drops as many of them as the frame can do without, so that
/// unsatisfiable cores have no choice between them and other literals.
void InductiveFrames::dropLast(Frame& frame, uint32_t head) {
  std::vector<Term>& literals = frame[head];
  for (size_t number = literals.size() / 2; number > 0 && !allowance_->expired(); number /= 2)
    while (literals.size() > number) {
      const std::vector<Term> all = literals;
      literals.resize(literals.size() - number);
      if (isValid(frame, head)) continue;
      literals = all;
      break;
    }
}

/// Drops literals that no refutation needs, and then tries to drop one after the other: at first those that speak of a
/// single state's values.
void InductiveFrames::reduce(Frame& frame) {
  for (auto& [head, literals] : frame) {
    const auto keepNeeded = [&] {
      std::vector<bool> isNeeded(literals.size());
      if (!isValid(frame, head, &isNeeded)) return false;
      size_t i = 0;
      std::erase_if(literals, [&](Term) { return !isNeeded[i++]; });
      return true;
    };
    dropLast(frame, head);
    for (size_t before = 0; before != literals.size();) {
      before = literals.size();
      if (!keepNeeded()) break;
    }
    for (size_t i = literals.size(); i-- > 0 && !allowance_->expired();) {
      const std::vector<Term> all = literals;
      literals.erase(literals.begin() + static_cast<ptrdiff_t>(i));
      if (!keepNeeded()) {
        literals = all;
        continue;
      }
      // Those behind it are needed still, or another one does as well.
      const auto end = all.begin() + static_cast<ptrdiff_t>(i);
      i = static_cast<size_t>(std::count_if(
          all.begin(), end, [&](Term literal) { return std::ranges::find(literals, literal) != literals.end(); }));
    }
  }
}

/// An equation between numbers is two inequalities.
void InductiveFrames::split(Frame& frame) {
  for (auto& [head, literals] : frame) {
    std::vector<Term> result;
    for (Term literal : literals) {
      const bool isSplit = literal.kind() == Kind::Equal && literal[0].sort().isBitVec() &&
                           (literal[0].isValue() || literal[1].isValue()) && literal[0].sort().width() > 1;
      if (!isSplit) {
        result.push_back(literal);
        continue;
      }
      result.push_back(terms_.mkBvSle(literal[0], literal[1]));
      result.push_back(terms_.mkBvSle(literal[1], literal[0]));
    }
    literals = std::move(result);
  }
}

/// Moves the constant of a comparison away from the other side, as far as the frame stays valid: by large steps first.
bool InductiveFrames::relaxBound(Frame& frame, uint32_t head, size_t number) {
  std::vector<Term>& literals = frame[head];
  const Term literal = literals[number];
  const bool isNegated = literal.kind() == Kind::Not;
  const Term atom = isNegated ? literal[0] : literal;
  if (atom.kind() != Kind::BvSlt && atom.kind() != Kind::BvUlt) return false;
  const bool isLeft = atom[0].isValue();
  if (!isLeft && !atom[1].isValue()) return false;
  const bool isOrderedBySign = atom.kind() == Kind::BvSlt;
  // c < x becomes weaker if c is less; x < c if it is more; with a negation the other way round.
  const bool isDownward = isLeft != isNegated;
  BitVector bound = (isLeft ? atom[0] : atom[1]).value();
  const uint32_t width = bound.width();
  const auto with = [&](const BitVector& value) {
    const Term constant = terms_.mkBv(value);
    const Term left = isLeft ? constant : atom[0], right = isLeft ? atom[1] : constant;
    const Term moved = isOrderedBySign ? terms_.mkBvSlt(left, right) : terms_.mkBvUlt(left, right);
    return isNegated ? terms_.mkNot(moved) : moved;
  };
  const auto moved = [&](const BitVector& step) -> std::optional<BitVector> {
    const BitVector value = isDownward ? bound.sub(step) : bound.add(step);
    const bool isWeaker = isDownward ? (isOrderedBySign ? value.slt(bound) : value.ult(bound))
                                     : (isOrderedBySign ? bound.slt(value) : bound.ult(value));
    return isWeaker ? std::optional(value) : std::nullopt;
  };
  const auto tryStep = [&](const BitVector& step) {
    const std::optional<BitVector> value = moved(step);
    if (!value) return false;
    const Term weaker = with(*value);
    const Term before = std::exchange(literals[number], weaker);
    if (isValid(frame, head)) {
      bound = *value;
      return true;
    }
    literals[number] = before;
    return false;
  };
  const BitVector one = BitVector::one(width);
  if (width < 2 || !tryStep(one)) return false;
  BitVector step = one.shl(BitVector(width, width - 2));
  for (; !step.isZero() && !allowance_->expired(); step = step.lshr(one))
    while (tryStep(step) && !allowance_->expired()) {
    }
  return true;
}

void InductiveFrames::relax(Frame& frame) {
  split(frame);
  for (auto& [head, literals] : frame)
    for (size_t i = 0; i < literals.size() && !allowance_->expired(); ++i) relaxBound(frame, head, i);
}

std::optional<Frame> InductiveFrames::frameOf(const Sample& seed, std::span<const Term> covered,
                                              const ErrorStates& errors, const std::vector<const Sample*>& wanted,
                                              const Allowance& allowance) {
  covered_ = covered;
  errors_ = &errors;
  wanted_ = &wanted;
  allowance_ = &allowance;
  Frame frame;
  frame[seed.head] = literalsAt(seed.head, seed.values);
  if (!close(frame)) return std::nullopt;
  cover(frame, wanted);
  reduce(frame);
  relax(frame);
  reduce(frame);
  for (const auto& [head, literals] : frame)
    if (!isValid(frame, head)) return std::nullopt;
  return frame;
}

} // namespace assay
