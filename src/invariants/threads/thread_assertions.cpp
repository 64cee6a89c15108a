#include "invariants/threads/thread_assertions.h"

#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint32_t kNobody = UINT32_MAX;

/// What becomes of a term by these new values.
Term withValues(TermManager& terms, const std::unordered_map<Term, Term>& values, Term term) {
  return values.empty() ? term : Substitution(terms, values).apply(term);
}

} // namespace

ThreadAssertions::ThreadAssertions(TermManager& terms, const ThreadSystem& system, ByNode candidates,
                                   std::function<std::unique_ptr<Solver>()> newSolver, const Deadline& deadline)
    : terms_(terms), system_(system), alive_(std::move(candidates)), premises_(alive_.size()),
      newSolver_(std::move(newSolver)), deadline_(deadline), isReached_(system.nodes.size()),
      meets_(system.nodes.size(), std::vector<bool>(system.nodes.size())), effects_(system.moves.size()) {
  for (size_t i = 0; i < alive_.size(); ++i)
    for (const auto& [local, value] : system_.nodes[i].constants) alive_[i].push_back(terms_.mkEqual(local, value));
}

const std::vector<Term>& ThreadAssertions::variablesOf(Term term) {
  const auto [it, isNew] = variables_.try_emplace(term);
  if (isNew) it->second = freeVariables(term);
  return it->second;
}

Term ThreadAssertions::inRole(uint32_t node, uint32_t role, Term term) {
  if (role == 0) return term;
  const uint32_t thread = system_.nodes[node].thread;
  std::unique_ptr<Substitution>& renaming = inRole_[{thread, role}];
  if (!renaming) {
    std::unordered_map<Term, Term> map;
    const auto add = [&](Term local) {
      if (map.contains(local)) return;
      const Term name = terms_.mkFreshVariable("other:" + std::string(local.symbol()), local.sort());
      map.emplace(local, name);
      originOf_.emplace(name, std::pair(role, local));
    };
    for (const ThreadNode& n : system_.nodes) {
      if (n.thread != thread) continue;
      for (Term local : n.locals) add(local);
      for (const auto& [local, value] : n.constants) add(local);
    }
    renaming = std::make_unique<Substitution>(terms_, map);
  }
  return renaming->apply(term);
}

Term ThreadAssertions::inRoles(Term fact, Standing first, Standing second) {
  std::unordered_map<Term, Term> map;
  for (Term variable : variablesOf(fact))
    if (const auto origin = originOf_.find(variable); origin != originOf_.end()) {
      const Standing whose = origin->second.first == 1 ? first : second;
      map.emplace(variable, inRole(whose.node, whose.role, origin->second.second));
    }
  return withValues(terms_, map, fact);
}

ThreadAssertions::Wanted ThreadAssertions::factsOf(Standing one, Standing other) {
  if (one.node > other.node) std::swap(one, other);
  Wanted result;
  const auto found = facts_.find({one.node, other.node});
  if (found == facts_.end()) return result;
  for (Term fact : found->second) {
    Term said = inRoles(fact, one, other);
    if (one.node == other.node) said = terms_.mkAnd(said, inRoles(fact, other, one));
    result.emplace_back(fact, said);
  }
  return result;
}

void ThreadAssertions::addFacts(std::vector<Term>& premises, Standing one, Standing other) {
  for (const auto& [fact, said] : factsOf(one, other)) premises.push_back(said);
}

Term ThreadAssertions::afterMove(const ThreadMove& move, const CreatedThread* created, Term fact) {
  constexpr uint32_t kCreated = 2;
  std::unordered_map<Term, Term> values;
  for (Term variable : variablesOf(fact)) {
    const auto origin = originOf_.find(variable);
    if (origin == originOf_.end()) {
      if (const auto now = move.values.find(variable); now != move.values.end()) values.emplace(variable, now->second);
    } else if (created != nullptr && origin->second.first == kCreated) {
      const auto given = created->values.find(origin->second.second);
      values.emplace(variable,
                     given != created->values.end() ? given->second : terms_.mkFreshVariable("any", variable.sort()));
    }
  }
  return withValues(terms_, values, fact);
}

