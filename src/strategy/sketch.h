// Sketches: proofs that need to know nothing of memory.
//
// Whether a large program is safe often depends on a few of its variables: whether a lock is held, in which state a
// protocol is. A sketch has these, and leaves out the rest: what is read from memory is any value, and so is the result
// of what is not modelled (inline assembly, integers that move from one object to another, ...), so that there is no
// obstacle; a call through a pointer goes to any function whose address is taken, or to one that is defined elsewhere
// and changes no variable. A slice then drops what decides nothing about the checks, inputs as well. Mostly little is
// left, and engines that know no memory prove it, or come to an error.
//
// A sketch has all executions of the program, and more: variables are objects of which the address is never a value
// (frontend/module/promotion.h), so nothing but their names leads to them. If none of its checks can fail, none of the
// program's can. An error in a sketch says nothing, and the sketch is given up: nothing is refined.
//
// Two things are on trust that other proofs do not rest on. Accesses to memory are inside of objects: a sketch does not
// know where pointers lead, so it cannot tell; the verdict says so. Other engines exclude what is undefined, so the
// default strategy runs no sketches: whoever wants one asks for it. And inline assembly changes what its operands and clobbers say, and goes on behind itself. Where
// it names a function or an object of the program, or jumps, it stays an obstacle. So does what is checked and has no
// translation; and programs with checks of memory have no sketch.
#pragma once

#include "engine/engine.h"

#include <functional>
#include <optional>

namespace assay {

/// The name of the engine.
inline constexpr std::string_view kSketch = "sketch";

/// The program as a sketch (FrontendOptions::isSketch); nothing if it cannot be translated.
using LoadSketch = std::function<std::optional<Program>()>;

class Sketch : public Engine {
public:
  /// `load` is called when the engine runs. Without it, the sketch is the program without memory.
  explicit Sketch(LoadSketch load = nullptr) : load_(std::move(load)) {}
  std::string_view name() const override { return kSketch; }

private:
  Result verify(const Program& program, Env& env) override;

  const LoadSketch load_;
};

} // namespace assay
