// program/: the automaton that everything works on, its text form and drawing, the interpreter that executes it, and
// what can be read off it without a solver: loops, dominators, liveness, calls.
//
// Program: the control-flow automaton that every engine works on.
//
// A function is a graph of locations; an edge leads from one to another under a guard (a Bool term over variables) and
// performs a straight-line block of operations. A guard reads the state before the block. Outgoing guards of a location
// exclude each other and, together, cover every state, so execution is deterministic but for inputs. Terminal locations
// (an error, something unsupported, the end of the program, a function's exit) have no outgoing edges.
//
// Contract, checked by validate():
//  - operations are well-sorted; a Call or Return is the last operation of its edge; an edge with Return leads to the
//    exit;
//  - an edge uses global variables and those of its own function only;
//  - a Step or an Await is the first operation of its edge, which is its location's only one;
//  - every location but an entry has an incoming edge or is an exit; a plain location has an outgoing edge, a terminal
//    location has none.
#pragma once

#include "program/c_type.h"
#include "program/operation.h"
#include "program/pointer.h"
#include "program/property.h"
#include "program/source.h"
#include "term/term_manager.h"

#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
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
  CTypeId cType; // in Program::types; invalid: nothing more is known than the above
  /// Whether the variable is of pointer width and holds pointers alone. An integer may be made of a pointer, and have
  /// its bits, but it is a number: it may be moved to anywhere, while a pointer stays in its object's window
  /// (program/pointer.h).
  bool isPointer = false;
  bool isThreadLocal = false; // global variables: each thread has its own
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
  ThreadEnd,   // the thread ends here, with all of its calls, and others go on
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

/// What a function of a library of threads is for. Its body says what it does; whoever reasons about locks and threads without
/// looking at schedules (analysis/threads/) goes by this.
enum class ThreadRole : uint8_t {
  None,
#define ROLE(role, name) role,
#include "program/thread_roles.def"
};
/// Empty for None.
std::string_view nameOf(ThreadRole role);
/// The role of this name; None if there is none.
ThreadRole threadRoleNamed(std::string_view name);

struct Function {
  std::string name;
  std::vector<VariableId> parameters;
  Sort result;      // null: void
  LocationId entry; // invalid: no body
  LocationId exit;
  SourcePosition position;
  std::vector<LocationId> locations;
  std::vector<VariableId> variables; // parameters included
  ThreadRole role = ThreadRole::None;
  // It accesses memory without steps, and no thread's turn depends on that (models/threads_waits.c).
  bool isUnseen = false;

  bool hasBody() const { return entry.valid(); }
};

enum class ObjectKind : uint8_t { Global, String, Function };

/// An object that exists from the start. Its address is a constant.
struct StaticObject {
  std::string name;
  ObjectKind kind = ObjectKind::Global;
  uint64_t size = 0;
  bool constant = false;
  std::vector<uint8_t> bytes; // initial contents; what is beyond its length is zero; empty for functions
  std::string type;
  SourcePosition position;
  CTypeId cType = {}; // in Program::types
};

/// Static objects by their numbers, which count from 1.
class StaticObjectTable {
public:
  /// The object's number.
  uint32_t add(StaticObject object) {
    assert(object.bytes.size() <= object.size);
    objects_.push_back(std::move(object));
    return static_cast<uint32_t>(objects_.size());
  }
  size_t size() const { return objects_.size(); }
  const StaticObject& operator[](uint64_t number) const { return objects_[number - 1]; }
  StaticObject& operator[](uint64_t number) { return objects_[number - 1]; }
  auto begin() const { return objects_.begin(); }
  auto end() const { return objects_.end(); }

private:
  std::vector<StaticObject> objects_;
};

/// Something taken for granted about the program's environment, shown to the user once.
struct Assumption {
  std::string message;
  SourcePosition position;
};

/// Each message once.
class Assumptions {
public:
  void add(std::string message, SourcePosition position);
  size_t size() const { return assumptions_.size(); }
  const Assumption& operator[](size_t index) const { return assumptions_[index]; }
  auto begin() const { return assumptions_.begin(); }
  auto end() const { return assumptions_.end(); }

private:
  std::vector<Assumption> assumptions_;
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
  VariableId addVariable(Variable variable);
  /// Adds a variable `function::prefix` (or global `prefix`), numbered if the name is taken.
  VariableId addVariable(FunctionId function, std::string_view prefix, Sort sort);
  /// The same for one that holds pointers.
  VariableId addPointer(FunctionId function, std::string_view prefix);
  /// Names of functions are unique.
  FunctionId addFunction(std::string name);
  /// The first location of kind Exit becomes the function's exit.
  LocationId addLocation(FunctionId function, LocationKind kind = LocationKind::Plain);
  EdgeId addEdge(LocationId source, LocationId target, Term guard, std::vector<Operation> operations = {},
                 SourcePosition position = {});
  void setEntry(FunctionId function) { entry_ = function; }

  // Reading; non-const access for building and transformation.
  std::span<const Variable> variables() const { return variables_; }
  std::span<const Function> functions() const { return functions_; }
  std::span<const Location> locations() const { return locations_; }
  std::span<const Edge> edges() const { return edges_; }
  FunctionId entry() const { return entry_; }

  /// A variable, function, location or edge.
  template <class T>
  const T& operator[](Id<T> id) const {
    return tableOf<T>(*this)[id.index()];
  }
  template <class T>
  T& operator[](Id<T> id) {
    return tableOf<T>(*this)[id.index()];
  }

  FunctionId findFunction(std::string_view name) const; // invalid if there is none
  VariableId variableOf(Term variable) const;           // invalid if the term is no variable of this program
  Term objectAddress(uint32_t number, uint64_t offset = 0) const;

  /// Changes an edge's ends and keeps `in` and `out` right; removes an edge (its slot stays, with invalid ends).
  void redirect(EdgeId edge, LocationId source, LocationId target);
  void removeEdge(EdgeId edge);
  /// Renumbers everything without removed edges and locations that no entry reaches (exits of functions with a body
  /// stay).
  void compact();

  // What it carries along.
  SourceFiles files;
  StaticObjectTable objects;
  Assumptions assumptions;
  std::shared_ptr<const CTypes> types = std::make_shared<const CTypes>(); // the same for all clones

private:
  Program(const Program&) = default;

  template <class T, class Self>
  static auto& tableOf(Self& program) {
    if constexpr (std::is_same_v<T, Variable>)
      return program.variables_;
    else if constexpr (std::is_same_v<T, Function>)
      return program.functions_;
    else if constexpr (std::is_same_v<T, Location>)
      return program.locations_;
    else
      return program.edges_;
  }

  TermManager& terms_;
  PointerLayout layout_;
  std::vector<Variable> variables_;
  std::vector<Function> functions_;
  std::vector<Location> locations_;
  std::vector<Edge> edges_;
  std::unordered_map<Term, VariableId> variableOf_;
  std::unordered_map<std::string, FunctionId> functionByName_;
  std::unordered_map<std::string, uint32_t> nextSuffix_; // of variable names that were asked for more than once
  FunctionId entry_;
};

/// Empty, or the first broken clause of the contract.
std::string validate(const Program& program);

} // namespace assay
