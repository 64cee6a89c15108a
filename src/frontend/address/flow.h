// frontend/address/: which integers of a module are made of addresses.
//
// Finds out which values are addresses of objects, or integers made of addresses, and what is known of them before the
// program runs.
//
// A pointer of Program says which object it means (program/pointer.h); its bits are no address that a machine would
// give. So the front end has to know where a program looks at an address: compares it, takes its low bits, computes
// with it. Pointers are known by their type. For integers this is a flow analysis of the whole module, insensitive to
// the order of execution: from `ptrtoint` on, through variables, arguments, results and memory. Memory is told apart by
// members of structs and by the width of what is stored; a value that is stored to a place without a member may be read
// from any member. An integer that is read where pointers are stored (in a union, through another type of pointer, from
// a copy of their bytes) is made of an address as well: the analysis follows which pointers lead to such places, and
// how many bytes there stand before the first pointer. (The address of a struct's first bit-field is the struct's own,
// and so is that of a global's first member.)
//
// The analysis over-approximates which values carry addresses: the lowered program asks at run time whether a value is
// one.
#pragma once

#include "frontend/address/facts.h"

#include <unordered_map>

namespace assay {

class AddressFlow {
public:
  AddressFlow(const llvm::Module& module, const Promotion& promotion, const Padding& padding);

  AddressInfo of(const llvm::Value* value) const { return facts_.of(value); }
  /// Whether an integer may be made of an address.
  bool isAddress(const llvm::Value* value) const { return value->getType()->isIntegerTy() && of(value).isAddress; }
  /// Whether a number that is no integer (a float, a vector) may be read from where an address is. For numbers that are
  /// smaller than an address this is known only for the program's variables, and for unions and copies that show parts
  /// of an address.
  bool mayReadAddress(const llvm::Value* pointer, llvm::Type* type) const;
  /// The structs whose padding the program may look at.
  Padding::Set seenPadding() const { return seenPadding_; }
  /// Whether both pointers point into the same object, whenever they are compared.
  bool isSameObject(const llvm::Value* a, const llvm::Value* b) const;

private:
  bool isStable(const llvm::Value* object) const;

  AddressFacts facts_;
  Padding::Set seenPadding_ = 0;
  mutable std::unordered_map<const llvm::Value*, bool> isStable_;
};

} // namespace assay
