// What the parts of a function's translation have in common. A function is translated by several of them, each with one
// task (parts.h); they know each other, the module, and the edge that is being written.
#pragma once

#include "frontend/lower/edge_builder.h"
#include "frontend/lower/float.h"
#include "frontend/lower/module.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay {

struct LowerParts;

/// A call of a library function that is translated here and not modelled in C.
struct CallSite {
  const llvm::Function& callee;
  const llvm::CallInst& call;
  const std::vector<Term>& arguments;
};

/// What comes behind an error in an open program (FrontendOptions::goesOn).
enum class Behind : uint8_t {
  Next,    // what stands behind the check, as if it were not there
  Abort,   // the machine ends the program
  Nothing, // C has no meaning for it
};

/// The text of a string literal, or nothing.
std::string literalText(const llvm::Value* value);

class LowerPart {
public:
  explicit LowerPart(LowerParts& parts);

protected:
  using Unsupported = UnsupportedCode;
  using Arguments = std::vector<Term>;

  Term value(const llvm::Value* value);
  Term input(InputKind kind, Sort sort, std::string name);
  VariableId temporary(Sort sort, std::string_view hint = "t") { return program_.addVariable(id_, hint, sort); }
  VariableId temporaryPointer() { return program_.addPointer(id_, "t"); }
  /// For a value of this type.
  VariableId temporary(llvm::Type* type) {
    return type->isPointerTy() ? temporaryPointer() : temporary(types_.sort(type));
  }
  Term termOf(VariableId variable) const { return program_[variable].term; }
  Term pointerConstant(uint64_t value) { return terms_.mkBv(program_.layout().width, value); }
  Term ask(QueryKind kind, Arguments arguments);
  /// Adds a check. Returns the error location; invalid if there is none.
  LocationId failIf(Term condition, Property property, const std::string& message, Behind behind = Behind::Next);
  /// For an error that is an access or a call through this pointer: where the pointer is null, the machine ends the
  /// program.
  void endAtNull(LocationId error, Term pointer);
  /// Executions that go on behind these errors do so here: the access has been left out. A variable that was to be read
  /// may have any value.
  void goOnBehind(std::initializer_list<LocationId> errors, VariableId read = {});
  void leaveUnsupported(Term condition, const std::string& message);
  /// The value, which is not what it should be where the condition holds.
  Term exceptWhere(Term condition, Term value, const std::string& message);
  bool isSketch() const { return module_.options().isSketch; }
  void stop(LocationKind kind, const std::string& message);
  /// The program ends if the condition holds.
  void endIf(Term condition, LocationKind kind, const std::string& message);
  /// By a signal.
  void abortIf(Term condition, const std::string& message) { endIf(condition, LocationKind::Abort, message); }
  /// Other threads may do something more before the program ends, or before this one waits for ever.
  void letOthersGoOn();

  LowerParts& parts_;
  LowerModule& module_;
  Program& program_;
  TermManager& terms_;
  const LowerTypes& types_;
  const llvm::Function& function_;
  const FunctionId id_;
  EdgeBuilder& edges_;
  LowerFloat& floats_;
};

/// A part that translates library functions, each by a method: the part's table says which.
template <class Part>
class LowerNatives : public LowerPart {
public:
  using LowerPart::LowerPart;

  static bool knows(llvm::StringRef name) { return Part::natives().count(std::string_view(name)) != 0; }
  /// Its value, null for void.
  Term call(const CallSite& site) {
    return (static_cast<Part*>(this)->*Part::natives().at(std::string_view(site.callee.getName())))(site);
  }

protected:
  using Native = Term (Part::*)(const CallSite& site);
  using Natives = std::unordered_map<std::string_view, Native>;
};

} // namespace assay
