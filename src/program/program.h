// Program: the control-flow automaton that every engine works on.
//
// A function is a graph of locations; an edge leads from one to another under a guard (a Bool term over variables) and
// performs a straight-line block of operations. A guard reads the state before the block. Outgoing guards of a location
// exclude each other and, together, cover every state, so execution is deterministic but for inputs. Terminal locations
// (an error, something unsupported, the end of the program, a function's exit) have no outgoing edges.
//
// Contract, checked by validate():
//  - operations are well-sorted; a Call or Return is the last operation of its edge; an edge with Return leads to the
//  exit;
//  - an edge uses global variables and those of its own function only;
//  - every location but an entry has an incoming edge or is an exit; a plain location has an outgoing edge, others have
//  none.
#pragma once

#include "program/c_type.h"
#include "program/operation.h"
#include "program/pointer.h"
#include "program/property.h"
#include "term/term_manager.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay {

struct Variable {
  Term term;           // a Variable term, its symbol is the unique name: "main::i", or "x" for a global
  FunctionId function; // invalid: global
  std::string
      sourceName;   // as the user wrote it ("p.next[2]" for a part of an object); empty: a temporary of the translation
  std::string type; // the C type as text, e.g. "unsigned int"; may be empty
  TypeClass typeClass = TypeClass::Unknown;
  CTypeId cType; // in types(); invalid: nothing more is known than the above
  SourcePosition position;
  Term
      initial; // global variables: value at program start; null for locals (they have no value before they are written)

  std::string_view name() const { return term.symbol(); }
  Sort sort() const { return term.sort(); }
};

enum class LocationKind : uint8_t {
  Plain,
  Exit,        // of its function
  Error,       // violates `property`
  Unsupported, // something that is not modelled: reaching it makes the verdict unknown
  Halt,        // the program ends here: exit()
  Abort,       // the program ends here: abort(), a failed assert that is not checked, a trap
  Blocked,     // execution does not go on: a failed assumption
  Limit,       // the execution exists, but the model does not follow it: a verdict of true says so
};

struct Location {
  LocationKind kind = LocationKind::Plain;
  Property property = Property::UnreachCall; // Error only
  FunctionId function;
  std::string message;     // Error, Unsupported, Halt, Abort, Blocked, Limit
  std::string label;       // of the C program, if it has one here
  SourcePosition position; // where the user sees it
  std::vector<EdgeId> in;
  std::vector<EdgeId> out;
};

struct Edge {
  LocationId source;
  LocationId target;
  Term guard;
  std::vector<Operation> operations;
  SourcePosition position;
};

struct Function {
  std::string name;
  std::vector<VariableId> parameters;
  Sort result;      // null: void
  LocationId entry; // invalid: no body
  LocationId exit;
  SourcePosition position;
  std::vector<LocationId> locations;
  std::vector<VariableId> variables; // parameters included

  bool hasBody() const { return entry.valid(); }
};

enum class ObjectKind : uint8_t { Global, String, Function };

/// An object that exists from the start. Its number is its index plus one: the address is a constant.
struct StaticObject {
  std::string name;
  ObjectKind kind = ObjectKind::Global;
  uint64_t size = 0;
  bool constant = false;
  std::vector<uint8_t> bytes; // initial contents; what is beyond its length is zero; empty for functions
  std::string type;
  SourcePosition position;
  CTypeId cType = {}; // in types()
};

/// Something taken for granted about the program's environment, shown to the user once.
struct Assumption {
  std::string message;
  SourcePosition position;
};

class Program {
public:
  explicit Program(TermManager& terms, PointerLayout layout = {}) : terms_(terms), layout_(layout) {}
  Program(Program&&) = default;
  /// A second automaton over the same terms, to be transformed.
  Program clone() const { return Program(*this); }

  TermManager& terms() const { return terms_; }
  const PointerLayout& layout() const { return layout_; }
  Sort pointerSort() const { return terms_.bvSort(layout_.width); }

