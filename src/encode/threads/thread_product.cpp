#include "encode/threads/thread_product.h"

#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"
#include "transform/block_effect.h"

#include <algorithm>
#include <deque>

namespace assay {

namespace {

/// By template that is created once: a node, or one of these. At last a node where a thread of another template is that
/// goes on alone, or kNobody.
using Place = std::vector<uint32_t>;
constexpr uint32_t kNotCreated = UINT32_MAX;
constexpr uint32_t kEnded = UINT32_MAX - 1;
constexpr uint32_t kNobody = UINT32_MAX;

bool isAlive(uint32_t node) { return node < kEnded; }

/// Whether two guards exclude each other, by a condition of which they have two sides.
bool excludeEachOther(TermManager& terms, Term one, Term other) {
  std::vector<Term> ofOne, ofOther;
  splitConjunction(one, ofOne);
  splitConjunction(other, ofOther);
  return std::ranges::any_of(ofOne,
                             [&](Term part) { return std::ranges::find(ofOther, terms.mkNot(part)) != ofOther.end(); });
}

class ProductBuilder {
public:
  ProductBuilder(const Program& program, const ThreadSystem& system, const KnownOfThreads& known, StandsIn standsIn,
                 uint32_t maxEdges, const Deadline& deadline)
      : given_(program), terms_(program.terms()), system_(system), known_(known), moves_(system, known.meet),
        standsIn_(standsIn), maxEdges_(maxEdges), deadline_(deadline), product_(program), program_(product_.program) {}

  ThreadProduct build();

private:
  void begin();
  void countThreads();
  LocationId locationOf(const Place& place);
  void expand(const Place& place);
  /// The moves of a thread at the node. `isInPlace`: the place says that it is there.
  void expandNode(const Place& place, uint32_t node, bool isInPlace, LocationId from);
  void addMove(const Place& place, const ThreadMove& move, bool isInPlace, Term guard, LocationId from);
  LocationId endOf(const ThreadMove& move);
  LocationId blocked();
  LocationId tooMany();
  /// The node where a thread goes on alone; nothing: all of them may move.
  std::optional<uint32_t> whoGoesAlone(const Place& place);
  bool goesOnAlone(uint32_t node);
  Term guardOf(const Place& place, const ThreadMove& move);
  bool isCounted(uint32_t thread) const { return !system_.threads[thread].isUnique; }
  bool isInVariable(uint32_t thread) const { return !isCounted(thread) && standsIn_ == StandsIn::Variables; }
  bool isInPlaces(uint32_t thread) const { return !isCounted(thread) && standsIn_ == StandsIn::Places; }
  Term nodeTerm(uint32_t node) const { return terms_.mkBv(kCountWidth, node); }
  Term one() const { return terms_.mkBv(kCountWidth, 1); }

  VariableId variable(Term term);
  Operation input(Term term) { return {Input{variable(term), InputKind::Unspecified, "any"}, {}}; }

  static constexpr uint32_t kCountWidth = 32;
  static constexpr uint32_t kChoiceWidth = 16;

