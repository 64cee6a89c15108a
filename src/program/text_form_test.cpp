#include "program/condition_text.h"
#include "program/text_parser.h"
#include "program/text_syntax.h"
#include "program/text_writer.h"
#include "util/error.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

/// Prints, parses in a manager of its own where every id is different, and prints again.
std::string reprint(const std::string& text, unsigned shift = 0) {
  TermManager other;
  for (unsigned i = 0; i < shift; ++i) other.mkVariable("padding" + std::to_string(i), other.bvSort(8));
  return printProgram(parseProgram(text, "reprinted", other));
}

std::string normalForm(std::string_view text) {
  TermManager terms;
  return printProgram(parseProgram(text, "test", terms));
}

void expectIdentity(std::string_view text) {
  const std::string printed = normalForm(text);
  EXPECT_EQ(printed, reprint(printed, 3));
}

std::string errorOf(std::string_view text) {
  TermManager terms;
  try {
    parseProgram(text, "a.txt", terms);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// A program with variables a, b (32 bits), p (64), c (bool), f (64) and one edge that assigns the expression.
std::string withExpression(const std::string& sort, const std::string& expression) {
  return "function main(a: bv32, b: bv32, p: bv64, c: bool, d: bool, f: bv64) { var x: " + sort +
         "; s: -> exit { x = " + expression + "; } }";
}
std::string printedExpression(const std::string& sort, const std::string& expression) {
  const std::string text = normalForm(withExpression(sort, expression));
  EXPECT_EQ(text, reprint(text, 5));
  const size_t begin = text.find("x = ") + 4;
  return text.substr(begin, text.find(";\n", begin) - begin);
}

TEST(TextForm, Loop) {
  const std::string text = normalForm(R"(
    function main() -> bv32 {
      var i: bv32 signed "int" as "i" @2:7;
      begin: -> head { i = 0; }
      head: label "loop" @3:3
        if i <s 10 -> head @3:9 { i = i + 1; }
        if i >=s 10 -> exit { return i; }
    })");
  EXPECT_EQ(text, R"(layout 64 40;
entry main;

function main() -> bv32 {
  var i: bv32 signed "int" as "i" @2:7;
  L0:
    -> L1 {
      i = 0;
    }
  L1: label "loop" @3:3
    if i <s 10 -> L1 @3:9 {
      i = i + 1;
    }
    if 10 <=s i -> L2 {
      return i;
    }
  L2: exit;
}
)");
  EXPECT_EQ(text, reprint(text));
}

/// Every kind of operation and of question is in it.
constexpr const char* kEverything = R"(
    layout 32 20;
    file "a.c"; file "dir/b \"quoted\".h";
    object a: 40 "int[10]" @3:5;
    object .str: 6 constant string = "hello" hex "00";
    object big: 5000 = "text\n\t" 4000 * 255 hex "00ff80" "end";
    object `two words`: 4;
    object dup: 4; object dup: 8;
    object f: 1 constant function;
    global g: bv32 signed "int" as "g" @1:1:5 = -7;
    global where: bv32 pointer = &#5;
    global thread_local mine: bv32 = 3;
    assume "f returns any value" @1:2:3;
    entry f;
    function f(n: bv32 signed "int" as "n" @4:4, `odd name`: bool bool) -> bv32 @4:1 {
      var t: bv8; var q: bool; var ::`elsewhere::z`: bv64; var g: bv32; var w: bv32; var load: bv32; var s: bv32;
      entry second;
      first: -> second { q = true; }
      second: @5:5
        if `odd name` -> first @5:6 { t = input nondet "__VERIFIER_nondet_uchar" @5:7; ::g = g; g = ::g; }
        if !`odd name` -> third { q = readable(w, 4); s = object_size(&a[8]); q = all_tracked(); `load` = load &`two words`; }
      third:
        if q -> fourth { w = allocate stack any 4 "x"; store w, g + 5; free stack w; copy w, &#5, 4; fill w, t, n; q = freeable(w); q = all_freed(); q = writable(w, n); }
        if !q -> bad;
      fourth: -> fifth { s = call ext(n, 5:64); }
      fifth: -> sixth { call v(); }
      sixth: -> exit { return s @9:9; }
      bad: error(no-overflow) "overflow in +" @7:7;
    }
    function ext(a: bv32) -> bv32;
    function thread(p: ptr, n: bv32) {
      var q: bool; var k: bv8; var `await`: bv32;
      first: -> second { step; k = spawn thread(p + 4, n + 1) @8:8; k = spawn v(); atomic begin; }
      second: -> third { step read p, 4; q = unraced_read(p, 4); q = unraced_write(&a[8], 1); }
      third: -> fourth { step atomic write p + 4, n @1:3:4; mine = mine + 1; }
      fourth: -> fifth { q = await equal p, 0:32; atomic end; }
      fifth: -> sixth { q = await distinct p + 8, n @2:2; `await` = n; }
      sixth: -> last { q = await at_least &a, -1:8; }
      last: thread_end @3:3;
    }
    function v() {
      var k: bv8;
      s: if k == 0 -> h; if k == 1 -> u { } if k == 2 -> a; if k >u 2 -> b;
      h: halt "bye"; u: unsupported "asm"; a: abort; b: blocked "assume" label "end" @1:0:0;
    })";

TEST(TextForm, EverythingSurvives) { expectIdentity(kEverything); }

TEST(TextForm, EveryOperationHasAForm) {
  TermManager terms;
  const Program program = parseProgram(kEverything, "test", terms);
  std::set<size_t> operations, queries;
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations) {
      operations.insert(operation.action.index());
      if (const Query* query = operation.as<Query>()) queries.insert(static_cast<size_t>(query->kind));
    }
  EXPECT_EQ(operations.size(), std::variant_size_v<Action>);
  EXPECT_EQ(queries.size(), text::queryNames().size());
}

TEST(TextForm, OfThreads) {
  const std::string text = normalForm(R"(
    object a: 8;
    global thread_local mine: bv32 = 5;
    function main() {
      var t: bv8; var ok: bool;
      s: -> r { t = spawn thread(7); }
      r: -> w { step read &a, 4; }
      w: -> e { step atomic write &a[4], 4; atomic begin; }
      e: -> l { ok = await at_least &a, 2:32; atomic end; }
      l: thread_end;
    }
    function thread(n: bv32) { var ok: bool; s: -> exit { step; ok = unraced_write(&a, n ++ n); return; } })");
  for (const char* line : {"global thread_local mine: bv32 = 5;", "t = spawn thread(7:32);", "step read &a, 4;",
                           "step atomic write &a[4], 4;", "atomic begin;", "ok = await at_least &a, 2:32;",
                           "atomic end;", ": thread_end;", "step;", "ok = unraced_write(&a, n ++ n);"})
    EXPECT_NE(text.find(line), std::string::npos) << line << " in " << text;
  EXPECT_EQ(text, reprint(text, 3));
}

TEST(TextForm, ExpressionsReadAsWritten) {
  const auto same = [](const std::string& sort, const std::string& text) {
    EXPECT_EQ(printedExpression(sort, text), text);
  };
  same("bv32", "a + b");
  same("bv32", "a - b");
  same("bv32", "a - 5");
  same("bv32", "5 - a");
  same("bv32", "a * b + 7");
  same("bv32", "b * (a + b)");
  same("bv32", "a /s b");
  same("bv32", "a %u b");
  same("bv32", "a >>s b");
  same("bv32", "(a & b) + (a | b)");
  same("bv32", "-a");
  same("bv32", "~a");
  same("bv32", "~(a + b)");
  same("bool", "a <s b");
  same("bool", "a <=u b");
  same("bool", "a != b");
  same("bool", "a == 10");
  same("bool", "c && d");
  same("bool", "!(c && d)");
  same("bool", "c && a <s b");
  same("bv8", "a[15:8]");
  same("bv64", "zext(a, 64)");
  same("bv64", "sext(a + b, 64)");
  same("bv64", "a ++ b");
  same("bv32", "ite(c, a, 5)");
  same("bv32", "ite(c, 7:32, 5:32)");
  same("bool", "smul_overflow(a, b)");
  same("bool", "flt(asfloat(f, f64), 1.5:f64)");
  same("bv64", "asbits(fdiv.rne(asfloat(f, f64), asfloat(p, f64)), f)");
  same("bv32", "to_sint.rtz(asfloat(f, f64), 32)");
  same("bool", "feq(asfloat(a, f32), asfloat(b, f32))");
  same("bv64", "p + 0x123456789ab");
}

TEST(TextForm, CommutativeOperandsHaveOneOrder) {
  EXPECT_EQ(printedExpression("bv32", "b + a"), "a + b");
  EXPECT_EQ(printedExpression("bv32", "b * a * 3"), printedExpression("bv32", "3 * (a * b)"));
  EXPECT_EQ(printedExpression("bool", "10 == a"), "a == 10");
  EXPECT_EQ(printedExpression("bool", "b * 2 + a == a * b - b"), printedExpression("bool", "b * a - b == a + 2 * b"));
}

TEST(TextForm, AddressesOfObjects) {
  const std::string text = normalForm("object a: 8; function main() { var p: bv64; s: -> exit { p = &a[4]; } }");
  EXPECT_NE(text.find("p = &a[4];"), std::string::npos) << text;
  EXPECT_EQ(text, reprint(text));
}

TEST(TextForm, SharedTermsAreNamedOnce) {
  std::string text = "function main(a: bv32) { s: let $0 = a * a + a %u 7; ";
  for (int i = 0; i < 60; ++i) {
    const std::string previous = "$" + std::to_string(i);
    text += "let $" + std::to_string(i + 1) + " = (" + previous + " ^ 3) * (" + previous + " | a) + 1;";
  }
  text += "-> exit { a = $60; } }";
  const std::string printed = normalForm(text);
  EXPECT_LT(printed.size(), 10000u);
  EXPECT_EQ(printed, reprint(printed, 7));
}

TEST(TextForm, DeepTermsPrintAndParse) {
  TermManager terms;
  Program program(terms);
  const FunctionId f = program.addFunction("main");
  const VariableId x = program.addVariable(f, "x", terms.bvSort(32)), y = program.addVariable(f, "y", terms.bvSort(32));
  Term deep = program[x].term;
  for (int i = 0; i < 100000; ++i) deep = terms.mkBvXor(terms.mkBvMul(deep, program[y].term), program[x].term);
  const LocationId entry = program.addLocation(f), exit = program.addLocation(f, LocationKind::Exit);
  program[f].entry = entry;
  program.setEntry(f);
  program.addEdge(entry, exit, terms.mkTrue(), {{Assign{x, deep}, {}}});
  const std::string printed = printProgram(program);
  EXPECT_EQ(printed, reprint(printed, 2));
}

TEST(TextForm, ConditionsAreOneLine) {
  TermManager terms;
  const Program program = parseProgram("function main(a: bv32, b: bv32) { s: -> exit; }", "test", terms);
  const Term a = terms.findVariable("main::a"), b = terms.findVariable("main::b");
  const Term bound = terms.mkVariable("any!one", terms.bvSort(32)),
             other = terms.mkVariable("an other", terms.bvSort(32));
  const Term sum = terms.mkBvAdd(terms.mkBvMul(a, b), terms.mkBvMul(bound, terms.mkBvUdiv(a, b)));
  const Term condition = terms.mkOr(terms.mkBvUlt(sum, a), terms.mkEqual(terms.mkBvXor(sum, other), b));
  const std::vector<Term> both{bound, other};
  const std::optional<std::string> text = printCondition(program, condition, both);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->find("let $1 = "), 0u) << *text;
  EXPECT_EQ(text->find('\n'), std::string::npos) << *text;
  EXPECT_EQ(parseConditionText(program, *text, both), condition) << *text;
  EXPECT_THROW(parseConditionText(program, *text, {}), InputError);
  EXPECT_FALSE(printCondition(program, condition));
  EXPECT_FALSE(printCondition(program, condition, std::vector{bound}));
  for (const char* bad :
       {"let", "let $1 = a", "let $1 = a; $2 == a", "let x = a; x == a", "let $1 = a; let $1 = b; $1 == a",
        "::", ":: == a", "::nobody == a", "let $1 = a; $1 == a; a == a"})
    EXPECT_THROW(parseConditionText(program, bad, both), InputError) << bad;
}

