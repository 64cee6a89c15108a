// Threads, unwound into events.
//
// An event is what a thread does from one place where others may go on to the next. It happens at once: it reads cells as they are
// before it, and writes some. A node of a thread's moves has a copy for each number of iterations of the loops around it
// (loop_nesting.h); copies that nobody can interrupt belong to the event that leads to them: those of atomic regions, and all
// before the first creation of a thread, which are the first event.
//
// A thread may stop anywhere, for what is asked is whether something can happen, and nothing need happen behind it. So each move
// of a copy has a condition that it is taken, an open variable where there is something to be decided. A creation begins another
// copy of the thread that is created.
//
// An iteration that has changed nothing, its own variables included, might as well not have been: executions without it get to
// the same places. They are left out; so loops that wait for others are awaits.
//
// Cells that only one thread writes are variables of that thread to itself; others read them as what the events wrote.
#pragma once

#include "encode/threads/thread_system.h"
#include "engine/orders/limits.h"
#include "engine/orders/loop_nesting.h"
#include "term/substitute.h"
#include "util/deadline.h"

#include <deque>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace assay {

struct UnwoundEvent {
  struct Write {
    Term when, value;
  };
  uint32_t instance = 0;
  uint32_t node = 0;              // where it begins
  Term isTaken;                   // one of its moves is
  std::map<uint32_t, Term> reads; // by cell: a variable, what the cell holds before the event
  std::map<uint32_t, Write> writes;
  std::set<uint32_t> before; // events
};

/// A move of a copy that can be taken.
struct UnwoundMove {
  uint32_t event = 0;
  uint32_t move = 0; // of the system
  Term when;
  bool isOnlyOne = false;        // of its copy
  std::vector<Term> inputs;      // as ThreadMove::inputs
  std::vector<Term> joined;      // handles
  std::vector<uint32_t> created; // instances
};

struct UnwoundInstance {
  uint32_t thread = 0; // template
  Term handle;         // null: of the first thread
  Term exists;
};

/// How often loops come back to their heads, by head; those that are not here: a first bound.
using LoopBounds = std::map<uint32_t, uint32_t>;

class UnwoundThreads {
public:
  struct Beyond {
    Term when;
    uint32_t head;
  };

  UnwoundThreads(TermManager& terms, const ThreadSystem& system, const LoopNesting& loops, LoopBounds bounds,
                 const OrderLimits& limits, const Deadline& deadline);
  /// False: it is too much.
  bool unwind();

  const std::vector<UnwoundEvent>& events() const { return events_; }
  const std::vector<UnwoundInstance>& instances() const { return instances_; }
  const std::vector<UnwoundMove>& moves() const { return moves_; }
  const std::vector<Beyond>& beyond() const { return beyond_; }
  const ThreadSystem& system() const { return system_; }
  /// What holds of any execution, but for what events read.
  const std::vector<Term>& rules() const { return rules_; }
  /// What a cell holds at the start.
  Term initial(uint32_t cell);

private:
  static constexpr uint32_t kOpen = UINT32_MAX;
  /// Copies with a smaller rank come first. The last numbers are the node, and the event that the copy belongs to (kOpen: one of its own).
  using Key = std::pair<std::vector<uint32_t>, std::pair<uint32_t, uint32_t>>;
  struct Copy;
  struct Iteration {
    const Copy* head = nullptr; // null: it began elsewhere
    Term isIdle;                // it has changed nothing until now, but for variables of the thread
  };
  using Values = std::unordered_map<Term, Term>;
  struct Arrival {
    Term when;
    uint32_t event = 0; // that leads there
    Values values;      // locals and cells
    std::set<uint32_t> written;
    std::vector<Iteration> iterations; // of the loops around it
    bool isAlone = false;
  };
  struct Copy {
    LoopNesting::Counts counts;
    std::vector<Arrival> arrivals;
    Arrival state; // all of them
  };
  struct Way; // a move of a copy, as it is about to be taken
  using Copies = std::map<Key, Copy>;

  void unwind(uint32_t instance, Arrival start);
  bool isFinished(const Arrival& state, const Way& way) const;
  void process(uint32_t instance, const Key& key, Copy& copy, Copies& copies);
  Arrival merged(const std::vector<Arrival>& arrivals, const std::vector<Term>& locals, bool isOfSameEvent);
  Substitution valuesAt(uint32_t instance, uint32_t node, Arrival& state);
  Term cellBefore(uint32_t instance, uint32_t event, uint32_t cell);
  Way wayOf(uint32_t number, const Arrival& state, Substitution& values);
  void restrain(Way& way, uint32_t node, const Arrival& state);
  void take(uint32_t node, const Copy& copy, Way& way, Copies& copies);
  void goOn(uint32_t node, const Copy& copy, const Way& way, bool isSameEvent, Copies& copies);
  void endEvent(const Arrival& state, const Way& way);
  void create(const Copy& copy, const Way& way);
  bool isBeyond(uint32_t node, const Copy& copy, const Way& way) const;
  void findOwners();
  Term fresh(Sort sort) { return terms_.mkFreshVariable("any", sort); }

  TermManager& terms_;
  const ThreadSystem& system_;
  const LoopNesting& loops_;
  const LoopBounds bounds_;
  const OrderLimits& limits_;
  const Deadline& deadline_;

  std::unordered_map<Term, uint32_t> cellNumbers_;
  static constexpr uint32_t kNobody = UINT32_MAX, kSeveral = UINT32_MAX - 1;
  std::vector<uint32_t> owners_;               // by cell: the template that writes it
  std::vector<Term> initials_;                 // by cell
  std::vector<std::vector<Term>> variablesOf_; // by node: of its moves

  std::vector<UnwoundEvent> events_;
  std::vector<UnwoundInstance> instances_;
  std::vector<UnwoundMove> moves_;
  std::vector<Beyond> beyond_;
  std::vector<Term> rules_;
  std::deque<std::pair<uint32_t, Arrival>> waiting_; // instances that were created
  bool isTooMuch_ = false;
};

} // namespace assay