  const Program& given_;
  TermManager& terms_;
  const ThreadSystem& system_;
  const KnownOfThreads& known_;
  const IndependentMoves moves_;
  const StandsIn standsIn_;
  const uint32_t maxEdges_;
  const Deadline& deadline_;
  ThreadProduct product_;
  Program& program_;
  FunctionId main_;
  LocationId blocked_, tooMany_;
  std::vector<Term> count_, ended_; // by node, by template; null: nobody is counted there
  std::vector<Term> at_;            // by template: where its thread is; null: places or numbers say it
  std::map<Place, LocationId> locations_;
  std::map<LocationId, LocationId> errors_; // by those of the given program
  std::deque<Place> open_;
};

VariableId ProductBuilder::variable(Term term) {
  if (const VariableId known = program_.variableOf(term); known.valid()) return known;
  Variable variable;
  variable.term = term;
  variable.function = main_;
  if (const auto name = system_.names.find(term); name != system_.names.end()) {
    variable.sourceName = name->second.name;
    variable.typeClass = name->second.typeClass;
  }
  return program_.addVariable(std::move(variable));
}

LocationId ProductBuilder::blocked() {
  if (!blocked_.valid()) blocked_ = program_.addLocation(main_, LocationKind::Blocked);
  return blocked_;
}

LocationId ProductBuilder::tooMany() {
  if (!tooMany_.valid()) {
    tooMany_ = program_.addLocation(main_, LocationKind::Unsupported);
    program_[tooMany_].message = "more threads than can be counted";
  }
  return tooMany_;
}

LocationId ProductBuilder::locationOf(const Place& place) {
  const auto [it, isNew] = locations_.try_emplace(place);
  if (isNew) {
    it->second = program_.addLocation(main_);
    open_.push_back(place);
  }
  return it->second;
}

LocationId ProductBuilder::endOf(const ThreadMove& move) {
  const auto [it, isNew] = errors_.try_emplace(move.location);
  if (isNew) {
    const Location& location = given_[move.location];
    const bool isError = move.end == ThreadMove::End::Error;
    it->second = program_.addLocation(main_, isError ? LocationKind::Error : LocationKind::Unsupported);
    Location& made = program_[it->second];
    made.property = location.property;
    made.message = isError || !location.message.empty() ? location.message : "the model ends here";
    made.position = location.position;
  }
  return it->second;
}

Term ProductBuilder::guardOf(const Place& place, const ThreadMove& move) {
  Term guard = move.guard;
  // Who is joined has ended, and no living thread has its handle.
  const uint32_t thread = system_.nodes[move.source].thread;
  for (Term handle : move.joined)
    for (uint32_t other = 0; other < system_.threads.size(); ++other) {
      const Term its = system_.threads[other].handle;
      if (other == thread || !its || !(isAlive(place[other]) || isInVariable(other))) continue;
      Term isAnother = terms_.mkDistinct(handle, its);
      if (isInVariable(other))
        for (uint32_t absent : {kNotCreated, kEnded})
          isAnother = terms_.mkOr(isAnother, terms_.mkEqual(at_[other], nodeTerm(absent)));
      guard = terms_.mkAnd(guard, isAnother);
    }
  return guard;
}

/// A thread that no place follows is in one as long as nobody else need be looked at.
bool ProductBuilder::goesOnAlone(uint32_t node) {
  if (!system_.nodes[node].isOpen) return true; // in an atomic region
  const bool does = moves_.mayGoAlone(node) && moves_.isIndependentOfWhoMeets(node);
  product_.usesKnown |= does;
  return does;
}

void ProductBuilder::addMove(const Place& place, const ThreadMove& move, bool isInPlace, Term guard, LocationId from) {
  if (move.end == ThreadMove::End::Error || move.end == ThreadMove::End::Obstacle) {
    program_.addEdge(from, endOf(move), guard);
    return;
  }
  const ThreadNode& source = system_.nodes[move.source];
  const bool isToNode = move.end == ThreadMove::End::Node;
  Place behind = place;
  std::unordered_map<Term, Term> values; // of cells, locals and counts
  std::vector<Operation> forgotten;
  for (const SharedCell& cell : system_.cells)
    if (const auto now = move.values.find(cell.term); now != move.values.end()) values.insert(*now);
  const auto keepLocals = [&](uint32_t node, const std::unordered_map<Term, Term>& given, bool isOwn) {
    for (Term local : system_.nodes[node].locals) {
      if (const auto now = given.find(local); now != given.end())
        values.insert(*now);
      else if (!isOwn || !std::ranges::binary_search(source.locals, local, precedes))
        forgotten.push_back(input(local));
    }
  };
  const auto change = [&](Term count, bool isMore) {
    Term& now = values.try_emplace(count, count).first->second;
    now = isMore ? terms_.mkBvAdd(now, one()) : terms_.mkBvSub(now, one());
  };
  std::vector<Term> grown;
  if (isCounted(source.thread) && !isInPlace) change(count_[move.source], false);
  if (isInPlaces(source.thread)) {
    behind[source.thread] = isToNode ? move.target : kEnded;
    if (isToNode) keepLocals(move.target, move.values, true);
  } else if (isToNode && goesOnAlone(move.target)) {
    behind.back() = move.target;
    keepLocals(move.target, move.values, true);
  } else {
    behind.back() = kNobody;
    if (isInVariable(source.thread)) {
      values[at_[source.thread]] = nodeTerm(isToNode ? move.target : kEnded);
      if (isToNode) keepLocals(move.target, move.values, true);
    } else {
      const Term count = isToNode ? count_[move.target] : ended_[source.thread];
      change(count, true);
      if (isToNode) grown.push_back(count);
    }
  }
  for (const CreatedThread& created : move.created) {
    const uint32_t start = system_.threads[created.thread].start;
    if (isCounted(created.thread)) {
      change(count_[start], true);
      grown.push_back(count_[start]);
    } else {
      if (isInVariable(created.thread))
        values[at_[created.thread]] = nodeTerm(start);
      else
        behind[created.thread] = start;
      keepLocals(start, created.values, false);
    }
  }
  std::vector<Term> notFull;
  for (Term count : grown) notFull.push_back(terms_.mkDistinct(count, terms_.mkOnes(kCountWidth)));
  // Living threads have handles of their own, and of 32 bits there are no more.
  if (!notFull.empty())
    program_.addEdge(from, given_.layout().width > kCountWidth ? tooMany() : blocked(),
                     terms_.mkAnd(guard, terms_.mkNot(terms_.mkAnd(notFull))));
  guard = terms_.mkAnd(guard, terms_.mkAnd(notFull));
  std::vector<std::pair<VariableId, Term>> assignments;
  for (const auto& [to, value] : values) assignments.emplace_back(variable(to), value);
  std::ranges::sort(assignments, {}, &std::pair<VariableId, Term>::first);
  std::vector<Operation> operations = sequentialise(program_, main_, assignments, {});
  // What has any value from now on is read by none of these.
  std::ranges::move(forgotten, std::back_inserter(operations));
  program_.addEdge(from, locationOf(behind), guard, std::move(operations));
}

void ProductBuilder::expandNode(const Place& place, uint32_t number, bool isInPlace, LocationId from) {
  const ThreadNode& node = system_.nodes[number];
  const bool isOneOfMany = isCounted(node.thread) && !isInPlace;
  std::vector<Operation> inputs;
  TermSet seen;
  std::vector<Term> guards;
  const auto look = [&](Term term) {
    for (Term v : freeVariables(term)) {
      const bool isOwn = moves_.isCell(v) || (!isOneOfMany && std::ranges::binary_search(node.locals, v, precedes));
      if (!isOwn && seen.insert(v)) inputs.push_back(input(v));
    }
  };
  Term premise = terms_.mkTrue();
  if (isOneOfMany) {
    if (!known_.at.empty() && !node.locals.empty()) {
      premise = terms_.mkAnd(known_.at[number]);
      product_.usesKnown = true;
    }
    look(premise);
    premise = terms_.mkAnd(premise, terms_.mkDistinct(count_[number], terms_.mkZero(count_[number].sort())));
  }
  if (isInVariable(node.thread) && !isInPlace) premise = terms_.mkEqual(at_[node.thread], nodeTerm(number));
  for (uint32_t m : node.moves) {
    const ThreadMove& move = system_.moves[m];
    const Term guard = guardOf(place, move);
    look(guard);
    guards.push_back(terms_.mkAnd(premise, guard));
    for (const auto& [to, value] : move.values)
      if (moves_.isCell(to) || move.end == ThreadMove::End::Node) look(value);
    if (isOneOfMany && move.end == ThreadMove::End::Node) // it may keep them for a while
      for (Term local : node.locals) look(local);
    for (const CreatedThread& created : move.created)
      for (const auto& [to, value] : created.values) look(value);
  }
  const LocationId choice = program_.addLocation(main_);
  bool areExclusive = true;
  for (size_t i = 0; i < guards.size(); ++i)
    for (size_t j = i + 1; j < guards.size(); ++j) areExclusive &= excludeEachOther(terms_, guards[i], guards[j]);
  if (!areExclusive) {
    const Term which = terms_.mkFreshVariable("path", terms_.bvSort(kChoiceWidth));
    inputs.push_back(input(which));
    for (size_t i = 0; i < guards.size(); ++i)
      guards[i] = terms_.mkAnd(terms_.mkEqual(which, terms_.mkBv(kChoiceWidth, i)), guards[i]);
  }
  program_.addEdge(from, choice, terms_.mkTrue(), std::move(inputs));
  for (size_t i = 0; i < guards.size(); ++i) addMove(place, system_.moves[node.moves[i]], isInPlace, guards[i], choice);
  const Term none = terms_.mkNot(terms_.mkOr(guards));
  if (!none.isFalse()) program_.addEdge(choice, blocked(), none);
}

std::optional<uint32_t> ProductBuilder::whoGoesAlone(const Place& place) {
  if (place.back() != kNobody) return place.back();
  std::vector<uint32_t> nodes; // of others that may be there: of those that are counted, where they begin
  for (uint32_t t = 0; t < system_.threads.size(); ++t) {
    if (!isInPlaces(t)) nodes.push_back(system_.threads[t].start);
    if (isAlive(place[t]) && !system_.nodes[place[t]].isOpen) return place[t]; // in an atomic region
    if (isAlive(place[t])) nodes.push_back(place[t]);
  }
  if (nodes.size() < 2) return std::nullopt;
  for (uint32_t t = 0; t < system_.threads.size(); ++t) {
    if (!isAlive(place[t]) || !moves_.mayGoAlone(place[t])) continue;
    const bool isKeptOut = !std::ranges::all_of(
        nodes, [&](uint32_t other) { return other == place[t] || moves_.areIndependent(place[t], other); });
    if (isKeptOut && !moves_.isIndependentOfWhoMeets(place[t])) continue;
    ++product_.numAlone;
    product_.usesKnown |= isKeptOut;
    return place[t];
  }
  return std::nullopt;
}

void ProductBuilder::expand(const Place& place) {
  const LocationId from = locations_.at(place);
  if (const auto alone = whoGoesAlone(place)) return expandNode(place, *alone, true, from);
  std::vector<uint32_t> movers;
  for (uint32_t n = 0; n < system_.nodes.size(); ++n) {
    const uint32_t thread = system_.nodes[n].thread;
    if (system_.nodes[n].isOpen && (!isInPlaces(thread) || place[thread] == n)) movers.push_back(n);
  }
  const auto isInPlace = [&](uint32_t node) { return isInPlaces(system_.nodes[node].thread); };
  if (movers.empty()) {
    program_.addEdge(from, blocked(), terms_.mkTrue());
    return;
  }
  if (movers.size() == 1) return expandNode(place, movers.front(), isInPlace(movers.front()), from);
  // The last one goes on if the input says none of the others.
  const Term next = terms_.mkFreshVariable("next", terms_.bvSort(kChoiceWidth));
  const LocationId choice = program_.addLocation(main_);
  program_.addEdge(from, choice, terms_.mkTrue(), {input(next)});
  std::vector<Term> others;
  for (uint32_t mover : movers) {
    const LocationId chosen = program_.addLocation(main_);
    const Term isChosen = terms_.mkEqual(next, terms_.mkBv(kChoiceWidth, others.size()));
    const bool isLast = others.size() + 1 == movers.size();
    program_.addEdge(choice, chosen, isLast ? terms_.mkNot(terms_.mkOr(others)) : isChosen);
    others.push_back(isChosen);
    expandNode(place, mover, isInPlace(mover), chosen);
  }
}

void ProductBuilder::countThreads() {
  count_.resize(system_.nodes.size());
  ended_.resize(system_.threads.size());
  for (uint32_t n = 0; n < system_.nodes.size(); ++n)
    if (isCounted(system_.nodes[n].thread)) {
      count_[n] = terms_.mkFreshVariable("at:" + std::to_string(n), terms_.bvSort(kCountWidth));
      ++product_.numCounted;
    }
  at_.resize(system_.threads.size());
  for (uint32_t t = 0; t < system_.threads.size(); ++t)
    if (isInVariable(t)) at_[t] = terms_.mkFreshVariable("where:" + std::to_string(t), terms_.bvSort(kCountWidth));
  for (uint32_t t = 0; t < system_.threads.size(); ++t)
    if (isCounted(t)) ended_[t] = terms_.mkFreshVariable("ended:" + std::to_string(t), terms_.bvSort(kCountWidth));
}

/// The first thread stands at its start, and nobody else is there.
void ProductBuilder::begin() {
  main_ = program_.addFunction("threads");
  program_.setEntry(main_);
  const LocationId entry = program_.addLocation(main_), exit = program_.addLocation(main_, LocationKind::Exit);
  program_[main_].entry = entry;
  program_[main_].exit = exit;
  countThreads();
  std::vector<Operation> operations;
  for (const SharedCell& cell : system_.cells) {
    if (cell.initial)
      operations.push_back({Assign{variable(cell.term), cell.initial}, {}});
    else
      operations.push_back(input(cell.term));
  }
  for (const std::vector<Term>* counts : {&count_, &ended_})
    for (Term count : *counts)
      if (count) operations.push_back({Assign{variable(count), terms_.mkZero(count.sort())}, {}});
  const uint32_t first = system_.threads[0].start;
  for (uint32_t t = 0; t < at_.size(); ++t)
    if (at_[t]) operations.push_back({Assign{variable(at_[t]), nodeTerm(t == 0 ? first : kNotCreated)}, {}});
  Place start(system_.threads.size() + 1, kNotCreated);
  start.back() = kNobody;
  if (isInPlaces(0)) start[0] = first;
  for (Term local : system_.nodes[first].locals) operations.push_back(input(local));
  program_.addEdge(entry, locationOf(start), terms_.mkTrue(), std::move(operations));
}

ThreadProduct ProductBuilder::build() {
  program_.files = given_.files;
  program_.types = given_.types;
  begin();
  while (!open_.empty()) {
    if (program_.edges().size() > maxEdges_) product_.failure = "too many places of all threads together";
    if (deadline_.expired()) product_.failure = "out of time";
    if (!product_.failure.empty()) return std::move(product_);
    const Place place = std::move(open_.front());
    open_.pop_front();
    expand(place);
  }
  product_.numPlaces = static_cast<uint32_t>(locations_.size());
  program_.compact();
  return std::move(product_);
}

} // namespace

ThreadProduct threadProductOf(const Program& program, const ThreadSystem& system, const KnownOfThreads& known,
                              StandsIn standsIn, uint32_t maxEdges, const Deadline& deadline) {
  return ProductBuilder(program, system, known, standsIn, maxEdges, deadline).build();
}

} // namespace assay
