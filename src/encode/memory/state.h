// Memory in an unwinding: objects with a number, contents, size and life, all as terms.
//
// Objects that an execution may have at the same time have different numbers, so these are constants and distinct
// objects are disjoint for free. Contents are cells, each a value at a constant offset, as the program has written
// them: a field read as it was written is the very term. Where a cell is read in another way than it was written it is
// taken apart and put together. What is in no cell is what the object began with.
//
//   object  number 7, size 16      cells   0: x (4 bytes)    8: next (8 bytes)    else: initial contents
//
// A symbolic offset reads and writes every cell that it may mean; which these are follows from the low bits that are
// known of it (so an index into an array of structs only touches one field of each). If there are too many, the
// contents become one array term of equal elements, and stay so.
#pragma once

#include "program/program.h"
#include "util/persistent_vector.h"

#include <map>
#include <memory>
#include <stdexcept>

namespace assay {

/// Thrown where terms do not tell what an operation does: the unwinding ends there with an obstacle.
struct NotEncoded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What an object's bytes are before they are written. Unknown bytes are variables, made when they are first asked for
/// and the same for all states.
class InitialContents {
public:
  enum class Kind : uint8_t { Zero, Bytes, Any };
  Kind kind = Kind::Zero;
  const StaticObject* object = nullptr;                  // Bytes
  uint32_t origin = 0;                                   // the object in the points-to analysis
  uint64_t allocation = 0;                               // Any: number among the records of the unwinding
  std::map<uint64_t, std::pair<uint32_t, Term>> unknown; // Any: by offset, with size
  uint32_t unit = 0;  // bytes of an element, once there is an array of this object: a power of two
  Term array;         // the contents as an array, if that was asked for
  Term arrayVariable; // Any: what the array has where no variable is
};

struct MemoryCell {
  uint32_t size; // in bytes
  Term value;
  bool operator==(const MemoryCell&) const = default;
};

struct MemoryObject {
  Term isAlive;
  Term size; // of pointer width
  bool isHeap = false, isStack = false, isConstant = false;
  bool isCallers = false; // a block that nobody has to free (program/callers_block.h)
  std::shared_ptr<InitialContents> initial;
  std::map<uint64_t, MemoryCell> cells; // by offset; disjoint
  Term array;                           // if it is there, it alone tells the contents
};
using MemoryObjectPtr = std::shared_ptr<const MemoryObject>;

/// By object number.
using MemoryObjects = PersistentVector<MemoryObjectPtr>;

} // namespace assay
