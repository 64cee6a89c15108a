#include "engine/kiki/memory_places.h"

#include "engine/kiki/templates.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {

constexpr std::string_view kPlace = "kiki!place", kContents = "kiki!contents";
constexpr size_t kMaxCells = 16;
constexpr size_t kMaxCandidates = 80; // for each head

} // namespace

Term arrayPlace(const Program& program) {
  return program.terms().mkVariable(std::string(kPlace) + std::to_string(program.layout().width),
                                    program.pointerSort());
}

bool isArrayContents(Term variable) { return variable.symbol().starts_with(kContents); }

std::vector<ArrayCell> arrayCells(const Program& program, const PointsTo& pointsTo) {
  std::vector<ArrayCell> result;
  for (uint32_t object = 1; object <= pointsTo.numObjects(); ++object) {
    const PointsTo::Contents& contents = pointsTo.contents(object);
    if (!contents.isUniform || !std::has_single_bit(contents.stride)) continue;
    if (pointsTo.isStatic(object) && program.object(object).constant) continue;
    const std::string name = pointsTo.isStatic(object) ? program.object(object).name : "array";
    for (const auto& [offset, cell] : contents.cells) {
      if (result.size() >= kMaxCells || cell.size > 8) break;
      const std::string symbol = std::string(kContents) + std::to_string(object) + "." + std::to_string(offset) + "." +
                                 std::to_string(cell.size);
      result.push_back({object, static_cast<uint32_t>(std::countr_zero(contents.stride)), static_cast<uint32_t>(offset),
                        cell.size, program.terms().mkVariable(symbol, program.terms().bvSort(8 * cell.size)), name});
    }
  }
  return result;
}

namespace {

class CandidateFinder {
public:
  CandidateFinder(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells)
      : flow_(flow), program_(flow.program()), terms_(flow.terms()), pointsTo_(pointsTo), cells_(cells),
        place_(arrayPlace(program_)) {}

  std::vector<Invariant> run() {
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
      collect(head);
      const size_t before = found_.size();
      for (VariableId index : indices_) {
        for (const auto& [cell, value] : stores_) addStore(head, index, *cell, value);
        for (const auto& [loaded, cell] : loads_) addLoad(head, index, *cell, loaded);
        if (found_.size() > before + kMaxCandidates) found_.resize(before + kMaxCandidates);
      }
    }
    return std::move(found_);
  }

private:
  /// The accesses of the head's loop, and the variables that it changes which their addresses depend on.
  void collect(uint32_t head) {
    stores_.clear();
    loads_.clear();
    indices_.clear();
    compared_.clear();
    const std::vector<VariableId>& written = flow_.writtenInLoop(head);
    for (EdgeId edge : flow_.edgesOfLoop(head)) {
      for (const Operation& operation : program_[edge].operations) {
        const Load* load = operation.as<Load>();
        const Store* store = operation.as<Store>();
        if (!load && !store) continue;
        const Term pointer = load ? load->pointer : store->pointer;
        const ArrayCell* const cell = cellOf(pointer, (load ? program_[load->variable].sort() : store->value.sort()));
        if (!cell) continue;
        for (Term variable : freeVariables(pointer)) {
          const VariableId v = program_.variableOf(variable);
          if (v.valid() && isIndex(v, head) && std::find(indices_.begin(), indices_.end(), v) == indices_.end() &&
              std::binary_search(written.begin(), written.end(), v))
            indices_.push_back(v);
        }
        if (load)
          loads_.emplace_back(load->variable, cell);
        else
          stores_.emplace_back(cell, store->value);
      }
    }
    if (loads_.empty()) return;
    for (VariableId v : written)
      if (isIndex(v, head) && compared_.size() < 6) compared_.push_back(program_[v].term);
  }

  bool isIndex(VariableId v, uint32_t head) const {
    const Variable& variable = program_[v];
    return isNumeric(variable) && variable.sort().isBitVec() && flow_.isLive(v.index(), flow_.heads()[head]) &&
           variable.sort().width() <= program_.layout().width;
  }

