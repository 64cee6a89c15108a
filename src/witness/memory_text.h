// Memory in the user's terms while an execution goes on: what objects are called, what C type they have, what was
// written where.
//
// Variables have the type of their declaration. A block of the heap has no declaration; it gets the type of the first
// pointer to it that has one: `struct node *n = malloc(sizeof *n)`. Such a block is called by the function it came from
// and a number, `malloc#2`, and so is an object whose name another live object has already, as in recursion.
#pragma once

#include "program/interpreter.h"
#include "witness/c_place.h"
#include "witness/value_text.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

/// Where an object lives: as long as the program, as long as a call, or until it is freed.
struct Home {
  enum Kind : uint8_t { Static, Stack, Heap };
  Kind kind = Stack;
  uint32_t frame = 0;  // Stack: calls in one another, as a step of a trace counts them
  std::string object;  // its name; empty: a variable that is no object of memory
  uint32_t thread = 0; // Stack: whose

  bool operator==(const Home&) const = default;
};

/// What was written, as a user would say it: `list.head = &malloc#1`.
struct Written {
  std::string name; // empty: the bytes cannot be read (any more)
  std::string value;
  std::string type; // of C; may be empty
};

class MemoryText {
public:
  MemoryText(const Program& program, Interpreter& interpreter);

  // What happens.
  /// `name`: of the variable, or of the function that the user's code called to get a block.
  void allocated(const Allocate& allocate, const std::string& name, uint64_t pointer, size_t frame);
  void freed(uint64_t pointer);
  /// Bytes were written.
  void marked(uint64_t pointer, uint64_t size);
  /// Objects on the running thread's stack, of this and deeper frames, are gone.
  void left(size_t frame);
  /// This thread runs from now on.
  void switched(uint32_t thread);
  /// The user's code has made a thread. Models count such threads by themselves, and have others of their own.
  void created(uint32_t thread) { threads_.push_back(thread); }
  /// An object gets another name than it had: that of the object, or one that means its address, as `argv[1]` does.
  enum class Naming : uint8_t { Object, Address };
  void rename(uint64_t pointer, std::string name, Naming naming);
  /// A value that points somewhere, if `type` is a pointer's.
  void seen(const BitVector& value, CTypeId type);

  // What there is.
  const ValueText& values() const { return values_; }
  /// The bytes that were just written; `reads` if they are one value.
  Written written(uint64_t pointer, uint64_t size, std::optional<TypeClass> reads);
  /// The string that begins there, in quotes; empty if there is none.
  std::string stringAt(uint64_t pointer);
  /// The list that begins there, by the first number of each node: "3 -> 5 -> NULL". Empty if a pointer of this type
  /// leads to no structure with one pointer to its own kind, or to a list of one node.
  std::string listAt(uint64_t pointer, CTypeId type);
  /// What a block of the caller contains from there on; empty for other memory.
  std::string passedAt(uint64_t pointer);
  /// The bytes, if they lie in a block of the heap and none of them was ever written: what the program takes for a value.
  Written unwritten(uint64_t pointer, uint64_t size, TypeClass reads);
  /// The thread that models give this number.
  uint64_t threadOf(uint64_t number) const { return number < threads_.size() ? threads_[number] : number; }
  /// Whether the user has a name for the object: it is not one of a library model's own.
  bool isUsers(uint64_t pointer) const;
  Home homeOf(uint64_t pointer) const;

private:
  struct Object {
    std::string name;
    std::string base;        // the name without a number
    uint32_t ordinal = 0;    // among the live objects of that name; 0: on the heap, where numbers are never used again
    CTypeId type;            // of the object, or of its elements
    bool isRow = false;      // elements, as many as there is room for
    bool isNamed = false;    // by the user, or by the function that it came from
    bool isLibrarys = false; // a model keeps it
    bool nameIsAddress = false;
    bool isAlive = true;
    bool isPassed = false;         // a block of the caller
    bool beginsUnwritten = false;  // a block of the heap that holds anything
    std::vector<bool> isWritten{}; // its bytes, as far as they have been
  };

  const Object* find(uint64_t number) const;
  std::string addressName(uint64_t number) const;
  /// The place of some bytes of a typed object as a user writes it; nothing if it has no such name.
  std::optional<Written> typed(const Object& object, const CPlace& place, std::span<const uint8_t> bytes);
  std::optional<Written> several(const Object& object, const std::string& path, CTypeId element, uint64_t offset,
                                 std::span<const uint8_t> bytes) const;
  Written untyped(uint64_t pointer, std::span<const uint8_t> bytes, std::optional<TypeClass> reads) const;

  const Program& program_;
  const CTypes& types_;
  Interpreter& interpreter_;
  const bool namesThreads_; // values of type pthread_t
  ValueText values_;
  std::unordered_map<uint64_t, Object> objects_;          // by number, static ones included
  std::map<std::string, std::set<uint32_t>> ordinals_;    // of live objects, by name
  std::map<std::string, uint32_t> numBlocks_;             // of the heap, by name
  using Stack = std::vector<std::pair<size_t, uint64_t>>; // frame and number
  std::vector<Stack> stacks_ = std::vector<Stack>(1);     // by thread
  uint32_t thread_ = 0;                                   // that runs
  std::vector<uint32_t> threads_ = {0};                   // by the number that models give them
};

} // namespace assay
