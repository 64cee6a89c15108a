// Random automata that use memory in every way there is, as text: for tests of what takes memory operations away. Most
// accesses are checked before. Loops take from a counter, so that executions end.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace assay {

class RandomMemory {
public:
  explicit RandomMemory(uint32_t seed)
      : random_(seed), is32_(seed % 3 == 0), isWild_(seed % 5 == 0), isStraight_(seed % 4 == 1) {}

  std::string text() {
    const std::string word = is32_ ? "bv32" : "bv64";
    const unsigned size = 8 + random_() % 8;
    std::string text = is32_ ? "layout 32 18;\n" : "";
    text += R"(
      object a: 16 = hex "0102030405060708"; object b: 24; object c: 8 constant = "constant";
      global fuel: bv32 = 25;
      function main() -> bv32 {
        var x: bv32; var y: bv8; var z: bv64; var w: bv80; var t: bool; var ok: bool; var also: bool; var way: bool;
)";
    for (const char* name : {"p", "q", "r", "s", "n"}) text += std::string("var ") + name + ": " + word + ";\n";
    text += R"(
        entry S;
        S: -> L0 { p = &a; q = &b; r = 0; s = 0; n = 1; x = 7; y = 3; z = 5; w = 9;
                   t = false; ok = false; also = false; way = false; }
        E: -> exit { return x + zext(y, 32) + z[31:0] + w[79:48] + ite(t, 1:32, 0:32); }
        E0: if n[1:0] != 3 -> E;
            if n[1:0] == 3 -> Bad;
        Bad: error(valid-deref) "bad";
)";
    for (unsigned i = 0; i < size; ++i) {
      const std::string number = std::to_string(i);
      const std::string next = i + 1 == size ? "E0" : "L" + std::to_string(i + 1);
      questions_.clear();
      const std::string action = this->action();
      std::string asked = "ok = true; ";
      for (const std::string& question : questions_) asked += "also = " + question + "; ok = ok && also; ";
      if (questions_.size() == 1) asked = "ok = " + questions_[0] + "; ";
      text += "L" + number + ": -> M" + number + " { " + asked + "way = input nondet; }\n";
      text += "M" + number + ": if ok -> N" + number + " { " + action + " }\n if !ok -> " +
              (random_() % 12 == 0 ? "Bad" : "N" + number) + ";\n";
      if (isStraight_) {
        text += "N" + number + ": -> " + next + ";\n";
        continue;
      }
      text += "N" + number + ": if way && 0 <u fuel -> L" + std::to_string(random_() % (i + 1)) +
              " { fuel = fuel - 1; }\n if !way || fuel == 0 -> " + next + ";\n";
    }
    return text + "exit: exit;\n}\n";
  }

private:
  template <class... Choices>
  std::string pick(Choices... choices) {
    const std::string all[] = {choices...};
    return all[random_() % sizeof...(choices)];
  }
  std::string pointer() { return pick("p", "q", "r"); }
  std::string place() {
    const std::string base = pointer();
    return pick(base, base, base + " + 4", base + " + 1", base + " + (n & 7)", base + " + (n & 8)");
  }
  void ask(const std::string& what, const std::string& at, const std::string& bytes) {
    if (random_() % 16 != 0) questions_.push_back(what + "(" + at + ", " + bytes + ")");
  }

  std::string access() {
    static constexpr struct {
      const char* name;
      const char* bytes;
    } kVariables[] = {{"x", "4"}, {"x", "4"}, {"y", "1"}, {"z", "8"}, {"w", "10"}, {"t", "1"}};
    const auto& variable = kVariables[random_() % 6];
    const std::string at = place(), name = variable.name;
    const bool isPointer = random_() % 3 == 0;
    const std::string what = isPointer ? pointer() : name, bytes = isPointer ? (is32_ ? "4" : "8") : variable.bytes;
    if (random_() % 2 == 0) {
      ask("readable", at, bytes);
      return (isPointer && !isWild_ && random_() % 2 == 0 ? "n" : what) + std::string(" = load ") + at + ";";
    }
    ask("writable", at, bytes);
    return "store " + at + ", " + what + ";";
  }

  std::string copyOrFill() {
    const std::string to = place(), from = place(), bytes = pick("0", "4", "8", "12", "5", "n & 15", "(n & 3) * 4");
    ask("writable", to, bytes);
    if (random_() % 2 == 0) return "fill " + to + ", " + pick("0", "y", "255") + ", " + bytes + ";";
    ask("readable", from, bytes);
    return "copy " + to + ", " + from + ", " + bytes + ";";
  }

  std::string action() {
    const std::string p = pointer(), q = pointer();
    switch (random_() % 14) {
    case 0:
      return p + " = " + pick("&a", "&b", "&c", "0", "&a + 8", "&b + 4") + ";";
    case 1:
      return p + " = " + q + pick("", " + 8", " - 8", " + 4", " + 1", " + (n & 8)") + ";";
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return access();
    case 7:
      return copyOrFill();
    case 8:
    case 9: {
      const std::string storage = pick("heap", "heap", "stack", "library"), contents = pick(" zero ", " any ");
      return p + " = allocate " + storage + contents + pick("8", "16", "12", "n & 31", "0") + " \"m\";";
    }
    case 10:
      if (random_() % 16 != 0) questions_.push_back("freeable(" + q + ")");
      return "free heap " + q + ";";
    case 11:
      if (random_() % 2 != 0) return p + " = allocate stack any 8 \"s\"; free stack " + p + ";";
      if (random_() % 4 != 0) return "s = allocate stack zero n & 15 \"s\"; " + p + " = s;";
      return "free stack " + pick("s", "s", "s", q) + ";";
    case 12: {
      const std::string at = place();
      return pick("n = object_size(" + q + ");", std::string("t = all_freed();"), std::string("t = all_tracked();"),
                  "t = writable(" + at + ", n & 15);", "t = freeable(" + at + ");");
    }
    default:
      return isWild_ ? p + " = n + " + q + ";" : pick("n = n + 1;", "n = n * 3;", "x = x + 1;", "n = input nondet;");
    }
  }

  std::mt19937 random_;
  const bool is32_;
  const bool isWild_;                  // integers become pointers
  const bool isStraight_;              // no loops
  std::vector<std::string> questions_; // that have to be answered with yes
};

} // namespace assay
