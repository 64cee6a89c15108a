#include "cli/text_inputs.h"

#include "program/text_parser.h"
#include "util/error.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class TextInputsTest : public testing::Test {
protected:
  /// What the text gives an input of this width.
  BitVector read(const std::string& text, uint32_t width, TypeClass typeClass = TypeClass::Signed) {
    Program program(terms_);
    const VariableId variable = program.addVariable({}, "x", terms_.bvSort(width));
    program[variable].typeClass = typeClass;
    TextInputs inputs(program, {text});
    return *inputs.next(Input{variable, InputKind::Nondet, "x"}, width, {});
  }

  TermManager terms_;
};

TEST_F(TextInputsTest, Integers) {
  EXPECT_EQ(read("5", 32), BitVector(32, 5));
  EXPECT_EQ(read("-1", 8), BitVector(8, 255));
  EXPECT_EQ(read("+7", 8), BitVector(8, 7));
  EXPECT_EQ(read("0xff", 16), BitVector(16, 255));
  EXPECT_EQ(read("300", 8), BitVector(8, 44));
  EXPECT_EQ(read("18446744073709551616", 128), BitVector(128, 1).shl(64));
  EXPECT_EQ(read("-340282366920938463463374607431768211455", 128), BitVector(128, 1));
}

TEST_F(TextInputsTest, MainHasItsNameAsAnArgument) {
  Program program(terms_);
  const VariableId variable = program.addVariable({}, "argc", terms_.bvSort(32));
  TextInputs inputs(program, {}, true);
  const Input argument{variable, InputKind::Argument, "argc"};
  EXPECT_EQ(inputs.next(argument, 32, {}), BitVector(32, 1));
  EXPECT_EQ(inputs.next(argument, 32, {}), BitVector(32, 0));
}

TEST_F(TextInputsTest, AScheduleIsForTurnsAlone) {
  Program program(terms_);
  const VariableId variable = program.addVariable({}, "x", terms_.bvSort(32));
  ScheduledInputs inputs(std::make_unique<TextInputs>(program, std::vector<std::string>{"7"}), {"2", "1"});
  const Input turn{{}, InputKind::Schedule, "thread"};
  EXPECT_EQ(inputs.next(turn, 32, {}), BitVector(32, 2));
  EXPECT_EQ(inputs.next(Input{variable, InputKind::Nondet, "x"}, 32, {}), BitVector(32, 7));
  EXPECT_EQ(inputs.next(turn, 32, {}), BitVector(32, 1));
  EXPECT_EQ(inputs.next(turn, 32, {}), BitVector(32, 0));
  EXPECT_THROW(ScheduledInputs(nullptr, {"-1"}), UsageError);
}

TEST_F(TextInputsTest, OneBitIsTrueUnlessZero) {
  EXPECT_EQ(read("2", 1), BitVector(1, 1));
  EXPECT_EQ(read("0", 1), BitVector(1, 0));
}

TEST_F(TextInputsTest, FloatsAreTheirBits) {
  EXPECT_EQ(read("1.5", 32), BitVector(32, 0x3fc00000));
  EXPECT_EQ(read("-2", 64, TypeClass::Float), BitVector(64, 0xc000000000000000));
  EXPECT_EQ(read("-2", 64), BitVector::fromSigned(64, -2));
  EXPECT_EQ(read("inf", 32), BitVector(32, 0x7f800000));
  EXPECT_THROW(read("1.5", 16), UsageError);
}

TEST_F(TextInputsTest, OnlyNondetTakesFromTheList) {
  Program program(terms_);
  const VariableId variable = program.addVariable({}, "y", terms_.bvSort(8));
  TextInputs inputs(program, {"3"});
  EXPECT_EQ(inputs.next(Input{variable, InputKind::Uninitialised, "y"}, 8, {}), BitVector(8, 0));
  EXPECT_EQ(inputs.next(Input{variable, InputKind::Nondet, "y"}, 8, {}), BitVector(8, 3));
  EXPECT_EQ(inputs.next(Input{variable, InputKind::Nondet, "y"}, 8, {}), std::nullopt);
}

TEST_F(TextInputsTest, RejectsWhatIsNoNumber) {
  const Program program(terms_);
  for (const char* text : {"x", "", "1x", "0x", "--1", "1.5.5"}) EXPECT_THROW(TextInputs(program, {text}), UsageError);
}

TEST(SplitValues, CommasAndBlanks) {
  EXPECT_EQ(splitValues(" 1,2 ,3\n4\t"), (std::vector<std::string>{"1", "2", "3", "4"}));
  EXPECT_TRUE(splitValues(" ,").empty());
}

} // namespace
} // namespace assay
