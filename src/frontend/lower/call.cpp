// Calls: which function is called, with which arguments, and what is known about it.
#include "frontend/compile/written_callee.h"
#include "frontend/library/library_names.h"
#include "frontend/library/model_library.h"
#include "frontend/lower/parts.h"
#include "frontend/module/inline_assembly.h"
#include "frontend/module/variadic_alignment.h"

namespace assay {

namespace {

const llvm::Function* directCallee(const llvm::CallInst& call) {
  const llvm::Value* target = call.getCalledOperand()->stripPointerCasts();
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(target)) target = alias->getAliaseeObject();
  return llvm::dyn_cast_or_null<llvm::Function>(target);
}

/// Values that the machine passes in the same way.
bool sameShape(llvm::Type* a, llvm::Type* b, const LowerTypes& types) {
  return a == b || (types.bits(a) == types.bits(b) && a->isFloatingPointTy() == b->isFloatingPointTy());
}

/// What the ABI of x86_64 passes in one register for integers, or in one slot of the stack.
bool isWord(const llvm::Type* type) {
  return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

/// Whether a call through a pointer, of a function with a body, passes the parameter in a register or slot whose low
/// bits it is: an int where the caller has a pointer or a long, in 64 bits. Compilers take what is narrower than int to
/// be extended by the caller, and the upper bits of an int are open; so nothing is said of these. The arguments before
/// it must have taken as many registers as the parameters do.
bool takesLowBits(const llvm::CallInst& call, const llvm::Function& callee, unsigned number, const LowerTypes& types) {
  constexpr unsigned kInt = 32;
  if (types.pointerWidth() != 64 || callee.isDeclaration() || directCallee(call) != nullptr) return false;
  if (call.getCallingConv() != llvm::CallingConv::C || callee.getCallingConv() != llvm::CallingConv::C) return false;
  for (unsigned i = 0; i <= number; i++) {
    const bool isCopied = call.isByValArgument(i) || callee.getArg(i)->hasByValAttr();
    if (isCopied || !isWord(call.getArgOperand(i)->getType()) || !isWord(callee.getArg(i)->getType())) return false;
  }
  return callee.getArg(number)->getType()->isIntegerTy(kInt) &&
         types.bits(call.getArgOperand(number)->getType()) > kInt;
}

/// Whether C lets a call go through a pointer to this function, or the machine's conventions say what arrives there.
bool compatible(const llvm::CallInst& call, const llvm::Function& callee, const LowerTypes& types) {
  const llvm::FunctionType* type = callee.getFunctionType();
  if (call.arg_size() < type->getNumParams() || (call.arg_size() > type->getNumParams() && !type->isVarArg()))
    return false;
  for (unsigned i = 0; i < type->getNumParams(); i++)
    if (!sameShape(call.getArgOperand(i)->getType(), type->getParamType(i), types) &&
        !takesLowBits(call, callee, i, types))
      return false;
  return call.use_empty() || sameShape(call.getType(), type->getReturnType(), types);
}

/// A call through a pointer may go to this many functions of other types, with what arguments there are; to more, it is
/// not supported.
constexpr size_t kMostMismatches = 8;

} // namespace

// ---- calls

void LowerCall::lowerCall(const llvm::CallInst& call) {
  if (call.isInlineAsm()) {
    Term result = inlineAssembly(call);
    if (!result.isNull() && edges_.open()) parts_.values.define(call, result);
    return;
  }
  // An error function may be another name of a function, too.
  if (llvm::StringRef name = call.getCalledOperand()->getName();
      llvm::isa<llvm::GlobalAlias>(call.getCalledOperand()) && module_.isErrorFunction(name) &&
      module_.checks(Property::UnreachCall)) {
    failIf(terms_.mkTrue(), Property::UnreachCall, "call of " + name.str());
    return;
  }
  const llvm::Function* callee = directCallee(call);
  if (callee == nullptr) {
    lowerIndirectCall(call);
    return;
  }
  Arguments arguments;
  if (!llvm::isa<llvm::DbgInfoIntrinsic>(call))
    for (const llvm::Value* argument : call.args())
      arguments.push_back(
          argument->getType()->isMetadataTy() || module_.promotion().cellAt(argument) ? Term() : value(argument));
  Term result = callFunction(*callee, call, arguments);
  if (!edges_.open() || call.use_empty() || call.getType()->isVoidTy()) return;
  if (result.isNull()) result = input(InputKind::Unspecified, types_.sort(call.getType()), callee->getName().str());
  parts_.values.define(call, types_.convert(result, call.getType()));
}

Term LowerCall::callFunction(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments) {
  llvm::StringRef name = callee.getName();
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call); intrinsic != nullptr && callee.isIntrinsic())
    return parts_.intrinsics.callIntrinsic(*intrinsic, arguments);
  if (module_.isErrorFunction(name) && module_.checks(Property::UnreachCall)) {
    failIf(terms_.mkTrue(), Property::UnreachCall, "call of " + name.str());
    if (!edges_.open()) return {};
  }
  if (!callee.isDeclaration()) return callBody(callee, call, arguments);
  const CallSite site{callee, call, arguments};
  if (LowerMemoryFunctions::knows(name)) return parts_.memoryFunctions.call(site);
  if (LowerLibrary::knows(name)) return parts_.library.call(site);
  if (LowerThreads::knows(name)) return parts_.threads.call(site);
  if (LowerMath::knows(name)) return parts_.math.call(site);
  for (auto [prefix, kind] :
       {std::pair("__VERIFIER_nondet_", InputKind::Nondet), std::pair("__assay_input_", InputKind::Nondet),
        std::pair("__assay_unspecified_", InputKind::Unspecified)})
    if (name.starts_with(prefix) && !call.getType()->isVoidTy()) {
      llvm::StringRef shown =
          kind == InputKind::Nondet && name.starts_with("__V") ? name : name.drop_front(strlen(prefix));
      return input(kind, types_.sort(call.getType()), shown.str());
    }
  checkWeak(callee);
  // They stay calls: obstacles with a name.
  if (isThreadFunction(name)) return callThreadFunction(callee, call, arguments);
  return callUnknown(callee, call);
}

