// Contracts of functions: what callers have to see to, what they get and what may be changed. clang keeps each clause as an
// attribute of the declaration that it stands behind, as text in which macros are expanded (compile/contract_macros.h). From
// that come, as C behind each file:
//
// - a function for each condition on callers, one that does what the contract says instead of the function, one that is
//   called by pointers, and a table of them (compile/contract_calls.h puts them where the function is called);
// - for --entry, a harness that proves the function against its contract.
//
// A contract with `assigns` is complete: its harness takes nothing for granted but what `requires` says. Arguments and
// globals are any bytes, a pointer leads somewhere only where `requires` says that it does, and what was there before is
// not changed but for what `assigns` lists, which one byte shows that is chosen at random. Only then may callers use it
// instead of the function. A contract without `assigns` adds its conditions to what HarnessWriter makes.
#pragma once

#include "frontend/compile/contract_calls.h"
#include "frontend/harness/lines.h"

#include <clang/AST/Decl.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What the function has returned, in C.
inline constexpr const char* kContractResult = "assay_contract_result";

struct ContractClause {
  std::string text; // C, but for what contracts alone know
  std::string file;
  uint32_t line = 0;
};

struct Contract {
  const clang::FunctionDecl* declared = nullptr; // with the names of parameters that the clauses use
  std::vector<ContractClause> required, ensured, assigned;
  bool isComplete = false;

  bool empty() const { return declared == nullptr; }
};

/// Throws InputError where a clause is not understood, or two declarations have clauses.
Contract contractOf(const clang::FunctionDecl& function);

/// Writes what a contract says about one call.
class ContractWriter {
public:
  /// `names` renames parameters.
  ContractWriter(const Contract& contract, std::map<std::string, std::string> names);

  /// Takes conditions for granted; makes the blocks that have to be fresh, by `block(bytes)`.
  void assumeRequired(Lines& out, const std::string& block);
  /// What is to be known of the state before the call.
  void keepOld(Lines& out);
  void checkEnsured(Lines& out) const;
  void assumeEnsured(Lines& out) const;
  /// Begin and size of all that may be changed, as variables, before the call.
  void findAssigned(Lines& out);
  /// C: whether a byte is among them.
  std::string isAssigned(const std::string& byte) const;
  /// Any bytes for them.
  void changeAssigned(Lines& out) const;
  /// A condition on callers for each clause of `requires`, as the body of a function that returns int.
  std::string conditionOf(const ContractClause& clause, const std::string& apart) const;

private:
  struct Fresh {
    std::string pointer, bytes;
  };
  /// Parts of a condition that && joins: fresh blocks, and others.
  struct Part {
    std::optional<Fresh> fresh;
    std::string condition;
  };
  std::vector<Part> partsOf(const ContractClause& clause) const;
  std::string plain(const ContractClause& clause, const std::string& text) const;
  std::string withOld(const ContractClause& clause, std::vector<std::string>* kept) const;

  const Contract& contract_;
  std::map<std::string, std::string> names_;
  struct Target {
    const ContractClause* clause;
    std::string begin, size; // in C
  };
  std::vector<Target> targets_;
};

/// What stands behind the file: nothing if no function that it declares has a contract.
std::string contractsText(clang::ASTContext& context);
/// The harness of a function with a complete contract, without what contractsText has.
std::string contractHarness(const Contract& contract, const clang::FunctionDecl& function, const std::string& entry);

} // namespace assay
