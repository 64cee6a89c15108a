// Builds the edges of one function in the order of execution: operations pile up on the current edge until it has to
// end, at a branch, a call or a jump.
#pragma once

#include "program/program.h"

#include <string>
#include <utility>
#include <vector>

namespace assay {

/// A location where executions end.
LocationId addTerminal(Program& program, FunctionId function, LocationKind kind, std::string message,
                       SourcePosition position);
/// A location where the property is violated.
LocationId addError(Program& program, FunctionId function, Property property, std::string message,
                    SourcePosition position);

class EdgeBuilder {
public:
  EdgeBuilder(Program& program, FunctionId function) : program_(program), function_(function) {}

  /// Goes on at a location, under a guard.
  void start(LocationId at);
  void start(LocationId at, Term guard);
  /// False after a jump, until the next start: what comes is not reachable.
  bool open() const { return open_; }

  void setPosition(SourcePosition position) { position_ = position; }
  SourcePosition position() const { return position_; }

  template <class Action>
  void emit(Action action) {
    if (open_) operations_.push_back({std::move(action), position_});
  }
  /// Emits an operation that begins its edge, which is its location's only one.
  template <class Action>
  void emitFirst(Action action) {
    beginEdge();
    emit(std::move(action));
  }
  /// Emits an operation that ends its edge.
  template <class Action>
  void emitLast(Action action) {
    emit(std::move(action));
    here();
  }

  /// A location of the function where executions end, at the current position.
  LocationId terminal(LocationKind kind, std::string message);
  /// The same for a location where the property is violated.
  LocationId error(Property property, std::string message);
  /// The current location: what is pending becomes an edge to it.
  LocationId here();
  /// Ends the current edge at `target`; nothing is open then.
  void jump(LocationId target);
  /// Where the condition holds, execution goes elsewhere; otherwise it goes on here.
  void leaveIf(Term condition, LocationId elsewhere);

private:
  void beginEdge();
  void endEdge();

  Program& program_;
  FunctionId function_;
  bool open_ = false;
  bool isBranch_ = false; // other edges may leave the location, too
  LocationId here_;
  Term guard_;
  std::vector<Operation> operations_;
  SourcePosition position_;
};

} // namespace assay