/// A weak function that is defined nowhere is null.
void LowerCall::checkWeak(const llvm::Function& callee) {
  if (!callee.hasExternalWeakLinkage()) return;
  Term isNull = terms_.mkEqual(module_.constants().value(&callee), pointerConstant(0));
  if (module_.checks(Property::ValidDeref))
    failIf(isNull, Property::ValidDeref, "call through an invalid function pointer", Behind::Abort);
  else
    edges_.leaveIf(isNull, edges_.terminal(LocationKind::Abort, "call through a null pointer"));
}

Term LowerCall::callBody(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments) {
  FunctionId target = module_.function(&callee);
  noteSharedState(callee);
  Arguments passed;
  std::vector<Term> copies;
  for (const llvm::Argument& parameter : callee.args()) {
    unsigned i = parameter.getArgNo();
    bool fits = i < arguments.size() && sameShape(call.getArgOperand(i)->getType(), parameter.getType(), types_);
    if (!fits && i < arguments.size() && takesLowBits(call, callee, i, types_)) {
      program_.assumptions.add("a function that is called through a pointer of another type gets the low bits of a "
                               "pointer or long for an int, as on x86_64",
                               program_[target].position);
      passed.push_back(types_.convert(parts_.addresses.opened(types_.toBits(arguments[i])), parameter.getType()));
    } else if (!fits) { // too few arguments, or passed in another way: the callee finds anything
      passed.push_back(input(InputKind::Unspecified, types_.sort(parameter.getType()), "a missing argument"));
    } else if (parameter.hasByValAttr()) {
      copies.push_back(copyByValue(arguments[i], parameter.getParamByValType()));
      passed.push_back(copies.back());
    } else {
      passed.push_back(types_.convert(arguments[i], parameter.getType()));
    }
  }
  if (callee.isVarArg()) {
    copies.push_back(packVariadic(call, arguments, static_cast<unsigned>(callee.arg_size())));
    passed.push_back(copies.back());
  }
  module_.libraryCalls().pass(target, id_, {edges_.position(), writtenCallee(call, callee).str()}, passed);
  parts_.values.beforeCall(call);
  VariableId result;
  if (!callee.getReturnType()->isVoidTy() && !call.use_empty()) result = temporary(callee.getReturnType());
  edges_.emitLast(Call{result, target, std::move(passed)});
  for (Term copy : copies) edges_.emit(Free{copy, Storage::Stack});
  return result.valid() ? termOf(result) : Term();
}

