// Memory along the paths of threads: accesses become cells, choices between cells, or any value.
#pragma once

#include "encode/threads/thread_values.h"

#include <optional>

namespace assay {

class ThreadMemory {
public:
  ThreadMemory(const Program& program, const PointsTo& pointsTo, uint32_t maxAddresses, MemoryUse& use,
               ThreadValues& values, ThreadSystem& system)
      : program_(program), terms_(program.terms()), pointsTo_(pointsTo), maxAddresses_(maxAddresses), use_(use),
        values_(values), system_(system) {}

  Term load(const ThreadPath& path, Term pointer, Sort sort);
  void store(ThreadPath& path, Term pointer, Term value, SourcePosition position);
  /// `isAgain`: the allocation may be executed again while the object lives.
  void allocate(ThreadPath& path, const Allocate& allocate, bool isAgain);
  Term answer(const ThreadPath& path, const Query& query);
  /// What the pointer may be to is vague from now on.
  void leaveVague(const ThreadPath& path, Term pointer, SourcePosition position);

  /// Cells of stack objects that the call has made and that are its thread's alone.
  std::vector<Term> stackCellsOf(uint32_t context);
  /// Whether cells have changed, so that all moves are to be made again.
  bool hasChanged() const { return hasChanged_; }

private:
  struct Cell {
    Term condition; // under which the access is to it; null: always
    Term term;      // null: constant
    Term constant;
    uint32_t shift = 0; // bits below the access
  };
  Term stackCell(const StackObject& object, CellRange range);
  Term newCell(std::string name, CellRange range, Term initial);
  CTypeId typeOf(const Allocate& site) const;
  Term nameAs(Term cell, std::string name, CTypeId type, CellRange range);
  Term sharedCell(uint32_t object, CellRange range);
  Term sharedStackCell(const Allocate* site, CellRange range);
  Term initialOf(uint32_t object, CellRange range) const;
  std::optional<Cell> cellAt(const ThreadPath& path, uint64_t address, uint64_t size);
  std::optional<std::vector<Cell>> cellsFor(const ThreadPath& path, Term pointer, uint64_t size);
  bool liesInside(uint64_t address, uint64_t size, bool isWritten) const;
  void leaveVague(const PointerSet& set, SourcePosition position);

  const Program& program_;
  TermManager& terms_;
  const PointsTo& pointsTo_;
  const uint32_t maxAddresses_;
  MemoryUse& use_;
  ThreadValues& values_;
  ThreadSystem& system_;
  std::map<std::pair<uint32_t, CellRange>, Term> sharedCells_;
  std::map<std::pair<const Allocate*, CellRange>, Term> sharedStackCells_;
  std::map<std::pair<uint32_t, CellRange>, Term> stackCells_; // by number of the stack object
  bool hasChanged_ = false;
};

} // namespace assay
