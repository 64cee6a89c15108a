// Which arrays invariants can speak of.
#include "encode/memory/places.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace assay {
namespace {

TEST(ArrayCells, AreFieldsOfEqualParts) {
  TermManager terms;
  // An array of numbers, one of pairs, one that is read in two ways, and a constant one.
  const Program program = parseProgram(R"(
    object numbers: 40; object pairs: 80; object mixed: 40; object fixed: 40 constant;
    function main() {
      var i: bv32; var x: bv32; var y: bv8;
      A: -> H { i = 0; }
      H: if i <u 10 -> H { store &numbers + zext(i, 64) * 4, 1:32; store &pairs + zext(i, 64) * 8, 1:32;
                           store &pairs + zext(i, 64) * 8 + 4, 2:32; store &mixed + zext(i, 64) * 4, 1:32;
                           y = load &mixed + zext(i, 64) * 2; x = load &fixed + zext(i, 64) * 4; i = i + 1; }
         if 10 <=u i -> exit { return; }
      exit: exit;
    })",
                                       "test", terms);
  const PointsTo pointsTo(program);
  const std::vector<ArrayCell> cells = arrayCells(program, pointsTo);
  const auto of = [&](std::string_view name) {
    std::vector<std::array<uint32_t, 3>> result;
    for (const ArrayCell& cell : cells)
      if (cell.name == name) result.push_back({1u << cell.logStride, cell.offset, cell.size});
    return result;
  };
  using Cells = std::vector<std::array<uint32_t, 3>>;
  EXPECT_EQ(of("numbers"), (Cells{{4, 0, 4}}));
  EXPECT_EQ(of("pairs"), (Cells{{8, 0, 4}, {8, 4, 4}}));
  EXPECT_TRUE(of("mixed").empty());
  EXPECT_TRUE(of("fixed").empty());
  for (const ArrayCell& cell : cells) {
    EXPECT_TRUE(isArrayContents(cell.contents));
    EXPECT_EQ(cell.contents.sort().width(), 8 * cell.size);
  }
  EXPECT_FALSE(isArrayContents(arrayPlace(program)));
}

} // namespace
} // namespace assay
