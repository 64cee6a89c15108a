// What an engine found out. Not checked, open, proved and violated are different things, and the verdict follows from
// them: true only if every check is proved (or there is none), every obstacle is excluded and nothing was cut short,
// false only with a counterexample that has been replayed.
#pragma once

#include "program/assertion.h"
#include "program/check_table.h"
#include "program/lasso.h"
#include "program/proof_outline.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// Inputs that lead to an error location: every input in the order of execution, and the bytes of objects that were
/// allocated with arbitrary contents (by allocation, counted from 0, and offset; zero where nothing is said).
struct Counterexample {
  LocationId error;
  std::vector<BitVector> inputs;
  std::map<std::pair<uint64_t, uint64_t>, uint8_t> bytes;
};

enum class CheckStatus : uint8_t { Open, Proved, Violated };

/// One error location.
struct CheckResult {
  LocationId error;
  CheckStatus status = CheckStatus::Open;
  std::string how; // "all paths", "forward condition at k = 4", "2-inductive with ..."; why it is open
  std::optional<Counterexample> counterexample;
};

/// One obstacle of the program: a row of its table of checks and obstacles. Proved: no execution gets there.
struct ObstacleResult {
  RowId row;
  CheckStatus status = CheckStatus::Open;
  std::string how;
};

/// A loop or a recursion of the program. Proved: no execution stays in it for ever. Violated: one does.
struct LoopResult {
  SourcePosition position; // where the user sees it; of a recursion, the function
  bool isRecursion = false;
  CheckStatus status = CheckStatus::Open;
  std::string how;                 // "n - i decreases", "every unwinding ends"; why it is open
  std::optional<Lasso> lasso = {}; // if it is violated, this or the next
  std::optional<RecurrentSet> recurrentSet = {};

  /// How an execution stays in the loop for ever, to be shown or run; null if nothing is known.
  const Lasso* endlessExecution() const {
    if (lasso) return &*lasso;
    return recurrentSet && recurrentSet->iteration ? &*recurrentSet->iteration : nullptr;
  }
};

enum class Verdict : uint8_t { Unknown, True, False };

/// The answers "unsatisfiable" that a proof without invariants rests on (solver/refutations.h), and how many of them a
/// second solver backend has confirmed. It had the time to look at all of them, or only at some.
struct RefutationCheck {
  uint64_t number = 0, confirmed = 0;
  std::string solver; // the second one; empty: none was asked
  bool operator==(const RefutationCheck&) const = default;
  RefutationCheck& operator+=(const RefutationCheck& other) {
    number += other.number;
    confirmed += other.confirmed;
    if (solver.empty()) solver = other.solver;
    return *this;
  }
};

/// Whether a second solver backend has checked what a proof rests on. A proof that it did not confirm is no proof.
struct ProofCheck {
  enum Status : uint8_t {
    NotNeeded, // it rests on no invariant: all executions were looked at
    Confirmed,
    NotAsked,     // it was switched off
    Contradicted, // the verdict is unknown: the second solver has satisfied what the engine's solver could not
  };
  Status status = NotNeeded;
  std::string solver;
  RefutationCheck refutations = {};
};

/// A heap that a proof allows at the head of a loop, as nodes and edges for Graphviz.
struct HeapDrawing {
  SourcePosition position; // of the loop
  std::string dot;
};

/// An object that threads share, and what keeps them in order; or two of its accesses that nothing keeps in order.
struct SharingNote {
  SourcePosition position; // of the object, or of one of the accesses; may be unknown
  std::string text;
  bool isOpen = false;
  std::vector<std::string> helps = {}; // what would keep the accesses in order
  bool operator==(const SharingNote&) const = default;
};

/// What holds whenever a thread stands at a place, as C; or two threads at two places, of which the other one's own
/// variables have `other thread:` before their names.
struct ThreadAssertion {
  SourcePosition position;
  std::string text;
  SourcePosition other = {}; // unknown: it is about one thread
  bool operator==(const ThreadAssertion&) const = default;
};

/// What a verdict answers: whether an error can be reached, or whether executions end.
enum class Question : uint8_t { Errors, Termination };

struct Result {
  Verdict verdict = Verdict::Unknown;
  std::string reason; // of the verdict, for people
  std::vector<CheckResult> checks;
  std::vector<Assertion> invariants; // as C, at heads: what was found on the way, whatever the verdict
  ProofCheck proofCheck;             // if the verdict is true, or was refused
  std::vector<ObstacleResult> obstacles = {};
  std::vector<LoopResult> loops = {}; // if it was asked whether executions end
  Question question = Question::Errors;
  std::optional<ProofOutline> outline = {}; // if the verdict is true, and the proof can be found again by this
  std::vector<HeapDrawing> heaps = {};      // if they are asked for, and the proof rests on heaps
  std::vector<SharingNote> sharing = {};    // of programs with threads; an open one only if the verdict is unknown
  std::vector<ThreadAssertion> threadAssertions = {}; // if the verdict is true, and the proof rests on them
};

} // namespace assay
