// Whether numbers of objects are nothing but names, in an automaton over records (record_heap.h): they are compared,
// given out one after the other, and name elements of arrays; no other value depends on them. Then what the automaton
// does stays the same if objects get other numbers in the same order, and a proof does not depend on how many numbers
// there are.
//
// Variables of pointer width and arrays of such elements are pointers or numbers of the program: what flows from one to
// another, or is compared with it, is of the same kind. A pointer is null, an address, a pointer moved by a constant,
// or anything (an input). Of a pointer, the part with the object's number is only compared with others or used as an
// index; the rest is open. A term that is neither a pointer nor a number of the program, or both, is not opaque.
#pragma once

#include "term/term_map.h"
#include "transform/memory/records/record_heap.h"

#include <unordered_map>

namespace assay {

class OpaqueNumbers {
public:
  OpaqueNumbers(const Program& program, const RecordHeap& heap);

  /// Whether the whole automaton treats numbers of objects as names.
  bool holds() const { return isConsistent(); }
  /// Whether a condition does, over the automaton's variables and the numbers that are arbitrary but fixed.
  bool isOpaque(Term condition) const;
  /// Whether the variable, or elements of the array, are pointers.
  bool isPointer(Term variable) const;

private:
  /// A set of variables of one kind.
  struct Class {
    Term parent;
    bool isPointer = false, isNumber = false;
  };
  Term find(Term variable) const;
  void unite(Term a, Term b);
  void mark(const std::vector<Term>& leaves, bool isPointer);
  bool isConsistent() const;

  bool isRecordArray(Term term) const;
  bool isCount(Term comparison) const;
  bool isFixedNumber(const BitVector& number) const;
  /// The term as a pointer: the variables and arrays that it comes from. False: it is something else.
  bool parsePointer(Term term, std::vector<Term>& leaves, bool& isAddress);
  bool parseNumber(Term term);
  bool involvesNumber(Term term) const;
  void checkArray(Term term, Term target);
  void flow(Term value, Term target);
  void compare(Term a, Term b);
  void visit(Term term);

  const Program& program_;
  const RecordHeap& heap_;
  const uint32_t width_, offsetBits_;
  static constexpr uint32_t kMaxSteps = 200'000; // terms share their parts, and these are met again and again
  uint32_t numSteps_ = 0;
  bool isBroken_ = false;
  std::unordered_map<Term, Class> classes_;
  TermSet visited_;
};

} // namespace assay
