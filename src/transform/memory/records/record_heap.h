// transform/memory/records/: memory as records, for blocks that loops allocate.
//
// Memory as records, for proofs about blocks that loops allocate (2LS, sections 4.1 and 6.4): an automaton without
// memory operations in which every object is a record, known by its number, and every field of records is an array over
// numbers.
//
//   x = load p + 8              x = aselect(record.8.8, p's number)     if p is the start of a live record with this
//                                                                       field, else to an unsupported location
//   p = allocate heap any 16    p = next ++ 1 ++ 0;  site = astore(site, next, 3);  next = next + 1
//   free heap p                 site = astore(site, p's number, 0)
//
// It is made for programs that allocate objects of constant sizes and access them at constant distances from their
// start. Each site has fields that do not overlap; an operation that accesses a record in another way, or an object of
// no site, leaves the automaton. A query whether memory may be accessed is answered with no where the pointer is not
// the start of a record: a proof in which no execution gets this answer does not depend on it.
//
// Any number of blocks. Pointers have room for few numbers, but executions may make more objects. So a proof on this
// automaton must not depend on how many numbers there are: it may only compare them (opaque_numbers.h sees to that, in
// the automaton and in invariants). Take an execution with as many numbers as it needs, and a step of it that
// contradicts an obligation of a proof by induction. The obligation speaks of finitely many numbers: those of the few
// blocks that its instances name, of pointers in variables and in these blocks, and the next one. Give them other
// numbers in the same order, so that neighbours stay neighbours and all of them fit: the formula cannot tell the
// difference, so the step with the new numbers contradicts the obligation as well. So an allocation for which there is
// no number is no obstacle here: it is assumed away.
//
// 2LS has for each site some abstract objects that stand for all others, and a concrete one that is arbitrary but
// fixed. Here no object stands for several: an invariant speaks of one block, or two, whose numbers are arbitrary but
// fixed (`block` and `other`), and is used for the blocks that a step reads (array_instances.h).
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct RecordHeap {
  struct Field {
    uint32_t offset, bytes;
    Term array; // a variable: by number, what is there
  };
  struct Site {
    uint64_t size;
    bool isHeap;
    std::vector<uint32_t> fields; // that do not overlap
    SourcePosition position;      // of the allocation
  };
  static constexpr uint32_t kSiteBits = 8;

  Term next; // a variable: the number that the next object gets
  Term site; // a variable: by number, which site made the live object; 0: there is none
  std::vector<Field> fields;
  std::vector<Site> sites; // site 1 is the first
  uint64_t firstNumber = 1;
  uint64_t mostNumber = 0; // an allocation gives out a smaller one, or there is no such execution
  Term block, other;       // numbers that are arbitrary but fixed

  Term siteOf(TermManager& terms, Term number) const { return terms.mkSelect(site, number); }
};

struct RecordProgram {
  Program program;
  RecordHeap heap;
};

/// Nothing: some object or access is not of this kind, or no loop makes objects. The program has no calls.
std::optional<RecordProgram> withRecords(const Program& program, const PointsTo& pointsTo);

/// The two numbers that are arbitrary but fixed, for a program of this layout.
Term anyBlock(const Program& program);
Term otherBlock(const Program& program);

} // namespace assay
