#include "frontend/compile/compile.h"

#include "frontend/compile/input.h"
#include "frontend/library/model_library.h"
#include "util/error.h"

#include <gtest/gtest.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

class CompileTest : public testing::Test {
protected:
  CompileTest() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("assay_compile_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  ~CompileTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::unique_ptr<llvm::Module> compile(const std::vector<std::string>& files) {
    auto module = compileFiles(files, options_, context_);
    std::string message;
    llvm::raw_string_ostream stream(message);
    EXPECT_FALSE(llvm::verifyModule(*module, &stream)) << message;
    return module;
  }
  std::unique_ptr<llvm::Module> compileText(const std::string& text) { return compile({write("test.c", text)}); }
  /// The message of the InputError, or nothing where there was none.
  std::string errorOf(const std::vector<std::string>& files) {
    try {
      compile(files);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  std::string errorOf(const std::string& name, const std::string& text) { return errorOf({write(name, text)}); }

  template <class Instruction>
  static const Instruction* first(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto* found = llvm::dyn_cast<Instruction>(&instruction)) return found;
    }
    return nullptr;
  }
  static uint64_t returned(const llvm::Module& module, const char* function) {
    const auto* result = first<llvm::ReturnInst>(*module.getFunction(function));
    return llvm::cast<llvm::ConstantInt>(result->getReturnValue())->getZExtValue();
  }

  std::filesystem::path folder_;
  FrontendOptions options_;
  llvm::LLVMContext context_;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(CompileTest, DataModels) {
  const char* text = "unsigned f(void) { return sizeof(long) * 100 + sizeof(long double); }\n"
                     "int g(void) { return (char)-1 < 0; }\n"
                     "struct s { char c; long long x; }; int h(void) { return sizeof(struct s); }";
  auto module = compileText(text);
  EXPECT_EQ(module->getTargetTriple(), "x86_64-pc-linux-gnu");
  EXPECT_EQ(returned(*module, "f"), 816u);
  EXPECT_EQ(returned(*module, "h"), 16u);
  options_.dataModel = 32;
  module = compileText(text);
  EXPECT_EQ(module->getTargetTriple(), "i686-pc-linux-gnu");
  EXPECT_EQ(module->getDataLayout().getPointerSizeInBits(), 32u);
  EXPECT_EQ(returned(*module, "f"), 412u);
  EXPECT_EQ(returned(*module, "g"), 1u);
  EXPECT_EQ(returned(*module, "h"), 12u);
}

TEST_F(CompileTest, HeadersOfTheTarget) {
  for (const uint32_t dataModel : {32u, 64u}) {
    options_.dataModel = dataModel;
    const auto module =
        compileText("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stddef.h>\n"
                    "#include <limits.h>\n#include <stdint.h>\n#include <assert.h>\n#include <math.h>\n"
                    "#include <pthread.h>\n#include <errno.h>\n#include <stdarg.h>\n#include <setjmp.h>\n"
                    "int f(void) { return (int)sizeof(size_t) * 8; }");
    EXPECT_EQ(returned(*module, "f"), dataModel);
  }
}

TEST_F(CompileTest, NoMacroTellsOfOptimisation) {
  const auto module = compileText("#if defined __OPTIMIZE__ || defined _FORTIFY_SOURCE\n#error\n#endif\n"
                                  "#if !defined __GNUC__ || !defined __SSE2__ || defined __PIC__\n#error\n#endif\n"
                                  "int f(void) { return 0; }");
  EXPECT_NE(module->getFunction("f"), nullptr);
}

TEST_F(CompileTest, IrIsPlain) {
  const auto module = compileText("void *memcpy(void*, const void*, unsigned long); double fabs(double);\n"
                                  "inline int twice(int x) { return x + x; }\n"
                                  "int f(int n) { int k = n; char a[4], b[4]; memcpy(a, b, 4); k += fabs(k);\n"
                                  "  return twice(k); }");
  const llvm::Function& f = *module->getFunction("f");
  EXPECT_FALSE(f.hasFnAttribute(llvm::Attribute::OptimizeNone));
  EXPECT_NE(first<llvm::AllocaInst>(f), nullptr) << "a pass has run";
  EXPECT_NE(first<llvm::LifetimeIntrinsic>(f), nullptr);
  EXPECT_EQ(first<llvm::MemCpyInst>(f), nullptr) << "memcpy is no plain call any more";
  EXPECT_TRUE(module->getFunction("memcpy")->isDeclaration());
  EXPECT_TRUE(module->getFunction("fabs")->isDeclaration());
  EXPECT_FALSE(module->getFunction("twice")->isDeclaration()) << "the body of an inline function is missing";
  for (const llvm::Instruction& instruction : llvm::instructions(f)) {
    EXPECT_FALSE(instruction.hasMetadata(llvm::LLVMContext::MD_tbaa));
  }
}

TEST_F(CompileTest, PositionsAreThoseOfTheFile) {
  const auto module =
      compile({write("test.i", "# 1 \"other.c\"\n# 70 \"other.c\" 3 4\nint f(int x) {\n  return x / 2;\n}\n")});
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
    if (instruction.getOpcode() != llvm::Instruction::SDiv) continue;
    EXPECT_EQ(instruction.getDebugLoc().getLine(), 4u);
    EXPECT_EQ(instruction.getDebugLoc().getCol(), 12u);
    EXPECT_TRUE(llvm::cast<llvm::DIScope>(instruction.getDebugLoc().getScope())->getFilename().ends_with("test.i"));
  }
}