ThreadAssertions::Effect& ThreadAssertions::effectOf(uint32_t number) {
  Effect& effect = effects_[number];
  if (effect.after) return effect;
  std::unordered_map<Term, Term> map;
  for (const SharedCell& cell : system_.cells)
    if (const auto now = system_.moves[number].values.find(cell.term);
        now != system_.moves[number].values.end() && now->second != cell.term) {
      map.emplace(cell.term, now->second);
      effect.changed.push_back(cell.term);
    }
  std::ranges::sort(effect.changed, precedes);
  effect.after = std::make_unique<Substitution>(terms_, map);
  return effect;
}

Term ThreadAssertions::afterCreation(const ThreadMove& move, const CreatedThread& created, Term assertion) {
  std::unordered_map<Term, Term> values;
  for (Term variable : variablesOf(assertion)) {
    const bool isCell = std::ranges::find(system_.cells, variable, &SharedCell::term) != system_.cells.end();
    const std::unordered_map<Term, Term>& known = isCell ? move.values : created.values;
    if (const auto now = known.find(variable); now != known.end())
      values.emplace(variable, now->second);
    else if (!isCell) // a variable of the new thread that was given nothing
      values.emplace(variable, terms_.mkFreshVariable("any", variable.sort()));
  }
  return withValues(terms_, values, assertion);
}

void ThreadAssertions::assume(const std::vector<Term>& premises) {
  solver_ = newSolver_();
  solver_->setLimits({.deadline = Deadline(deadline_, std::chrono::hours(1))});
  for (Term premise : premises) solver_->assertTerm(premise);
}

bool ThreadAssertions::mayHold() {
  ++numQuestions_;
  return !solver_->check().isUnsat();
}

bool ThreadAssertions::drop(std::vector<Term>& alive, Wanted wanted) {
  const size_t before = alive.size();
  std::erase_if(wanted, [](const auto& pair) { return pair.second.isTrue(); });
  while (!wanted.empty() && !deadline_.expired()) {
    std::vector<Term> failures;
    for (const auto& [assertion, after] : wanted) failures.push_back(terms_.mkNot(after));
    const Term someFails = terms_.mkOr(failures);
    ++numQuestions_;
    const Answer answer = solver_->check({&someFails, 1});
    if (answer.isUnsat()) break;
    std::erase_if(wanted, [&](const auto& pair) {
      const bool fails = !answer.isSat() || !solver_->value(pair.second).asBool();
      if (fails) std::erase(alive, pair.first);
      return fails;
    });
  }
  return alive.size() != before;
}

void ThreadAssertions::drop(uint32_t node, Wanted wanted) {
  if (!drop(alive_[node], std::move(wanted))) return;
  premises_[node].clear();
  hasChanged(node);
}

/// Those of what is said of the two that do not hold behind the move.
void ThreadAssertions::dropFacts(Standing one, Standing other, const ThreadMove& move, const CreatedThread* created) {
  Wanted wanted = factsOf(one, other);
  if (wanted.empty()) return;
  for (auto& [fact, said] : wanted) said = afterMove(move, created, said);
  const std::pair<uint32_t, uint32_t> pair = std::minmax(one.node, other.node);
  if (drop(facts_.at(pair), std::move(wanted))) haveChanged(one.node, other.node);
}

/// What is said of the two.
void ThreadAssertions::haveChanged(uint32_t one, uint32_t other) {
  for (uint32_t move : system_.nodes[one].moves) enqueue({move, other});
  for (uint32_t move : system_.nodes[other].moves) enqueue({move, one});
}

std::vector<Term> ThreadAssertions::premisesAt(uint32_t node) {
  std::vector<Term>& premises = premises_[node];
  if (!premises.empty()) return premises;
  // Equations first: a variable is replaced by what it equals, and of what is left only that counts which is not true for that.
  std::unordered_map<Term, Term> known;
  std::vector<Term> rest;
  for (Term assertion : alive_[node]) {
    const bool isEquation = assertion.kind() == Kind::Equal && (assertion[0].isVariable() || assertion[1].isVariable());
    if (isEquation && (assertion[0].isValue() || assertion[1].isValue())) {
      const Term variable = assertion[0].isVariable() ? assertion[0] : assertion[1];
      if (known.emplace(variable, assertion[0].isVariable() ? assertion[1] : assertion[0]).second)
        premises.push_back(assertion);
    } else if (assertion.isVariable() || (assertion.kind() == Kind::Not && assertion[0].isVariable())) {
      known.emplace(assertion.isVariable() ? assertion : assertion[0], terms_.mkBool(assertion.isVariable()));
      premises.push_back(assertion);
    } else {
      rest.push_back(assertion);
    }
  }
  Substitution values(terms_, known);
  TermSet seen;
  for (Term assertion : rest) {
    const Term left = values.apply(assertion);
    if (!left.isTrue() && seen.insert(left)) premises.push_back(left);
  }
  return premises;
}

