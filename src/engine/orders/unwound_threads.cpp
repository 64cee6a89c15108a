#include "engine/orders/unwound_threads.h"

#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

struct UnwoundThreads::Way {
  uint32_t number = 0; // of the move
  Term guard;
  Values values;              // of locals and cells that change
  std::set<uint32_t> written; // cells
  Term isIdle;                // they hold what they held
  std::vector<Term> joined, inputs;
  std::vector<CreatedThread> created;
  std::vector<Term> handles; // of those
  Term when = {};
};

UnwoundThreads::UnwoundThreads(TermManager& terms, const ThreadSystem& system, const LoopNesting& loops,
                               LoopBounds bounds, const OrderLimits& limits, const Deadline& deadline)
    : terms_(terms), system_(system), loops_(loops), bounds_(std::move(bounds)), limits_(limits), deadline_(deadline),
      owners_(system.cells.size(), kNobody), initials_(system.cells.size()) {
  for (uint32_t c = 0; c < system_.cells.size(); ++c) cellNumbers_.emplace(system_.cells[c].term, c);
  findOwners();
  for (const ThreadNode& node : system_.nodes) {
    std::vector<Term> all;
    for (uint32_t number : node.moves) {
      const ThreadMove& move = system_.moves[number];
      all.push_back(move.guard);
      for (const auto& [to, value] : move.values) all.push_back(value);
      std::ranges::copy(move.joined, std::back_inserter(all));
      std::ranges::copy(move.inputs, std::back_inserter(all));
      for (const CreatedThread& created : move.created)
        for (const auto& [to, value] : created.values) all.push_back(value);
    }
    variablesOf_.push_back(freeVariables(all));
  }
}

/// A thread that is one of many is not the same thread each time.
void UnwoundThreads::findOwners() {
  for (const ThreadMove& move : system_.moves)
    for (const auto& [to, value] : move.values) {
      const auto cell = cellNumbers_.find(to);
      if (cell == cellNumbers_.end() || value == to) continue;
      const uint32_t thread = system_.nodes[move.source].thread;
      uint32_t& owner = owners_[cell->second];
      const bool isFirst = owner == kNobody && system_.threads[thread].isUnique;
      owner = isFirst || owner == thread ? thread : kSeveral;
    }
}

Term UnwoundThreads::initial(uint32_t cell) {
  Term& value = initials_[cell];
  if (!value)
    value = system_.cells[cell].initial ? system_.cells[cell].initial : fresh(system_.cells[cell].term.sort());
  return value;
}

/// If the thread itself has not written it.
Term UnwoundThreads::cellBefore(uint32_t instance, uint32_t event, uint32_t cell) {
  const uint32_t owner = owners_[cell];
  if (event == 0 || owner == kNobody || owner == instances_[instance].thread) return initial(cell);
  Term& read = events_[event].reads[cell];
  if (!read) read = terms_.mkFreshVariable("read:" + system_.cells[cell].name, system_.cells[cell].term.sort());
  return read;
}

bool UnwoundThreads::unwind() {
  instances_.push_back({0, {}, terms_.mkTrue()});
  Arrival start;
  start.when = terms_.mkTrue();
  start.isAlone = true;
  UnwoundEvent& first = events_.emplace_back();
  first.node = system_.threads[0].start;
  first.isTaken = terms_.mkTrue();
  unwind(0, std::move(start));
  while (!waiting_.empty() && !isTooMuch_) {
    auto [instance, arrival] = std::move(waiting_.front());
    waiting_.pop_front();
    unwind(instance, std::move(arrival));
  }
  return !isTooMuch_;
}

void UnwoundThreads::unwind(uint32_t instance, Arrival start) {
  const uint32_t node = system_.threads[instances_[instance].thread].start;
  Copies copies;
  const LoopNesting::Counts counts(loops_.around(node).size(), 0);
  start.iterations.resize(counts.size(), {nullptr, terms_.mkFalse()});
  Copy& first = copies[{loops_.rank(node, counts), {node, start.isAlone ? 0 : kOpen}}];
  first.counts = counts;
  first.arrivals.push_back(std::move(start));
  for (auto it = copies.begin(); it != copies.end() && !isTooMuch_; ++it)
    process(instance, it->first, it->second, copies);
}

