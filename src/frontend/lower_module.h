// From a prepared LLVM module to a Program: what all functions share. Objects and their numbers, promoted globals,
// functions as they are needed, source positions, assumptions, constants.
#pragma once

#include "frontend/address_flow.h"
#include "frontend/debug_types.h"
#include "frontend/frontend.h"
#include "frontend/lower_types.h"
#include "frontend/promotion.h"

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <deque>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

/// Thrown while something is translated that cannot be: an instruction becomes an unsupported location then.
struct UnsupportedCode : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A variable of the Program that stands for a cell of a promoted object.
using CellKey = std::pair<const llvm::Value*, uint64_t>;

class EdgeBuilder;

/// exit() or the return from main; quick_exit().
enum class ExitKind : uint8_t { Orderly, Quick };

class LowerModule {
public:
  LowerModule(llvm::Module& module, const FrontendOptions& options, TermManager& terms);

  Program run();

  // What function lowerings use.
  Program& program() { return program_; }
  TermManager& terms() { return terms_; }
  const LowerTypes& types() const { return types_; }
  DebugTypes& debugTypes() { return debugTypes_; }
  /// Of the address of a variable.
  CTypeId addressType(const llvm::DIType* type) { return debugTypes_.pointerTo(type, program_.layout().width / 8); }
  const llvm::DataLayout& layout() const { return module_.getDataLayout(); }
  const FrontendOptions& options() const { return options_; }
  const Promotion& promotion() const { return promotion_; }
  const Padding& padding() const { return padding_; }
  const AddressFlow& addressFlow() const { return addressFlow_; }
  bool checks(Property property) const { return options_.specification.properties.contains(property); }
  bool isErrorFunction(llvm::StringRef name) const { return errorFunctions_.count(name.str()) != 0; }

  SourcePosition position(const llvm::DebugLoc& location);
  SourcePosition position(const llvm::DIScope* scope, unsigned line, unsigned column);
  /// The value of a constant; undefined bits are zero. Null if it has no value known before the program runs.
  Term constant(const llvm::Constant* constant);
  /// The Program's function for one of the module; it is translated later if it has a body.
  FunctionId function(const llvm::Function* function);
  /// Functions whose address is a value somewhere: what a call through a pointer may reach.
  const std::vector<const llvm::Function*>& addressTaken() const { return addressTaken_; }
  /// The number of string literals: theirs are the first static objects behind those functions.
  uint64_t literals() const { return literals_; }
  /// The number of a global's static object.
  uint32_t object(const llvm::GlobalObject* global);
  VariableId globalCell(CellKey key) const { return globalCells_.at(key); }
  /// The variable that holds the argument of exit(), made on first use.
  VariableId exitStatus();
  bool observesFloatBits() const { return observesFloatBits_; }
  /// Whether the program may leave rounding to nearest; then this global says how it rounds, in the values of fenv.h.
  bool setsRounding() const;
  VariableId roundingMode();
  /// The checks that are due when the program ends (leaks), from `from` on; where execution goes on if they hold.
  /// lower_end.cpp: what runs before main, and what runs when the program ends.
  void callConstructors(EdgeBuilder& edges, FunctionId caller);
  void callExitFunctions(EdgeBuilder& edges, FunctionId caller, ExitKind kind);
  /// Whether a constant is, or points into, an object whose size nobody here knows.
  static const llvm::GlobalVariable* objectOfUnknownSize(const llvm::Constant* constant);
  LocationId endChecks(FunctionId function, LocationId from, SourcePosition position);
  /// That no memory is lost; as above.
  LocationId trackedCheck(FunctionId function, LocationId from, SourcePosition position);
  LocationId terminal(FunctionId function, LocationKind kind, std::string message, SourcePosition position);
  LocationId error(FunctionId function, Property property, std::string message, SourcePosition position);

private:
  std::string fileName(const llvm::DIScope& scope) const;
  void lowerAll();
  void openExternObjects();
  void blockEntry(const std::string& message);
  void takeStartAndEnd();
  void callAll(EdgeBuilder& edges, FunctionId caller, const std::vector<const llvm::Function*>& functions);
  void openWeakObjects(std::vector<Operation>& operations);
  void fillObject(const llvm::GlobalVariable& global, uint32_t number);
  void addPromotedGlobal(const llvm::GlobalVariable& global, const Promotion::Cells& cells);
  void lowerPending();
  LocationId memoryCheck(FunctionId function, LocationId from, SourcePosition position, Property property,
                         QueryKind query, const char* message);
  void writeBytes(const llvm::Constant* initializer, uint64_t offset, std::vector<uint8_t>& bytes);
  Term constantExpression(const llvm::Constant* constant);
  Term constantPlace(Term number);
  Term weakAddress(const llvm::GlobalObject& global);
  Term constantAggregate(const llvm::Constant* constant);
  Term constantAddress(const llvm::GEPOperator& gep);

  llvm::Module& module_;
  const FrontendOptions& options_;
  TermManager& terms_;
  LowerTypes types_;
  DebugTypes debugTypes_;
  Promotion promotion_;
  Padding padding_;
  AddressFlow addressFlow_;
  bool observesFloatBits_;
  Program program_;
  std::unordered_set<std::string> errorFunctions_;
  std::vector<const llvm::Function*> addressTaken_;
  uint64_t literals_ = 0;
  std::unordered_map<const llvm::GlobalObject*, uint32_t> objects_;
  std::map<CellKey, VariableId> globalCells_;
  std::unordered_map<const llvm::Function*, FunctionId> functions_;
  std::deque<const llvm::Function*> pending_;
  std::deque<const llvm::GlobalVariable*> pendingObjects_;
  std::unordered_map<const llvm::Constant*, Term> constants_;
  std::vector<uint32_t> externObjects_;
  std::vector<std::pair<VariableId, uint32_t>> weakObjects_; // which may be defined nowhere: the address, the object
  const std::filesystem::path currentFolder_ = std::filesystem::current_path();
  std::vector<const llvm::Function*> constructors_; // in the order in which they run
  std::vector<const llvm::Function*> destructors_;
  bool pointsToUnknownSize_ = false; // some initialiser holds such an address
  VariableId exitStatus_;
  VariableId isExiting_;
  VariableId roundingMode_;
};

} // namespace assay
