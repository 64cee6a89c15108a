// The blocks of an automaton whose memory is arrays, with what never changes put in: variables that the program's start
// gives a value once and for all (addresses, sizes) stand for that value. So the index of an access is the start of an
// object and a number of an element:
//
//   memory.a[(&a + (sext(i) ++ 00))[63:2]]     is     memory.a[start of a + sext(i)]
//
// A pointer that moves through an array of bytes is the start of the object where it began, and how far it has come.
#pragma once

#include "analysis/obligation.h"
#include "encode/cut_relation.h"
#include "solver/solver.h"
#include "term/substitute.h"
#include "term/term_map.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// An object's elements in an array of the automaton.
struct CellArray {
  Term array; // the variable
  Term start; // the index of the first element
  std::string name;

  uint32_t width() const { return array.sort().element().width(); }
  uint32_t indexWidth() const { return array.sort().index().width(); }
};

class ArraySystem {
public:
  /// The solver tells which paths from the start are impossible.
  ArraySystem(const CutRelation& relation, Solver& solver);

  const Flow& flow() const { return flow_; }
  const CutRelation& relation() const { return relation_; }

  struct Path {
    uint32_t source; // a head's number; Flow::kNone: the program's start
    uint32_t target; // likewise
    Term guard;
    const BlockPath* path;
    /// A term over variables at the target, in terms of those at the source.
    Term at(const ArraySystem& system, Term term) const { return system.put(source, path->at(system.program(), term)); }
  };
  const std::vector<Path>& paths() const { return paths_; }
  /// Of two sources of paths, which one the program comes to first: loops one after the other, inner ones behind their
  /// outer ones.
  uint32_t order(uint32_t source) const { return source == Flow::kNone ? 0 : 1 + order_[source]; }
  /// A term at a cut point, with what never changes put in, and indices as sums of a start and a number.
  Term put(uint32_t cut, Term term) const;
  /// That paths which are left out are impossible.
  const std::vector<Obligation>& obligations() const { return obligations_; }
  /// What was put for indices, and is the same.
  const std::vector<std::pair<Term, Term>>& indices() const { return indices_; }
  /// Whether the variable stands for a value at the head.
  bool isFixed(uint32_t head, VariableId variable) const;
  /// A variable as a number: of a pointer that moves in an object, how far it is behind the object's start.
  Term numberOf(VariableId variable) const;
  /// Whether it is one: an integer, or such a pointer.
  bool isNumber(VariableId variable) const;
  bool isMovingPointer(VariableId variable) const { return starts_.contains(variable); }
  /// Whether its first bit is a sign. What the program does not name is none: how long an object is, mostly.
  bool hasSign(VariableId variable) const {
    const TypeClass type = program()[variable].typeClass;
    return type != TypeClass::Unsigned && (type != TypeClass::Unknown || isMovingPointer(variable));
  }
  Term extended(VariableId variable, uint32_t width) const {
    const Term number = numberOf(variable);
    return hasSign(variable) ? terms_.mkBvSignResize(number, width) : terms_.mkBvZeroResize(number, width);
  }

  const Program& program() const { return flow_.program(); }
  /// Those that are accessed.
  const std::vector<CellArray>& arrays() const { return arrays_; }
  struct Element {
    size_t array;
    Term number; // of the array's index width
  };
  /// Nothing: the index has another form.
  std::optional<Element> elementOf(Term array, Term index) const;
  Term inWindow(Term index) const;
  /// An index as the start of an object, and what is added to it.
  std::optional<std::pair<Term, Term>> split(Term index) const;
  /// The lowest bits of a number, or the number with its sign.
  Term lowBits(Term number, uint32_t width) const;

private:
  void dropImpossible(Solver& solver);
  void orderHeads();
  void findFixed();
  bool addFixed();
  bool dropOne();
  void findArrays();
  void findMovingPointers();
  std::optional<Term> startOf(const BitVector& address, uint32_t low) const;
  Term quotient(Term term, uint32_t low) const;

  const CutRelation& relation_;
  std::vector<const Transition*> transitions_; // that may be possible
  std::vector<Obligation> obligations_;
  const Flow& flow_;
  TermManager& terms_;
  std::vector<std::map<VariableId, Term>> fixed_;        // by head
  std::set<std::pair<VariableId, uint32_t>> triedFixed_; // and the value's number
  std::map<VariableId, Term> starts_;                    // by pointer, of the object that it moves in
  Term withSums(Term term) const;
  mutable std::vector<Substitution> puts_; // by head
  mutable TermMap<Term> sums_;
  mutable std::vector<std::pair<Term, Term>> indices_;
  std::vector<Path> paths_;
  std::vector<uint32_t> order_; // by head
  std::vector<CellArray> arrays_;
};

} // namespace assay
