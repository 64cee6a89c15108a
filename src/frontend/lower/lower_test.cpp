#include "frontend/frontend.h"
#include "program/interpreter.h"
#include "program/summary.h"
#include "program/text_writer.h"
#include "util/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

class LowerTest : public testing::Test {
protected:
  LowerTest() {
    path_ = std::filesystem::path(testing::TempDir()) /
            (std::string("assay_lower_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".c");
    options_.specification = parseSpecification({"unreach-call"});
  }
  ~LowerTest() override { std::filesystem::remove(path_); }

  Program load(const std::string& text) {
    std::ofstream(path_) << text;
    return loadProgram({path_.string()}, options_, terms_);
  }
  void check(const std::vector<std::string>& properties) { options_.specification = parseSpecification(properties); }

  static const Variable* find(const Program& program, std::string_view name) {
    for (const Variable& variable : program.variables())
      if (variable.name() == name) return &variable;
    return nullptr;
  }
  template <class Action>
  static unsigned count(const Program& program) {
    unsigned result = 0;
    for (const Edge& edge : program.edges())
      for (const Operation& operation : edge.operations) result += operation.as<Action>() != nullptr;
    return result;
  }
  /// Lines of the error locations of a property, sorted.
  static std::vector<uint32_t> errorLines(const Program& program, Property property) {
    std::vector<uint32_t> lines;
    for (const Location& location : program.locations())
      if (location.kind == LocationKind::Error && location.property == property)
        lines.push_back(location.position.line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  static std::vector<std::string> messages(const Program& program, LocationKind kind) {
    std::vector<std::string> result;
    for (const Location& location : program.locations())
      if (location.kind == kind) result.push_back(location.message);
    return result;
  }

  std::filesystem::path path_;
  FrontendOptions options_;
  TermManager terms_;
};

using Lines = std::vector<uint32_t>;

TEST_F(LowerTest, ScalarsBecomeVariablesWithTheirNames) {
  Program program = load("int total = 7;\n"
                         "int main(void) { unsigned i = 0; while (i < 9) { i++; total += i; } return total; }\n");
  const Variable* i = find(program, "main::i");
  ASSERT_NE(i, nullptr);
  EXPECT_EQ(i->sourceName, "i");
  EXPECT_EQ(i->type, "unsigned int");
  EXPECT_EQ(i->typeClass, TypeClass::Unsigned);
  EXPECT_EQ(i->position.line, 2u);
  const Variable* total = find(program, "total");
  ASSERT_NE(total, nullptr);
  EXPECT_FALSE(total->function.valid());
  EXPECT_EQ(total->initial, terms_.mkBv(32, 7));
  EXPECT_EQ(count<Allocate>(program) + count<Load>(program) + count<Store>(program), 0u);
  EXPECT_EQ(program.objects.size(), 0u);
}

TEST_F(LowerTest, StructMembersAreVariablesUnlessTheAddressIsTaken) {
  Program split = load("struct P { int x; struct { char c; } in; };\n"
                       "int main(void) { struct P p; p.x = 1; p.in.c = 2; return p.x + p.in.c; }\n");
  EXPECT_NE(find(split, "main::p.x"), nullptr);
  EXPECT_NE(find(split, "main::p.in.c"), nullptr);
  EXPECT_EQ(count<Allocate>(split), 0u);
  Program whole = load("struct P { int x; char c; };\nvoid set(struct P *);\n"
                       "int main(void) { struct P p; p.x = 1; set(&p); return p.x; }\n");
  EXPECT_EQ(count<Allocate>(whole), 1u);
  EXPECT_EQ(count<Free>(whole), 1u) << "its scope ends";
}

TEST_F(LowerTest, OverlappingAccessesStayInMemory) {
  Program program = load("int main(void) { union { int i; char c; } u; u.i = 258; return u.c; }\n");
  EXPECT_EQ(count<Allocate>(program), 1u);
}

TEST_F(LowerTest, AnUninitialisedLocalIsAnInputOnlyWhereItIsRead) {
  Summary summary = summarise(load("int main(void) { int a; int b = 3; int c; c = b; if (b) b = a; return b + c; }\n"));
  EXPECT_EQ(summary.inputs[static_cast<unsigned>(InputKind::Uninitialised)], 1u);
}

TEST_F(LowerTest, SignedOverflowIsCheckedWhereCHasIt) {
  check({"no-overflow"});
  Program program = load("int f(int a, int b, unsigned u, char c, long long w) {\n"
                         "  int s = a + b;\n" // 2
                         "  u = u + 1u;\n"    //
                         "  c++;\n"           //
                         "  s = s << b;\n"    // 5
                         "  s = s >> b;\n"    // 6: its exponent
                         "  u = u << b;\n"    // 7: its exponent
                         "  s = -s;\n"        // 8
                         "  s = s / b;\n"     // 9
                         "  w = w * a;\n"     // 10
                         "  s = (int)w;\n"    //
                         "  return s;\n"
                         "}\n"
                         "int main(void) { return f(1, 2, 3, 4, 5); }\n");
  EXPECT_EQ(errorLines(program, Property::NoOverflow), (Lines{2, 5, 6, 7, 8, 9, 10}));
  EXPECT_TRUE(errorLines(program, Property::DivisionByZero).empty());
}

TEST_F(LowerTest, LlvmIrSaysByItsMarksWhatIsSigned) {
  check({"no-overflow"});
  path_.replace_extension(".ll");
  Program program =
      load("define i32 @main() {\n  %a = add nsw i32 1, 2\n  %p = alloca i32\n  store volatile i32 %a, ptr %p\n"
           "  %x = load volatile i32, ptr %p\n  %s = add nsw i32 %x, 7\n  %u = add i32 %s, 9\n  ret i32 %u\n}\n");
  EXPECT_EQ(errorLines(program, Property::NoOverflow).size(), 1u);
}

TEST_F(LowerTest, ANegativeNumberMayNotBeShifted) {
  check({"no-overflow"});
  auto outcome = [&](int value, int by) {
    TermManager terms;
    std::ofstream(path_) << "int main(void) { int v = " << value << ", n = " << by << "; return (v << n) == v * "
                         << (1 << by) << "LL; }\n";
    Program program = loadProgram({path_.string()}, options_, terms);
    ListInputs inputs({});
    return Interpreter(program).run(inputs).kind;
  };
  EXPECT_EQ(outcome(-1, 3), Outcome::Kind::Error);
  EXPECT_EQ(outcome(-1, 0), Outcome::Kind::Error);
  EXPECT_EQ(outcome(-268435457, 3), Outcome::Kind::Error);
  EXPECT_EQ(outcome(268435456, 3), Outcome::Kind::Error);
  EXPECT_EQ(outcome(268435455, 3), Outcome::Kind::Exit);
}

TEST_F(LowerTest, DivisionByZeroIsAnErrorOrTheEnd) {
  const char* text = "int __VERIFIER_nondet_int(void);\nint main(void) { return 10 / __VERIFIER_nondet_int(); }\n";
  check({"div-by-zero"});
  EXPECT_EQ(errorLines(load(text), Property::DivisionByZero), Lines{2});
  check({"unreach-call"});
  EXPECT_EQ(messages(load(text), LocationKind::Abort), std::vector<std::string>{"division by zero"});
}

TEST_F(LowerTest, AccessesOfNamedObjectsInsideThemNeedNoCheck) {
  check({"valid-deref"});
  Program program = load("int a[4];\nint g(int *p) { return *p; }\n"
                         "int main(void) { int i = g(a); a[3] = 1;\n  a[i] = 2;\n  return a[2]; }\n");
  EXPECT_EQ(errorLines(program, Property::ValidDeref), (Lines{2, 4}));
}

TEST_F(LowerTest, TheErrorFunctionIsTheOneThatThePropertyNames) {
  const char* text = "void reach_error(void) {}\nvoid __VERIFIER_error(void);\nvoid mine(void) {}\n"
                     "int main(int c, char **v) {\n  if (c == 2) reach_error();\n  if (c == 3) __VERIFIER_error();\n"
                     "  if (c == 4) mine();\n  return 0; }\n";
  EXPECT_EQ(errorLines(load(text), Property::UnreachCall), (Lines{5, 6}));
  options_.specification.errorFunctions = {"mine"};
  EXPECT_EQ(errorLines(load(text), Property::UnreachCall), Lines{7});
}

TEST_F(LowerTest, AssertFailsOrAborts) {
  const char* text = "#include <assert.h>\nint main(int c, char **v) { assert(c < 5); return 0; }\n";
  check({"assert"});
  EXPECT_EQ(errorLines(load(text), Property::Assert), Lines{2});
  check({"unreach-call"});
  EXPECT_EQ(messages(load(text), LocationKind::Abort), std::vector<std::string>{"assertion fails: c < 5"});
}

TEST_F(LowerTest, UnknownFunctionsAreAssumptionsOnceEach) {
  Program program = load("int odd(int);\nint main(void) {\n  odd(1);\n  return odd(2);\n}\n");
  ASSERT_EQ(program.assumptions.size(), 1u);
  EXPECT_NE(program.assumptions[0].message.find("'odd'"), std::string::npos);
  EXPECT_EQ(program.assumptions[0].position.line, 3u);
  EXPECT_EQ(summarise(program).inputs[static_cast<unsigned>(InputKind::External)], 2u);
}

TEST_F(LowerTest, WhatIsNotModelledIsUnsupportedWithItsPlace) {
  Program program = load("#include <sys/mman.h>\n\nint main(int c, char **v) {\n"
                         "  if (c == 2) __asm__ volatile(\"cpuid\");\n  if (c == 3) return shm_open(\"\", 0, 0);\n"
                         "  __asm__ volatile(\"nop\" ::: \"memory\");\n  return 0;\n}\n");
  Summary summary = summarise(program);
  ASSERT_EQ(summary.unsupported.size(), 3u);
  EXPECT_EQ(summary.unsupported[0].text, "inline assembly");
  EXPECT_EQ(summary.unsupported[0].position.line, 4u);
  EXPECT_EQ(summary.unsupported[1].position.line, 5u);
  EXPECT_EQ(summary.unsupported[2].text, "inline assembly that may change memory");
  EXPECT_EQ(summary.unsupported[2].position.line, 6u);
}

TEST_F(LowerTest, ThreadFunctionsStayCalls) {
  Summary summary = summarise(load("int pthread_yield(void);\nint main(void) { return pthread_yield(); }\n"));
  ASSERT_EQ(summary.bodilessCalls.size(), 1u);
  EXPECT_EQ(summary.bodilessCalls[0].text, "pthread_yield");
  EXPECT_TRUE(summary.assumptions.empty());
}

TEST_F(LowerTest, LeavingALoopFromAnInnerScopeNeedsNoSwitch) {
  Program program =
      load("int __VERIFIER_nondet_int(void);\nint main(void) { int n = 0;\n"
           "  while (1) { int z = __VERIFIER_nondet_int(); if (z == 3) break; if (z == 4) continue; n++; }\n"
           "  return n; }\n");
  for (const Location& location : program.locations()) EXPECT_LE(location.out.size(), 2u);
  ListInputs inputs({BitVector(32, 1), BitVector(32, 4), BitVector(32, 2), BitVector(32, 3)});
  Outcome outcome = Interpreter(program).run(inputs);
  EXPECT_EQ(outcome.kind, Outcome::Kind::Exit);
}

TEST_F(LowerTest, CallsThroughPointersGoToFunctionsOfTheirType) {
  Program program =
      load("int one(int x) { return x; }\nint two(int x) { return x + 1; }\nint unused(int x) { return 0; }\n"
           "int main(int c, char **v) { int (*f)(int) = c > 1 ? one : two; return f(c); }\n");
  EXPECT_TRUE(program.findFunction("one").valid());
  EXPECT_TRUE(program.findFunction("two").valid());
  EXPECT_FALSE(program.findFunction("unused").valid());
  EXPECT_TRUE(summarise(program).unsupported.empty());
}

TEST_F(LowerTest, OpenBitsOfANanAreInputsWhereTheyCanBeSeen) {
  auto unspecified = [&](const char* text) {
    TermManager terms;
    std::ofstream(path_) << text;
    return summarise(loadProgram({path_.string()}, options_, terms))
        .inputs[static_cast<unsigned>(InputKind::Unspecified)];
  };
  EXPECT_EQ(unspecified("float f(float a) { return a / a; }\nint main(void) { return f(0) > 1; }\n"), 0u);
  EXPECT_EQ(unspecified("union U { float f; int i; };\n"
                        "int main(void) { union U u; u.f = 0; u.f = u.f / u.f; return u.i; }\n"),
            1u);
}

TEST_F(LowerTest, PointersOf32BitsMakeRoomForWhatTheProgramHas) {
  options_.dataModel = 32;
  EXPECT_EQ(load("int main(void) { return 0; }\n").layout().objectBits(), 14u);
  Program large = load("char big[3000000];\nint main(int c, char **v) { return big[c]; }\n");
  EXPECT_GE(large.layout().maxObjectSize(), 3000000u);
  options_.objectBits = 9;
  EXPECT_EQ(load("int main(void) { return 0; }\n").layout().objectBits(), 9u);
}

TEST_F(LowerTest, AMissingEntryIsAnErrorOfTheInput) {
  EXPECT_THROW(load("int helper(void) { return 0; }\n"), InputError);
  options_.entry = "helper";
  EXPECT_TRUE(load("int helper(void) { return 0; }\n").entry().valid());
}

} // namespace
} // namespace assay