  // Building.
  uint32_t addFile(std::string name); // the same name gives the same number
  VariableId addVariable(Variable variable);
  /// Adds a variable `function::prefix` (or global `prefix`), numbered if the name is taken.
  VariableId addVariable(FunctionId function, std::string_view prefix, Sort sort);
  /// Names of functions are unique.
  FunctionId addFunction(std::string name);
  /// The first location of kind Exit becomes the function's exit.
  LocationId addLocation(FunctionId function, LocationKind kind = LocationKind::Plain);
  EdgeId addEdge(LocationId source, LocationId target, Term guard, std::vector<Operation> operations = {},
                 SourcePosition position = {});
  /// The object's number.
  uint32_t addObject(StaticObject object);
  void addAssumption(std::string message, SourcePosition position); // the same message once
  void setEntry(FunctionId function) { entry_ = function; }
  void setTypes(CTypes types) { types_ = std::make_shared<const CTypes>(std::move(types)); }

  // Reading; non-const access for building and transformation.
  const std::vector<std::string>& files() const { return files_; }
  std::span<const Variable> variables() const { return variables_; }
  std::span<const Function> functions() const { return functions_; }
  std::span<const Location> locations() const { return locations_; }
  std::span<const Edge> edges() const { return edges_; }
  std::span<const StaticObject> objects() const { return objects_; }
  std::span<const Assumption> assumptions() const { return assumptions_; }
  FunctionId entry() const { return entry_; }
  const CTypes& types() const { return *types_; }

  const Variable& operator[](VariableId id) const { return variables_[id.index()]; }
  const Function& operator[](FunctionId id) const { return functions_[id.index()]; }
  const Location& operator[](LocationId id) const { return locations_[id.index()]; }
  const Edge& operator[](EdgeId id) const { return edges_[id.index()]; }
  Variable& operator[](VariableId id) { return variables_[id.index()]; }
  Function& operator[](FunctionId id) { return functions_[id.index()]; }
  Location& operator[](LocationId id) { return locations_[id.index()]; }
  Edge& operator[](EdgeId id) { return edges_[id.index()]; }

  const StaticObject& object(uint32_t number) const { return objects_[number - 1]; }
  StaticObject& object(uint32_t number) { return objects_[number - 1]; }

  FunctionId findFunction(std::string_view name) const; // invalid if there is none
  VariableId variableOf(Term variable) const;           // invalid if the term is no variable of this program
  Term objectAddress(uint32_t number, uint64_t offset = 0) const;

  /// Changes an edge's ends and keeps `in` and `out` right; removes an edge (its slot stays, with invalid ends).
  void redirect(EdgeId edge, LocationId source, LocationId target);
  void removeEdge(EdgeId edge);
  /// Renumbers everything without removed edges and locations that no entry reaches (exits of functions with a body
  /// stay).
  void compact();

  /// Empty, or the first broken clause of the contract.
  std::string validate() const;

  /// "file:line:column", or the empty string.
  std::string format(SourcePosition position) const;

private:
  Program(const Program&) = default;

  TermManager& terms_;
  PointerLayout layout_;
  std::vector<std::string> files_;
  std::vector<Variable> variables_;
  std::vector<Function> functions_;
  std::vector<Location> locations_;
  std::vector<Edge> edges_;
  std::vector<StaticObject> objects_;
  std::vector<Assumption> assumptions_;
  std::unordered_map<Term, VariableId> variableOf_;
  std::unordered_map<std::string, uint32_t> fileNumber_;
  std::unordered_map<std::string, FunctionId> functionByName_;
  std::unordered_map<std::string, uint32_t> assumptionNumber_;
  std::unordered_map<std::string, uint32_t> nextSuffix_; // of variable names that were asked for more than once
  FunctionId entry_;
  std::shared_ptr<const CTypes> types_ = std::make_shared<const CTypes>(); // the same for all clones
};

} // namespace assay
