#include "util/choice.h"

#include "util/options.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace assay {
namespace {

enum class Colour : uint8_t { Red, DarkGreen, Blue };
constexpr std::string_view choicesOf(Colour) { return "red|dark-green|blue"; }

TEST(Choice, NamesAndValues) {
  EXPECT_EQ(choiceName(Colour::Red), "red");
  EXPECT_EQ(choiceName(Colour::DarkGreen), "dark-green");
  EXPECT_EQ(choiceName(Colour::Blue), "blue");
  for (const Colour colour : {Colour::Red, Colour::DarkGreen, Colour::Blue})
    EXPECT_EQ(choiceByName<Colour>(choiceName(colour)), colour);
  for (const char* other : {"", "green", "red|dark-green", "blue|", "Red"})
    EXPECT_FALSE(choiceByName<Colour>(other)) << other;
}

TEST(Choice, OfOptions) {
  const Options options;
  EXPECT_EQ(choiceName(options.dataModel), "64");
  EXPECT_EQ(choiceName(options.search), "interleaved");
  EXPECT_EQ(choiceName(options.cover), "branches");
  EXPECT_EQ(choiceName(options.prune), "adaptive");
  EXPECT_EQ(choiceName(options.certify), "z3");
  EXPECT_EQ(choiceName(options.boundSearch), "bisection");
  EXPECT_EQ(choiceName(options.pointers), "fork");
  EXPECT_EQ(choiceName(options.nativeReplay), "on");
  EXPECT_EQ(choiceName(options.trace), "folded");
  EXPECT_EQ(choiceName(DataModel::Ilp32), "ILP32");
  EXPECT_EQ(choiceName(SearchOrder::RandomPath), "random-path");
  EXPECT_EQ(choiceName(SecondSolver::None), "none");
}

} // namespace
} // namespace assay