/// The model of a library function is an atomic region: nobody sees whether it races with itself.
void LowerCall::noteSharedState(const llvm::Function& callee) {
  const llvm::StringRef name = callee.getName();
  if (!module_.threads().arePresent || !module_.checks(Property::NoDataRace) || !mayRaceWithItself(name)) return;
  if (!callee.hasFnAttribute(kModelAttribute) || function_.hasFnAttribute(kModelAttribute)) return;
  program_.assumptions.add(name.str() +
                               " keeps state of its own, which threads are taken not to share: data races in " +
                               "it are not looked for",
                           edges_.position());
}

Term LowerCall::callThreadFunction(const llvm::Function& callee, const llvm::CallInst& call,
                                   const Arguments& arguments) {
  FunctionId target = module_.function(&callee);
  parts_.values.beforeCall(call);
  VariableId result;
  if (!call.getType()->isVoidTy()) {
    result = temporary(call.getType());
    if (program_[target].result.isNull()) program_[target].result = types_.sort(call.getType());
  }
  edges_.emitLast(Call{result, target, arguments});
  return result.valid() ? termOf(result) : Term();
}

/// Whether the library function can change no variable of the program: there is no function that it could call, and it
/// returns where it was called.
bool LowerCall::touchesMemoryOnly(llvm::StringRef name) const {
  return module_.objects().functions().empty() && !name.contains("jmp") && !name.contains("context");
}

Term LowerCall::callUnknown(const llvm::Function& callee, const llvm::CallInst& call) {
  std::string name = callee.getName().str();
  if (isLibraryFunction(callee) && !(isSketch() && touchesMemoryOnly(name)))
    throw Unsupported("the library function '" + name + "', which has no model");
  program_.assumptions.add("the function '" + name + "' has no body: it returns any value and writes nothing",
                           edges_.position());
  if (callee.doesNotReturn() || call.doesNotReturn()) {
    stop(LocationKind::Abort, "call of " + name + ", which does not return");
    return {};
  }
  if (call.getType()->isVoidTy()) return {};
  const VariableId result = temporary(call.getType());
  edges_.emit(Input{result, InputKind::External, name});
  return termOf(result);
}

