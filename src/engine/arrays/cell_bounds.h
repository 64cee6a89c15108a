// Where a region of cells may begin or end: numbers at the head of a loop, as indices. Who looks for regions adds kinds of
// bounds in the order of what matters most, until there are enough.
#pragma once

#include "engine/arrays/array_samples.h"
#include "engine/arrays/array_system.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct CellBound {
  Term term, small; // as it is in states
  std::string name;
  std::vector<int64_t> values; // by state
};

class CellBounds {
public:
  /// Of indices of this width. `numbers`: at the head. `isWritten`: variables that a loop changes.
  CellBounds(const ArraySystem& system, const ArraySamples& samples, uint32_t head, uint32_t width,
             std::span<const VariableId> numbers, const std::set<VariableId>& isWritten, size_t most);

  void addNumbers();
  /// Large constants that counters are compared with.
  void addSizes();
  /// Behind cells that loops around this one are at.
  void addOuterCells();
  /// Behind the cells at these places, which are written before loops begin, and they.
  void addConstants(const std::set<uint64_t>& places);
  /// What an array is as long as, where two numbers say how long, and its last cells.
  void addEnds();
  /// Cells that the loop writes.
  void addWrittenCells();
  /// Beginnings of rows that loops inside of this one write; and how long tables are.
  void addRows();
  /// Sums that counters are compared with: by paths from this head, or from any.
  void addCompared(bool anywhere);
  /// Behind cells that counters are at.
  void addSuccessors();

  /// With their values in these states.
  std::vector<CellBound> in(std::span<const Assignment* const> states) const;

private:
  template <class Use>
  void forEachStore(const ArraySystem::Path& path, Use use) const;
  void add(Term number, bool isSigned, const std::string& name);
  void addIndex(Term term, Term small, const std::string& name);
  bool isSigned(VariableId v) const { return system_.hasSign(v); }

  const ArraySystem& system_;
  const ArraySamples& samples_;
  TermManager& terms_;
  uint32_t head_, width_;
  std::vector<VariableId> numbers_;
  const std::set<VariableId>& isWritten_;
  size_t most_;
  std::vector<CellBound> bounds_;
};

} // namespace assay