/// One of them is taken.
UnwoundThreads::Arrival UnwoundThreads::merged(const std::vector<Arrival>& arrivals, const std::vector<Term>& locals,
                                               bool isOfSameEvent) {
  Arrival all = arrivals.front();
  std::vector<Term> whens;
  for (const Arrival& arrival : arrivals) whens.push_back(arrival.when);
  all.when = terms_.mkOr(whens);
  if (arrivals.size() == 1) return all;
  std::set<Term, bool (*)(Term, Term)> names(locals.begin(), locals.end(), precedes);
  for (const Arrival& arrival : arrivals) {
    for (const auto& [name, value] : arrival.values) names.insert(name);
    all.written.insert(arrival.written.begin(), arrival.written.end());
    all.isAlone &= arrival.isAlone;
  }
  for (Term name : names) {
    const auto cell = cellNumbers_.find(name);
    Term value;
    for (const Arrival& arrival : arrivals) {
      const auto known = arrival.values.find(name);
      // Cells that are not known are what the event, or the start, finds.
      const Term here = known != arrival.values.end() ? known->second
                        : cell == cellNumbers_.end()  ? fresh(name.sort())
                        : isOfSameEvent ? cellBefore(events_[arrival.event].instance, arrival.event, cell->second)
                                        : initial(cell->second);
      value = value ? terms_.mkIte(arrival.when, here, value) : here;
    }
    all.values[name] = value;
  }
  for (size_t i = 0; i < all.iterations.size(); ++i) {
    std::vector<Term> idle;
    for (const Arrival& arrival : arrivals) {
      if (arrival.iterations[i].head != all.iterations[i].head) all.iterations[i].head = nullptr;
      idle.push_back(terms_.mkImplies(arrival.when, arrival.iterations[i].isIdle));
    }
    all.iterations[i].isIdle = terms_.mkAnd(idle);
  }
  return all;
}

/// What the moves of a node are over, as it is in a copy.
Substitution UnwoundThreads::valuesAt(uint32_t instance, uint32_t node, Arrival& state) {
  Values map;
  for (Term variable : variablesOf_[node]) {
    if (const auto known = state.values.find(variable); known != state.values.end()) {
      map.emplace(variable, known->second);
      continue;
    }
    const auto cell = cellNumbers_.find(variable);
    const Term value =
        cell == cellNumbers_.end() ? fresh(variable.sort()) : cellBefore(instance, state.event, cell->second);
    map.emplace(variable, value);
    // Nodes have the locals whose values matter; each other variable is an input of this copy.
    if (cell == cellNumbers_.end() &&
        std::ranges::find(system_.nodes[node].locals, variable) != system_.nodes[node].locals.end())
      state.values.emplace(variable, value);
  }
  return Substitution(terms_, map);
}

UnwoundThreads::Way UnwoundThreads::wayOf(uint32_t number, const Arrival& state, Substitution& values) {
  const ThreadMove& move = system_.moves[number];
  Way way;
  way.number = number;
  way.guard = values(move.guard);
  if (way.guard.isFalse()) return way;
  std::vector<Term> isIdle{terms_.mkBool(move.created.empty() && move.joined.empty())};
  for (const auto& [to, value] : move.values) {
    const Term now = values(value);
    if (const auto cell = cellNumbers_.find(to); cell != cellNumbers_.end()) {
      const auto known = state.values.find(to);
      const Term before = known != state.values.end()
                              ? known->second
                              : cellBefore(events_[state.event].instance, state.event, cell->second);
      if (now == before) continue;
      way.written.insert(cell->second);
      isIdle.push_back(terms_.mkEqual(now, before));
    }
    way.values[to] = now;
  }
  way.isIdle = terms_.mkAnd(isIdle);
  for (Term handle : move.joined) way.joined.push_back(values(handle));
  for (Term input : move.inputs) way.inputs.push_back(values(input));
  for (const CreatedThread& created : move.created) {
    CreatedThread& thread = way.created.emplace_back(created.thread, Values());
    for (const auto& [to, value] : created.values) thread.values[to] = values(value);
    const auto handle = move.values.find(system_.threads[created.thread].handle);
    way.handles.push_back(handle != move.values.end() && move.created.size() == 1
                              ? values(handle->second)
                              : fresh(system_.threads[created.thread].handle.sort()));
  }
  return way;
}

