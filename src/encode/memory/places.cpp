#include "encode/memory/places.h"

#include "term/term_manager.h"

#include <bit>

namespace assay {

namespace {

constexpr std::string_view kPlace = "kiki!place", kContents = "kiki!contents";
constexpr size_t kMaxPlaces = 16;

} // namespace

Term arrayPlace(const Program& program) {
  return program.terms().mkVariable(std::string(kPlace) + std::to_string(program.layout().width),
                                    program.pointerSort());
}

bool isArrayContents(Term variable) { return variable.symbol().starts_with(kContents); }

std::vector<ArrayCell> arrayCells(const Program& program, const PointsTo& pointsTo) {
  std::vector<ArrayCell> result;
  for (uint32_t object = 1; object <= pointsTo.numObjects(); ++object) {
    const ObjectShape& accesses = pointsTo.accesses(object);
    if (!accesses.isUniform || !std::has_single_bit(accesses.stride)) continue;
    if (pointsTo.isStatic(object) && program.objects[object].constant) continue;
    const std::string name = pointsTo.isStatic(object) ? program.objects[object].name : "array";
    for (const auto& [offset, cell] : accesses.cells) {
      if (result.size() >= kMaxPlaces || cell.size > 8) break;
      const std::string symbol = std::string(kContents) + std::to_string(object) + "." + std::to_string(offset) + "." +
                                 std::to_string(cell.size);
      result.push_back({object, static_cast<uint32_t>(std::countr_zero(accesses.stride)), static_cast<uint32_t>(offset),
                        cell.size, program.terms().mkVariable(symbol, program.terms().bvSort(8 * cell.size)), name});
    }
  }
  return result;
}

} // namespace assay
