// All executions of a program with threads (program/threads.h), schedule by schedule: the judge of small programs.
//
// Nothing is kept between executions but the choices of the last one. Each begins anew with a prefix of them and goes on with
// the thread that ran last, and the next one differs in the last choice that has another way left (stateless search, as
// in VeriSoft by Godefroid, 1997, without any reduction). So it is as simple as it can be, and takes as many executions as there
// are schedules.
#pragma once

#include "program/interpreter.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// How an execution ends.
struct Ending {
  Outcome::Kind kind;
  LocationId location;
  std::optional<uint64_t> exitStatus;
  std::string message;
  auto operator<=>(const Ending&) const = default;
};

struct AllSchedules {
  std::map<Ending, std::vector<BitVector>> endings; // each with inputs that lead there, for ListInputs::Feeds::All
  uint64_t executions = 0;
  bool isComplete = true; // these are all

  bool has(Outcome::Kind kind) const;
  /// "error(no-data-race), exit 1, exit 2": in the order of kinds.
  std::string text(const Program& program) const;
};

struct ScheduleLimits {
  uint64_t steps = 10'000; // of an execution; one that is longer is not all there is
  uint64_t executions = 1'000'000;
};

/// Inputs that are no schedule have these values, in this order, and then zero.
AllSchedules runAllSchedules(const Program& program, const std::vector<BitVector>& inputs = {},
                             const ScheduleLimits& limits = {});

} // namespace assay
