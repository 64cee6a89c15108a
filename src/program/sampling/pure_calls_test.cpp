// Calls that are remembered return what the interpreter's calls do, and what does more than to compute does not return.
#include "program/sampling/pure_calls.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr std::string_view kFunctions = R"(
  function main() {
    A: -> exit { return; }
    exit: exit;
  }
  function fibonacci(n: bv32) -> bv32 {
    var a: bv32; var b: bv32;
    A: if n <s 2 -> exit { return n; }
       if !(n <s 2) -> B { a = call fibonacci(n - 1); }
    B: -> C { b = call fibonacci(n - 2); }
    C: -> exit { return a + b; }
    exit: exit;
  }
  function round(n: bv32) -> bv32 {
    var a: bv32;
    A: -> B { a = call round(n); }
    B: -> exit { return a; }
    exit: exit;
  }
  function asks() -> bv32 {
    var a: bv32;
    A: -> B { a = input nondet; }
    B: -> exit { return a; }
    exit: exit;
  })";

class PureCallsTest : public ::testing::Test {
protected:
  std::optional<uint64_t> call(PureCalls& calls, std::string_view name, std::vector<uint64_t> arguments) {
    std::vector<BitVector> bits;
    for (const uint64_t argument : arguments) bits.emplace_back(32, argument);
    const std::optional<BitVector> result = calls.call(program_.findFunction(name), std::move(bits));
    return result ? std::optional(result->toUint64()) : std::nullopt;
  }
  TermManager terms_;
  Program program_ = parseProgram(std::string(kFunctions), "test", terms_);
};

TEST_F(PureCallsTest, EachCallIsDoneOnce) {
  PureCalls calls(program_, 200, 400);
  EXPECT_EQ(call(calls, "fibonacci", {46}), 1836311903);
  EXPECT_EQ(call(calls, "fibonacci", {10}), 55);
}

TEST_F(PureCallsTest, WhatDoesNotReturnHasNoResult) {
  PureCalls calls(program_, 200, 400);
  EXPECT_EQ(call(calls, "round", {1}), std::nullopt);
  EXPECT_EQ(call(calls, "asks", {}), std::nullopt);
  PureCalls few(program_, 20, 400);
  EXPECT_EQ(call(few, "fibonacci", {46}), std::nullopt);
}

} // namespace
} // namespace assay
