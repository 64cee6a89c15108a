// What was found out about the functions of a project. Everything that is told of a function comes from the document
// that `assay check --json` writes for it (json_report.h); here these documents are put together.
#pragma once

#include "report/json_report.h"
#include "report/ranks.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay {

enum class FunctionState : uint8_t { Proved, Limited, Violated, Open, NoHarness, NotChecked };
inline constexpr size_t kFunctionStates = 6;

/// "proved", "proved within limits", "violated", "open", "no harness", "not checked"
std::string_view stateName(FunctionState state);

struct FunctionReport {
  std::string function, file;
  uint32_t line = 0;
  FunctionState state = FunctionState::NotChecked;
  std::string what = {};               // what is violated and where; why it is open; what it is limited to
  std::string harness = {};            // the file; empty: one was made, or none was needed
  std::vector<std::string> files = {}; // the program: where the function is, and what it needs
  double seconds = 0;
  Rank rank = Rank::None;                      // of what is violated
  bool isUnchanged = false;                    // it was not checked again
  bool isClosed = false;                       // only functions of the project call it, by its name
  std::shared_ptr<const ResultModel> result{}; // the document; null if there is none
};

/// Takes state and reason from the document that `assay check --json` has written. False: it is no such document.
bool readResult(FunctionReport& report, const std::string& json);

/// The same as for documents (ranks.h). There has to be one.
HarnessNeeds needsOf(const FunctionReport& report);
void rankFindings(FunctionReport& report, Rank rank);
void rankOrdinary(FunctionReport& report);
void takeNarrower(FunctionReport& report, const FunctionReport& narrower, Rank rank, bool isWhole);

/// What is kept for the next run, and how it is read back. Only functions that are proved or violated are worth
/// keeping. False: it is no such text.
bool isWorthKeeping(const FunctionReport& report);
std::string textToKeep(const FunctionReport& report);
bool readKept(FunctionReport& report, const std::string& text);

/// A proof that rests on the contract of a function which is not proved, or on its own, is none.
void settleContracts(std::vector<FunctionReport>& functions);
/// What is violated in a function that only functions of the project call needs what one of these passes: where no function
/// that others may call is violated at the same place, no caller is seen to pass such arguments.
void settleCallers(std::vector<FunctionReport>& functions);

struct ProjectReport {
  struct BrokenFile {
    std::string file, message;
  };
  std::string producer; // "Assay 0.1.0"
  std::string project;  // as the user has named it
  std::vector<FunctionReport> functions = {};
  std::vector<BrokenFile> broken = {}; // they do not compile
  bool isInterrupted = false;          // before all was done
  double seconds = 0;
  Rank failOn = Rank::Unmade;                          // violations of worse ranks do not make the verdict false
  std::map<std::string, std::string> nullGlobals = {}; // pointers that begin as null, and which function sets them

  size_t count(FunctionState state) const;
  /// Whether a violation makes the verdict false.
  bool counts(const FunctionReport& function) const;
  /// "true" if every function is proved and every file compiles, "false" if one is violated, else "unknown"; and why,
  /// for people.
  std::string verdict() const;
  std::string reason() const;
  /// What Assay exits with.
  int status() const;
};

/// "violated: ..." in one line.
std::string stateText(const FunctionReport& report);
/// A row for each function and each file that does not compile, and the totals.
std::string projectTable(const ProjectReport& report);

ResultModel projectModel(const ProjectReport& report);
/// The project as if it were one program, for reports that are made of findings: each finding once, open functions as
/// obstacles.
ResultModel mergedModel(const ProjectReport& report);

} // namespace assay
