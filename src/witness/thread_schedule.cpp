#include "witness/thread_schedule.h"

#include "engine/common/replay.h"
#include "witness/users_place.h"

#include <utility>

namespace assay {

namespace {

class ScheduleRecorder : public Observer {
public:
  ScheduleRecorder(const Program& program, Interpreter& interpreter) : program_(program), interpreter_(interpreter) {}

  void onEdge(EdgeId edge) override { now_.edge = edge; }
  void onOperation(const Operation& operation) override;
  void onInput(const Input& input, const BitVector& value, SourcePosition position) override;
  void onCall(FunctionId callee) override;
  void onReturn() override;
  void onSpawn(uint32_t thread, FunctionId callee) override;
  void onSwitch(uint32_t thread) override;
  ThreadSchedule take(uint32_t violator, const std::optional<TraceRace>& race);

private:
  struct Strand {
    EdgeId edge;
    std::vector<EdgeId> callEdges; // of the callers
    std::string begins;            // the user's function that the thread begins with
    bool isTold = false;           // that it does
  };

  void tell(ScheduleEvent event);
  void endTurn();

  const Program& program_;
  Interpreter& interpreter_;
  Strand now_;
  std::vector<Strand> strands_ = std::vector<Strand>(1);
  uint32_t thread_ = 0;
  bool hasBegun_ = false; // the turn
  SourcePosition last_;   // step of the turn that was not told
  std::vector<ScheduleEvent> events_;
};

void ScheduleRecorder::tell(ScheduleEvent event) {
  if (!event.position.known()) return;
  event.thread = thread_;
  if (thread_ != 0 && !std::exchange(now_.isTold, true)) event.begins = now_.begins;
  hasBegun_ = true;
  last_ = {};
  const bool isMore = event.kind != ScheduleEvent::Turn && !events_.empty() &&
                      events_.back().kind == ScheduleEvent::Turn && events_.back().thread == thread_ &&
                      events_.back().position.file == event.position.file &&
                      events_.back().position.line == event.position.line;
  if (isMore) { // what happens on the line that was told
    if (event.begins.empty()) event.begins = std::move(events_.back().begins);
    events_.pop_back();
  }
  events_.push_back(std::move(event));
}

void ScheduleRecorder::endTurn() {
  const bool isTold = !events_.empty() && events_.back().thread == thread_ &&
                      events_.back().position.file == last_.file && events_.back().position.line == last_.line;
  if (last_.known() && !isTold) tell({.position = last_});
  hasBegun_ = false;
  last_ = {};
}

void ScheduleRecorder::onOperation(const Operation& operation) {
  if (operation.as<Step>() || operation.as<Await>()) {
    const SourcePosition position = usersPosition(program_, {now_.edge, now_.callEdges});
    if (!hasBegun_)
      tell({.position = position});
    else if (position.known())
      last_ = position;
  } else if (const auto* spawn = operation.as<Spawn>();
             spawn && (!spawn->arguments.empty() || program_[spawn->callee].position.known())) { // not a model's own
    const auto created = static_cast<uint32_t>(interpreter_.value(spawn->thread).toUint64());
    tell({.kind = ScheduleEvent::Creation,
          .position = usersPosition(program_, {now_.edge, now_.callEdges}),
          .created = created});
  }
}

void ScheduleRecorder::onInput(const Input& input, const BitVector& value, SourcePosition position) {
  if (input.kind == InputKind::Schedule) return;
  tell({.kind = ScheduleEvent::Input,
        .position = position,
        .input = RecordingInputs::Entry{input.kind, input.name, position, value}});
}

void ScheduleRecorder::onCall(FunctionId callee) {
  if (now_.begins.empty() && program_[callee].position.known()) now_.begins = program_[callee].name;
  now_.callEdges.push_back(now_.edge);
  now_.edge = EdgeId();
}

void ScheduleRecorder::onReturn() {
  if (now_.callEdges.empty()) return;
  now_.edge = now_.callEdges.back();
  now_.callEdges.pop_back();
}

void ScheduleRecorder::onSpawn(uint32_t thread, FunctionId callee) {
  if (thread >= strands_.size()) strands_.resize(thread + 1);
  if (program_[callee].position.known()) strands_[thread].begins = program_[callee].name;
}

void ScheduleRecorder::onSwitch(uint32_t thread) {
  endTurn();
  strands_[thread_] = std::exchange(now_, {});
  now_ = std::move(strands_[thread]);
  thread_ = thread;
}

ThreadSchedule ScheduleRecorder::take(uint32_t violator, const std::optional<TraceRace>& race) {
  endTurn();
  ThreadSchedule result{std::move(events_), violator, {}};
  if (!race || !race->second.position.known()) return result;
  const Strand& other = strands_[race->second.thread];
  result.rival = ScheduleEvent{.thread = race->second.thread, .position = race->second.position};
  if (race->second.thread != 0 && !other.isTold) result.rival->begins = other.begins;
  return result;
}

} // namespace

ThreadSchedule recordSchedule(const Program& program, const Counterexample& counterexample, Env& env) {
  InterpreterOptions options;
  options.interrupt = &env.deadline.flag();
  options.tellsOperations = true;
  Interpreter interpreter(program, options);
  CounterexampleInputs inputs(counterexample);
  ScheduleRecorder recorder(program, interpreter);
  const Outcome outcome = interpreter.run(inputs, &recorder);
  return recorder.take(outcome.thread, recordTrace(program, counterexample, env).race);
}

} // namespace assay
