#include "program/testing/random_threads.h"

namespace assay {

std::vector<std::string> RandomThreads::make() {
  const std::string text = form();
  std::vector<std::string> programs;
  for (unsigned target = 0; target < errors_; ++target) {
    std::string program = text;
    for (unsigned e = 0; e < errors_; ++e) {
      const std::string mark = "KIND" + std::to_string(e) + "#";
      for (size_t at = program.find(mark); at != std::string::npos; at = program.find(mark))
        program.replace(at, mark.size(), e == target ? "error(unreach-call) \"reached\"" : "abort");
    }
    programs.push_back(std::move(program));
  }
  return programs;
}

std::string RandomThreads::form() {
  const std::string worker = body(2 + below(3)), main = body(2 + below(3));
  const std::string ends[] = {"-> exit { return; }", "thread_end;",
                              "-> over { ok = await equal &done, 1:32; } over: -> exit { return; }"};
  return "object a: 8; object done: 4; global thread_local mine: bv32 = 1;\n"
         "function worker(n: bv32) { var x: bv32; var ok: bool;\n" +
         worker +
         " end: -> exit { step write &done, 4; store &done, 1:32; return; }\n}\n"
         "function main() { var t: bv32; var n: bv32; var x: bv32; var ok: bool;\n"
         " begin: -> s0 { n = input nondet; n = n & 3; t = spawn worker(n); }\n" +
         main + " end: " + ends[below(3)] + "\n}\n";
}

std::string RandomThreads::place() {
  const std::string places[] = {"&a", "&a + 4", "&a + zext((n & 1) * 4, 64)"};
  return places[below(3)];
}

std::string RandomThreads::body(unsigned steps) {

  std::string text;
  unsigned region = 0; // operations until its end; 0: none
  const unsigned firstError = errors_;
  for (unsigned k = 0; k < steps; ++k) {
    const std::string here = "s" + std::to_string(k), next = k + 1 == steps ? "end" : "s" + std::to_string(k + 1),
                      p = place(), number = std::to_string(below(3));
    const std::string close = region > 0 && (--region == 0 || k + 1 == steps) ? "atomic end; " : "";
    if (!close.empty()) region = 0;
    text += " " + here + ": ";
    switch (below(region > 0 || !close.empty() ? 5 : 8)) {
    case 0:
      text += "-> " + here + "m { step read " + p + ", 4; x = load " + p + "; } " + here + "m: -> " + next + " { " +
              close + "}\n";
      break;
    case 1:
      text += "-> " + here + "m { step write " + p + ", 4; store " + p + ", x + " + number + "; } " + here + "m: -> " +
              next + " { " + close + "}\n";
      break;
    case 2:
      text += "-> " + here + "m { step read " + p + ", 4; x = load " + p + "; mine = mine + x; } " + here +
              "m: if x == " + number + " -> " + error() + "; if x != " + number + " -> " + next + " { " + close + "}\n";
      break;
    case 3:
      text += "-> " + here + "m { step write " + p + ", 4; ok = unraced_write(" + p + ", 4); store " + p +
              ", mine; } " + here + "m: if !ok -> " + error() + "; if ok -> " + next + " { " + close + "}\n";
      break;
    case 4:
      text += "-> " + here + "m { ok = await at_least " + p + ", " + number + ":32; } " + here + "m: if !ok -> " +
              error() + "; if ok -> " + next + " { " + close + "}\n";
      break;
    case 5:
      text += "-> " + next + " { step; mine = mine + 1; }\n";
      break;
    case 6:
      text += "-> " + here + "m { step read " + p + ", 4; ok = unraced_read(" + p + ", 4); x = load " + p + "; } " +
              here + "m: if !ok -> " + error() + "; if ok -> " + next + ";\n";
      break;
    default:
      if (k + 1 == steps) {
        text += "-> " + next + " { step; }\n";
      } else {
        text += "-> " + next + " { step; atomic begin; }\n";
        region = 1 + below(2);
      }
    }
  }
  for (unsigned e = firstError; e < errors_; ++e)
    text += " e" + std::to_string(e) + ": KIND" + std::to_string(e) + "#;\n";
  return text;
}

} // namespace assay
