// For tests: what programs in text form need to create threads, join them and keep others out.
#pragma once

#include <string_view>

namespace assay {

/// Threads begin with `work`.
inline constexpr std::string_view kThreadLibrary = R"(
  object ends: 64;
  object lock: 4;
  object number: 4;
  function create(at: bv64) role create {
    var t: bv64;
    A: -> exit { t = spawn work(); store at, t; return; }
  }
  function join(t: bv64) role join {
    var met: bool;
    A: -> exit { met = await distinct &ends, 0:32; return; }
  }
  function take() {
    var met: bool;
    A: -> B { step; atomic begin; }
    B: -> C { met = await equal &lock, 0:32; }
    C: if met -> exit { store &lock, 1:32; atomic end; return; } if !met -> D;
    D: abort "all wait";
  }
  function give() {
    A: -> exit { step; store &lock, 0:32; return; }
  }
)";

} // namespace assay
