// Which values are addresses of objects, or integers made of them, and what is known of those before the program runs.
//
// A pointer of Program says which object it means (program/pointer.h); its bits are no address that a machine would give.
// So the front end has to know where a program looks at an address: compares it, takes its low bits, computes with it.
// Pointers are known by their type. For integers this is a flow analysis of the whole module, insensitive to the order of
// execution: from `ptrtoint` on, through variables, arguments, results and memory. Memory is told apart by members of structs
// and by the width of what is stored; what goes to a place without a member may be read from any member. An integer that is
// read where pointers are stored (in a union, through another type of pointer, from a copy of their bytes) is made of an
// address as well: the analysis follows which pointers lead to such places.
//
// It is an over-approximation of what carries addresses: lowering asks at run time whether a value is one.
#pragma once

#include "frontend/padding.h"
#include "frontend/promotion.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

class AddressFlow {
public:
  enum Holds : uint8_t {
    Pointers = 1,  // or a struct with pointers, as a whole
    Variant = 2,   // a union of pointers and others, or some part of it
    Parts = 4,     // a union that shows bytes of pointers, or some part of it
    Somewhere = 8, // perhaps one of these unions: it was reached by a pointer from memory
    Here = 16,     // a pointer, at this very place
  };
  struct Info {
    bool isAddress = false;              // of integers: may be made of an address
    bool isMoved = false;                // of integers: may be an address plus something
    bool isMixed = false;                // of integers: may be an address with some bits changed
    uint8_t holds = 0;                   // of pointers: what may be there, see Holds
    Padding::Set padded = 0;             // of pointers: structs with padding that may be there, to be read as bytes
    uint32_t logAlign = 63;              // every object that is meant begins at a multiple of this power of two
    const llvm::Value* object = nullptr; // the one object (or argument) that is meant, if `isOne`
    bool isOne = true;                   // without object: nothing is meant yet
    bool operator==(const Info&) const = default;
  };

  AddressFlow(const llvm::Module& module, const Promotion& promotion, const Padding& padding);

  Info of(const llvm::Value* value) const;
  /// Whether an integer may be made of an address.
  bool isAddress(const llvm::Value* value) const { return value->getType()->isIntegerTy() && of(value).isAddress; }
  /// Whether a number that is no integer (a float, a vector) may be read from where an address is. Of numbers that are
  /// smaller than an address this is known of the program's variables, and of unions and copies that show parts of one.
  bool mayReadAddress(const llvm::Value* pointer, llvm::Type* type) const;
  /// The structs whose padding the program may look at.
  Padding::Set seenPadding() const { return seenPadding_; }
  /// Whether both pointers point into the same object, whenever they are compared.
  bool isSameObject(const llvm::Value* a, const llvm::Value* b) const;

private:
  /// A member of a struct, or a place of which nothing is known (null); the width of an integer, or 0 for pointers.
  using Member = std::pair<std::pair<llvm::Type*, unsigned>, unsigned>;

  void seed();
  void seedGlobal(const llvm::GlobalVariable& global);
  void seedConstant(const llvm::Constant& constant, Info& all) const;
  void visit(const llvm::Instruction& instruction);
  Info combined(unsigned opcode, const llvm::Value* left, const llvm::Value* right) const;
  void visitCall(const llvm::CallInst& call);
  void visitCopy(const llvm::Value* to, const llvm::Value* from);
  void pass(const llvm::CallInst& call, const llvm::Function& callee);
  Info loaded(const llvm::Value* pointer, llvm::Type* type) const;
  void stored(const llvm::Value* pointer, const llvm::Value* value);
  uint8_t holdsPointers(const llvm::Type* type) const;
  uint8_t variableHolds(const llvm::Type* type) const;
  Info at(const llvm::GEPOperator& gep) const;
  void findUnions();
  void declare(const llvm::AllocaInst& alloca);
  void noteHolds(const llvm::Value* pointer, uint8_t holds, Padding::Set padded = 0);
  bool isCopiedOn(const llvm::LoadInst& load) const;
  Padding::Set seenBy(const llvm::LoadInst& load) const;
  Member memberOf(const llvm::Value* pointer, llvm::Type* type) const;
  Info contents(const Member& place) const;
  bool isStable(const llvm::Value* object) const;

  template <class Key>
  void include(std::map<Key, Info>& into, const Key& key, const Info& info) {
    isChanged_ |= join(into[key], info);
  }
  void include(const llvm::Value* value, const Info& info) { isChanged_ |= join(values_[value], info); }
  static bool join(Info& into, const Info& from);

  const llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const Promotion& promotion_;
  const Padding& padding_;
  const uint32_t width_;
  Padding::Set seenPadding_ = 0;
  std::unordered_map<std::string, uint8_t> unions_; // with pointers, by name: Variant or Parts
  bool isChanged_ = false;
  std::vector<const llvm::Function*> addressTaken_;
  std::unordered_map<const llvm::Value*, Info> values_;
  std::unordered_map<const llvm::Value*, Info> results_;          // by function
  std::map<std::pair<const llvm::Value*, uint64_t>, Info> cells_; // of promoted objects
  std::map<Member, Info> members_;                                // by member
  std::map<unsigned, Info> anywhere_, everywhere_;                // by width: stored to no member; to whatever
  mutable std::unordered_map<const llvm::Value*, bool> isStable_;
};

} // namespace assay
