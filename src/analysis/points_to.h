// analysis/: what can be known of a Program before an engine runs: where pointers may point, linear equations modulo
// 2^w, conditions that are written in C, invariants from files.
//
// Where pointers may point: an inclusion-based points-to analysis (Andersen, "Program analysis and specialization for
// the C programming language", 1994) of a whole Program, insensitive to the order of execution, with offsets.
//
// A value is a set of targets, each an object with a progression of offsets, or anything at all. An object is a static
// object, or stands for all that an allocation makes, or is one of two that hold nothing: number 0, for null and small
// integers, and the wild one.
//
//   p = &a            p: a at 0
//   p = p + 4         p: a at 0, 4, 8, ...
//   q = allocate      q: the site at 0
//   *q = p            the site's cell at 0: a at 0, 4, 8, ...
//
// Contents are cells: accesses to an object fall into classes of equal offsets modulo the object's stride. As long as
// no two classes overlap the object has one shape and each class is a cell with a value of its own; otherwise its
// contents are anything. An integer may be made of a pointer, and have its bits, so inputs, uninitialised bytes and
// what arithmetic makes of integers are anything, as are pointers put together from parts. An access through such a
// pointer touches every object. Inputs that nothing reads do not count.
//
// The analysis relies on this, for variables that hold pointers alone (Variable::isPointer) and no others: a pointer
// that is moved step by step stays in its object's window or is invalid (program/pointer.h). To leave the window by
// steps that are not checked, it would have to move farther from its object than the largest object is long, without an
// access: C has no meaning for that. Integers have no window; what is said of them follows from their bits. Single
// steps that are as long as a window are taken for integer arithmetic, unless the term itself asks whether the object
// is still the same, as terms from the front end do.
//
// On demand, the operations of an edge count only if executions may come to it: a call through a pointer goes to those
// functions alone that the pointer may be. A guard that no pointer of the sets meets is one that no execution meets,
// since the sets are those of all that executions do before.
//
// On demand, what was not written is no pointer: then it is also relied on that a program uses no pointer which it
// reads from a block of the heap where none was written, as C wants it. Numbers that are read there are still anything.
//
// Proofs believe nothing else of this analysis: analysis/pointer_premises.h makes obligations of its result.
#pragma once

#include "analysis/object_shapes.h"
#include "analysis/pointer_set.h"
#include "analysis/pointer_values.h"
#include "program/program.h"
#include "term/term_map.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace assay {

class PointsTo {
public:
  explicit PointsTo(const Program& program, FollowedEdges followed = FollowedEdges::All,
                    Unwritten unwritten = Unwritten::Anything);

  /// Objects: a static one has its own number; then allocations follow, in the order of edges and operations.
  static constexpr uint32_t kZero = kZeroObject;                                    // no object: null, small integers
  static constexpr uint32_t kWild = kWildObject;                                    // no object either
  uint32_t numObjects() const { return static_cast<uint32_t>(shapes_.size()) - 1; } // the greatest object
  bool isStatic(uint32_t object) const { return object != kZero && object <= program_.objects.size(); }
  bool isSite(uint32_t object) const { return object > program_.objects.size() && object != kWild; }
  /// The object that stands for all that this operation allocates.
  uint32_t siteOf(const Allocate& allocate) const { return siteOf_.at(&allocate); }

  /// What the variable may be, whenever it is read; the same for a term over variables.
  const PointerSet& of(VariableId variable) const { return values_.of(variable); }
  PointerSet of(Term pointer) const;
  /// Whether a term over variables stays in its object's window because it is a pointer of C (pointer_values.h).
  bool isPointer(Term term) const { return values_.isPointer(term); }

  /// Whether the condition may hold, by what its pointers may be.
  bool mayHold(Term condition) const { return values_.mayHold(condition); }
  /// Whether the edge's operations count. What is said of pointers says nothing of those that don't: nobody comes
  /// there.
  bool isFollowed(EdgeId edge) const { return isFollowed_[edge.index()]; }
  Unwritten unwritten() const { return unwritten_; }

  /// How an object's contents are accessed.
  const ObjectShape& accesses(uint32_t object) const { return shapes_[object]; }
  /// Whether all accesses are known to fall into the object's cells.
  bool hasCells(uint32_t object) const {
    const ObjectShape& shape = shapes_[object];
    return shape.isUniform && !shape.isCopied && !isReadAnywhere_;
  }

private:
  const Program& program_;
  const Unwritten unwritten_;
  PointerValues values_;
  mutable TermMap<PointerSet> known_; // of pointers that were asked for
  std::unordered_map<const Allocate*, uint32_t> siteOf_;
  std::vector<ObjectShape> shapes_; // by object
  std::vector<bool> isFollowed_;    // by edge
  bool isReadAnywhere_ = false;     // something is read through a pointer of which nothing is known
};

} // namespace assay