TEST_F(CompileTest, PreprocessedFiles) {
  const std::string gcc = "extern _Float128 f(_Float128); _Float64x g(_Float32 x);\nint linux; int unix;\n"
                          "int main(void) { return linux + sizeof(__builtin_va_list); }\n";
  const std::string clang = "typedef float _Float32; _Float32 f(_Float32);\nint main(void) { return 0; }\n";
  const std::string directives = "#define ONE __INT_MAX__\n#include <stddef.h>\nint main(void) { return ONE; }\n";
  for (const uint32_t dataModel : {32u, 64u}) {
    options_.dataModel = dataModel;
    for (const std::string& text : {gcc, clang, directives}) {
      EXPECT_NE(compile({write("test.i", text)})->getFunction("main"), nullptr);
    }
  }
}

TEST_F(CompileTest, LineDirectivesAreBlankedAndNothingElse) {
  EXPECT_EQ(withoutLineDirectives("# 12 \"a\" 3\nx\n#line 5\n"), "          \nx\n       \n");
  const std::string kept = "#define x 1\n#if 1\n# include <a>\n#1\n\"a\\\n# 1 b\"\n#linear 3\n #\n#line x\n";
  EXPECT_EQ(withoutLineDirectives(kept), kept);
}

TEST_F(CompileTest, OverflowChecksOnRequest) {
  const char* text = "int f(int a, int b) { return (a + b) / (a << b); }\n"
                     "unsigned g(unsigned a) { return -a * a; }";
  EXPECT_EQ(compileText(text)->getFunction("__ubsan_handle_add_overflow"), nullptr);
  auto module = compileText(text);
  EXPECT_NE(module->getFunction("__ubsan_handle_divrem_overflow"), nullptr) << "a division by 0 would be folded";
  options_.specification.properties = {Property::NoOverflow};
  module = compileText(text);
  for (const char* name : {"add_overflow", "divrem_overflow", "shift_out_of_bounds"}) {
    const llvm::Function* handler = module->getFunction(std::string("__ubsan_handle_") + name);
    ASSERT_NE(handler, nullptr) << name;
    EXPECT_FALSE(handler->doesNotReturn()) << name;
  }
  EXPECT_EQ(module->getFunction("__ubsan_handle_mul_overflow"), nullptr) << "unsigned arithmetic wraps";
}