/// A call through a pointer is a branch for each function that it may reach. What is not supported ends its own branch.
void LowerCall::lowerIndirectCall(const llvm::CallInst& call) {
  Term pointer = value(call.getCalledOperand());
  Arguments arguments;
  for (const llvm::Value* argument : call.args()) arguments.push_back(value(argument));
  parts_.values.beforeCall(call);
  VariableId result;
  if (!call.use_empty()) result = temporary(call.getType());
  LocationId from = edges_.here();
  LocationId after = program_.addLocation(id_);
  size_t mismatches = 0;
  bool goesOn = false; // some branch reaches `after`
  std::vector<Term> unsupported;
  std::vector<Term> others;
  for (const llvm::Function* candidate : module_.objects().functions()) {
    Term hit = terms_.mkEqual(pointer, module_.constants().value(candidate));
    others.push_back(terms_.mkNot(hit));
    // Only the body of a function says what it makes of arguments of other types.
    const bool fits = compatible(call, *candidate, types_);
    if (!fits && isSketch() && candidate->isDeclaration() && !isLibraryFunction(*candidate) &&
        !module_.isErrorFunction(candidate->getName())) {
      others.pop_back(); // as any other pointer that leads to no body
      continue;
    }
    if (!fits && (candidate->isDeclaration() || (++mismatches > kMostMismatches && !isSketch()))) {
      unsupported.push_back(hit);
      continue;
    }
    edges_.start(from, hit);
    goesOn |= callCandidate(*candidate, call, arguments, result);
    edges_.jump(after);
  }
  edges_.start(from, terms_.mkOr(unsupported));
  stop(LocationKind::Unsupported, "a call through a pointer to a function of another type");
  edges_.start(from, terms_.mkAnd(others));
  if (isSketch() && !module_.checks(Property::ValidDeref)) {
    if (result.valid()) edges_.emit(Input{result, InputKind::Unspecified, "a call through a pointer"});
    edges_.jump(after);
    goesOn = true;
  }
  if (module_.checks(Property::ValidDeref))
    endAtNull(
        failIf(terms_.mkTrue(), Property::ValidDeref, "call through an invalid function pointer", Behind::Nothing),
        pointer);
  stop(LocationKind::Abort, "call through an invalid function pointer");
  if (!goesOn) return;
  edges_.start(after);
  if (result.valid()) parts_.values.define(call, termOf(result));
}

/// The branch of one function, its value in `result`; false if it does not return.
bool LowerCall::callCandidate(const llvm::Function& candidate, const llvm::CallInst& call, const Arguments& arguments,
                              VariableId result) {
  if (!edges_.open()) return false;
  try {
    Term returned = callFunction(candidate, call, arguments);
    if (!edges_.open() || !result.valid()) return edges_.open();
    bool fits = !returned.isNull() && sameShape(candidate.getReturnType(), call.getType(), types_);
    if (!fits) returned = input(InputKind::Unspecified, types_.sort(call.getType()), candidate.getName().str());
    edges_.emit(Assign{result, types_.convert(returned, call.getType())});
  } catch (const Unsupported& problem) {
    stop(LocationKind::Unsupported, problem.what());
  }
  return edges_.open();
}

// ---- arguments

Term LowerCall::copyByValue(Term pointer, llvm::Type* type) {
  Term size = pointerConstant(module_.layout().getTypeAllocSize(type).getFixedValue());
  Term copy = parts_.memory.allocate(size, Storage::Stack, Contents::Any, "a struct argument");
  parts_.memoryFunctions.copyMemory(copy, pointer, size, {.targetIsOwn = true});
  parts_.padding.openPadding(copy, type, true);
  return copy;
}