/// Iterations that change nothing are not taken.
void UnwoundThreads::restrain(Way& way, uint32_t node, const Arrival& state) {
  const ThreadMove& move = system_.moves[way.number];
  if (move.end != ThreadMove::End::Node || !loops_.comesBack(node, move.target)) return;
  const Iteration& iteration = state.iterations[loops_.around(move.target).size() - 1];
  if (!iteration.head) return;
  // It is left out as a whole: it consists of events, or lies in one.
  if (!system_.nodes[move.target].isOpen && iteration.head->state.event != state.event) return;
  std::vector<Term> isIdle{iteration.isIdle, way.isIdle};
  for (Term local : system_.nodes[move.target].locals) {
    const auto before = iteration.head->state.values.find(local);
    if (before == iteration.head->state.values.end()) return;
    const auto changed = way.values.find(local);
    const auto kept = state.values.find(local);
    if (changed == way.values.end() && kept == state.values.end()) return;
    isIdle.push_back(terms_.mkEqual(before->second, changed != way.values.end() ? changed->second : kept->second));
  }
  way.guard = terms_.mkAnd(way.guard, terms_.mkNot(terms_.mkAnd(isIdle)));
}

/// Whether the move ends its event, or belongs to one that is taken anyway. Where an event is begun that nobody can interrupt, it
/// need not come to an end.
bool UnwoundThreads::isFinished(const Arrival& state, const Way& way) const {
  const ThreadMove& move = system_.moves[way.number];
  return state.isAlone || move.end != ThreadMove::End::Node || system_.nodes[move.target].isOpen;
}

void UnwoundThreads::process(uint32_t instance, const Key& key, Copy& copy, Copies& copies) {
  const uint32_t node = key.second.first;
  const bool isOfSameEvent = key.second.second != kOpen;
  copy.state = merged(copy.arrivals, system_.nodes[node].locals, isOfSameEvent);
  Arrival& state = copy.state;
  if (isOfSameEvent) {
    state.event = key.second.second;
  } else {
    if (events_.size() >= limits_.events || deadline_.expired()) isTooMuch_ = true;
    state.event = static_cast<uint32_t>(events_.size());
    UnwoundEvent& event = events_.emplace_back();
    event.instance = instance;
    event.node = node;
    for (const Arrival& arrival : copy.arrivals) event.before.insert(arrival.event);
    state.written.clear();
  }
  copy.arrivals.clear();
  if (!loops_.around(node).empty() && loops_.around(node).back() == node)
    state.iterations.back() = {&copy, terms_.mkTrue()};

  Substitution values = valuesAt(instance, node, state);
  // A local that matters and stands in no move.
  for (Term local : system_.nodes[node].locals)
    if (!state.values.contains(local)) state.values.emplace(local, fresh(local.sort()));
  std::vector<Way> ways;
  for (uint32_t number : system_.nodes[node].moves) {
    Way way = wayOf(number, state, values);
    if (way.guard.isFalse()) continue;
    restrain(way, node, state);
    if (!way.guard.isFalse()) ways.push_back(std::move(way));
  }
  std::vector<Term> whens;
  for (Way& way : ways) {
    const bool isSure = ways.size() == 1 && way.guard.isTrue() && way.joined.empty() && isFinished(state, way);
    way.when = isSure ? state.when : terms_.mkFreshVariable("taken", terms_.boolSort());
    if (!isSure) {
      rules_.push_back(terms_.mkImplies(way.when, state.when));
      rules_.push_back(terms_.mkImplies(way.when, way.guard));
    }
    for (Term other : whens) rules_.push_back(terms_.mkNot(terms_.mkAnd(way.when, other)));
    whens.push_back(way.when);
  }
  // What nobody can interrupt is finished.
  if (isOfSameEvent)
    rules_.push_back(terms_.mkImplies(state.when, terms_.mkOr(whens)));
  else
    events_[state.event].isTaken = terms_.mkOr(whens);
  for (Way& way : ways) take(node, copy, way, copies);
}

/// Where the guard is known, something is counted that ends by itself, as a rule.
bool UnwoundThreads::isBeyond(uint32_t node, const Copy& copy, const Way& way) const {
  const uint32_t target = system_.moves[way.number].target;
  if (!loops_.comesBack(node, target)) return false;
  const uint32_t count = loops_.follow(node, copy.counts, target).back();
  const auto bound = bounds_.find(target);
  return count > std::max(bound == bounds_.end() ? 1 : bound->second, way.guard.isTrue() ? limits_.counted : 0);
}

