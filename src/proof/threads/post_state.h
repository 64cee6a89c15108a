// What a thread knows somewhere along an edge, and whether that is what an annotation says of the next location.
//
// Facts are terms over *symbols*: a variable of the program means what it held where the edge begins, and what is not known has a
// symbol of its own. What variables hold now is a term over these, so nothing has to be renamed or forgotten when one is
// assigned. A fact about the variables' values behind the edge holds if it is one of the facts here once each variable is
// replaced by what it holds.
#pragma once

#include "analysis/threads/pointer_sets.h"
#include "analysis/threads/thread_annotation.h"
#include "program/liveness.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay {

struct PostState {
  ThreadState facts;  // `values`: what variables hold now, if it is not what they held at first
  Term returned = {}; // what is returned, behind a Return
  // Functions whose variables hold nothing that is known, but for those in `values`.
  FunctionId lost = {};
  bool isRecursiveLost = false, isAllLost = false;
};

class PostStates {
public:
  PostStates(const Program& program, PointerSetTable& sets, Term returned, std::vector<bool> isRecursive)
      : program_(program), sets_(sets), returned_(returned), isRecursive_(std::move(isRecursive)) {}

  /// Another edge begins: symbols of unknown values are used again.
  void begin() { numUsed_.clear(); }
  Term unknown(Sort sort);
  /// The term over variables' values, over symbols.
  Term evaluate(const PostState& state, Term term);
  Term evaluateAddress(const PostState& state, Term pointer) {
    return accessedThrough(program_, evaluate(state, pointer));
  }
  void assign(PostState& state, VariableId variable, Term value);
  /// The functions' variables hold nothing that is known.
  void lose(PostState& state, FunctionId function, bool isRecursiveLost);
  /// False: this contradicts what is known.
  bool assume(PostState& state, Term guard);
  /// Objects with an address in the value are known to others.
  void publish(PostState& state, Term value);
  /// The symbol of the object that nobody else knows, if the address is in one; or null.
  Term freshIn(const ThreadState& facts, Term address);
  /// The value stands in memory.
  void remember(PostState& state, Term pointer, Term address, Term value);
  /// What the pointer may be: by its value, or else by the term.
  PointerSetId targetsOf(Term pointer, Term address);

  /// Empty, or what the annotation says and is not known. `at` invalid: all of the function's variables may be read.
  std::string missing(const PostState& state, const ThreadState& claimed, FunctionId function, LocationId at);
  /// The facts of one state, said of another's variables.
  ThreadState translated(const ThreadState& facts, const PostState& by);

  const std::vector<Term>& symbols(Term term) { return variables_(term); }
  bool isOfProgram(Term term);

private:
  bool isWithin(PointerSetId inner, PointerSetId outer) const;
  bool isEscaped(const PostState& state, const ThreadState& claimed, FunctionId function, LocationId at);
  const char* missingFact(const PostState& state, const ThreadState& claimed);

  const Program& program_;
  PointerSetTable& sets_;
  const Term returned_;
  const std::vector<bool> isRecursive_; // by function
  VariablesOfTerms variables_;
  std::map<uint32_t, std::vector<Term>> unknowns_; // by sort
  std::map<uint32_t, size_t> numUsed_;
  std::map<FunctionId, std::unique_ptr<Liveness>> liveness_;
};

} // namespace assay
