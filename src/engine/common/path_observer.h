// For parts of Assay that want paths of a program, not verdicts about it: to generate tests, or to find places that no
// execution reaches. They watch an engine that explores paths one after the other, and need not know which engine it
// is.
#pragma once

#include "engine/engine.h"

#include <memory>
#include <string>
#include <vector>

namespace assay {

/// A path as far as it has been followed.
struct PathReport {
  enum End : uint8_t {
    GoesOn,   // it took an edge that was wanted, and has not ended yet
    Finished, // at `location`: by itself, by an abort or at a failed assumption; or in a loop without end
    Error,    // at an error location; not replayed yet
    Cut,      // it cannot be followed
  };
  End end = GoesOn;
  LocationId location;
  Counterexample inputs; // lead this far; `error` says nothing
};

/// Watches paths while they are explored.
class PathObserver {
public:
  virtual ~PathObserver() = default;
  /// By edge: whether a path that takes it is to be reported. Exploration clears what it reports; the observer may set
  /// and clear entries in onPath.
  virtual std::vector<bool>& wantedEdges() = 0;
  /// What has been covered so far, for people.
  virtual std::string coverage() const = 0;
  /// Called soon after a path took wanted edges. False: exploration ends here.
  virtual bool onPath(const PathReport& report) = 0;
  /// Whether *true* has to be a proof that no execution takes an edge that is still wanted at the end. Then parts of
  /// the program that lead to no wanted edge are not explored, and a second solver confirms the refutations. An edge
  /// that was cleared may be wanted again, but then nothing is proved of it.
  virtual bool wantsProof() const { return false; }
};

/// An engine that explores the program as it is and tells the observer, which outlives it. It answers *true* if all
/// paths have ended and none was cut.
std::unique_ptr<Engine> makePathEngine(PathObserver& observer);

} // namespace assay