TEST(TextForm, WideAndOddConstants) {
  EXPECT_EQ(printedExpression("bv80", "0x3fff8000000000000000"), "0x3fff8000000000000000");
  EXPECT_EQ(printedExpression("bv128", "-1"), "-1");
  EXPECT_EQ(printedExpression("bv1", "1"), "1");
  EXPECT_EQ(printedExpression("bv8", "255"), "-1");
  EXPECT_EQ(printedExpression("bv32", "0x80000000"), "-2147483648");
  EXPECT_EQ(printedExpression("bv32", "a + 0x80000000"), printedExpression("bv32", "a - 2147483648"));
}

TEST(TextForm, MessagesSayWhere) {
  EXPECT_EQ(errorOf("function main() { s: -> nowhere; }"), "a.txt:1:25: there is no location 'nowhere'");
  EXPECT_EQ(errorOf("function main()\n{ s: -> exit { x = 1; } }"), "a.txt:2:16: there is no variable 'x'");
  EXPECT_EQ(errorOf("global x: bv8 = 256;\nfunction main() { s: -> exit; }"),
            "a.txt:1:17: the number does not fit into 8 bits");
  EXPECT_EQ(errorOf("global x: bv8; global y: bv16; function main() { s: if x == y -> exit; }"),
            "a.txt:1:58: the operands have different sorts, bv8 and bv16");
  EXPECT_EQ(errorOf("function main() { s: -> exit { store 1, 2; } }"),
            "a.txt:1:41: the width of this number is not clear from its context: write it like 10:32");
  EXPECT_EQ(errorOf("\"open"), "a.txt:1:1: a quoted text does not end on its line");
  EXPECT_NE(errorOf("function f();").find("no entry function"), std::string::npos);
  EXPECT_NE(errorOf("function main() { s: error(reach) \"m\"; }").find("'reach' is no property"), std::string::npos);
  std::string deep(100000, '(');
  EXPECT_NE(errorOf("function main() { s: if " + deep + "}").find("too deeply"), std::string::npos);
}

} // namespace
} // namespace assay
