// For tests: a program with a list, whose memory becomes records.
#pragma once

#include "program/text_parser.h"
#include "transform/memory/records/opaque_numbers.h"
#include "transform/memory/records/record_heap.h"

#include <optional>
#include <string>

namespace assay {

/// A list: built, changed, freed. `last` is what is done with each node before it is freed.
inline std::string listProgram(const std::string& last) {
  return R"(
    function main() -> bv32 {
      var n: bv32; var v: bv32; var x: bv64; var p: bv64; var q: bv64; var ok: bool; entry s;
      s: -> l { p = 0; q = 0; v = 0; x = 0; }
      l: -> m { n = input nondet; }
      m: if n[0:0] == 0 -> w;
         if n[0:0] != 0 -> l { q = allocate heap any 16 "m"; store q, n; store q + 8, p; p = q; }
      w: if p != 0 -> c { ok = readable(p + 8, 8); q = p; v = 1; }
         if p == 0 -> exit { return v; }
      c: if ok -> d { v = load q; p = load q + 8; )" +
         last + R"( }
         if !ok -> bad;
      d: if v == 7 -> bad;
         if v != 7 -> e { ok = freeable(q); }
      e: if ok -> w { free heap q; }
         if !ok -> bad;
      bad: error(valid-deref) "bad";
      exit: exit; })";
}

/// A program, and the same with records.
struct RecordsMade {
  TermManager terms;
  Program before;
  std::optional<RecordProgram> records;
  explicit RecordsMade(const std::string& text)
      : before(parseProgram(text, "test", terms)), records(withRecords(before, PointsTo(before))) {}
  bool isOpaque() const { return OpaqueNumbers(records->program, records->heap).holds(); }
};

} // namespace assay