std::vector<Term> ThreadAssertions::before(const ThreadMove& move) {
  std::vector<Term> premises = premisesAt(move.source);
  premises.push_back(move.guard);
  return premises;
}

std::vector<Term> ThreadAssertions::whileSeen(const ThreadMove& move, uint32_t observer) {
  std::vector<Term> premises;
  for (Term assertion : premisesAt(observer)) premises.push_back(inRole(observer, 1, assertion));
  addFacts(premises, {move.source, 0}, {observer, 1});
  // Who is joined has ended. Of a kind with several threads it is not known whose handle this is.
  const ThreadTemplate& thread = system_.threads[system_.nodes[observer].thread];
  if (thread.handle && thread.isUnique)
    for (Term handle : move.joined) premises.push_back(terms_.mkDistinct(handle, thread.handle));
  return premises;
}

std::vector<Term> ThreadAssertions::whileSeen(const ThreadMove& move, uint32_t one, uint32_t other) {
  std::vector<Term> premises = whileSeen(move, one);
  for (Term assertion : premisesAt(other)) premises.push_back(inRole(other, 2, assertion));
  addFacts(premises, {move.source, 0}, {other, 2});
  addFacts(premises, {one, 1}, {other, 2});
  return premises;
}

ThreadAssertions::Wanted ThreadAssertions::touchedFacts(uint32_t number, uint32_t one, uint32_t other) {
  Effect& effect = effectOf(number);
  Wanted wanted;
  if (effect.changed.empty()) return wanted;
  for (const auto& [fact, said] : factsOf({one, 1}, {other, 2}))
    if (const Term after = effect.after->apply(said); after != said) wanted.emplace_back(fact, after);
  return wanted;
}

bool ThreadAssertions::sweepPairs() {
  bool hasChanged = false;
  for (auto& [pair, facts] : facts_) {
    const auto [one, other] = pair;
    if (!system_.nodes[one].isOpen || !system_.nodes[other].isOpen) continue;
    for (uint32_t source = 0; source < system_.nodes.size(); ++source) {
      if (!meets_[source][one] || !meets_[source][other]) continue;
      for (uint32_t number : system_.nodes[source].moves) {
        const ThreadMove& move = system_.moves[number];
        if (facts.empty() || move.end == ThreadMove::End::Error || move.end == ThreadMove::End::Obstacle) continue;
        Wanted wanted = touchedFacts(number, one, other);
        if (wanted.empty()) continue;
        if (deadline_.expired()) return false;
        std::vector<Term> premises = before(move);
        std::ranges::move(whileSeen(move, one, other), std::back_inserter(premises));
        assume(premises);
        if (!drop(facts, std::move(wanted))) continue;
        hasChanged = true;
        haveChanged(one, other);
      }
    }
  }
  return hasChanged;
}

void ThreadAssertions::enqueue(Task task) {
  if (isQueued_.insert(task).second) tasks_.push_back(task);
}

void ThreadAssertions::reach(uint32_t node) {
  if (isReached_[node]) return;
  isReached_[node] = true;
  for (uint32_t move : system_.nodes[node].moves) enqueue({move, kNobody});
}

void ThreadAssertions::meet(uint32_t one, uint32_t other) {
  if (meets_[one][other] || system_.isOneThread(one, other)) return;
  meets_[one][other] = meets_[other][one] = true;
  if (ofPairs_) facts_[std::minmax(one, other)] = ofPairs_(std::min(one, other), std::max(one, other));
  for (uint32_t move : system_.nodes[one].moves) enqueue({move, other});
  for (uint32_t move : system_.nodes[other].moves) enqueue({move, one});
}

