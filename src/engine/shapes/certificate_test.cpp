// What an earlier run has left of a proof by shapes: it serves again, and nothing of it is believed.
#include "engine/shapes/certificate_text.h"
#include "engine/shapes/exploration.h"
#include "engine/shapes/shapes.h"
#include "engine/shapes/well_formed.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "transform/compact_edges.h"
#include "transform/slice.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay::shapes {
namespace {

/// Lists of nodes { next; own; data } are built, with `input` before each, and walked, with `body` for each node x.
std::string listProgram(const std::string& input, const std::string& body) {
  return "function main() {\n var head: bv64 as \"head\"; var x: bv64 as \"x\"; var y: bv64 as \"y\"; var c: bool;\n"
         " var own: bv64 as \"own\"; var d: bv32;\n"
         " entry s; s: -> build { head = 0:64; y = 0:64; own = 0:64; x = 0:64; }\n"
         " build: -> more { c = input nondet; d = input nondet; own = 0:64; }\n"
         " more: if !c -> walk { x = head; }\n"
         "       if c && 0:32 <=s d && d <=s 10:32 -> build { " +
         input +
         " x = allocate heap any 24:64; store x, head; store x + 8:64, own;\n"
         "   store x + 16:64, d; head = x; }\n"
         " walk: if x == 0:64 -> done { c = all_freed(); }\n       if x != 0:64 -> node { d = load x + 16:64; }\n"
         " node: " +
         body + " done: if c -> end { return; }\n if !c -> bad;\n bad: error(valid-memcleanup) \"lost\"; end: exit; }";
}

const std::string kOwn = "own = allocate heap any 8:64; store own, 3:64;";
const std::string kFree = "-> walk { own = load x + 8:64; y = load x; free heap own; free heap x; x = y; }";
const std::string kKeep = "-> walk { own = load x + 8:64; y = load x; free heap x; x = y; }"; // not what it owns

std::string assertOf(const std::string& condition, const std::string& then) {
  return "if !(" + condition + ") -> bad; if " + condition + " " + then;
}

class Certificates : public ::testing::Test {
protected:
  std::unique_ptr<Flat> flat(const std::string& text) {
    Program program = parseProgram(text, "test", terms_);
    compactEdges(program);
    sliceProgram(program, {Property::ValidMemcleanup});
    compactEdges(program);
    return std::make_unique<Flat>(std::move(program), LeakChecks{.memcleanup = true});
  }
  Certificate explored(const Flat& flat) {
    Exploration exploration(flat, {.joinsConstants = true}, *solver_, deadline_, limits_);
    EXPECT_TRUE(exploration.run({})) << exploration.reason();
    return {exploration.invariant(), {}};
  }
  CertificateCheck check(const Flat& flat, const Certificate& certificate) {
    return CertificateChecker(flat, certificate, *solver_, deadline_, limits_).run();
  }
  bool closes(const Flat& flat, const HeapTexts& texts) {
    const std::optional<Certificate> parsed = parseCertificate(flat, texts);
    return parsed && check(flat, *parsed).failure.empty();
  }
  HeapTexts textsOf(const Flat& flat) {
    const CertificateCheck found = check(flat, explored(flat));
    EXPECT_EQ(found.failure, "");
    return printCertificate(flat, found.needed, limits_);
  }

