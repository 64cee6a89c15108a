// The text of a harness: C that calls a function in every way that the types of its parameters allow.
//
// Every argument begins as arbitrary bytes. Then parts that are no numbers are made valid, by their types: a pointer
// leads to an object of its own on the heap, as large as it has to be and no larger, so that one byte too many is
// noticed; a char pointer without a length is a string; a field is null or leads to an object; a function pointer leads
// to a function that returns any value. Names and neighbours suggest what belongs together (relations.h). Assumptions
// that the types do not imply go into a list.
#pragma once

#include "frontend/harness/relations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// C, line by line.
class Lines {
public:
  void add(const std::string& line) { text_ += std::string(depth_ * 2, ' ') + line + "\n"; }
  void open(const std::string& line) {
    add(line.empty() ? "{" : line + " {");
    ++depth_;
  }
  void close() {
    --depth_;
    add("}");
  }
  const std::string& text() const { return text_; }

private:
  std::string text_;
  size_t depth_ = 0;
};

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
  HarnessWriter(clang::ASTContext& context, const clang::FunctionDecl& function, std::string called,
                const std::vector<std::string>& defines)
      : context_(context), function_(function), called_(std::move(called)), defines_(defines) {}

  /// Everything but the #include: sizes, declarations, helpers and a function of this name. Throws InputError where the
  /// types do not tell how an argument could be made.
  std::string write(const std::string& entry, bool isMain);
  const std::vector<std::string>& assumptions() const { return assumptions_; }

private:
  /// Something that a value is written to.
  struct Place {
    std::string text; // in C
    clang::QualType type;
    std::string name;       // for people
    std::string count = {}; // of a pointer: how many elements it leads to, in C; empty: that is not known
    std::string depth = {}; // in an object of a recursive kind: how many more may follow, in C
    bool mayBeNull = false; // a pointer
    bool isAny = false;     // its bytes are any bytes already
    bool isFormat = false;  // a string that asks for no arguments
  };
  using Places = std::vector<Place>;

  void nameLocalRecords();
  Places parameters(Lines& out);
  std::vector<Relation> relationsOf(const Places& places, bool areFields);
  void fillParameters(Lines& out, Places places);
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
  static Places fieldsOf(const Place& place, const clang::ASTContext& context);
  /// Whether every pattern of bits will do, as far as types and names tell.
  bool takesAnything(clang::QualType type);
  void fillRecord(Lines& out, const Place& place);
  std::string callback(const Place& place);
  std::string fillerOf(const clang::RecordDecl& record);

  std::string input(const std::string& name);
  /// A macro's name, which has this value unless it is defined.
  std::string size(const std::string& macro);
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
  std::set<std::string> sizes_; // macros in use
  std::vector<std::string> assumptions_;
  std::map<std::string, std::string> inputs_;               // functions that return any value, and what of
  std::set<std::string> names_;                             // that the harness has given
  std::map<const clang::RecordDecl*, std::string> fillers_; // functions that make the fields of a struct good
  std::string prototypes_, fillerTexts_;                    // their text
  bool hasString_ = false, hasFormat_ = false;
  bool hasLimits_ = false; // executions beyond sizes are there, and not looked at
};

} // namespace assay
