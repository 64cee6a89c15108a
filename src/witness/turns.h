// The order in which threads go on, as a compiled program can follow it: a list of turns.
//
// The interpreter lets a thread run from one step to the next (program/threads.h). A compiled program is made to stop
// at the same places: before each load, store and call of its source. A place is a line and a column, and what is done
// there; the translation is that of the same compiler, so both name a place alike. Of a call of the library, which is
// several steps of its model, one turn is left: the last one, when the call does not wait any more. Calls that let
// others go on in between (barriers, conditions) have a second one, for their return.
#pragma once

#include "program/program.h"

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace assay {

enum class TurnKind : uint8_t { Any, Read, Write, Return };

/// Line 0: what stands nowhere in the source; the column says which (kBeginsThread, ...).
struct TurnPlace {
  uint32_t line = 0;
  uint32_t column = 0;
  TurnKind kind = TurnKind::Any;
  auto operator<=>(const TurnPlace&) const = default;
};
inline constexpr uint32_t kBeginsThread = 1, kEndsThread = 2, kEntersRegion = 3;

struct Turn {
  uint32_t thread = 0;
  TurnPlace place;
};

/// Writes down the turns of an execution. It is told what an observer is told.
class TurnRecorder {
public:
  explicit TurnRecorder(const Program& program);

  void onEdge(EdgeId edge);
  void onCall(FunctionId callee);
  void onReturn();
  void onSpawn(uint32_t thread, FunctionId callee);
  void onSwitch(uint32_t thread);

  /// What there is when the execution has ended with a violation of this property. Calls of the library that others are
  /// in are not made; those that a deadlock or a race consists of are made last.
  std::vector<Turn> take(Property property);
  /// Turns of the other threads that stand before an access: the last ones of a race.
  std::vector<Turn> rivals() const;

private:
  /// A call of the library's, by a function of the user's or by nobody; and its turns.
  struct LibraryCall {
    static constexpr size_t kNone = SIZE_MAX;
    size_t turn = kNone, returnTurn = kNone; // in turns_
    bool waits = false;
    bool hasCalledBack = false; // its turns have been taken: others belong to the function that it calls
  };
  struct Frame {
    bool isOfUser = false;
    EdgeId edge = {};
    LibraryCall call = {};
    SourcePosition callPosition = {};
  };
  struct Pending {
    TurnPlace place;
    bool isAccess = false;
    bool isAwait = false;
    size_t user = 0; // the frame whose call of the library's this is, plus 1; 0: the thread's own
    bool isOfLibrary = false;
  };
  struct Thread {
    std::vector<Frame> frames;
    LibraryCall own; // what begins and ends it
    std::optional<Pending> pending;
    bool hasBegun = false;
    uint32_t number = 0; // in a compiled program
  };

  bool isOfUser(FunctionId function) const { return program_[function].position.known(); }
  Thread& current() { return threads_[current_]; }
  static size_t userFrame(const Thread& thread);
  void flush();
  size_t add(TurnPlace place);
  void addOfLibrary(LibraryCall& call, TurnPlace place);

  const Program& program_;
  std::vector<Thread> threads_;
  uint32_t current_ = 0;
  uint32_t numThreads_ = 1; // of a compiled program
  std::vector<Turn> turns_; // without those that were removed
};

/// Where executions of the program may stop.
std::vector<TurnPlace> turnPlaces(const Program& program);

} // namespace assay