TEST_F(CompileTest, OldStyleCCompiles) {
  const auto module = compileText(R"(
    static f(a, b) int a; char *b; { return a + *b; }
    g(x) { return; }
    int *p = 5;
    int strlen(int x) { return x; }
    char printf(char a) { return a; }
    struct s { int a; }; struct t { int b; };
    int h(struct s *x) { return x->a; }
    void callback(int x) {}
    int (*pointer)(char*) = callback;
    void v(void) { return 3; }
    long double log(char*);
    void *memcpy(void*, const void*, unsigned);
    static int later();
    int nested(void) { extern int zed(int); return ({ int q = zed(2); q ?: 3; }); }
    int variadic(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n = __builtin_va_arg(l, int); return n; }
    extern int renamed(int) __asm__("" "real_name") __attribute__((__nothrow__));
    struct flexible { int n; char d[]; } flexible = { 3, {1, 2, 3} };
    int empty[0];
    main(argc, argv) char **argv; {
      struct t t; int i = &t; undefined_function(1, "a"); char c = "abc"; h(&t);
      switch (i) { case 1 ... 3: i = 2; }
      x: ; void *q = &&x; if (i) goto *q;
      __asm__ volatile("nop; lock; addl $1, %0" : "=m"(i) :: "memory");
      return renamed(3) + later() + f(1);
    }
    static int later(a) { return a; }
  )");
  EXPECT_NE(module->getFunction("main"), nullptr);
  EXPECT_NE(module->getFunction("real_name"), nullptr);
  EXPECT_FALSE(module->getFunction("printf")->hasFnAttribute(kModelAttribute));
}

TEST_F(CompileTest, UndeclaredLibraryFunctionsHaveTheirTypes) {
  const auto module =
      compileText("int main(void) {\n  char *p = malloc(4); other(1); return strlen(p) + sqrt(2) / 3;\n}");
  EXPECT_TRUE(module->getFunction("malloc")->getReturnType()->isPointerTy());
  EXPECT_TRUE(module->getFunction("sqrt")->getReturnType()->isDoubleTy());
  EXPECT_TRUE(module->getFunction("other")->getReturnType()->isIntegerTy(32));
  const auto* call = first<llvm::CallInst>(*module->getFunction("main"));
  EXPECT_EQ(call->getDebugLoc().getLine(), 2u) << "positions have moved";
  EXPECT_TRUE(call->getDebugLoc()->getFilename().ends_with("test.c"));
  const auto own = compileText("int f(void) { return malloc(4) == 0; }\nint malloc(int x) { return x; }");
  EXPECT_TRUE(own->getFunction("malloc")->getReturnType()->isIntegerTy(32));
}

