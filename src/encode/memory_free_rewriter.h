// The work behind withoutMemory (memory_free.h). Done twice: the second time without variables that nobody reads.
#pragma once

#include "encode/memory_free.h"
#include "encode/memory_free_checks.h"
#include "encode/memory_free_objects.h"
#include "encode/memory_free_terms.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace assay {

class MemoryRewriter {
public:
  MemoryRewriter(const Program& program, const PointsTo& pointsTo, const MemoryObjectTable& table,
                 const CheckedAccesses& checked, const std::set<std::string>* needed);
  const Program& run();
  MemoryFree take() { return std::move(result_); }
  /// Names of the variables of memory that something else depends on.
  std::set<std::string> readVariables() const;

private:
  /// What an object's element of `state` says.
  enum State : uint8_t { kLiveHeap = 1, kStack = 2, kAnything = 4, kConstant = 8 };
  static constexpr uint32_t kStateBits = 4;
  static constexpr size_t kFewStatic = 16; // the same, of static objects

  /// A variable of memory. What nobody reads has a term, but is no variable of the program, and is not written.
  struct Cell {
    Term term;
    VariableId variable;
    bool valid() const { return variable.valid(); }
  };
  /// An edge that is being made: the way from a location, as far as it has come.
  struct Path {
    LocationId at;
    Term guard;
    std::vector<Operation> operations;
    EdgeId edge; // of the original, whose first part this is; invalid: a further part
    SourcePosition position;
    SourcePosition operationPosition; // of the operation that is being rewritten
  };
  /// An access to contents.
  struct Access {
    Term pointer;
    PointerSet set;
    std::vector<uint32_t> arrays;
    uint32_t alignment;
  };

  // Variables.
  void makeVariables();
  Cell makeVariable(const std::string& name, Sort sort);
  void findStacks();
  void begin();
  void storeInitialBytes(std::vector<Operation>& operations);
  void storeStatics(std::vector<Operation>& operations);
  Term initialElement(const StaticObject& object, uint64_t offset, uint32_t unit) const;
  Term term(VariableId variable) const { return new_[variable].term; }
  static Term term(const Cell& cell) { return cell.term; }

  // Edges.
  bool isToBeRewritten(const Edge& edge) const;
  void rewrite(EdgeId edge);
  void rewrite(Path& path, const Operation& operation);
  void emit(Path& path, LocationId target);
  void require(Path& path, Term condition, LocationId otherwise);
  void assign(Path& path, VariableId variable, Term value);
  void assign(Path& path, const Cell& cell, Term value);
  void assignElement(Path& path, const Cell& array, Term index, Term value);
  LocationId terminal(LocationKind kind, const std::string& message, SourcePosition position);
  LocationId undefined(const Path& path, const std::string& what) {
    return terminal(LocationKind::Unsupported, "undefined " + what, path.operationPosition);
  }
  void meetObstacle(Path& path, Term condition, const std::string& message);
  VariableId local(const char* name, Sort sort) { return new_.addVariable(function_, name, sort); }

  // Operations.
  void load(Path& path, const Load& load, const Operation& operation);
  void store(Path& path, const Store& store, const Operation& operation);
  void copy(Path& path, const Copy& copy, const Operation& operation);
  void fill(Path& path, const Fill& fill, const Operation& operation);
  void allocate(Path& path, const Allocate& allocate);
  void renew(Path& path, uint32_t object);
  void free(Path& path, const Free& free, const Operation& operation);
  void leave(Path& path);
  void query(Path& path, const Query& query);

  // Leaks (memory_free_leaks.cpp).
  struct Search {
    std::vector<uint32_t> holders; // objects that may hold addresses of blocks
    std::vector<uint32_t> arrays;  // of these
    std::vector<VariableId> roots; // variables that may
    VariableId mark, list, head, tail, found, object, at, value, isNew;
  };
  static constexpr uint32_t kHolderBits = 16;
  bool mayMeanBlock(const PointerSet& set) const;
  bool mayHoldBlock(uint32_t object) const;
  void prepareSearch();
  void noteHolder(Path& path, uint32_t object, Term number);
  void visit(Path& path, Term value, Term condition);
  void visitVariable(Path& path, Term variable);
  Term limitOfNumber(Term number);
  Term contentsOfNumber(Term number, Term pointer, uint32_t bytes, uint32_t step);
  void beginSearch(Path& path);
  void search(Path& path);
  void allTracked(Path& path, const Query& query);
  void beginRoots(std::vector<Operation>& operations);

  // Contents.
  Access accessTo(Term pointer) const;
  Access moved(const Access& access, Term by, uint32_t alignment);
  void requireAccess(Path& path, const Access& access, Term bytes, bool isWrite, const Operation& operation);
  Term read(const Access& access, uint32_t bytes);
  void write(Path& path, const Access& access, Term value);
  Term holdsAnything(const Access& access);
  bool isWrittenOut(const Access& access, Term bytes) const;
  bool fillsWholeArray(const Access& access, Term bytes) const;
  /// A loop over the bytes, in steps: `body` gets how many bytes came before.
  void loop(Path& path, Term bytes, uint32_t step, const std::function<void(Path&, Term)>& body);
  uint32_t stepOf(Term bytes, uint32_t alignment);

  // Questions.
  Term isAccessible(const Access& access, Term bytes, bool isWrite);
  bool isAlwaysAccessible(const PointerSet& set, Term bytes, bool isWrite);
  bool mayBeDead(uint32_t object);
  Term isNumbered(Term number);
  Term hasState(Term number, State state);
  Term isFreeable(const Access& access);
  Term isStackStart(const Access& access);
  Term objectSize(const Access& access);

  const Program& old_;
  const PointsTo& pointsTo_;
  const MemoryObjectTable& table_;
  const CheckedAccesses& checked_;
  const std::set<std::string>* needed_; // null: all
  MemoryFree result_;
  Program& new_;
  TermManager& terms_;
  MemoryTerms memory_;
  IntegerShapes integers_;
  FunctionId function_; // of the edge that is being rewritten
  LocationId source_;   // the original's
  bool hasFreed_ = false;
  std::map<uint32_t, std::set<LocationId>> afterFree_; // by object: where it may be dead
  const bool hasManyStatics_;
  const bool asksForLeaks_;
  bool hasCalls_ = false; // of functions with a body
  std::optional<Search> search_;
  std::map<FunctionId, VariableId> stackOf_; // functions whose return ends the life of objects: the last of these

  Cell next_, limit_, state_, live_;
  Cell holder_; // by number: one more than the array that holds the contents, if these may be addresses of blocks
  Cell chain_;  // by number: the object on the stack before, in the same call
  std::vector<Cell> contents_;  // by array
  std::vector<Cell> limitOf_;   // by object, of those with a number that is fixed
  std::vector<Cell> heapOf_;    // the same: whether it is live on the heap
  std::set<std::string> names_; // of all of these, also of those that nobody needs
  std::map<std::tuple<uint32_t, LocationKind, std::string, SourcePosition>, LocationId> terminals_;
};

} // namespace assay
