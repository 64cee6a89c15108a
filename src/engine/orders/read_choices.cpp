#include "engine/orders/read_choices.h"

#include "term/traverse.h"

#include <algorithm>
#include <array>

namespace assay {

namespace {

using Ends = std::vector<std::vector<const UnwoundMove*>>; // by instance: its last moves

Ends endsOf(const UnwoundThreads& threads) {
  Ends ends(threads.instances().size());
  for (const UnwoundMove& move : threads.moves())
    if (threads.system().moves[move.move].end == ThreadMove::End::Thread)
      ends[threads.events()[move.event].instance].push_back(&move);
  return ends;
}

/// Events of each thread, creations. Each one has a smaller number than what comes behind it in its thread.
std::vector<EventOrder::Pair> alwaysBefore(const UnwoundThreads& threads) {
  std::vector<EventOrder::Pair> pairs;
  for (uint32_t e = 0; e < threads.events().size(); ++e)
    for (uint32_t before : threads.events()[e].before) pairs.emplace_back(before, e);
  return pairs;
}

/// The instances with this very handle: none, or those of moves that part behind one creation.
std::vector<uint32_t> instancesWith(const UnwoundThreads& threads, Term handle) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < threads.instances().size(); ++i)
    if (threads.instances()[i].handle == handle) found.push_back(i);
  return found;
}

/// Whether the thread does nothing more without this event: every other one comes before or behind it, and the
/// thread does not end before it. Then whoever waits for that thread need not know whether it was taken.
bool isPassedByAll(const UnwoundThreads& threads, const EventOrder& order, const Ends& ends, uint32_t event) {
  const uint32_t instance = threads.events()[event].instance;
  for (uint32_t e = 0; e < threads.events().size(); ++e)
    if (e != event && threads.events()[e].instance == instance && !order.isAlwaysBefore(e, event) &&
        !order.isAlwaysBefore(event, e))
      return false;
  return std::ranges::all_of(ends[instance],
                             [&](const UnwoundMove* end) { return order.isAlwaysBefore(event, end->event); });
}

class ReadChoices {
public:
  ReadChoices(TermManager& terms, UnwoundThreads& threads, EventOrder& order, uint64_t maxClauses,
              const Deadline& deadline)
      : terms_(terms), threads_(threads), order_(order), maxClauses_(maxClauses), deadline_(deadline) {}

  std::optional<std::vector<Term>> make();

private:
  struct Read {
    uint32_t event, cell;
    Term value;
  };

  void add(Term rule) {
    if (!rule.isTrue()) rules_.push_back(rule);
  }
  void addJoins();
  void need(Term term);
  void choose(const Read& read);

  TermManager& terms_;
  UnwoundThreads& threads_;
  EventOrder& order_;
  const uint64_t maxClauses_;
  const Deadline& deadline_;
  std::unordered_map<Term, Read> reads_;       // by variable
  std::vector<std::vector<uint32_t>> writers_; // by cell
  TermSet seen_;
  std::vector<Read> needed_;
  std::vector<Term> rules_;
};

/// Who joins goes on when that thread has ended. That it is a thread, and may be joined, is on trust; so it is joined once.
void ReadChoices::addJoins() {
  const Ends ends = endsOf(threads_);
  std::vector<std::pair<Term, Term>> joins; // when, handle
  for (const UnwoundMove& move : threads_.moves())
    for (Term handle : move.joined) {
      for (const auto& [when, other] : joins)
        add(terms_.mkNot(terms_.mkAnd(terms_.mkAnd(when, move.when), terms_.mkEqual(other, handle))));
      joins.emplace_back(move.when, handle);
      const std::vector<uint32_t> known = instancesWith(threads_, handle);
      std::vector<Term> choices;
      for (uint32_t i = 1; i < threads_.instances().size(); ++i) {
        const UnwoundInstance& instance = threads_.instances()[i];
        if (!known.empty() && std::ranges::find(known, i) == known.end()) continue;
        std::vector<Term> ways;
        for (const UnwoundMove* end : ends[i])
          ways.push_back(terms_.mkAnd(end->when, order_.before(end->event, move.event)));
        choices.push_back(terms_.mkAnd(terms_.mkEqual(handle, instance.handle), terms_.mkOr(ways)));
      }
      add(terms_.mkImplies(move.when, terms_.mkOr(choices)));
    }
}

/// What the term rests on is read.
void ReadChoices::need(Term term) {
  postOrder(
      term, [&](Term t) { return seen_.insert(t); },
      [&](Term t) {
        if (const auto read = reads_.find(t); read != reads_.end()) needed_.push_back(read->second);
      });
}

