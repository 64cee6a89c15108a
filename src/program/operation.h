// What an edge does, one operation after the other.
//
// Values are Bool or bit-vectors; a C float is its IEEE encoding as a bit-vector (x87 long double: 80 bits with the
// explicit integer bit), and float operators work on FpFromBits of it. So copying a float never changes its bits.
//
// Memory is little-endian bytes. A value of w bits occupies (w + 7) / 8 bytes; a Bool occupies one. A load or store
// that is not wholly inside a live object is undefined behaviour; when memory safety is checked, a Query before it
// branches to an error location.
#pragma once

#include "program/c_type.h"
#include "program/source.h"
#include "term/term.h"
#include "util/id.h"

#include <concepts>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

using VariableId = Id<struct Variable>;
using FunctionId = Id<struct Function>;
using LocationId = Id<struct Location>;
using EdgeId = Id<struct Edge>;

/// var := value
struct Assign {
  VariableId variable;
  Term value;
};

enum class InputKind : uint8_t {
  Nondet,        // the program asks: __VERIFIER_nondet_int(), rand(), getenv(), ...
  Uninitialised, // a local that was not initialised
  External,      // result of a function without body
  Volatile,      // a read of a volatile object, under an option
  Argument,      // of main
  Unspecified,   // what C or a library model leaves open (NaN payloads, results of printf, ...)
  Schedule,      // which of several threads goes on (threads.h); no operation asks for it
};

/// var := any value. Users' input lists feed Nondet; every kind takes part in a counterexample.
struct Input {
  VariableId variable;
  InputKind kind;
  std::string name; // function called or variable declared, for people
};

/// var := memory[pointer .. ]
struct Load {
  VariableId variable;
  Term pointer;
};

/// memory[pointer .. ] := value
struct Store {
  Term pointer;
  Term value;
  TypeClass reads = TypeClass::Unknown; // for people: how the value reads, where the access says it (Float, Pointer)
};

enum class Storage : uint8_t { Heap, Stack, Library };
enum class Contents : uint8_t { Any, Zero };

/// var := address of a new object of `size` bytes (a bit-vector of pointer width, at most maxObjectSize). Stack objects
/// die with a Free or when the function that made them returns; Library objects, which a library keeps for itself (an
/// open file), with a Free alone, and they are no leaks. Contents::Any is arbitrary, an input.
struct Allocate {
  VariableId variable;
  Term size;
  Storage storage;
  Contents contents;
  std::string name; // of the C variable, or of the function that allocates
};

/// The object that `pointer` points to the start of dies; null does nothing. For Heap, anything else but a live heap
/// object's start is undefined behaviour. For Stack, an object that is already dead stays dead.
struct Free {
  Term pointer;
  Storage storage;
};

/// memory[target .. target+size) := memory[source .. source+size), as by memmove.
struct Copy {
  Term target;
  Term source;
  Term size; // of pointer width
};

/// memory[target .. target+size) := byte, repeated.
struct Fill {
  Term target;
  Term byte; // 8 bits
  Term size; // of pointer width
};

// A switch over kinds of questions has no default. One that lacks a kind is an error here and in all that includes this.
#pragma GCC diagnostic error "-Wswitch"

/// What memory can be asked; the rows of queries.def say what each kind means.
enum class QueryKind : uint8_t {
#define QUERY(kind, name, arguments, answer) kind,
#include "program/queries.def"
};
enum class QueryAnswer : uint8_t { Bool, Size };

/// A pointer, then a size; or a pointer alone, or nothing.
constexpr size_t numArguments(QueryKind asked) {
  constexpr size_t kNumbers[] = {
#define QUERY(kind, name, arguments, answer) arguments,
#include "program/queries.def"
  };
  return kNumbers[static_cast<size_t>(asked)];
}

constexpr QueryAnswer answerOf(QueryKind asked) {
  constexpr QueryAnswer kAnswers[] = {
#define QUERY(kind, name, arguments, answer) QueryAnswer::answer,
#include "program/queries.def"
  };
  return kAnswers[static_cast<size_t>(asked)];
}

/// var := what memory answers
struct Query {
  VariableId variable;
  QueryKind kind;
  std::vector<Term> arguments;
};

enum class AccessKind : uint8_t { None, Read, Write };

