// The parts that translate one function together.
#pragma once

#include "frontend/lower_address.h"
#include "frontend/lower_block.h"
#include "frontend/lower_call.h"
#include "frontend/lower_instruction.h"
#include "frontend/lower_intrinsic.h"
#include "frontend/lower_library.h"
#include "frontend/lower_math.h"
#include "frontend/lower_memory.h"
#include "frontend/lower_memory_functions.h"
#include "frontend/lower_padding.h"
#include "frontend/lower_terminator.h"
#include "frontend/lower_values.h"
#include "frontend/lower_vector.h"

namespace assay {

struct LowerParts {
  LowerParts(LowerModule& module, const llvm::Function& function, FunctionId id)
      : module(module), function(function), id(id), edges(module.program(), id), floats(module.terms()) {}
  LowerParts(const LowerParts&) = delete; // each part refers to it
  LowerParts& operator=(const LowerParts&) = delete;

  LowerModule& module;
  const llvm::Function& function;
  const FunctionId id;
  EdgeBuilder edges;
  LowerFloat floats;

  LowerValues values{*this};
  LowerBlock blocks{*this};
  LowerTerminator terminators{*this};
  LowerInstruction instructions{*this};
  LowerAddress addresses{*this};
  LowerVector vectors{*this};
  LowerMemory memory{*this};
  LowerPadding padding{*this};
  LowerCall calls{*this};
  LowerIntrinsic intrinsics{*this};
  LowerMemoryFunctions memoryFunctions{*this};
  LowerLibrary library{*this};
  LowerMath math{*this};
};

} // namespace assay