void ReadChoices::choose(const Read& read) {
  const auto& events = threads_.events();
  struct Candidate {
    uint32_t event;
    const UnwoundEvent::Write* write;
  };
  std::vector<Candidate> writers;
  for (uint32_t w : writers_[read.cell])
    if (w != read.event && !order_.isAlwaysBefore(read.event, w))
      writers.push_back({w, &events[w].writes.at(read.cell)});
  // Whoever is always followed by another one before the read, and that one writes whatever happens, is not seen.
  const Term isTaken = events[read.event].isTaken;
  const auto isSure = [&](const Candidate& c) { return c.write->when.isTrue() || c.write->when == isTaken; };
  const auto isHidden = [&](std::optional<uint32_t> writer) {
    return std::ranges::any_of(writers, [&](const Candidate& c) {
      return isSure(c) && order_.isAlwaysBefore(c.event, read.event) &&
             (!writer || order_.isAlwaysBefore(*writer, c.event));
    });
  };
  std::vector<Term> choices;
  const auto addChoice = [&](std::optional<Candidate> from) {
    const Term chosen = terms_.mkFreshVariable("from", terms_.boolSort());
    choices.push_back(chosen);
    if (from) {
      add(terms_.mkImplies(chosen, from->write->when));
      add(terms_.mkImplies(chosen, order_.before(from->event, read.event)));
    }
    add(terms_.mkImplies(chosen, terms_.mkEqual(read.value, from ? from->write->value : threads_.initial(read.cell))));
    for (const Candidate& other : writers) {
      if (from && (other.event == from->event || order_.isAlwaysBefore(other.event, from->event))) continue;
      const Term isBehind = order_.before(read.event, other.event);
      const Term isBefore = from ? order_.before(other.event, from->event) : terms_.mkFalse();
      const std::array<Term, 4> rule{terms_.mkNot(chosen), terms_.mkNot(other.write->when), isBefore, isBehind};
      add(terms_.mkOr(rule));
    }
  };
  if (!isHidden({})) addChoice({});
  for (const Candidate& writer : writers)
    if (!isHidden(writer.event)) addChoice(writer);
  add(terms_.mkImplies(isTaken, terms_.mkOr(choices)));
}

std::optional<std::vector<Term>> ReadChoices::make() {
  rules_ = threads_.rules();
  addJoins();
  writers_.resize(threads_.system().cells.size());
  for (uint32_t e = 0; e < threads_.events().size(); ++e) {
    for (const auto& [cell, variable] : threads_.events()[e].reads) reads_.emplace(variable, Read{e, cell, variable});
    for (const auto& [cell, write] : threads_.events()[e].writes) writers_[cell].push_back(e);
  }
  for (Term rule : rules_) need(rule);
  for (const UnwoundMove& move : threads_.moves()) need(move.when);
  std::vector<bool> isNeeded(writers_.size());
  for (size_t i = 0; i < needed_.size(); ++i) {
    const uint32_t cell = needed_[i].cell;
    if (isNeeded[cell]) continue;
    isNeeded[cell] = true;
    for (uint32_t w : writers_[cell]) {
      need(threads_.events()[w].writes.at(cell).value);
      need(threads_.events()[w].writes.at(cell).when);
    }
  }
  for (const Read& read : needed_) {
    choose(read);
    if (rules_.size() > maxClauses_ || deadline_.expired()) return std::nullopt;
  }
  if (!order_.excludeCircles(maxClauses_, rules_)) return std::nullopt;
  return std::move(rules_);
}

} // namespace

EventOrder orderOf(TermManager& terms, const UnwoundThreads& threads) {
  const auto numEvents = static_cast<uint32_t>(threads.events().size());
  std::vector<EventOrder::Pair> always = alwaysBefore(threads);
  const EventOrder inThreads(terms, numEvents, always);
  const Ends ends = endsOf(threads);
  for (const UnwoundMove& move : threads.moves()) {
    if (!move.isOnlyOne || !isPassedByAll(threads, inThreads, ends, move.event)) continue;
    for (Term handle : move.joined)
      for (uint32_t instance : instancesWith(threads, handle))
        for (const UnwoundMove* end : ends[instance]) always.emplace_back(end->event, move.event);
  }
  return {terms, numEvents, std::move(always)};
}

std::optional<std::vector<Term>> formulaOf(TermManager& terms, UnwoundThreads& threads, EventOrder& order,
                                           uint64_t maxClauses, const Deadline& deadline) {
  return ReadChoices(terms, threads, order, maxClauses, deadline).make();
}

} // namespace assay