TEST_F(CompileTest, ACrashOfClangIsNoCrashOfOurs) {
  // In a process of its own, which ends at once: what clang held when it crashed is lost.
  auto load = [this](const std::string& text) -> std::string {
    TermManager terms;
    try {
      loadProgram({write("test.c", text)}, options_, terms);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  auto crashAndGoOn = [&load] {
    // At once; with a function before it half made; by a stack that overflows.
    const std::string before = "int f(int x) { return x + 1; }\nint g(int y) { y += f(y);\n";
    for (const std::string& text :
         {std::string("#pragma clang __debug crash\n"), std::string("#pragma clang __debug llvm_fatal_error\n"),
          before + "#pragma clang __debug crash\n", before + "#pragma clang __debug llvm_fatal_error\n",
          before + "return " + std::string(400000, '~') + "y; }\n"}) {
      if (!contains(load(text), "clang fails on this input")) std::_Exit(1);
    }
    std::_Exit(load("int main(void) { return 1; }").empty() ? 0 : 2);
  };
  EXPECT_EXIT(crashAndGoOn(), testing::ExitedWithCode(0), "");
}

TEST_F(CompileTest, DeepNesting) {
  std::string text = "int f(int x) {\n";
  constexpr int kDepth = 3000;
  for (int i = 0; i < kDepth; ++i) text += "if (x) {\n";
  for (int i = 0; i < kDepth; ++i) text += "}\n";
  text += "return " + std::string(kDepth, '(') + "x" + std::string(kDepth, ')') + ";\n}\n";
  EXPECT_NE(compileText(text)->getFunction("f"), nullptr);
}

TEST_F(CompileTest, OptionsReachThePreprocessor) {
  std::filesystem::create_directories(folder_ / "headers");
  write("headers/value.h", "#define VALUE 5\n");
  options_.includeDirs = {(folder_ / "headers").string()};
  options_.defines = {"MORE=2"};
  options_.standard = "c99";
  const auto module = compileText("#include \"value.h\"\n#ifndef __STRICT_ANSI__\n#error\n#endif\n"
                                  "int f(void) { return VALUE + MORE; }");
  EXPECT_EQ(returned(*module, "f"), 7u);
  options_.standard = "c77";
  EXPECT_TRUE(contains(errorOf("test.c", "int x;"), "c77"));
}

TEST_F(CompileTest, CompilationDatabase) {
  std::filesystem::create_directories(folder_ / "inc");
  write("inc/value.h", "#define VALUE 5\n");
  write("forced.h", "#define FORCED 3\n");
  const std::string file =
      write("test.c", "#include \"value.h\"\nint f(void) { return VALUE + FORCED + TWO + (char)-1; }");
  options_.compileCommands =
      write("compile_commands.json",
            R"([{"directory": ")" + folder_.string() + R"(", "file": "test.c", "command":)" +
                R"("cc -O2 -Iinc -include forced.h -D TWO=2 -std=gnu99 -funsigned-char -c test.c"}])");
  EXPECT_EQ(returned(*compile({file}), "f"), 265u);
  options_.compileCommands = write("broken.json", "[{");
  EXPECT_TRUE(contains(errorOf({file}), "compilation database"));
  options_.compileCommands = (folder_ / "missing.json").string();
  EXPECT_TRUE(contains(errorOf({file}), "missing.json"));
}

TEST_F(CompileTest, SeveralFiles) {
  const std::string a =
      write("a.c", "static int g(void) { return 1; } int f(void); int main(void) { return f() + g(); }");
  const std::string b = write("b.c", "static int g(void) { return 2; } int f(void) { return g(); }");
  const auto module = compile({a, b});
  EXPECT_FALSE(module->getFunction("f")->isDeclaration());
  const std::string twice = errorOf({a, b, write("c.c", "int f(void) { return 3; }")});
  EXPECT_TRUE(contains(twice, "c.c")) << twice;
  EXPECT_TRUE(contains(twice, "'f'")) << twice;
}

TEST_F(CompileTest, ClangsDiagnosticsAreTheMessage) {
  const std::string message = errorOf("test.c", "int main(void) {\n  return x;\n}\nint y = ;\n");
  EXPECT_TRUE(contains(message, "test.c:2:10: error: use of undeclared identifier 'x'")) << message;
  EXPECT_TRUE(contains(message, "test.c:4:9: error: expected expression")) << message;
  EXPECT_TRUE(contains(message, "^")) << message;
  std::string many;
  for (int i = 0; i < 100; ++i) many += "int a" + std::to_string(i) + " = ;\n";
  const std::string cut = errorOf("many.c", many);
  EXPECT_FALSE(contains(cut, "many.c:40:")) << cut;
  EXPECT_TRUE(contains(errorOf("test.c", "#include \"nowhere.h\"\n"), "'nowhere.h' file not found"));
}

TEST_F(CompileTest, WhatIsNoProgram) {
  EXPECT_TRUE(contains(errorOf({(folder_ / "missing.c").string()}), "No such file"));
  EXPECT_TRUE(contains(errorOf({folder_.string()}), "is a directory"));
  EXPECT_TRUE(contains(errorOf("empty.c", ""), "is empty"));
  EXPECT_TRUE(contains(errorOf("blank.c", "\n \n"), "is empty"));
  EXPECT_TRUE(contains(errorOf("binary.c", std::string("int\0x", 5)), "is a binary file"));
  EXPECT_TRUE(contains(errorOf("program", std::string("\x7f"
                                                      "ELF\2\1\1\0\0\0",
                                                      10)),
                       "is a binary file"));
  EXPECT_TRUE(contains(errorOf("test.cpp", "int main() {}"), "verifies C only"));
  EXPECT_TRUE(contains(errorOf("test.c", "#include <iostream>\nint main() { std::cout << 1; }"), "verifies C only"));
  EXPECT_FALSE(contains(errorOf("test.c", "int main() { return x; }"), "C++"));
  EXPECT_TRUE(contains(errorOf("test.bc", "no bitcode"), "not readable as LLVM bitcode"));
  EXPECT_TRUE(contains(errorOf("test.bc", "BC\xc0\xde\x35\x14"), "not readable as LLVM bitcode"));
  EXPECT_TRUE(contains(errorOf("test.ll", "define i32 @f() { ret i64 0 }"), "test.ll:1:"));
  EXPECT_TRUE(contains(errorOf({}), "no input file"));
}

TEST_F(CompileTest, BitcodeAndAssembly) {
  const std::string c = write("a.c", "int f(void); int main(void) { return f(); }");
  const std::string ll = write("b.ll", "define i32 @f() {\n  ret i32 7\n}\n");
  EXPECT_EQ(returned(*compile({c, ll}), "f"), 7u);

  const std::string bc = (folder_ / "c.bc").string();
  {
    const auto module = compileText("int f(void) { return 8; }"); // the writer keeps its names
    llvm::SmallVector<char, 0> bytes;
    llvm::BitcodeWriter writer(bytes);
    writer.writeModule(*module);
    writer.writeStrtab();
    std::ofstream(bc, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  EXPECT_EQ(returned(*compile({bc, c}), "f"), 8u);
  options_.dataModel = 32;
  EXPECT_TRUE(contains(errorOf({bc}), "64-bit pointers"));
  options_.dataModel = 64;
  EXPECT_TRUE(contains(errorOf("arm.ll", "target triple = \"aarch64-linux-gnu\"\n"), "aarch64"));
}

TEST_F(CompileTest, ModelsAreLinkedWhereTheProgramHasNoBody) {
  for (const uint32_t dataModel : {32u, 64u}) {
    options_.dataModel = dataModel;
    const auto module = compileText("char* strdup(const char*);\n#include <stdio.h>\n#include <stdlib.h>\n"
                                    "int abs(int x) { return 1; }\n"
                                    "extern int rindex;\n"
                                    "int main(void) { char* s = strdup(\"a\"); fprintf(stderr, s); free(s);\n"
                                    "  return abs(2) + rindex + unknown(); }");
    EXPECT_TRUE(module->getFunction("strdup")->hasFnAttribute(kModelAttribute));
    EXPECT_FALSE(module->getFunction("strdup")->isDeclaration());
    EXPECT_TRUE(module->getFunction("malloc")->isDeclaration());
    EXPECT_TRUE(module->getFunction("free")->isDeclaration());
    EXPECT_TRUE(module->getFunction("unknown")->isDeclaration());
    EXPECT_TRUE(module->getNamedGlobal("stderr")->hasInitializer());
    EXPECT_NE(module->getNamedGlobal("rindex"), nullptr);
    EXPECT_EQ(returned(*module, "abs"), 1u);
    EXPECT_FALSE(module->getFunction("abs")->hasFnAttribute(kModelAttribute));
    EXPECT_EQ(module->getFunction("qsort"), nullptr) << "only what is called comes in";
  }
}

TEST_F(CompileTest, EveryModelLinks) {
  for (const uint32_t dataModel : {32u, 64u}) {
    const std::vector<std::string> names = modelNames(dataModel);
    EXPECT_GT(names.size(), 300u);
    std::string text;
    for (const std::string& name : names) text += "int " + name + "();\n";
    text += "int main(void) {\n";
    for (const std::string& name : names)
      text += "  ((void (*)(int, int, int, int, int))" + name + ")(0, 0, 0, 0, 0);\n";
    text += "}\n";
    options_.dataModel = dataModel;
    const auto module = compileText(text);
    for (const std::string& name : names) {
      EXPECT_FALSE(module->getFunction(name)->isDeclaration()) << name;
    }
    // A model may call what the translation provides, and nothing else.
    static constexpr const char* kProvided[] = {"malloc",
                                                "free",
                                                "memcpy",
                                                "memmove",
                                                "memset",
                                                "abort",
                                                "exit",
                                                "trunc",
                                                "floor",
                                                "round",
                                                "rint",
                                                "fabs",
                                                "copysign",
                                                "fegetround",
                                                "__VERIFIER_assume",
                                                "__VERIFIER_nondet_memory"};
    for (const llvm::Function& function : *module) {
      const llvm::StringRef name = function.getName();
      if (!function.isDeclaration() || function.isIntrinsic() || name.starts_with("__assay_")) continue;
      const llvm::StringRef base = name.ends_with("f") || name.ends_with("l") ? name.drop_back() : name;
      EXPECT_TRUE(llvm::is_contained(kProvided, name) || llvm::is_contained(kProvided, base)) << name.str();
    }
  }
}

} // namespace
} // namespace assay
