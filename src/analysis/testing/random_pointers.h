// Random programs, as text, that move pointers about: for tests of what is said about pointers. Accesses are guarded by
// questions, so executions go on for a while. The program returns a mixture of what it has read.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace assay {

inline std::string randomPointers(uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](auto... choices) {
    const char* const all[] = {choices...};
    return std::string(all[random() % sizeof...(choices)]);
  };
  const auto pointer = [&] { return pick("p", "q", "r"); };
  const auto number = [&] { return pick("n", "m"); };
  const unsigned size = 6 + random() % 8;
  const bool isWild = random() % 4 == 0; // some integers become pointers
  std::string text = R"(
    object a: 16; object b: 16; object c: 8;
    global fuel: bv32 = 20;
    function main() -> bv64 {
      var p: ptr; var q: ptr; var r: ptr; var n: bv64; var m: bv64; var ok: bool; var way: bool;
      entry S;
      S: -> L0 { p = &a; q = &b; r = 0; n = 1; m = 2; ok = false; way = false; }
      E: -> exit { return n + 3 * m; }
)";
  for (unsigned i = 0; i < size; ++i) {
    const std::string at = "L" + std::to_string(i), next = i + 1 == size ? "E" : "L" + std::to_string(i + 1);
    const std::string p = pointer(), q = pointer(), x = number();
    std::string question = "true", action;
    switch (random() % 12) {
    case 0:
      action = p + " = " + pick("&a", "&b", "&c", "0", "&a + 8", "&b + 8");
      break;
    case 1:
      action = p + " = " + q;
      break;
    case 2:
      action = p + " = " + q + pick(" + 8", " - 8", " + 4", " + (n & 8)");
      break;
    case 3:
    case 4:
      question = "readable(" + q + ", 8)";
      action = p + " = load " + q;
      break;
    case 5:
    case 6:
      question = "writable(" + q + ", 8)";
      action = "store " + q + ", " + pointer();
      break;
    case 7:
      question = "readable(" + q + ", 8)";
      action = x + " = load " + q;
      break;
    case 8:
      question = "writable(" + q + ", 8)";
      action = "store " + q + ", " + x;
      break;
    case 9:
      action = p + " = allocate " + pick("heap", "stack") + pick(" zero", " any") + " 16 \"x\"";
      break;
    case 10:
      question = "freeable(" + q + ")";
      action = "free heap " + q;
      break;
    default:
      action = isWild ? p + " = n + m" : x + " = " + pick("n + m", "n & 7", "m * 3", "5", "0");
    }
    const std::string mid = "M" + std::to_string(i), after = "N" + std::to_string(i);
    text += at + ": -> " + mid + " { ok = " + question + "; way = input nondet; }\n";
    text += mid + ": if ok -> " + after + " { " + action + "; }\n if !ok -> " + after + ";\n";
    const std::string back = "L" + std::to_string(random() % (i + 1));
    text +=
        after + ": if way && 0 <u fuel -> " + back + " { fuel = fuel - 1; }\n if !way || fuel == 0 -> " + next + ";\n";
  }
  return text + "exit: exit;\n}\n";
}

} // namespace assay