void UnwoundThreads::take(uint32_t node, const Copy& copy, Way& way, Copies& copies) {
  const ThreadMove& move = system_.moves[way.number];
  UnwoundMove& taken = moves_.emplace_back();
  taken.event = copy.state.event;
  taken.move = way.number;
  taken.when = way.when;
  taken.isOnlyOne = system_.nodes[node].moves.size() == 1;
  taken.inputs = way.inputs;
  taken.joined = way.joined;
  const bool goesOn = move.end == ThreadMove::End::Node;
  const bool isAlone = copy.state.isAlone && way.created.empty();
  const bool isSameEvent = goesOn && (isAlone || !system_.nodes[move.target].isOpen);
  if (!isSameEvent) endEvent(copy.state, way);
  create(copy, way);
  if (!goesOn) return;
  if (isBeyond(node, copy, way))
    beyond_.push_back({way.when, move.target});
  else
    goOn(node, copy, way, isSameEvent, copies);
}

void UnwoundThreads::endEvent(const Arrival& state, const Way& way) {
  std::set<uint32_t> written = state.written;
  written.insert(way.written.begin(), way.written.end());
  for (uint32_t cell : written) {
    const Term name = system_.cells[cell].term;
    const auto now = way.values.find(name);
    const Term value = now != way.values.end() ? now->second : state.values.at(name);
    UnwoundEvent::Write& write = events_[state.event].writes[cell];
    write.value = write.value ? terms_.mkIte(way.when, value, write.value) : value;
    write.when = write.when ? terms_.mkOr(write.when, way.when) : way.when;
  }
}

void UnwoundThreads::create(const Copy& copy, const Way& way) {
  for (size_t i = 0; i < way.created.size(); ++i) {
    if (instances_.size() >= limits_.instances) {
      isTooMuch_ = true;
      return;
    }
    const auto instance = static_cast<uint32_t>(instances_.size());
    // Moves that part behind a creation have its handle in common; one of them is taken.
    for (const UnwoundInstance& other : instances_)
      if (other.handle && other.handle != way.handles[i])
        rules_.push_back(terms_.mkDistinct(other.handle, way.handles[i]));
    instances_.push_back({way.created[i].thread, way.handles[i], way.when});
    moves_.back().created.push_back(instance);
    Arrival start;
    start.when = way.when;
    start.event = copy.state.event;
    for (Term local : system_.nodes[system_.threads[way.created[i].thread].start].locals)
      if (const auto known = way.created[i].values.find(local); known != way.created[i].values.end())
        start.values.emplace(local, known->second);
    waiting_.emplace_back(instance, std::move(start));
  }
}

void UnwoundThreads::goOn(uint32_t node, const Copy& copy, const Way& way, bool isSameEvent, Copies& copies) {
  const uint32_t target = system_.moves[way.number].target;
  const Arrival& state = copy.state;
  Arrival arrival;
  arrival.when = way.when;
  arrival.event = state.event;
  arrival.isAlone = state.isAlone && way.created.empty();
  for (Term local : system_.nodes[target].locals) {
    if (const auto now = way.values.find(local); now != way.values.end())
      arrival.values.emplace(local, now->second);
    else if (const auto before = state.values.find(local); before != state.values.end())
      arrival.values.emplace(local, before->second);
  }
  const uint32_t thread = system_.nodes[node].thread;
  for (const Values* values : {&way.values, &state.values})
    for (const auto& [name, value] : *values)
      if (const auto cell = cellNumbers_.find(name); cell != cellNumbers_.end())
        if (isSameEvent || owners_[cell->second] == thread) arrival.values.emplace(name, value);
  if (isSameEvent) {
    arrival.written = state.written;
    arrival.written.insert(way.written.begin(), way.written.end());
  }
  const LoopNesting::Counts counts = loops_.follow(node, copy.counts, target);
  for (size_t i = 0; i < counts.size(); ++i) {
    const bool isIn = i < copy.counts.size() && loops_.around(node)[i] == loops_.around(target)[i];
    if (isIn)
      arrival.iterations.push_back({state.iterations[i].head, terms_.mkAnd(state.iterations[i].isIdle, way.isIdle)});
    else
      arrival.iterations.push_back({nullptr, terms_.mkFalse()});
  }
  Copy& next = copies[{loops_.rank(target, counts), {target, isSameEvent ? state.event : kOpen}}];
  next.counts = counts;
  next.arrivals.push_back(std::move(arrival));
}

} // namespace assay
