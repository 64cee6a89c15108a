// Where pointers may point: an inclusion-based points-to analysis (Andersen, "Program analysis and specialization for the
// C programming language", 1994) of a whole Program, insensitive to the order of execution, with offsets.
//
// A value is a set of targets, each an object with a progression of offsets, or anything at all. An object is a static one,
// all that an allocation makes, or one of two that hold nothing: number 0, with null and small integers, and the wild one.
//
//   p = &a            p: a at 0
//   p = p + 4         p: a at 0, 4, 8, ...
//   q = allocate      q: the site at 0
//   *q = p            the site's cell at 0: a at 0, 4, 8, ...
//
// Contents are cells: accesses to an object fall into classes of equal offsets modulo the object's stride. As long as no
// two classes overlap the object has one shape and each class is a cell with a value of its own; otherwise its contents
// are anything. Programs have no types to rely on: an integer is a pointer like any other, so inputs, uninitialised
// bytes and what arithmetic makes of integers are anything, as are pointers put together from parts. An access through
// such a pointer touches every object. Inputs that nobody reads do not count.
//
// What is relied on: a pointer that is moved step by step stays in its object's window or invalid (program/pointer.h). To
// leave it by steps that are not checked it would have to move farther from its object than the largest object is long,
// without access: C has no meaning for that. Single steps that are that long are taken for integer arithmetic, unless the
// term itself asks whether the object is still the same, as those from the front end do.
#pragma once

#include "analysis/integer_shape.h"
#include "program/program.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

struct PointerTarget {
  uint32_t object; // see PointsTo
  Progression offset;
  bool operator==(const PointerTarget&) const = default;
};

struct PointerSet {
  bool isAny = false;
  std::vector<PointerTarget> targets; // by increasing object
  bool operator==(const PointerSet&) const = default;
  static PointerSet any() { return {true, {}}; }
};

class PointsTo {
public:
  explicit PointsTo(const Program& program);

  /// Objects: a static one has its own number; then allocations follow, in the order of edges and operations.
  static constexpr uint32_t kZero = 0;                                                // no object: null, small integers
  static constexpr uint32_t kWild = UINT32_MAX;                                       // no object either
  uint32_t numObjects() const { return static_cast<uint32_t>(contents_.size()) - 1; } // the greatest object
  bool isStatic(uint32_t object) const { return object != kZero && object <= program_.objects().size(); }
  bool isSite(uint32_t object) const { return object > program_.objects().size() && object != kWild; }
  /// The object that stands for all that this operation allocates.
  uint32_t siteOf(const Allocate& allocate) const { return siteOf_.at(&allocate); }

  /// What the variable may be, whenever it is read; the same for a term over variables.
  const PointerSet& of(VariableId variable) const { return variables_[variable.index()]; }
  PointerSet of(Term pointer) const;

  /// How an object's contents are accessed.
  struct Cell {
    uint32_t size;
    PointerSet value; // anything, if the cell is no pointer's size
  };
  struct Contents {
    bool isUniform = true;         // one shape: `cells` holds all there is
    bool isCopied = false;         // some access is a copy or fill
    bool isZeroed = false;         // by a fill
    uint64_t stride = 0;           // 0: all offsets are constants
    std::map<int64_t, Cell> cells; // by offset, or offset modulo the stride
  };
  const Contents& contents(uint32_t object) const { return contents_[object]; }
  /// Whether all accesses are known to fall into the object's cells, each at a constant offset: then these could be
  /// variables.
  bool hasScalarCells(uint32_t object) const {
    const Contents& contents = contents_[object];
    return contents.isUniform && !contents.isCopied && contents.stride == 0 && !isReadAnywhere_;
  }

private:
  struct Value : PointerSet {
    bool crosses = false; // the number may have become any other: to be used only if the object is asked for
  };
  static Value anything() { return {PointerSet::any(), false}; }
  static constexpr size_t kMaxTargets = 64;

  void collect();
  void findDeadInputs();
  void solve();
  void process(uint32_t operation);
  void processCall(const Call& call);
  void store(Term pointer, Term value);
  PointerSet load(uint32_t operation, Term pointer, uint32_t size);
  void copy(uint32_t operation, const Copy& copy);
  void copyCells(const PointerTarget& to, const PointerTarget& from, uint64_t size);
  void fill(const Fill& fill);

  /// The value of the cell for an access, or null if contents are anything.
  PointerSet* cellFor(uint32_t object, Progression offset, uint32_t size);
  bool refine(uint32_t object, uint64_t stride);
  PointerSet initial(uint32_t object, Progression offset, uint32_t size);
  void spoil(uint32_t object);
  void spoilAll();
  void addReader(uint32_t object, uint32_t operation);
  void changed(uint32_t object);
  void enqueue(const std::vector<uint32_t>& operations);
  static bool include(PointerSet& into, const PointerSet& from);
  void includeVariable(VariableId variable, const PointerSet& value);

  Value evaluate(Term term) const;
  Value evaluateNode(Term term, const TermMap<Value>& below) const;
  Value constant(uint64_t bits) const;
  Value moved(const Value& base, Term by) const;
  bool isShort(Term move) const;
  static bool isObject(uint32_t object) { return object != kZero && object != kWild; }
  static PointerSet settled(Value value) { return value.crosses ? PointerSet::any() : std::move(value); }
  PointerSet valueOf(Term term) const;

  const Program& program_;
  const PointerLayout layout_;
  mutable IntegerShapes integers_;    // a memo
  mutable TermMap<PointerSet> known_; // of pointers that were asked for
  std::unordered_map<const Allocate*, uint32_t> siteOf_;
  std::vector<const Operation*> operations_;
  std::vector<FunctionId> functionOf_; // by operation
  std::vector<const Allocate*> sites_;
  std::unordered_set<const Input*> deadInputs_;
  std::vector<PointerSet> variables_;          // by variable
  std::vector<PointerSet> results_;            // by function
  std::vector<Contents> contents_;             // by object
  std::unordered_set<uint64_t> isReader_;      // object and operation
  std::vector<std::vector<uint32_t>> readers_; // by object: operations that depend on its contents
  std::vector<std::vector<uint32_t>> usersOf_; // by variable: operations that read it
  std::vector<std::vector<uint32_t>> callsOf_; // by function
  std::vector<uint32_t> worklist_;
  std::vector<bool> isQueued_;
  bool isSpoilt_ = false;       // something is written through a pointer of which nothing is known
  bool isReadAnywhere_ = false; // something is read like that
};

} // namespace assay