void ThreadAssertions::hasChanged(uint32_t node) {
  if (!isReached_[node]) return;
  for (uint32_t move : system_.nodes[node].moves) enqueue({move, kNobody});
  for (uint32_t other = 0; other < system_.nodes.size(); ++other) {
    if (!meets_[node][other]) continue;
    for (uint32_t move : system_.nodes[node].moves) enqueue({move, other});
    for (uint32_t move : system_.nodes[other].moves) enqueue({move, node});
  }
}

void ThreadAssertions::runAlone(uint32_t number) {
  const ThreadMove& move = system_.moves[number];
  if (move.end == ThreadMove::End::Error || move.end == ThreadMove::End::Obstacle) return;
  const std::vector<uint32_t> behind = system_.nodesBehind(move);
  if (behind.empty()) return;
  const bool isNew = std::ranges::any_of(behind, [&](uint32_t node) { return !isReached_[node]; });
  bool isNewPair = false;
  for (size_t i = 0; i < behind.size(); ++i)
    for (size_t j = i + 1; j < behind.size(); ++j) isNewPair |= !meets_[behind[i]][behind[j]];
  assume(before(move));
  if (isNew || isNewPair) {
    if (!mayHold()) return;
    for (uint32_t node : behind) reach(node);
    for (size_t i = 0; i < behind.size(); ++i)
      for (size_t j = i + 1; j < behind.size(); ++j) meet(behind[i], behind[j]);
  }
  if (move.end == ThreadMove::End::Node) {
    std::vector<std::pair<Term, Term>> wanted;
    for (Term assertion : alive_[move.target])
      wanted.emplace_back(assertion, withValues(terms_, move.values, assertion));
    drop(move.target, std::move(wanted));
  }
  for (const CreatedThread& created : move.created) {
    const uint32_t start = system_.threads[created.thread].start;
    std::vector<std::pair<Term, Term>> wanted;
    for (Term assertion : alive_[start]) wanted.emplace_back(assertion, afterCreation(move, created, assertion));
    drop(start, std::move(wanted));
    if (move.end == ThreadMove::End::Node) dropFacts({move.target, 0}, {start, 2}, move, &created);
  }
  // Of threads that one move creates, no more is said than of each.
  for (size_t i = 0; i < move.created.size(); ++i)
    for (size_t j = i + 1; j < move.created.size(); ++j)
      forgetFacts(system_.threads[move.created[i].thread].start, system_.threads[move.created[j].thread].start);
}

void ThreadAssertions::forgetFacts(uint32_t one, uint32_t other) {
  const auto facts = facts_.find(std::minmax(one, other));
  if (facts == facts_.end() || facts->second.empty()) return;
  facts->second.clear();
  haveChanged(one, other);
}

bool ThreadAssertions::hasFacts(uint32_t one, uint32_t other) const {
  const auto facts = facts_.find(std::minmax(one, other));
  return facts != facts_.end() && !facts->second.empty();
}

void ThreadAssertions::runObserved(uint32_t number, uint32_t observer) {
  const ThreadMove& move = system_.moves[number];
  if (!system_.nodes[observer].isOpen || move.end == ThreadMove::End::Error || move.end == ThreadMove::End::Obstacle)
    return;
  std::vector<uint32_t> newPairs;
  for (uint32_t node : system_.nodesBehind(move))
    if (!meets_[observer][node] && !system_.isOneThread(observer, node)) newPairs.push_back(node);
  Effect& effect = effectOf(number);
  Wanted wanted;
  if (!effect.changed.empty())
    for (Term assertion : alive_[observer]) {
      const std::vector<Term>& variables = variablesOf(assertion);
      if (std::ranges::none_of(effect.changed,
                               [&](Term cell) { return std::ranges::find(variables, cell) != variables.end(); }))
        continue;
      wanted.emplace_back(assertion, effect.after->apply(inRole(observer, 1, assertion)));
    }
  const std::vector<uint32_t> behind = system_.nodesBehind(move);
  const bool hasFactsBehind = std::ranges::any_of(behind, [&](uint32_t node) { return hasFacts(observer, node); });
  if (newPairs.empty() && wanted.empty() && !hasFactsBehind) return;
  std::vector<Term> premises = before(move);
  std::ranges::move(whileSeen(move, observer), std::back_inserter(premises));
  assume(premises);
  if (!newPairs.empty()) {
    if (!mayHold()) return;
    for (uint32_t node : newPairs) meet(observer, node);
  }
  drop(observer, std::move(wanted));
  if (!ofPairs_) return;
  if (move.end == ThreadMove::End::Node) dropFacts({observer, 1}, {move.target, 0}, move, nullptr);
  for (const CreatedThread& created : move.created)
    dropFacts({observer, 1}, {system_.threads[created.thread].start, 2}, move, &created);
}