/// Others may go on here (threads.h). What the thread is about to do to memory that others see, if anything.
struct Step {
  AccessKind access = AccessKind::None;
  bool isAtomic = false; // an access that C calls atomic
  Term pointer;          // null: none
  Term size;             // of pointer width; null: none
};

/// var := number of a new thread (cut to the variable's width), which begins with a call of the function
struct Spawn {
  VariableId thread;
  FunctionId callee; // has a body
  std::vector<Term> arguments;
};

enum class AwaitKind : uint8_t { Equal, Distinct, AtLeast /*as signed numbers*/ };

/// The thread goes on when memory[pointer .. ] compares to the value as said. var := true then; and var := false if no
/// thread can go on any more and this one is told so.
struct Await {
  VariableId variable; // Bool
  Term pointer;
  AwaitKind kind = AwaitKind::Equal;
  Term value; // a bit-vector of at most 64 bits
};

/// Begins or ends a region in which no other thread goes on. Regions may stand in one another; an end without a beginning
/// does nothing.
struct Atomic {
  bool begins = true;
};

/// Last operation of its edge. The callee may lack a body: engines that do not know it treat the edge as unsupported.
struct Call {
  VariableId result; // invalid: none
  FunctionId callee;
  std::vector<Term> arguments;
};

/// Last operation of its edge, whose target is the function's exit. The frame's stack objects die.
struct Return {
  Term value; // null: none
};

using Action = std::variant<Assign, Input, Load, Store, Allocate, Free, Copy, Fill, Query, Step, Spawn, Await, Atomic,
                            Call, Return>;

/// One of the kinds that are listed, for a handler of several: [](const OneOf<Load, Store> auto& access) { ... }
template <class T, class... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);
/// Every operation is of memory, of variables or of threads. Those of variables neither look at memory nor change it,
/// but for a Return, which ends the lives of stack objects, and for what a callee does. Those of threads let other threads
/// go on, and so change all that these can reach.
template <class T>
concept OfMemory = OneOf<T, Load, Store, Allocate, Free, Copy, Fill, Query>;
template <class T>
concept OfVariables = OneOf<T, Assign, Input, Call, Return>;
template <class T>
concept OfThreads = OneOf<T, Step, Spawn, Await, Atomic>;

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
struct NoOperation {};
template <class Visitor, class Actions>
inline constexpr bool kHandles = false;
template <class Visitor, class... Kinds>
inline constexpr bool kHandles<Visitor, std::variant<Kinds...>> = (std::invocable<Visitor&, Kinds&> && ...);
template <class Visitor, class... Kinds>
inline constexpr bool kHandles<Visitor, const std::variant<Kinds...>> = (std::invocable<Visitor&, const Kinds&> && ...);
/// Whether the handlers name every kind of operation. One that takes whatever it is given would swallow a kind that is
/// added later, and is not accepted.
template <class Actions, class... Handlers>
concept HandleEveryKind =
    kHandles<Overloaded<Handlers...>, Actions> && !std::invocable<Overloaded<Handlers...>&, NoOperation&>;

/// Whoever is kept away from programs with threads (threads.h) has met one all the same.
[[noreturn]] void meetThreads();
/// The handler of operations of threads for such a one.
template <class Answer = void>
struct NoThreads {
  Answer operator()(const OfThreads auto&) const { meetThreads(); }
};

struct Operation {
  Action action;
  SourcePosition position;

  /// The one way to treat kinds differently: calls the handler of the operation's kind. Where a kind has no handler, this
  /// does not compile. (A class with one overload for each kind is as good: std::visit on the action.)
  template <class... Handlers>
    requires HandleEveryKind<const Action, Handlers...>
  decltype(auto) visit(Handlers... handlers) const {
    return std::visit(Overloaded<Handlers...>{std::move(handlers)...}, action);
  }
  template <class... Handlers>
    requires HandleEveryKind<Action, Handlers...>
  decltype(auto) visit(Handlers... handlers) {
    return std::visit(Overloaded<Handlers...>{std::move(handlers)...}, action);
  }
  /// A question about a single kind. What asks about two kinds is better off with visit().
  template <class T>
  const T* as() const {
    return std::get_if<T>(&action);
  }
  /// The variable that the operation writes; invalid if none.
  VariableId defines() const;
  /// Every term that the operation reads, in order.
  std::vector<Term> terms() const;
  bool isOfMemory() const;
  bool isOfThreads() const;
  /// A call or a return: the last operation of its edge.
  bool endsEdge() const;
};

} // namespace assay
