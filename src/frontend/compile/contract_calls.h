// Calls of functions with contracts. What harness/contracts.h has written behind the files is found by a table for each
// function: the function, what is called instead (or null), what is called by pointers, what tells whether a block is
// apart from all globals that the function uses, and pairs of a condition on callers and its text.
//
// Before each call the conditions are checked, where the call is. Then the contract's function is called, if the contract is
// complete; the function itself is called by the harness that proves it. Where a harness proves a function, globals hold
// any bytes, and one byte that is watched may be one of theirs.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace assay {

inline constexpr const char* kContractTable = "assay_contract_table_";
inline constexpr const char* kContractWatch = "assay_contract_watch";
/// Named metadata of a module in which a function has a contract.
inline constexpr const char* kHasContracts = "assay.contracts";

/// To be called before models are linked. Returns what is to be told.
std::vector<std::string> putContracts(llvm::Module& module, const std::string& entry);

} // namespace assay