void ThreadAssertions::begin() {
  const uint32_t start = system_.threads.front().start;
  std::vector<Term> initial;
  std::unordered_map<Term, Term> values;
  for (const SharedCell& cell : system_.cells)
    if (cell.initial) values.emplace(cell.term, cell.initial);
  std::vector<std::pair<Term, Term>> wanted;
  for (Term assertion : alive_[start]) wanted.emplace_back(assertion, withValues(terms_, values, assertion));
  for (const auto& [local, value] : system_.nodes[start].constants) initial.push_back(terms_.mkEqual(local, value));
  reach(start);
  assume(initial);
  drop(start, std::move(wanted));
}

bool ThreadAssertions::settle() {
  begin();
  while (!tasks_.empty() || sweepPairs()) {
    if (deadline_.expired()) return false;
    if (tasks_.empty()) continue;
    const Task task = tasks_.front();
    tasks_.pop_front();
    isQueued_.erase(task);
    if (!isReached_[system_.moves[task.move].source]) continue;
    if (task.observer == kNobody)
      runAlone(task.move);
    else
      runObserved(task.move, task.observer);
  }
  return !deadline_.expired(); // what was cut short would have to be dropped
}

std::vector<uint32_t> ThreadAssertions::openMoves() {
  std::vector<uint32_t> open;
  for (uint32_t node = 0; node < system_.nodes.size(); ++node) {
    if (!isReached_[node]) continue;
    for (uint32_t number : system_.nodes[node].moves) {
      const ThreadMove& move = system_.moves[number];
      if (move.end != ThreadMove::End::Error && move.end != ThreadMove::End::Obstacle) continue;
      assume(before(move));
      if (mayHold()) open.push_back(number);
    }
  }
  return open;
}

/// Those that do not follow from the ones before them; equations come first.
void ThreadAssertions::minimise(std::vector<Term>& assertions, const std::vector<Term>& known) {
  assume(known);
  std::ranges::stable_sort(assertions, std::greater(), [](Term term) { return term.kind() == Kind::Equal; });
  std::erase_if(assertions, [&](Term assertion) {
    const Term fails = terms_.mkNot(assertion);
    ++numQuestions_;
    if (solver_->check({&fails, 1}).isUnsat()) return true;
    solver_->assertTerm(assertion);
    return false;
  });
}

void ThreadAssertions::minimise() {
  for (uint32_t node = 0; node < system_.nodes.size(); ++node) {
    if (!isReached_[node]) continue;
    minimise(alive_[node], {});
    premises_[node].clear();
  }
  for (auto& [pair, facts] : facts_) {
    if (facts.empty()) continue;
    std::vector<Term> known;
    for (Term assertion : alive_[pair.first]) known.push_back(inRole(pair.first, 1, assertion));
    for (Term assertion : alive_[pair.second]) known.push_back(inRole(pair.second, 2, assertion));
    minimise(facts, known);
  }
}

