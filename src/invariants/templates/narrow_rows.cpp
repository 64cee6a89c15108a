#include "invariants/templates/narrow_rows.h"

#include "invariants/small_runs.h"

#include <cstdlib>
#include <optional>
#include <utility>

namespace assay {

namespace {

struct Range {
  BitVector low, high;

  bool isWide() const { return BitVector(low.width(), kNarrowWidth).ult(high.sub(low)); }
};

BitVector valueOf(const TemplateRow& row, const Flow& flow, const Interpreter& interpreter) {
  BitVector sum = BitVector::zero(row.width);
  for (const auto& [variable, factor] : row.summands) {
    const BitVector value = numberOf(interpreter, flow, variable, row.width);
    for (int i = 0; i < std::abs(factor); ++i) sum = factor < 0 ? sum.sub(value) : sum.add(value);
  }
  return sum;
}

/// By row; none: it was not met.
std::vector<std::optional<Range>> rangesOf(const Flow& flow, const Template& shape, const InvariantLimits& limits,
                                           const Allowance& allowance) {
  std::vector<std::optional<Range>> ranges(shape.rows.size());
  forEachStateBehindBackEdges(flow, limits, allowance, [&](uint32_t head, const Interpreter& interpreter) {
    for (const TemplateGroup& group : shape.groups) {
      if (group.head != head || !group.path.isTrue()) continue;
      for (size_t row = group.firstRow; row < group.endRow; ++row) {
        const BitVector value = valueOf(shape.rows[row], flow, interpreter);
        std::optional<Range>& range = ranges[row];
        if (!range) range = {value, value};
        if (value.slt(range->low)) range->low = value;
        if (range->high.slt(value)) range->high = value;
      }
    }
  });
  return ranges;
}

} // namespace

void dropWideRows(const Flow& flow, Template& shape, const InvariantLimits& limits, const Allowance& allowance) {
  const std::vector<std::optional<Range>> ranges = rangesOf(flow, shape, limits, allowance);
  std::vector<TemplateRow> kept;
  for (TemplateGroup& group : shape.groups) {
    const size_t first = kept.size();
    for (size_t row = group.firstRow; row < group.endRow; ++row)
      if (!ranges[row] || !ranges[row]->isWide()) kept.push_back(std::move(shape.rows[row]));
    group.firstRow = first;
    group.endRow = kept.size();
  }
  shape.rows = std::move(kept);
}

} // namespace assay
