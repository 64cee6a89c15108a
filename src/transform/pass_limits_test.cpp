#include "transform/pass_limits.h"

#include "program/size_limit.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

/// A length that is an input, with a limit of this label.
Program limited(TermManager& terms, const char* label) {
  Program program(terms);
  const FunctionId main = program.addFunction("main");
  const LocationId entry = program.addLocation(main), asked = program.addLocation(main);
  program[main].entry = entry;
  program.setEntry(main);
  const LocationId exit = program.addLocation(main, LocationKind::Exit);
  const LocationId beyond = program.addLocation(main, LocationKind::Limit);
  program[beyond].label = label;
  const VariableId length = program.addVariable(main, "length", terms.bvSort(8));
  const Term isWithin = terms.mkBvUle(program[length].term, terms.mkBv(8, 4));
  program.addEdge(entry, asked, terms.mkTrue(), {{Input{length, InputKind::Nondet, "length"}, {}}});
  program.addEdge(asked, exit, isWithin);
  program.addEdge(asked, beyond, terms.mkNot(isWithin));
  return program;
}

TEST(PassLimits, SizesArePassedAndOtherLimitsStay) {
  TermManager terms;
  const Program program = limited(terms, kSizeLimit);
  ASSERT_EQ(validate(program), "");
  const std::optional<Program> passed = passSizeLimits(program);
  ASSERT_TRUE(passed);
  EXPECT_EQ(validate(*passed), "");
  EXPECT_EQ(std::ranges::count(passed->locations(), LocationKind::Limit, &Location::kind), 0);
  EXPECT_TRUE(std::ranges::all_of(passed->edges(), [](const Edge& edge) { return edge.guard.isTrue(); }));
  EXPECT_FALSE(passSizeLimits(limited(terms, "")));
}

} // namespace
} // namespace assay