  TermManager terms_;
  Deadline deadline_{std::chrono::seconds(20)};
  const ShapesLimits limits_;
  std::unique_ptr<Solver> solver_ = makeSolver("native", terms_);
};

TEST_F(Certificates, ServeAgain) {
  for (const std::string& input : {std::string(), kOwn}) {
    const auto program = flat(listProgram(input, kFree));
    const CertificateCheck found = check(*program, explored(*program));
    ASSERT_EQ(found.failure, "");
    const HeapTexts texts = printCertificate(*program, found.needed, limits_);
    ASSERT_GT(texts.size(), 2u);
    const std::optional<Certificate> parsed = parseCertificate(*program, texts);
    ASSERT_TRUE(parsed);
    const CertificateCheck again = check(*program, *parsed);
    EXPECT_EQ(again.failure, "");
    EXPECT_EQ(again.needed.arrivals, found.needed.arrivals);
    EXPECT_EQ(printCertificate(*program, again.needed, limits_), texts);
  }
}

TEST_F(Certificates, WhatNothingLeadsToIsNotNeeded) {
  const auto program = flat(listProgram(kOwn, kFree));
  Certificate certificate = explored(*program);
  const size_t number = check(*program, certificate).needed.heaps.begin()->second.size();
  State other;
  other.blocks[1].size = 5;
  other.nextBlock = 2;
  certificate.heaps.begin()->second.push_back(other);
  const CertificateCheck found = check(*program, certificate);
  EXPECT_EQ(found.failure, "");
  EXPECT_EQ(found.needed.heaps.begin()->second.size(), number);
}

TEST_F(Certificates, WrongHintsDoNotMatter) {
  const auto program = flat(listProgram(kOwn, kFree));
  CertificateCheck found = check(*program, explored(*program));
  for (const uint32_t wrong : {0u, 1u, 77u}) {
    Certificate certificate = found.needed;
    for (uint32_t& number : certificate.arrivals.ofStart) number = wrong;
    for (auto& [head, states] : certificate.arrivals.ofStates)
      for (Arrivals::Numbers& numbers : states) numbers.assign(wrong, wrong);
    EXPECT_EQ(check(*program, certificate).failure, "");
  }
}

struct Pair {
  std::string input, safe, unsafe;
};

const Pair kPairs[] = {
    {"", assertOf("d <=s 10:32", kFree), assertOf("d <=s 9:32", kFree)},
    {"", assertOf("0:32 <=s d", kFree), assertOf("d != 0:32", kFree)},
    {kOwn, kFree, kKeep},
    {kOwn, assertOf("d <=s 10:32", kFree),
     "-> walk { own = load x + 8:64; y = load x; free heap own; free heap own; free heap x; x = y; }"},
    {kOwn, kFree, "-> walk { own = load x + 8:64; y = load x; free heap own; free heap x; x = load y; }"},
};

/// Heaps of a program that has no error are none of one that has, whatever becomes of a character of them.
TEST_F(Certificates, OfOtherProgramsAreNotClosed) {
  for (const Pair& pair : kPairs) {
    const auto safe = flat(listProgram(pair.input, pair.safe)), unsafe = flat(listProgram(pair.input, pair.unsafe));
    const HeapTexts texts = textsOf(*safe);
    EXPECT_TRUE(closes(*safe, texts));
    EXPECT_FALSE(closes(*unsafe, texts));
    for (size_t i = 0; i < texts.size(); ++i) {
      HeapTexts changed = texts;
      changed.erase(changed.begin() + static_cast<int64_t>(i));
      EXPECT_FALSE(closes(*safe, changed));
      EXPECT_FALSE(closes(*unsafe, changed));
      for (size_t k = 0; k < texts[i].text.size(); ++k) {
        for (const char c : {'0', '1', '7'}) {
          changed = texts;
          if (std::isdigit(static_cast<unsigned char>(changed[i].text[k])) != 0) changed[i].text[k] = c;
          EXPECT_FALSE(changed != texts && closes(*unsafe, changed)) << changed[i].text;
        }
        changed[i].text.erase(k, 1);
        EXPECT_FALSE(closes(*unsafe, changed)) << changed[i].text;
      }
    }
  }
}

/// The states of the head that claim what they like.
TEST_F(Certificates, ConstraintsAreNotBelieved) {
  const Pair& pair = kPairs[0];
  const auto unsafe = flat(listProgram(pair.input, pair.unsafe));
  const auto safe = flat(listProgram(pair.input, pair.safe));
  const Certificate certificate = check(*safe, explored(*safe)).needed;
  const auto withConstraint = [&](auto make) {
    Certificate changed = certificate;
    for (auto& [head, states] : changed.heaps)
      for (State& state : states) make(state);
    return changed;
  };
  const Term fact = terms_.mkFalse();
  EXPECT_NE(check(*unsafe, withConstraint([&](State& state) { state.constraints.push_back(fact); })).failure, "");
  EXPECT_NE(check(*unsafe, withConstraint([&](State& state) { state.constraints = {}; })).failure, "");
  EXPECT_NE(check(*safe, withConstraint([&](State& state) { state.constraints = {}; })).failure, "");
}

// Questions that differ in the names of their symbols are one, others are not.
TEST_F(Certificates, AnswersBelongToQuestions) {
  Oracle oracle(*solver_, deadline_, limits_);
  for (const uint32_t width : {8u, 16u, 8u}) {
    const Sort sort = terms_.bvSort(width);
    const Term a = terms_.mkFreshVariable("s", sort), b = terms_.mkFreshVariable("s", sort);
    const Term c = terms_.mkFreshVariable("s", sort), most = terms_.mkBv(sort.width(), 255);
    const auto less = [&](Term x, Term y) { return terms_.mkBvUlt(x, y); };
    const std::vector<std::pair<Term, Term>> pairs = {{a, b}, {b, a}, {c, b}, {a, c}};
    for (const auto& [x, y] : pairs) {
      const std::vector<Term> known{less(x, y)};
      EXPECT_FALSE(oracle.maySatisfy(known, less(y, x)));
      EXPECT_TRUE(oracle.maySatisfy(known, less(y, x == a || y == a ? (x == c || y == c ? b : c) : a)));
      EXPECT_TRUE(oracle.implies(known, terms_.mkDistinct(x, y)));
      EXPECT_FALSE(oracle.implies(known, less(x, most)) != (width == 8));
      EXPECT_FALSE(oracle.implies({}, less(x, y)));
    }
  }
}

TEST_F(Certificates, EngineRecallsThem) {
  TestEnv env;
  const Program program = parseProgram(listProgram(kOwn, kFree), "test", terms_);
  const Program unsafe = parseProgram(listProgram(kOwn, kKeep), "test", terms_);
  const Result first = Shapes().run(program, env.within(std::chrono::milliseconds(20000)));
  ASSERT_EQ(first.verdict, Verdict::True) << first.reason;
  const ShapesOutline known = std::get<ShapesOutline>(first.outline.value());
  ASSERT_FALSE(known.heaps.empty());
  const auto again = [&](const Program& of, const ShapesOutline& outline) {
    const EarlierProof earlier{outline, {.isOfSame = true}};
    Shapes engine;
    return recallOrRun(engine, &earlier, of, env.within(std::chrono::milliseconds(20000)));
  };
  ShapesOutline outline = known;
  outline.attempt = UINT32_MAX; // nothing is searched for
  const Result second = again(program, outline);
  EXPECT_EQ(second.verdict, Verdict::True);
  EXPECT_EQ(second.reason, first.reason);
  EXPECT_EQ(std::get<ShapesOutline>(second.outline.value()).heaps, known.heaps);
  EXPECT_NE(again(unsafe, outline).verdict, Verdict::True);
  outline.heaps.pop_back();
  EXPECT_EQ(again(program, outline).verdict, Verdict::Unknown);
  outline.attempt = known.attempt; // it is searched for
  EXPECT_EQ(again(program, outline).verdict, Verdict::True);
  EXPECT_NE(again(unsafe, outline).verdict, Verdict::True);
}

/// Segments of nodes { next; prev; data }, each 8 bytes, that have blocks of their own, and what is wrong with them.
class WellFormedHeaps : public ::testing::Test {
protected:
  WellFormedHeaps()
      : program_(parseProgram("global head: bv64 = 0; global small: bv8 = 0;\n"
                              "function main() { a: -> exit { return; } exit: exit; }",
                              "test", terms_)),
        head_(program_.variableOf(terms_.findVariable("head"))),
        small_(program_.variableOf(terms_.findVariable("small"))) {
    state_.variables[head_] = Value::pointer(1, 0);
    Block& segment = state_.blocks[1];
    segment.size = 24;
    segment.links.emplace();
    segment.fields[0] = {8, false, Value::pointer(3, 0)};
    segment.fields[8] = {8, true, Value::pointer(2, 0)};
    segment.fields[16] = {8, true, data_};
    Block& own = state_.blocks[2];
    own.size = 16;
    own.min = 0;
    own.owner = 1;
    own.fields[0] = {8, false, Value::pointer(1, 0)};
    own.fields[8] = {8, true, inner_};
    state_.blocks[3].size = 8;
    state_.blocks[3].fields[0] = {8, false, shared_};
    state_.nextBlock = 4;
    state_.constraints = {less(data_, shared_), less(inner_, number(9))};
  }
  Value number(uint64_t value) { return Value::of(terms_.mkBv(64, value)); }
  Value symbol() { return Value::of(terms_.mkFreshVariable("s", terms_.bvSort(64))); }
  Term less(const Value& a, const Value& b) { return terms_.mkBvUlt(a.number, b.number); }
  bool isWellFormed(const std::function<void(State&)>& change) {
    State state = state_;
    change(state);
    return WellFormed(program_, state).holds();
  }

