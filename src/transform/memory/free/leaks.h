// The search for leaks in the automaton without memory operations (memory_free.h).
#pragma once

#include "transform/memory/free/conditions.h"
#include "transform/memory/free/context.h"
#include "transform/memory/free/path.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

class LeakSearchWriter {
public:
  LeakSearchWriter(const MemoryContext& context, const ObjectConditions& conditions, MemoryPathWriter& writer);

  /// Which of the arrays holds the object's contents is noted when it is allocated.
  void noteHolder(MemoryPath& path, uint32_t object, Term number) const;
  /// The answer to whether every block can be reached.
  void allTracked(MemoryPath& path, VariableId answer);
  /// What the search needs at the program's start.
  void begin(std::vector<Operation>& operations) const;

private:
  struct Search {
    std::vector<uint32_t> holders; // objects that may hold addresses of blocks
    std::vector<uint32_t> arrays;  // of these
    std::vector<VariableId> roots; // variables that may
    bool hasCallers;               // there may be blocks of the caller
    VariableId mark, list, head, tail, found, object, at, value, isNew;
  };

  bool mayMeanBlock(const PointerSet& set) const;
  bool mayHoldBlock(uint32_t object) const;
  void prepare();
  void visit(MemoryPath& path, Term value, Term condition);
  void visitVariable(MemoryPath& path, Term variable);
  Term limitOfNumber(Term number) const;
  Term contentsOfNumber(Term number, Term pointer, uint32_t bytes, uint32_t step) const;
  void listHolders(MemoryPath& path);
  void listRepeated(MemoryPath& path);
  void search(MemoryPath& path);
  Term term(VariableId variable) const { return writer_.term(variable); }

  const MemoryContext& context_;
  const ObjectConditions& conditions_;
  MemoryPathWriter& writer_;
  TermManager& terms_;
  const MemoryTerms& memory_;
  const MemoryObjectTable& table_;
  const MemoryVariables& variables_;
  std::optional<Search> search_; // once something asks
};

} // namespace assay
