// A violation as C: what the compiled program has to be given so that it does what the interpreter did, and what it is
// then expected to do.
//
// A compiled program can be told what functions return that are not its own, what it reads, and what memory from malloc
// contains. An uninitialised variable gets its value by an initialiser, where its declaration is simple. It cannot be
// told what other objects contain or what the machine decides; where the counterexample needs more than zeros there,
// that is a doubt, told to the user if the program does not fail.
#pragma once

#include "engine/result.h"
#include "program/leak_checks.h"
#include "util/env.h"
#include "witness/test_case.h"
#include "witness/turns.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay {

/// A file of the program. Its lines are those of the user's file: there are no line directives in the text.
struct ReplaySource {
  std::string path; // of the user's file
  std::string text;
  bool isPreprocessed = false;
  std::vector<std::string> flags; // for the compiler
};

/// How the sources are compiled.
struct ReplayBuild {
  std::vector<std::string> sources; // names of files
  std::string standard = "gnu11";
  std::vector<std::string> includeDirs;
  std::vector<std::string> quoteDirs; // of #include "..." alone
  std::vector<std::string> defines;
  std::vector<std::vector<std::string>> flags; // of each source
  uint32_t dataModel = 64;
  std::vector<std::string> wraps; // functions of the library whose calls are the harness's
  bool hasThreads = false;        // they take turns
  bool stopsAtRace = false;       // they stop before the accesses of a race; otherwise a sanitizer looks for it
};

struct ReplayPrediction {
  Property property = Property::UnreachCall;
  std::string message;
  std::string file; // where; the user's name for it
  uint32_t line = 0;
  std::vector<std::string> doubts;
  bool needsX86 = false; // other machines compute in another way what the execution does: with long double, say
  bool convertsToInteger = false;   // floats: other machines differ where one does not fit
  std::vector<uint32_t> rivalLines; // of a data race: where other threads stand

  /// Whether the violation is memory that is left behind when the program ends.
  bool isLeak() const { return assay::isLeak(property); }
};

struct ReplayPlan {
  /// What the calls of a function without body return, one after the other.
  struct Results {
    NondetFunction function;
    std::vector<BitVector> values;
    size_t repeatsFrom = SIZE_MAX; // when the values are used up, those from this one on come again
  };
  /// The values of a variable that is not initialised, one for each time it comes to life.
  struct Local {
    std::string name;
    std::string file; // where it is declared: the user's name for it
    uint32_t line = 0;
    Results values;
  };
  /// A global object of the program that a function without body returns an address of.
  struct Object {
    std::string name;
    std::string file;             // where it is defined: the user's name for it
    uint64_t begin = 0, size = 0; // in the interpreter
  };
  /// What the program finds in memory that it allocates, where that is not zero.
  using Bytes = std::map<uint64_t, uint8_t>;
  /// What a call of fopen gives.
  struct File {
    bool isOpened = false;
    std::string text;
  };

  std::vector<Results> results;
  std::vector<Local> locals;
  std::vector<Object> objects;
  std::string input;                                  // standard input
  std::vector<std::string> arguments;                 // of main, argv[0] first
  std::vector<BitVector> parameters;                  // of another function where execution begins
  std::vector<File> files;                            // one a call of fopen
  std::vector<Bytes> memories;                        // what __VERIFIER_nondet_memory writes, one a call
  std::vector<Bytes> callersBlocks;                   // what blocks of the caller contain, one a call
  std::map<uint64_t, Bytes> allocations;              // by number of the call of malloc that succeeds
  std::map<std::string, std::set<uint64_t>> failures; // of malloc and calloc: which calls give null
  bool hasThreads = false;
  std::vector<Turn> turns;           // of the threads
  std::vector<TurnPlace> turnPlaces; // where a thread may stop
  std::string entry = "main";
  std::vector<std::string> errorFunctions = {"reach_error", "__VERIFIER_error"};
  ReplayPrediction prediction;
};

/// Makes the plan from an execution by the interpreter. False: the execution does not come to the violation.
bool planReplay(ReplayPlan& plan, const Program& program, const Counterexample& counterexample, Env& env);
/// The same for an execution that never ends.
bool planReplay(ReplayPlan& plan, const Program& program, const LoopResult& loop, Env& env);

} // namespace assay
