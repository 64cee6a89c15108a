// Which call of the user's code leads into a model (program/library_call.h): while functions are translated, models get
// the parameter, and calls pass it on; at the end, what can go wrong in a model is told at the calls that lead there.
#pragma once

#include "program/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay {

/// The label of where a model ends, if only its result and what it writes is unknown. Sketches alone have it.
inline constexpr const char* kUnknownResult = "unknown result";

/// A call of a library function in the user's code.
struct LibraryCall {
  SourcePosition position;
  std::string name; // as the user has written it
  auto operator<=>(const LibraryCall&) const = default;
};

class LibraryCalls {
public:
  explicit LibraryCalls(Program& program) : program_(program) {}

  /// Gives a model its parameter.
  void declare(FunctionId model);
  /// Adds what a model gets beside the arguments of a call; nothing for other functions. `call` counts if the caller is
  /// no model; without a position, what is found has none.
  void pass(FunctionId callee, FunctionId caller, const LibraryCall& call, std::vector<Term>& arguments);
  /// Of a sketch, when all is translated: where a model ends for its result is unknown, it returns any value, and the
  /// variables that it may write have any values.
  void returnUnknown();
  /// When all is translated: checks, and where the model ends, in models are those of calls.
  void tellAtCalls();

private:
  using Numbers = std::set<uint32_t>; // of calls; 0: one that has no position

  std::map<FunctionId, Numbers> callsOfModels() const;
  /// The global variables that a model may write with all that it calls; nothing if it calls the user's code, or
  /// something is checked there.
  std::optional<std::set<VariableId>> writtenBy(FunctionId model) const;
  void tellAtCall(LocationId row, const LibraryCall& call);
  LocationId fork(LocationId row, uint32_t call);
  void tell(LocationId row, const Numbers& calls, Term parameter);

  Program& program_;
  std::map<FunctionId, VariableId> parameters_; // of models
  std::map<LibraryCall, uint32_t> numbers_;
  std::vector<LibraryCall> calls_; // by number - 1
};

} // namespace assay
