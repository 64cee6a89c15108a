// program/sampling/: executions on guessed inputs. A Sampler runs a program again and again, on inputs that a plan
// makes for each run, and shows states on the way.
//
//   Sampler sampler(program, {.inputs = smallInputs, .runs = 40, .limits = {.maxSteps = 3000}});
//   sampler.watch(isHead, [&](const SampledState& state) { ... state.now.value(variable) ... });
//   while (!isEnough && sampler.next()) ... sampler.outcome() ...
//
// What it shows is a guess at what happens in all executions: whoever draws a conclusion proves it otherwise, or
// replays an execution by replay.h.
#pragma once

#include "program/interpreter.h"
#include "program/sampling/input_sources.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace assay {

struct SamplePlan {
  std::function<Inputs(uint64_t run)> inputs; // of the run with this number
  uint64_t first = 0;                         // number of the first run
  uint64_t runs = 1;
  InterpreterOptions limits = {}; // of each run
  uint64_t maxEdges = UINT64_MAX; // of each run, if states are watched; then it is interrupted
  bool isRecorded = false;        // which inputs a run takes
};

/// A state of a run at a location that is watched, before one of the location's edges is taken.
struct SampledState {
  LocationId location;
  EdgeId by;        // the edge that led there; invalid: the execution begins there, or a call on this edge has returned
  uint64_t visit;   // among those of this location, in this run, that are watched; the first one is 1
  Interpreter& now; // to be looked at
};

class Sampler final : private Observer {
public:
  /// The program must stay as it is.
  Sampler(const Program& program, SamplePlan plan) : program_(program), plan_(std::move(plan)) {}

  /// To be called before the first run, if at all. `isWatched` tells which visits are shown.
  using Visits = std::function<bool(LocationId location, EdgeId by)>;
  using Use = std::function<void(const SampledState& state)>;
  void watch(Visits isWatched, Use use);
  /// All visits of all locations.
  void watchAll(Use use);
  /// While a state is shown: this run ends here, as if it were interrupted.
  void stop() { isStopped_ = true; }

  /// One more run. False: there have been as many as the plan says.
  bool next();

  /// Of the last run: its number, how it ended, and the inputs that it took, if they are recorded; while a state is
  /// shown, those that it took until then.
  uint64_t number() const { return plan_.first + numRuns_ - 1; }
  const Outcome& outcome() const { return outcome_; }
  const std::vector<RecordingInputs::Entry>& entries() const { return recording_->entries(); }
  std::vector<BitVector> inputs() const { return recording_->values(); }

private:
  void onEdge(EdgeId edge) override;
  void onInput(const Input&, const BitVector&, SourcePosition) override {}

  const Program& program_;
  const SamplePlan plan_;
  Visits isWatched_;
  Use use_; // null: nothing is watched
  std::optional<Interpreter> interpreter_;
  std::atomic<bool> isStopped_ = false;
  Inputs source_; // of the last run
  std::optional<RecordingInputs> recording_;
  Outcome outcome_;
  uint64_t numRuns_ = 0;
  EdgeId last_;
  uint64_t numEdges_ = 0;
  std::vector<uint64_t> numVisits_; // by location
};

} // namespace assay