std::vector<Obligation> ThreadAssertions::obligations(const std::vector<bool>& isOpenMove) {
  std::vector<Obligation> result;
  std::unordered_map<Term, Term> initial;
  for (const SharedCell& cell : system_.cells)
    if (cell.initial) initial.emplace(cell.term, cell.initial);
  const uint32_t start = system_.threads.front().start;
  std::vector<Term> fixed;
  for (const auto& [local, value] : system_.nodes[start].constants) fixed.push_back(terms_.mkEqual(local, value));
  const auto fails = [&](const std::vector<Term>& after) { return terms_.mkNot(terms_.mkAnd(after)); };
  {
    std::vector<Term> after;
    for (Term assertion : alive_[start]) after.push_back(withValues(terms_, initial, assertion));
    result.push_back({terms_.mkAnd(terms_.mkAnd(fixed), fails(after)), "what holds at the start"});
  }
  for (uint32_t source = 0; source < system_.nodes.size(); ++source) {
    if (!isReached_[source]) continue;
    for (uint32_t number : system_.nodes[source].moves) {
      const ThreadMove& move = system_.moves[number];
      const Term premise = terms_.mkAnd(before(move));
      if (move.end == ThreadMove::End::Error || move.end == ThreadMove::End::Obstacle) {
        if (!isOpenMove[number]) result.push_back({premise, "an error that is not reached"});
        continue;
      }
      std::vector<Term> failures;
      const std::vector<uint32_t> behind = system_.nodesBehind(move);
      for (size_t i = 0; i < behind.size(); ++i) {
        if (!isReached_[behind[i]]) failures.push_back(terms_.mkTrue());
        for (size_t j = i + 1; j < behind.size(); ++j)
          if (!meets_[behind[i]][behind[j]] && !system_.isOneThread(behind[i], behind[j]))
            failures.push_back(terms_.mkTrue());
      }
      std::vector<Term> after;
      if (move.end == ThreadMove::End::Node)
        for (Term assertion : alive_[move.target]) after.push_back(withValues(terms_, move.values, assertion));
      for (const CreatedThread& created : move.created)
        for (Term assertion : alive_[system_.threads[created.thread].start])
          after.push_back(afterCreation(move, created, assertion));
      for (size_t i = 0; i < move.created.size(); ++i) {
        const uint32_t created = system_.threads[move.created[i].thread].start;
        if (move.end == ThreadMove::End::Node)
          for (const auto& [fact, said] : factsOf({move.target, 0}, {created, 2}))
            after.push_back(afterMove(move, &move.created[i], said));
        for (size_t j = i + 1; j < move.created.size(); ++j)
          if (hasFacts(created, system_.threads[move.created[j].thread].start)) after.push_back(terms_.mkFalse());
      }
      failures.push_back(fails(after));
      result.push_back({terms_.mkAnd(premise, terms_.mkOr(failures)), "what a thread keeps itself"});
      Effect& effect = effectOf(number);
      for (uint32_t observer = 0; observer < system_.nodes.size(); ++observer) {
        if (!meets_[source][observer] || !system_.nodes[observer].isOpen) continue;
        std::vector<Term> kept;
        bool isPairNew = false;
        for (uint32_t node : behind) isPairNew |= !meets_[observer][node] && !system_.isOneThread(observer, node);
        for (Term assertion : alive_[observer]) {
          const Term mine = inRole(observer, 1, assertion);
          if (const Term now = effect.after->apply(mine); now != mine) kept.push_back(now);
        }
        const auto keep = [&](uint32_t node, uint32_t role, const CreatedThread* created) {
          for (const auto& [fact, said] : factsOf({observer, 1}, {node, role}))
            kept.push_back(afterMove(move, created, said));
        };
        if (move.end == ThreadMove::End::Node) keep(move.target, 0, nullptr);
        for (const CreatedThread& created : move.created) keep(system_.threads[created.thread].start, 2, &created);
        const Term broken = isPairNew ? terms_.mkTrue() : fails(kept);
        if (broken.isFalse()) continue;
        result.push_back({terms_.mkAnd(terms_.mkAnd(premise, terms_.mkAnd(whileSeen(move, observer))), broken),
                          "what a thread keeps while another one goes on"});
      }
      for (const auto& [pair, facts] : facts_) {
        const auto [one, other] = pair;
        if (!meets_[source][one] || !meets_[source][other] || !system_.nodes[one].isOpen ||
            !system_.nodes[other].isOpen)
          continue;
        std::vector<Term> kept;
        for (const auto& [fact, now] : touchedFacts(number, one, other)) kept.push_back(now);
        if (kept.empty()) continue;
        result.push_back({terms_.mkAnd(terms_.mkAnd(premise, terms_.mkAnd(whileSeen(move, one, other))), fails(kept)),
                          "what two threads keep while another one goes on"});
      }
    }
  }
  return result;
}

} // namespace assay
