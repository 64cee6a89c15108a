#include "transform/pass_errors.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

/// An open program: two checks of one input, behind each other.
class PassErrorsTest : public testing::Test {
protected:
  PassErrorsTest() : open_(terms_) {
    main_ = open_.addFunction("main");
    const LocationId exit = open_.addLocation(main_, LocationKind::Exit);
    open_[main_].exit = exit;
    open_[main_].entry = open_.addLocation(main_);
    open_.setEntry(main_);
    variable_ = open_.addVariable(main_, "fails", terms_.boolSort());
    const LocationId decided = open_.addLocation(main_);
    open_.addEdge(open_[main_].entry, decided, terms_.mkTrue(), {{Input{variable_, InputKind::Nondet, "fails"}, {}}});
    const LocationId next = addCheck(decided);
    open_.addEdge(addCheck(next), exit, terms_.mkTrue(), {{Return{}, {}}});
  }

  LocationId addCheck(LocationId from) {
    const Term fails = open_[variable_].term;
    errors_.push_back(open_.addLocation(main_, LocationKind::Error));
    const LocationId next = open_.addLocation(main_);
    open_.addEdge(from, errors_.back(), fails);
    open_.addEdge(from, next, terms_.mkNot(fails));
    open_.addEdge(errors_.back(), next, terms_.mkTrue());
    return next;
  }

  static auto number(const Program& program, LocationKind kind) {
    return std::ranges::count(program.locations(), kind, &Location::kind);
  }

  TermManager terms_;
  Program open_;
  FunctionId main_;
  VariableId variable_;
  std::vector<LocationId> errors_;
};

TEST_F(PassErrorsTest, ErrorsEndExecutions) {
  const Program program = passErrors(open_, {});
  EXPECT_EQ(validate(program), "");
  EXPECT_EQ(number(program, LocationKind::Error), 2);
}

TEST_F(PassErrorsTest, WhatIsPassedIsNothingToDecide) {
  const Program one = passErrors(open_, {errors_[0]});
  EXPECT_EQ(validate(one), "");
  EXPECT_EQ(number(one, LocationKind::Error), 1);
  const Program both = passErrors(open_, {errors_[0], errors_[1]});
  EXPECT_EQ(validate(both), "");
  EXPECT_EQ(number(both, LocationKind::Error), 0);
  EXPECT_EQ(both.edges().size(), 1u);
}

TEST_F(PassErrorsTest, WhatThreadsRunStays) {
  const Program open = parseProgram(R"(
    function thread() { s: -> e { step; } e: -> bad; bad: error(unreach-call) "!"; }
    function main() { var t: bv32; s: -> exit { t = spawn thread(); return; } })",
                                    "test", terms_);
  const Program program = passErrors(open, {});
  EXPECT_EQ(validate(program), "");
  EXPECT_TRUE(program[program.findFunction("thread")].hasBody());
  EXPECT_EQ(number(program, LocationKind::Error), 1);
}

TEST_F(PassErrorsTest, AccessesEndExecutionsUnlessTheyAreGoneThrough) {
  open_[errors_[0]].property = Property::ValidDeref;
  const Program ended = passErrors(open_, {errors_[0]});
  EXPECT_EQ(validate(ended), "");
  EXPECT_EQ(number(ended, LocationKind::Blocked), 1);
  const Program through = passErrors(open_, {errors_[0]}, true);
  EXPECT_EQ(validate(through), "");
  EXPECT_EQ(number(through, LocationKind::Blocked), 0);
  open_.removeEdge(open_[errors_[0]].out.front());
  const Program nowhere = passErrors(open_, {errors_[0]}, true);
  EXPECT_EQ(validate(nowhere), "");
  EXPECT_EQ(number(nowhere, LocationKind::Unsupported), 1);
}

} // namespace
} // namespace assay