  const ArrayCell* cellOf(Term pointer, Sort sort) const {
    const PointerSet set = pointsTo_.of(pointer);
    const uint32_t size = sort.isBool() ? 1 : (sort.width() + 7) / 8;
    for (const PointerTarget& target : set.targets)
      for (const ArrayCell& cell : cells_)
        if (cell.object == target.object && cell.size == size &&
            static_cast<uint64_t>(target.offset.base) % (uint64_t{1} << cell.logStride) == cell.offset)
          return &cell;
    return nullptr;
  }

  bool isSigned(VariableId v) const { return program_[v].typeClass != TypeClass::Unsigned; }
  Term fit(Term value, uint32_t width) {
    return value.sort().width() >= width ? terms_.mkBvExtract(value, width - 1, 0)
                                         : terms_.mkBvSignResize(value, width);
  }

  /// Elements from the first (or second) to the one before the index.
  void add(uint32_t head, VariableId index, const ArrayCell& cell, Term conclusion, const std::string& text) {
    const uint32_t width = program_.layout().width;
    const Term i = program_[index].term;
    const Term end = isSigned(index) ? terms_.mkBvSignResize(i, width) : terms_.mkBvZeroResize(i, width);
    for (uint64_t first : {0u, 1u}) {
      const Term isBelow = terms_.mkAnd(terms_.mkBvSle(terms_.mkBv(width, first), place_), terms_.mkBvSlt(place_, end));
      Invariant made{head, terms_.mkOr(terms_.mkNot(isBelow), conclusion), ""};
      made.text = "for all " + std::to_string(first) + " <= J < " + userName(program_[index]) + ": " + cell.name +
                  "[J] " + text;
      if (std::none_of(found_.begin(), found_.end(),
                       [&](const Invariant& other) { return other.head == head && other.condition == made.condition; }))
        found_.push_back(std::move(made));
    }
  }

  // What was stored at the place, when the index was there.
  void addStore(uint32_t head, VariableId index, const ArrayCell& cell, Term value) {
    if (value.sort().isBool()) return;
    std::unordered_map<Term, Term> then{{program_[index].term, fit(place_, program_[index].sort().width())}};
    for (const auto& [loaded, from] : loads_)
      if (program_[loaded].sort().isBitVec())
        then.try_emplace(program_[loaded].term, fit(from->contents, program_[loaded].sort().width()));
    Substitution substitution(terms_, then);
    const Term stored = terms_.mkBvZeroResize(substitution(value), 8 * cell.size);
    add(head, index, cell, terms_.mkEqual(cell.contents, stored), "as stored");
  }

  // How what was read compares with other values of the loop.
  void addLoad(uint32_t head, VariableId index, const ArrayCell& cell, VariableId loaded) {
    for (Term other : compared_) {
      if (other == program_[index].term || other == program_[loaded].term) continue;
      const uint32_t width = std::max(other.sort().width(), cell.contents.sort().width());
      const Term a = terms_.mkBvSignResize(cell.contents, width), b = terms_.mkBvSignResize(other, width);
      add(head, index, cell, terms_.mkBvSle(a, b), "<= " + std::string(other.symbol()));
      add(head, index, cell, terms_.mkBvSle(b, a), ">= " + std::string(other.symbol()));
    }
    for (const auto& [second, from] : loads_)
      if (from != &cell && from->size == cell.size)
        add(head, index, cell, terms_.mkEqual(cell.contents, from->contents), "== " + from->name + "[J]");
  }

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  const PointsTo& pointsTo_;
  const std::vector<ArrayCell>& cells_;
  const Term place_;
  std::vector<std::pair<const ArrayCell*, Term>> stores_;
  std::vector<std::pair<VariableId, const ArrayCell*>> loads_;
  std::vector<VariableId> indices_;
  std::vector<Term> compared_;
  std::vector<Invariant> found_;
};

} // namespace

std::vector<Invariant> arrayCandidates(const Flow& flow, const PointsTo& pointsTo,
                                       const std::vector<ArrayCell>& cells) {
  return cells.empty() ? std::vector<Invariant>() : CandidateFinder(flow, pointsTo, cells).run();
}

} // namespace assay
