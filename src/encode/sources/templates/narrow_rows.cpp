#include "encode/sources/templates/narrow_rows.h"

#include "encode/numeric.h"
#include "encode/small_inputs.h"

#include <cstdlib>
#include <optional>
#include <utility>

namespace assay {

namespace {

class RowWatch final : private Observer {
public:
  RowWatch(const Flow& flow, const Template& shape) : flow_(flow), shape_(shape), ranges_(shape.rows.size()) {}

  void execute(const Allowance& allowance) {
    constexpr uint64_t kRuns = 40;
    for (uint64_t run = 0; run < kRuns && !allowance.expired(); ++run) {
      last_ = EdgeId();
      SmallInputs inputs(run);
      interpreter_.run(inputs, this);
    }
  }
  bool isWide(size_t row) const {
    const std::optional<Range>& range = ranges_[row];
    return range && BitVector(range->low.width(), kNarrowWidth).ult(range->high.sub(range->low));
  }

private:
  struct Range {
    BitVector low, high;
  };

  void onEdge(EdgeId edge) override {
    const Edge* const before = last_.valid() ? &flow_.program()[last_] : nullptr;
    last_ = edge;
    const LocationId location = flow_.program()[edge].source;
    if (!before || before->target != location || !flow_.isBackEdge(*before)) return;
    for (const TemplateGroup& group : shape_.groups)
      if (flow_.heads()[group.head] == location && group.path.isTrue())
        for (size_t row = group.firstRow; row < group.endRow; ++row) see(row);
  }
  void onInput(const Input&, const BitVector&, SourcePosition) override {}

  void see(size_t row) {
    const BitVector value = valueOf(shape_.rows[row]);
    std::optional<Range>& range = ranges_[row];
    if (!range) range = {value, value};
    if (value.slt(range->low)) range->low = value;
    if (range->high.slt(value)) range->high = value;
  }
  BitVector valueOf(const TemplateRow& row) const {
    BitVector sum = BitVector::zero(row.width);
    for (const auto& [variable, factor] : row.summands) {
      const BitVector own = interpreter_.value(variable);
      const BitVector value =
          isSigned(flow_.program()[variable]) ? own.signExtend(row.width) : own.zeroExtend(row.width);
      for (int i = 0; i < std::abs(factor); ++i) sum = factor < 0 ? sum.sub(value) : sum.add(value);
    }
    return sum;
  }

  const Flow& flow_;
  const Template& shape_;
  std::vector<std::optional<Range>> ranges_; // by row; none: it was not met
  Interpreter interpreter_{flow_.program(), {.maxSteps = 3000, .maxBytes = 1 << 24}};
  EdgeId last_;
};

} // namespace

void dropWideRows(const Flow& flow, Template& shape, const Allowance& allowance) {
  RowWatch watch(flow, shape);
  watch.execute(allowance);
  std::vector<TemplateRow> kept;
  for (TemplateGroup& group : shape.groups) {
    const size_t first = kept.size();
    for (size_t row = group.firstRow; row < group.endRow; ++row)
      if (!watch.isWide(row)) kept.push_back(std::move(shape.rows[row]));
    group.firstRow = first;
    group.endRow = kept.size();
  }
  shape.rows = std::move(kept);
}

} // namespace assay
