// Lassos of a program, found and certified on its slice for termination (transform/slice.h), because variables that
// decide nothing may change for ever. The slice never ends on exactly the inputs on which the program never ends.
#pragma once

#include "program/cycle_search.h"
#include "transform/slice.h"
#include "util/env.h"

#include <optional>
#include <string>

namespace assay {

class Lassos {
public:
  Lassos(const Program& program, Env& env);
  Lassos(const Lassos&) = delete;
  Lassos& operator=(const Lassos&) = delete;

  const Program& slice() const { return slice_; }
  /// As CycleSearch::find(), in the numbers of the program, and confirmed.
  std::optional<Lasso> find(InputSource& inputs, uint64_t maxEdges, const CycleSearch::Bytes& bytes = {});
  /// Confirms a lasso from scratch.
  bool confirm(Lasso lasso, std::string& why);
  /// A lasso of the slice, in the numbers of the program.
  Lasso inProgram(Lasso lasso) const;
  const CycleSearch& lastRun() const { return search_; }

private:
  Program slice_;
  TerminationSlice map_;
  CycleSearch search_;
  Env& env_;
};

/// Whether the program goes through the lasso for ever; `why` says why not.
bool isLasso(const Program& program, const Lasso& lasso, Env& env, std::string& why);

} // namespace assay
