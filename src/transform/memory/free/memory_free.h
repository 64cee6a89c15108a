// transform/memory/free/: memory as variables and arrays, with its checks.
//
// An automaton without memory operations: what it does stays the same, but memory is a few variables, most of them
// arrays. Afterwards an edge is a guard, assignments and inputs (and calls of functions without a body, as they were).
//
//   x = load p                  x = aselect(memory.a, p)               if p points into a live object,
//                                                                      else to an unsupported location
//   store p, x                  memory.a = astore(memory.a, p, x)      the same
//   p = allocate heap any n     p = next ++ 1 ++ 0;  next = next + 1;
//                               limit = astore(limit, next, n)
//   free heap p                 limit = astore(limit, p's number, 0)
//   ok = readable(p, 4)         ok = p's offset + 4 <= aselect(limit, p's number)
//
// Contents. Objects that some access may confuse (analysis/points_to.h) form a class. A class has one array for objects
// that begin with zeros or given bytes and one for those that begin with anything. The index is the pointer without the
// lowest bits, the element is the largest unit that accesses of the class are aligned to; an access that may be
// unaligned shifts what it reads from neighbouring elements. A number is given out once, so a new object is what its
// array holds where nothing has been written: zeros, or an input of array sort at the program's start. (The interpreter
// asks its source for elements of that input when they are read, as it does for the bytes of objects: see
// interpreter.cpp.) Where objects share a number, each begins with such an input of its own, or zeros.
//
// Life. `limit` holds the size of a live object and 0 of a dead one, `state` whether it may be freed. Static objects
// need neither. An object that is allocated at most once, or such that no two can be told apart (reuse.h), has a number
// and variables of its own beside its elements of these arrays: a pointer that can mean only a few such objects is
// compared with each.
//
// Copies and fills of few elements are written out; others become loops. Whether all blocks can be reached is computed
// by loops, too (leaks.cpp).
//
// One thing differs from the original: the interpreter gives numbers of dead objects out again when there are no
// others; here the execution ends at a limit. Where a memory operation is undefined, the execution ends in an
// unsupported location whose message begins with "undefined".
//
// Functions that were not inlined stay: their stack objects form a list, which a return goes through.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

/// Which numbers objects get.
enum class ObjectNumbers : uint8_t {
  Sequence, // in the order of allocations, as the interpreter does: an execution sees the same addresses
  Sites,    // what is allocated at most once, or so that no two can be told apart, has one number; the others follow in
            // sequence
};

struct MemoryFree {
  /// A place that the automaton does not follow, though the original does.
  struct Obstacle {
    std::string message;
    SourcePosition position;
  };
  /// Contents of objects.
  struct Array {
    std::string name; // of the variable
    uint32_t unit;    // bytes of an element
    bool beginsWithAnything;
    std::vector<uint32_t> objects; // of the points-to analysis
  };

  Program program;
  std::vector<Obstacle> obstacles;
  std::vector<Array> arrays;
  /// By object of the points-to analysis: its number; 0 if the object gets the next number when it is made, from
  /// `firstNumber` on. So an observer of the original's allocations knows which elements of an array are an object's
  /// initial bytes.
  std::vector<uint64_t> numbers;
  uint64_t firstNumber = 0;
};

/// The points-to analysis must be of this very program.
MemoryFree withoutMemory(const Program& program, const PointsTo& pointsTo,
                         ObjectNumbers numbers = ObjectNumbers::Sites);

} // namespace assay