  TermManager terms_;
  Program program_;
  VariableId head_, small_;
  Value data_ = symbol(), inner_ = symbol(), shared_ = symbol();
  State state_;
};

TEST_F(WellFormedHeaps, AreWhatTheySay) {
  EXPECT_TRUE(isWellFormed([](State&) {}));
  const std::function<void(State&)> changes[] = {
      [&](State& s) { s.variables[head_] = Value::pointer(7, 0); },       // there is none
      [&](State& s) { s.variables[head_] = Value::pointer(2, 0); },       // a node's own
      [&](State& s) { s.variables[head_] = Value::pointer(3, 0, true); }, // no segment
      [&](State& s) { s.variables[head_] = Value::pointer(3, int64_t{1} << 60); },
      [&](State& s) { s.variables[small_] = Value::pointer(3, 0); }, // no pointer
      [&](State& s) { s.variables[small_] = number(0); },
      [&](State& s) { s.variables[head_] = Value(); },
      [&](State& s) { s.variables[head_] = Value::node(0); },
      [&](State& s) { s.variables[head_] = data_; }, // of each node
      [&](State& s) { s.variables[head_] = Value::of(terms_.mkBvAdd(shared_.number, shared_.number)); },
      [&](State& s) { s.variables[VariableId(99)] = number(0); },
      [&](State& s) { s.nextBlock = 3; },
      [&](State& s) { s.nextBlock = UINT32_MAX; },
      [&](State& s) { s.statics[1].kind = BlockKind::Static; },
      [&](State& s) { s.blocks[3].kind = BlockKind::Static; },
      [&](State& s) { s.blocks[3].isConstant = true; },
      [&](State& s) { s.blocks[3].isAlive = false; },
      [&](State& s) { s.blocks[3].min = 0; },
      [&](State& s) { s.blocks[3].min = 2; },
      [&](State& s) { s.blocks[3].size = 7; },
      [&](State& s) { s.blocks[3].fields[4] = {4, false, Value::of(terms_.mkBv(32, 0))}; },
      [&](State& s) { s.blocks[3].fields[0].each = true; },
      [&](State& s) { s.blocks[3].fields[0].bytes = 4; },
      [&](State& s) { s.blocks[3].fields[0].value = Value::node(0); },
      [&](State& s) { s.blocks[3].owner = 3; },
      [&](State& s) { s.blocks[1].min = 0; },
      [&](State& s) { s.blocks[1].min = 1000; },
      [&](State& s) { s.blocks[1].kind = BlockKind::Stack; },
      [&](State& s) { s.blocks[1].isAlive = false; },
      [&](State& s) { s.blocks[1].fields.erase(0); },
      [&](State& s) { s.blocks[1].fields[0].each = true; },
      [&](State& s) { s.blocks[1].fields[0].value = Value::node(0); },
      [&](State& s) { s.blocks[1].links->next = 4; },
      [&](State& s) { s.blocks[1].links->next = 24; },
      [&](State& s) { s.blocks[1].links->isWhole = true; },
      [&](State& s) { s.blocks[1].links->isDouble = true; },
      [&](State& s) { s.blocks[1].links->branches = {8}; },
      [&](State& s) { s.blocks[1].links->branches = {0, 16}; },
      [&](State& s) { s.blocks[1].fields[8].each = false; },
      [&](State& s) { s.blocks[1].fields[8].value = Value::pointer(3, 0); },
      [&](State& s) { s.blocks[1].fields[8].otherwise = number(4); },
      [&](State& s) { s.blocks[1].fields[8].value = number(0); },
      [&](State& s) { s.blocks[1].fields[8] = {8, false, Value::pointer(1, 0)}; },
      [&](State& s) { s.blocks[1].fields[16].value = number(3); },
      [&](State& s) { s.blocks[1].fields[16].value = inner_; },
      [&](State& s) { s.blocks[1].fields[16].value = Value(); },
      [&](State& s) { s.blocks[2].fields[0].value = Value(); },
      [&](State& s) { s.blocks[3].fields[0].value = Value(); },
      [&](State& s) { s.blocks[2].owner = 2; },
      [&](State& s) { s.blocks[2].owner = 3; },
      [&](State& s) { s.blocks[2].owner = 9; },
      [&](State& s) { s.blocks[2].isAlive = false; },
      [&](State& s) { s.blocks[2].fields[0].value = Value::pointer(3, 0); }, // not its node
      [&](State& s) { s.blocks[2].fields[0].value = Value::pointer(1, 0, true); },
      [&](State& s) { s.blocks[2].fields[0].value = shared_; },
      [&](State& s) { s.blocks[2].fields[0].value = Value::node(0); },
      [&](State& s) { s.constraints.push_back(less(data_, inner_)); },   // of two places
      [&](State& s) { s.constraints.push_back(less(inner_, shared_)); }, // of what may be missing
      [&](State& s) { s.constraints.push_back(shared_.number); },
  };
  for (size_t i = 0; i < std::size(changes); ++i) EXPECT_FALSE(isWellFormed(changes[i])) << i;
}

} // namespace
} // namespace assay::shapes
