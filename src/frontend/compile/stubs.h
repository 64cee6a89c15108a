// Functions that are called instead of others, and functions that return any value, as assay.yml names them.
#pragma once

#include "frontend/config/config.h"

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace assay {

/// Makes calls of functions calls of their stubs. `entry` is where execution begins: what it is a harness of stays. Returns
/// what is to be told. Throws InputError where a stub is nowhere, or takes other parameters.
std::vector<std::string> putStubs(llvm::Module& module, const Config& config, const std::string& entry);

} // namespace assay
