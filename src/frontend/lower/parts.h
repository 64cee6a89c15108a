// The parts that translate one function together.
#pragma once

#include "frontend/lower/address.h"
#include "frontend/lower/block.h"
#include "frontend/lower/call.h"
#include "frontend/lower/instruction.h"
#include "frontend/lower/intrinsic.h"
#include "frontend/lower/library.h"
#include "frontend/lower/math.h"
#include "frontend/lower/memory.h"
#include "frontend/lower/memory_functions.h"
#include "frontend/lower/padding.h"
#include "frontend/lower/terminator.h"
#include "frontend/lower/threads.h"
#include "frontend/lower/values.h"
#include "frontend/lower/vector.h"

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
  LowerThreads threads{*this};
  LowerMath math{*this};
};

} // namespace assay
