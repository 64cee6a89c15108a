#include "engine/testing/paper_figures.h"

namespace assay::figures {

constinit const std::string_view kUri = R"(
  function main() {
    var length: bv32 signed; var start: bv32 signed; var cp: bv32 signed; var c: bv8 signed;
    A: -> B { length = input nondet; start = input nondet; }
    B: if 0 <s length && 0 <s start && start <s length -> H { cp = start; }
       if !(0 <s length && 0 <s start && start <s length) -> S;
    H: if cp != length - 1 -> I { c = input nondet; }
       if cp == length - 1 -> X;
    I: if c == 47 -> X;
       if c != 47 -> J;
    J: if cp <s length -> H { cp = cp + 1; }
       if length <=s cp -> E;
    E: error(unreach-call) "assertion";
    S: blocked "assume";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kReadBehindFree = R"(
  function main() {
    var a: bv64; var b: bv64; var p: bv64; var ok: bool; var n: bv32;
    A: -> B { a = allocate heap any 4; n = input nondet; store a, n; b = allocate heap any 8; store b, a;
              free heap b; ok = readable(b, 8); }
    B: if ok -> C { p = load b; free heap p; }
       if !ok -> E;
    C: -> exit { return; }
    E: error(valid-deref) "dead";
    exit: exit;
  })";

constinit const std::string_view kCounter = R"(
  function main() {
    var x: bv32 signed;
    A: -> H { x = 0; }
    H: if x <s 10 -> H { x = x + 1; }
       if 10 <=s x -> C;
    C: if x == 10 -> X;
       if x != 10 -> E;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kAssertionInLoop = R"(
  function main() {
    var x: bv32 signed; var i: bv32 signed; var n: bv32 signed;
    A: -> H { n = input nondet; x = 0; i = 0; }
    H: if x != i -> E;
       if x == i -> B;
    B: if i <s n -> H { i = i + 1; x = x + 1; }
       if n <=s i -> X;
    E: error(unreach-call) "x == i";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kAssertionBehindLoop = R"(
  function main() {
    var x: bv32 signed; var i: bv32 signed; var n: bv32 signed;
    A: -> H { n = input nondet; x = 0; i = 0; }
    H: if i <s n -> H { i = i + 1; x = x + 1; }
       if n <=s i -> C;
    C: if x != i -> E;
       if x == i -> X;
    E: error(unreach-call) "x == i";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kFifthIteration = R"(
  function main() {
    var x: bv32 signed; var i: bv32 signed;
    A: -> B { x = input nondet; i = 0; }
    B: if x == 1 -> H;
       if x != 1 -> S;
    H: if i <s 1000000 -> L;
       if 1000000 <=s i -> C;
    L: if i == 5 -> H { x = x - 1 + 1; i = i + 1; }
       if i != 5 -> H { x = x + 1; i = i + 1; }
    C: if x != i -> E;
       if x == i -> X;
    E: error(unreach-call) "x == i";
    S: blocked "x";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kTwoLoops = R"(
  function main() {
    var x: bv32 signed; var i: bv32 signed; var n: bv32 signed;
    A: -> H { n = input nondet; x = 0; i = 0; }
    H: if i <s n -> H { i = i + 1; }
       if n <=s i -> G;
    G: if x <s n -> G { x = x + 1; }
       if n <=s x -> C;
    C: if x != i -> E;
       if x == i -> X;
    E: error(unreach-call) "x == i";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kTwoPaths = R"(
  function main() {
    var x: bv32 signed; var y: bv32 signed; var n: bv32 signed;
    A: -> B { x = input nondet; y = input nondet; n = input nondet; }
    B: if 0 <=s x && x <=s y && y <=s n -> H;
       if x <s 0 || y <s x || n <s y -> S;
    H: if x <s n -> L { x = x + 1; }
       if n <=s x -> C;
    L: if y <s x -> H { y = y + 1; }
       if x <=s y -> H;
    C: if y != n -> E;
       if y == n -> X;
    E: error(unreach-call) "y == n";
    S: blocked "order";
    X: -> exit { return; }
    exit: exit;
  })";

constinit const std::string_view kRunningExample = R"(
  function main() {
    var n: bv32 signed; var x: bv32 signed; var y: bv32 signed;
    I: -> J { n = input nondet; y = input nondet; }
    J: if 0 <s n -> B { x = 5; }
       if n <=s 0 -> S;
    B: if 0 <s n -> C;
       if n <=s 0 -> G;
    C: if x != y -> F { y = x; }
       if x == y -> F { x = x + 1; }
    F: -> B { n = n - 1; }
    G: if 1 <s x - y -> E;
       if x - y <=s 1 -> X;
    E: error(unreach-call) "x - y";
    S: blocked "n";
    X: -> exit { return; }
    exit: exit;
  })";

std::string shortestPath(int bound) {
  return R"(
object graph : 64 = 4*0 hex "140000001e00000064000000" 8*0 hex "0a0000005a000000" 12*0 hex "3c000000";
function main() { var node: bv32; var d: bv32; var next: bv32; var w: bv32;
  a: -> loop { node = 1:32; d = 0:32; }
  loop: if node <s 4:32 -> choose { next = input nondet "next"; } if !(node <s 4:32) -> check;
  choose: if next >s node && next <=s 4:32 -> add { w = load &graph + zext((node - 1:32) * 16:32 + (next - 1:32) * 4:32, 64); }
          if !(next >s node && next <=s 4:32) -> stop;
  add: -> loop { d = d + w; node = next; }
  check: if d >=s )" +
         std::to_string(bound) + R"(:32 -> exit; if !(d >=s )" + std::to_string(bound) + R"(:32) -> bad;
  stop: blocked;
  bad: error(assert); })";
}

std::string sumOfSigns(int n, int bound) {
  std::string body = "function main() { var b: bool; var x: bv32;\n l0: -> m0 { x = 0:32; b = input nondet; }\n";
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i), next = i + 1 == n ? "end" : "m" + std::to_string(i + 1);
    body += " m" + k + ": if b -> k" + k + " { x = x + 1:32; } if !b -> k" + k + " { x = x - 1:32; }\n";
    body += " k" + k + ": -> " + next + " { b = input nondet; }\n";
  }
  const std::string good = "x <=s " + std::to_string(bound) + ":32 && x >=s -" + std::to_string(bound) + ":32";
  return body + " end: if " + good + " -> exit; if !(" + good + ") -> bad;\n bad: error(assert); }";
}

constinit const std::string_view kExample55 = R"(
function main() { var x: bv32; var y: bv32; var z: bv32; var t: bv32; var old: bv32;
 a: -> b { x = input nondet; t = input nondet; }
 b: if -1:32 <s x && x <s 2:32 -> c; if !(-1:32 <s x && x <s 2:32) -> exit;
 c: if t >s 0:32 -> p { y = 0:32; z = 1:32; } if !(t >s 0:32) -> p { y = 5:32; z = 6:32; }
 p: if x >s 0:32 -> q { x = x + 1:32; z = z + 33:32; }
    if !(x >s 0:32) -> q { x = x + 3:32; old = y; y = z; z = old + 2:32; }
 q: if -3:32 <s x && x <s 6:32 && y <s z -> exit; if !(-3:32 <s x && x <s 6:32 && y <s z) -> bad;
 bad: error(unreach-call); })";

} // namespace assay::figures