/// Variadic arguments stand one behind the other in a block, as on the machine's stack: a slot is a word, wider and
/// more aligned values take what they need. va_list then says that all of them are on the stack.
Term LowerCall::packVariadic(const llvm::CallInst& call, const Arguments& arguments, unsigned first) {
  uint64_t word = program_.layout().width / 8;
  struct Slot {
    unsigned argument;
    uint64_t offset;
    llvm::Type* structure; // passed by value
  };
  std::vector<Slot> slots;
  uint64_t end = 0;
  for (unsigned i = first; i < arguments.size(); i++) {
    llvm::Type* type = call.getArgOperand(i)->getType();
    llvm::Type* structure = call.isByValArgument(i) ? call.getParamByValType(i) : nullptr;
    llvm::Type* stored = structure != nullptr ? structure : type;
    uint64_t alignment = word;
    if (word == 8 && (type->isX86_FP80Ty() || type->isFP128Ty() || type->isIntegerTy(128) || type->isVectorTy()))
      alignment = std::max(word, module_.layout().getABITypeAlign(type).value());
    const WideArgument wide = word == 8 ? wideArgument(call, i) : WideArgument::No;
    if (wide == WideArgument::Unknown) throw Unsupported("a variadic argument whose alignment is not known");
    if (wide != WideArgument::No) alignment = 16;
    if (structure != nullptr && word == 8) alignment = std::max(alignment, call.getParamAlign(i).valueOrOne().value());
    end = (end + alignment - 1) / alignment * alignment;
    slots.push_back({i, end, structure});
    uint64_t size = wide == WideArgument::Alone ? 16 : module_.layout().getTypeAllocSize(stored).getFixedValue();
    end += (size + word - 1) / word * word;
  }
  Term block = parts_.memory.allocate(pointerConstant(end), Storage::Stack, Contents::Any, "variadic arguments");
  for (const Slot& slot : slots) {
    Term place = terms_.mkBvAdd(block, pointerConstant(slot.offset));
    if (slot.structure != nullptr)
      parts_.memoryFunctions.copyMemory(
          place, arguments[slot.argument],
          pointerConstant(module_.layout().getTypeAllocSize(slot.structure).getFixedValue()), {.targetIsOwn = true});
    else
      for (const LowerTypes::Leaf& leaf : types_.leaves(call.getArgOperand(slot.argument)->getType()))
        edges_.emit(Store{terms_.mkBvAdd(place, pointerConstant(leaf.byteOffset)),
                          parts_.instructions.elementAt(leaf.type, arguments[slot.argument], leaf.bitOffset)});
  }
  return block;
}

/// Assembly that does nothing gives what is asked of it: an output that shares its register with an input has its
/// value, any other has what the register happens to hold. Memory that the assembly claims to write stays as before
/// only if the compiler has kept it up to date, which it need not: that is not modelled. Nor is other assembly, but in a
/// sketch: there its outputs are any values.
Term LowerCall::inlineAssembly(const llvm::CallInst& call) {
  auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const bool isEmpty = isEmptyAssembly(assembly->getAsmString());
  if (!isEmpty && !(isSketch() && keepsToOperands(assembly->getAsmString(), *function_.getParent())))
    throw Unsupported("inline assembly");
  const llvm::InlineAsm::ConstraintInfoVector constraints = assembly->ParseConstraints();
  if (mayWriteMemory(constraints) && !isSketch())
    leaveUnsupported(input(InputKind::Unspecified, terms_.boolSort(), "whether inline assembly changes memory"),
                     "inline assembly that may change memory");
  if (call.getType()->isVoidTy()) return {};
  auto* structure = llvm::dyn_cast<llvm::StructType>(call.getType());
  std::vector<const llvm::Value*> inputOf(constraints.size()); // of each output
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : constraints) {
    bool isArgument = constraint.Type == llvm::InlineAsm::isInput || constraint.isIndirect;
    if (!isArgument) continue;
    if (constraint.hasMatchingInput() || constraint.Type != llvm::InlineAsm::isInput) {
      argument++;
      continue;
    }
    unsigned output = 0;
    if (!constraint.Codes.empty() && !llvm::StringRef(constraint.Codes[0]).getAsInteger(10, output))
      inputOf.at(output) = call.getArgOperand(argument);
    argument++;
  }
  Term result;
  unsigned element = 0;
  for (size_t i = 0; i < constraints.size(); i++) {
    if (constraints[i].Type != llvm::InlineAsm::isOutput || constraints[i].isIndirect) continue;
    llvm::Type* type = structure == nullptr ? call.getType() : structure->getElementType(element++);
    Term out = isEmpty && inputOf[i] != nullptr && types_.bits(inputOf[i]->getType()) == types_.bits(type)
                   ? types_.convert(value(inputOf[i]), type)
                   : input(InputKind::Unspecified, types_.sort(type), "an output of inline assembly");
    if (structure == nullptr) return out;
    result = result.isNull() ? types_.toBits(out) : terms_.mkBvConcat(types_.toBits(out), result);
  }
  if (result.isNull()) throw Unsupported("inline assembly");
  return result;
}

} // namespace assay
