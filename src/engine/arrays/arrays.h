// engine/arrays/: proofs about arrays of any length, by what their cells are.
#pragma once

#include "engine/engine.h"

namespace assay {

class Arrays final : public Engine {
public:
  std::string_view name() const override { return "arrays"; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
