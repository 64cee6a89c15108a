// A library of threads in text form, for tests: locks of four bytes, and threads whose handles are their numbers. A
// program adds the functions `work` and `rest`, with which threads begin.
#pragma once

#include <string>

namespace assay {

/// Opens locks, creates, joins. The locks are `m` and `n`.
inline const std::string kThreadLibrary = R"(
  object m: 24;
  object n: 24;
  object handles: 64;
  object ends: 64;
  function unlock(at: bv64) role unlock {
    A: -> exit { step; atomic begin; store at, 0:32; atomic end; return; }
  }
  function create(at: bv64, which: bv64) role create {
    var t: bv64;
    A: if which == 0 -> C { t = spawn work(which); }
       if which != 0 -> C { t = spawn rest(which); }
    C: -> exit { store at, t; return; }
  }
  function join(t: bv64) role join {
    var met: bool;
    A: -> exit { met = await distinct &ends, 0:32; return; }
  }
)";

/// Locks.
inline const std::string kLockFunction = R"(
  function lock(at: bv64) role lock {
    var met: bool;
    A: -> B { step; atomic begin; }
    B: -> C { met = await equal at, 0:32; }
    C: -> exit { store at, 1:32; atomic end; return; }
  }
)";

/// Something that threads share, and a function that reads and writes it.
inline const std::string kSharedCount = R"(
  object count: 4;
  function add() {
    var old: bv32; var ok: bool;
    A: -> B { step read &count, 4; ok = unraced_read(&count, 4); }
    B: if !ok -> E; if ok -> C { old = load &count; }
    C: -> D { step write &count, 4; ok = unraced_write(&count, 4); }
    D: if !ok -> E; if ok -> exit { store &count, old + 1; return; }
    E: error(no-data-race) "race";
  }
)";

} // namespace assay
