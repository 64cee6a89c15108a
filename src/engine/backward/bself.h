// Engine `bself`: backward symbolic execution with loop folding (Chalupa, Strejček, 2021, Algorithm 3). States at heads
// of loops are excluded by invariants (loop_folding.h) where that succeeds, and followed further where it does not.
#pragma once

#include "engine/engine.h"

namespace assay {

class Bself final : public Engine {
public:
  std::string_view name() const override { return "bself"; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
