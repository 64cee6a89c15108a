// The text of a harness: C that calls a function in every way that the types of its parameters allow.
//
// Every argument begins as arbitrary bytes. Then parts that are no numbers are made valid, by their types: a pointer
// leads to an object of its own on the heap, as large as it has to be and no larger, so that one byte too many is
// noticed; a char pointer without a length is a string; a field is null or leads to an object; a function pointer leads
// to a function that returns any value. Names and neighbours suggest what belongs together (relations.h). Assumptions
// that the types do not imply go into a list.
//
// What the function does with its parameters (usage.h) and what callers pass (callers.h) tells more: whether null may come,
// what a `void *` leads to, how large arrays are. Two macros leave arguments out, so that `assay project` can tell what a
// violation needs: ASSAY_ORDINARY bounds integers, ASSAY_MADE wants states that functions of the project make.
#pragma once

#include "frontend/harness/callers.h"
#include "frontend/harness/contracts.h"
#include "frontend/harness/harness_config.h"
#include "frontend/harness/lines.h"
#include "frontend/harness/relations_by_use.h"
#include "frontend/harness/usage.h"
#include "program/callers_block.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// Macros for sizes.
inline constexpr const char *kString = "ASSAY_STRING", *kElements = "ASSAY_ELEMENTS", *kDepth = "ASSAY_DEPTH",
                            *kBuffer = "ASSAY_BUFFER";

/// Makes a block of so many bytes, in C.
inline std::string blockOf(const std::string& bytes) { return std::string(kMakesCallersBlock) + "(" + bytes + ")"; }

/// Macros for sizes, each with its value unless somebody defines it.
struct HarnessSize {
  const char* macro;
  unsigned value;
  const char* meaning;
};
std::span<const HarnessSize> harnessSizes();

class HarnessWriter {
public:
  /// `called` is the name to call the function by; `defines` may have other sizes. The tree must outlive this.
  /// `callers` may be null: they are not known.
  HarnessWriter(clang::ASTContext& context, const clang::FunctionDecl& function, std::string called,
                const std::vector<std::string>& defines, const Callers* callers, const Config& config);

  /// Everything but the #include: sizes, declarations, helpers and a function of this name. Throws InputError where the
  /// types do not tell how an argument could be made.
  std::string write(const std::string& entry, bool isMain);
  const std::vector<std::string>& assumptions() const { return assumptions_; }

private:
  using Place = ArgumentPlace;
  using Places = ArgumentPlaces;
  struct Parameters {
    Places places;
    std::vector<Relation> relations;
  };

  void nameLocalRecords();
  Parameters parameters(Lines& out, const clang::FunctionDecl& function);
  // writer_callers.cpp.
  void refine(Place& place, const ParameterUse& use, const ParameterCalls* calls, bool isClosed, bool isAlone);
  void retarget(Place& place, const ParameterUse& use, const ParameterCalls* calls);
  const FunctionCalls* callsOf(const clang::FunctionDecl& function) const;
  /// Variables for the arguments of a call, and the call. The first argument may be there already.
  using BeforeCall = std::function<void(const Places&)>;
  std::string call(Lines& out, const clang::FunctionDecl& function, const std::string& called, const std::string& first,
                   const BeforeCall& before = {});
  void callByContract(Lines& out, const Contract& contract);
  std::vector<Relation> relationsOf(const Places& places, bool areFields);
  void fillParameters(Lines& out, const clang::FunctionDecl& function, Parameters parameters);
  void fillMainArguments(Lines& out, const Places& places);
  void fillAll(Lines& out, const Places& places, const std::vector<Relation>& relations);
  void fillBounded(Lines& out, const Place& place, const std::string& bound);
  void fillEnd(Lines& out, const Place& begin, const Place& end, bool isCursor);
  void fill(Lines& out, const Place& place);
  void fillEnum(Lines& out, const Place& place);
  void fillPointer(Lines& out, const Place& place);
  void makeTarget(Lines& out, const Place& place);
  void fillTarget(Lines& out, const Place& place);
  void fillArray(Lines& out, const Place& array, clang::QualType element, const std::string& count);
  /// Whether every pattern of bits will do, as far as types and names tell.
  bool takesAnything(clang::QualType type);
  void fillRecord(Lines& out, const Place& place);
  std::string callback(const Place& place);
  std::string fillerOf(const clang::RecordDecl& record);
  void keepOrdinary(Lines& out, const Place& place);

  // writer_state.cpp: what functions of the project have done before.
  void fillGlobals(Lines& out);
  void fillGlobal(Lines& out, const clang::VarDecl& global, const GlobalStores& stores);
  /// Whether functions see to what is in such a struct.
  bool isKept(const clang::RecordDecl& record) const;
  /// A function of the harness that returns an object as functions of the file make it; empty: none is seen to make one.
  std::string makerOf(const clang::RecordDecl& record);
  ObjectMakers makersOf(const clang::RecordDecl& record);

  std::string input(const std::string& name);
  /// A macro's name, which has this value unless it is defined.
  std::string size(const std::string& macro);
  /// Its value and its name, for people.
  std::string shownSize(const std::string& macro) const;
  std::string fresh(const std::string& name);
  void assume(const std::string& text);
  /// C that leaves out sizes for which the condition does not hold. In a file of its own, that is an assumption, which
  /// users see there and may change; else it is a limit of what is proved (program/size_limit.h).
  std::string within(const std::string& condition, const std::string& limit) const;
  /// "strings of at most 8 characters"
  std::string limit(const std::string& macro, const std::string& before, const std::string& behind) const;
  std::string limitOfBlocks(const std::string& macro) const;
  std::string helpers() const;

  clang::ASTContext& context_;
  const clang::FunctionDecl& function_;
  std::string called_;
  std::string records_; // structs that the function declares in its list of parameters, under names of their own
  const std::vector<std::string>& defines_;
  const Callers* callers_;
  HarnessConfig config_;               // what the user says
  std::set<std::string> writtenTypes_; // structs that functions of this file change
  bool hasMain_ = false;               // the project has one
  bool isOrdinary_, isMade_;           // only such arguments are wanted
  bool hasNumbers_ = false;            // it makes a difference whether integers are ordinary
  std::set<std::string> states_;       // structs and globals that functions see to
  std::set<std::string> sizes_;        // macros in use
  std::vector<std::string> assumptions_;
  std::map<std::string, std::string> inputs_;               // functions that return any value, and what of
  std::set<std::string> names_;                             // that the harness has given
  std::map<const clang::RecordDecl*, std::string> fillers_; // functions that make the fields of a struct good
  std::map<const clang::RecordDecl*, std::string> makers_;  // functions that call what makes such a struct
  std::string prototypes_, fillerTexts_;                    // their text
  bool hasString_ = false, hasFormat_ = false, hasContract_ = false;
  bool hasLimits_ = false; // executions beyond sizes are there, and not looked at
};

} // namespace assay
