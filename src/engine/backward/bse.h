// Engine `bse`: backward symbolic execution (backward_search.h), without invariants.
#pragma once

#include "engine/engine.h"

namespace assay {

class Bse final : public Engine {
public:
  std::string_view name() const override { return "bse"; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
