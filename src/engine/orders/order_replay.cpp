#include "engine/orders/order_replay.h"

#include "engine/common/replay.h"
#include "program/threads.h"

#include <algorithm>
#include <deque>

namespace assay {

namespace {

/// What a thread is to do in its turn.
struct Turn {
  uint32_t instance;
  LocationId until; // where it stands then; invalid: it ends
  bool hasBegun = false, isDone = false;
};

struct Plan {
  std::vector<Turn> turns;
  std::vector<std::vector<size_t>> turnsOf;    // by instance
  std::vector<std::deque<BitVector>> inputsOf; // by instance
  std::vector<std::deque<uint32_t>> createdBy; // by instance: others
};

/// The events that are taken, in an order that the model allows.
std::vector<uint32_t> takenInOrder(const UnwoundThreads& threads, const EventOrder& order, Solver& solver) {
  std::vector<uint32_t> open;
  for (uint32_t e = 0; e < threads.events().size(); ++e)
    if (solver.value(threads.events()[e].isTaken).asBool()) open.push_back(e);
  const auto comesBefore = [&](uint32_t one, uint32_t other) {
    const Term known = order.known(one, other);
    return known && solver.value(known).asBool();
  };
  std::vector<uint32_t> sorted;
  while (!open.empty()) {
    auto next = std::ranges::find_if(open, [&](uint32_t e) {
      return std::ranges::none_of(open, [&](uint32_t other) { return comesBefore(other, e); });
    });
    if (next == open.end()) next = open.begin();
    sorted.push_back(*next);
    open.erase(next);
  }
  return sorted;
}

Plan planOf(const UnwoundThreads& threads, const EventOrder& order, Solver& solver) {
  const ThreadSystem& system = threads.system();
  const size_t numInstances = threads.instances().size();
  Plan plan{{},
            std::vector<std::vector<size_t>>(numInstances),
            std::vector<std::deque<BitVector>>(numInstances),
            std::vector<std::deque<uint32_t>>(numInstances)};
  for (uint32_t e : takenInOrder(threads, order, solver)) {
    Turn turn{threads.events()[e].instance, {}};
    for (const UnwoundMove& move : threads.moves()) {
      if (move.event != e || !solver.value(move.when).asBool()) continue;
      const ThreadMove& done = system.moves[move.move];
      turn.until = done.end == ThreadMove::End::Node ? system.nodes[done.target].location : LocationId();
      for (Term input : move.inputs) {
        const Value value = solver.value(input);
        plan.inputsOf[turn.instance].push_back(value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool())
                                                                              : value.bits());
      }
      for (uint32_t created : move.created) plan.createdBy[turn.instance].push_back(created);
    }
    plan.turnsOf[turn.instance].push_back(plan.turns.size());
    plan.turns.push_back(turn);
  }
  return plan;
}

/// Leads an execution along a plan.
class Guide final : public InputSource, public Observer {
public:
  Guide(const Program& program, Plan plan) : program_(program), plan_(std::move(plan)), threads_(1) {
    threads_[0].instance = 0;
  }

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition) override {
    if (input.kind == InputKind::Schedule) return BitVector(width, choice_);
    const uint32_t instance = threads_[current_].instance;
    if (instance == kNone || plan_.inputsOf[instance].empty()) return BitVector(width, 0);
    const BitVector value = plan_.inputsOf[instance].front();
    plan_.inputsOf[instance].pop_front();
    return value.width() == width ? value : BitVector(width, 0);
  }

  /// Its operations follow: if they begin with a step, others may have their turns before.
  void onEdge(EdgeId id) override {
    Thread& thread = threads_[current_];
    const Edge& edge = program_[id];
    if (thread.isBeforeStep) begin(thread);
    thread.at = edge.source;
    arrive(thread);
    thread.isBeforeStep = isInterruptible(program_, edge.source);
    if (!thread.isBeforeStep) begin(thread);
  }

  void onSpawn(uint32_t number, FunctionId callee) override {
    Thread thread;
    thread.at = program_[callee].entry;
    if (const uint32_t by = threads_[current_].instance; by != kNone && !plan_.createdBy[by].empty()) {
      thread.instance = plan_.createdBy[by].front();
      plan_.createdBy[by].pop_front();
    }
    threads_.resize(std::max<size_t>(threads_.size(), number + 1));
    threads_[number] = std::move(thread);
  }

  void onChoice(std::span<const uint32_t> able) override {
    choice_ = 0;
    for (const Turn& turn : plan_.turns) {
      if (turn.isDone) continue;
      const auto it = std::ranges::find(able, turn.instance, [&](uint32_t t) { return threads_[t].instance; });
      if (it == able.end()) continue;
      choice_ = static_cast<uint64_t>(it - able.begin());
      return;
    }
  }

  void onSwitch(uint32_t thread) override { current_ = thread; }
  void onInput(const Input&, const BitVector&, SourcePosition) override {}

private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Thread {
    uint32_t instance = kNone; // kNone: the plan does not know it
    LocationId at;
    bool isBeforeStep = false;
  };

  /// What comes next for it; null: nothing.
  Turn* turnOf(const Thread& thread) {
    if (thread.instance == kNone) return nullptr;
    for (size_t number : plan_.turnsOf[thread.instance])
      if (!plan_.turns[number].isDone) return &plan_.turns[number];
    return nullptr;
  }
  void begin(const Thread& thread) {
    if (Turn* turn = turnOf(thread)) turn->hasBegun = true;
  }
  /// The thread stands somewhere, perhaps where its turn ends.
  void arrive(const Thread& thread) {
    Turn* turn = turnOf(thread);
    if (turn && turn->hasBegun && turn->until == thread.at) turn->isDone = true;
  }

  const Program& program_;
  Plan plan_;
  std::vector<Thread> threads_;
  uint32_t current_ = 0;
  uint64_t choice_ = 0;
};

} // namespace

std::optional<Counterexample> executionOf(const Program& program, const UnwoundThreads& threads,
                                          const EventOrder& order, Solver& solver, Env& env) {
  constexpr uint64_t kMaxSteps = 10'000'000;
  Guide guide(program, planOf(threads, order, solver));
  RecordingInputs recording(guide);
  InterpreterOptions options;
  options.maxSteps = kMaxSteps;
  options.interrupt = &env.deadline.flag();
  const Outcome outcome = Interpreter(program, options).run(recording, &guide);
  if (outcome.kind != Outcome::Error) return std::nullopt;
  return Counterexample{.error = outcome.location, .inputs = recording.values(), .bytes = {}};
}

} // namespace assay
