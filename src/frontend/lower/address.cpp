// Where a program looks at addresses. A pointer's bits (program/pointer.h) are no address that a machine would give:
// objects are ordered by their numbers, aligned to huge powers of two and far apart. What C and the ABI say about
// addresses is so:
//
// - Within one object, order and distance are those of the offsets.
// - No object reaches into the first or last page: null and error codes are no addresses.
// - Two places inside two live objects differ. One past the end of an object may be the start of another one, and a
//   dead object's place may be taken: there equality is open.
// - The low bits are those of the offset, as far as the object's alignment goes.
//
// Whatever else a program may see is an input, a fresh one each time: an answer that depends on it is no proof, and a
// violation that depends on it must be seen in the compiled program. Integers that are made of addresses keep the
// pointer's bits as long as they are only moved, handed on and turned back into pointers. A number is taken for such an
// integer if the flow analysis (frontend/address/flow.h) cannot exclude it and it lies outside of [-2^(offsetBits-1),
// 2^(offsetBits-1)), where no object is.
#include "frontend/lower/parts.h"
#include "frontend/prepare/prepare.h"

#include <bit>

namespace assay {

namespace {

constexpr uint64_t kPage = 4096;

/// A constant of the first or last page, as a pointer or an integer.
bool isInPage(Term value) {
  if (!value.isValue() || value.sort().isBool() || value.sort().width() > 64) return false;
  const int64_t number = value.value().toInt64();
  return number >= -static_cast<int64_t>(kPage) && number < static_cast<int64_t>(kPage);
}

/// The address of a label as an integer. Differences of such lead from label to label.
bool isLabel(const llvm::Value* value) {
  auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(value);
  return cast != nullptr && llvm::isa<llvm::BlockAddress>(cast->getPointerOperand());
}

} // namespace

Term LowerAddress::objectNumber(Term address) {
  const PointerLayout& layout = program_.layout();
  return terms_.mkBvExtract(address, layout.width - 1, layout.offsetBits);
}

/// The number is no address of any object, nor the distance between two of them. In 64 bits an eighth of all numbers is
/// for objects, which is more of them than an execution makes, and an eighth for distances backwards.
Term LowerAddress::isPlainNumber(Term value) {
  const PointerLayout& layout = program_.layout();
  if (value.sort().width() != layout.width) return terms_.mkFalse(); // some bytes of an address
  Term top = terms_.mkBvExtract(value, layout.width - 1, layout.offsetBits - 1);
  Term isSmall = terms_.mkEqual(top, terms_.mkZero(top.sort()));
  Term isSmallNegative = terms_.mkEqual(top, terms_.mkOnes(top.sort().width()));
  Term isPlain = terms_.mkOr(isSmall, isSmallNegative);
  if (layout.width != 64) return isPlain;
  Term first = terms_.mkBvExtract(value, 63, 61);
  Term isZero = terms_.mkEqual(first, terms_.mkZero(first.sort()));
  Term isOnes = terms_.mkEqual(first, terms_.mkOnes(first.sort().width()));
  return terms_.mkOr(isPlain, terms_.mkNot(terms_.mkOr(isZero, isOnes)));
}

Term LowerAddress::isNearNull(Term value) {
  const uint32_t width = value.sort().width();
  return terms_.mkBvUlt(terms_.mkBvAdd(value, terms_.mkBv(width, kPage)), terms_.mkBv(width, 2 * kPage));
}

/// Any value; the same one if the input is zero, as it is in a run that is given none.
Term LowerAddress::anyInstead(Term value) {
  Term change = input(InputKind::Unspecified, value.sort(), "an address");
  return value.sort().isBool() ? terms_.mkDistinct(value, change) : terms_.mkBvXor(value, change);
}

/// The value as something other than an address sees it: any, if it is one, or a distance between two objects.
Term LowerAddress::opened(Term value) {
  Term isPlain = isPlainNumber(value);
  return isPlain.isTrue() ? value : terms_.mkIte(isPlain, value, anyInstead(value));
}

/// A number that is no integer, and what was read may be bytes of an address. In 64 bits only tiny numbers look like
/// one.
Term LowerAddress::openedData(Term bits, llvm::Type* type, const llvm::Value* pointer) {
  if (!type->isFloatingPointTy() && !type->isVectorTy()) return bits;
  if (pointer == nullptr || !module_.addressFlow().mayReadAddress(pointer, type)) return bits;
  const PointerLayout& layout = program_.layout();
  std::vector<Term> ways;
  for (uint32_t low = 0; low + layout.width <= bits.sort().width(); low += layout.width) {
    Term word = terms_.mkBvExtract(bits, low + layout.width - 1, low);
    Term isAddress = terms_.mkNot(isPlainNumber(word));
    if (layout.width == 64)
      isAddress = terms_.mkAnd(isAddress, terms_.mkNot(terms_.mkBvToBool(terms_.mkBvExtract(word, 63, 63))));
    ways.push_back(isAddress);
  }
  Term isAddress = ways.empty() ? terms_.mkTrue() : terms_.mkOr(ways);
  return isAddress.isFalse() ? bits : terms_.mkIte(isAddress, anyInstead(bits), bits);
}

/// The lowest bits of an address; `mask` is a power of two less one.
Term LowerAddress::lowAddressBits(Term address, uint64_t mask, uint32_t logAlign) {
  const uint64_t known = logAlign >= 63 ? mask : mask & ((uint64_t{1} << logAlign) - 1);
  Term bits = terms_.mkBvAnd(address, pointerConstant(mask));
  if (known == mask) return bits;
  Term isPlain = isPlainNumber(address);
  if (isPlain.isTrue()) return bits;
  Term any = input(InputKind::Unspecified, address.sort(), "the alignment of an address");
  Term open = terms_.mkBvXor(bits, terms_.mkBvAnd(any, pointerConstant(mask & ~known)));
  return terms_.mkIte(isPlain, bits, open);
}

/// And and Or with a constant that is less than an object's window, or And with the complement of such.
Term LowerAddress::maskedAddress(unsigned opcode, Term address, uint64_t constant, uint32_t logAlign) {
  const PointerLayout& layout = program_.layout();
  const uint64_t all = layout.width == 64 ? ~uint64_t{0} : (uint64_t{1} << layout.width) - 1;
  const bool clears = opcode == llvm::Instruction::And && constant > all / 2;
  const uint64_t bits = clears ? ~constant & all : constant;
  if (bits == 0)
    return clears ? address : parts_.instructions.integerBinary(opcode, address, pointerConstant(constant));
  const uint32_t length = static_cast<uint32_t>(std::bit_width(bits));
  if (length >= layout.offsetBits - 1) return {};
  Term low = lowAddressBits(address, (uint64_t{1} << length) - 1, logAlign);
  Term chosen = terms_.mkBvAnd(low, pointerConstant(bits));
  if (clears) return terms_.mkBvSub(address, chosen);
  if (opcode == llvm::Instruction::And) return chosen;
  Term changed = parts_.instructions.integerBinary(opcode, low, pointerConstant(bits));
  return terms_.mkBvAdd(address, terms_.mkBvSub(changed, low));
}

/// An operation on integers that keeps an address what it is, or takes its low bits. Null: it is another one.
Term LowerAddress::addressArithmetic(const llvm::BinaryOperator& instruction, Term left, Term right) {
  const AddressFlow& flow = module_.addressFlow();
  if (left.sort() != program_.pointerSort()) return {};
  const unsigned opcode = instruction.getOpcode();
  const bool isLeft = flow.isAddress(instruction.getOperand(0)), isRight = flow.isAddress(instruction.getOperand(1));
  Term address = isLeft ? left : right, other = isLeft ? right : left;
  const AddressInfo info = flow.of(instruction.getOperand(isLeft ? 0 : 1));
  const uint32_t logAlign = info.isMixed ? 0 : info.logAlign;
  switch (opcode) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub: {
    Term result = parts_.instructions.integerBinary(opcode, left, right);
    if (isLeft != isRight)
      return isLeft || opcode == llvm::Instruction::Add ? movedAddress(address, result, other) : Term();
    if (opcode == llvm::Instruction::Add) return {};
    return flow.isSameObject(instruction.getOperand(0), instruction.getOperand(1)) ? result : opened(result);
  }
  case llvm::Instruction::Xor:
    if (isLeft && isRight) {
      Term differ = terms_.mkAnd(terms_.mkDistinct(left, right), terms_.mkNot(isPlainNumber(left)));
      return exceptWhere(terms_.mkAnd(differ, terms_.mkEqual(objectNumber(left), objectNumber(right))),
                         terms_.mkBvXor(left, right), "bits in which two addresses of one object differ");
    }
    // Bits that are changed are changed back before the number is a pointer again; nobody else sees them (isMixed).
    return flow.isAddress(&instruction) ? terms_.mkBvXor(left, right) : Term();
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
    if (!other.isValue() || (isLeft && isRight)) return {};
    return maskedAddress(opcode, address, other.value().toUint64(), logAlign);
  case llvm::Instruction::URem: {
    const uint64_t divisor = isLeft && right.isValue() ? right.value().toUint64() : 0;
    if (!std::has_single_bit(divisor)) return {};
    return maskedAddress(llvm::Instruction::And, left, divisor - 1, logAlign);
  }
  default:
    return {};
  }
}

/// An integer that was an address, and is moved so far that it may name another object, or is a plain number. In 64
/// bits it would take more short steps than an execution makes.
Term LowerAddress::movedAddress(Term address, Term result, Term by) {
  constexpr int64_t kNear = 4096;
  if (by.isValue() && program_.layout().width == 64) {
    const int64_t distance = by.value().toInt64();
    if (distance > -kNear && distance < kNear) return result;
  }
  Term leaves = terms_.mkOr(terms_.mkDistinct(objectNumber(address), objectNumber(result)), isPlainNumber(result));
  return exceptWhere(terms_.mkAnd(leaves, terms_.mkNot(isPlainNumber(address))), result,
                     "an integer that moves from one object to another");
}

/// Whether the address is in one of `count` static objects from `first` on.
Term LowerAddress::isAmong(Term address, uint64_t first, uint64_t count) {
  Term number = objectNumber(address);
  const uint32_t width = number.sort().width();
  return terms_.mkBvUlt(terms_.mkBvSub(number, terms_.mkBv(width, first)), terms_.mkBv(width, count));
}

/// Two places inside live objects, which are different ones unless both are string literals: these may share their
/// bytes.
Term LowerAddress::areApart(Term left, Term right) {
  const Term one = pointerConstant(1);
  Term first = ask(QueryKind::Readable, {left, one});
  Term second = ask(QueryKind::Readable, {right, one});
  const uint64_t functions = module_.objects().functions().size();
  Term isText = isAmong(left, functions + 1, module_.objects().literals());
  Term isOther = isAmong(right, functions + 1, module_.objects().literals());
  return terms_.mkAnd(terms_.mkAnd(first, second), terms_.mkNot(terms_.mkAnd(isText, isOther)));
}

/// The condition under which a comparison of pointers' bits is one of addresses.
Term LowerAddress::isSettled(const llvm::CmpInst& compare, Term left, Term right) {
  const AddressFlow& flow = module_.addressFlow();
  const bool isPointer = compare.getOperand(0)->getType()->isPointerTy();
  const AddressInfo a = flow.of(compare.getOperand(0)), b = flow.of(compare.getOperand(1));
  const Term number = objectNumber(left), isWild = terms_.mkEqual(number, terms_.mkOnes(number.sort().width()));
  std::vector<Term> ways{terms_.mkEqual(number, objectNumber(right))};
  if (!compare.isEquality()) ways[0] = terms_.mkAnd(ways[0], terms_.mkNot(isWild)); // numbers as pointers have no order
  if (!isPointer) ways.push_back(terms_.mkAnd(isPlainNumber(left), isPlainNumber(right)));
  // In 32 bits an address may have any sign.
  const bool knowsPages = !compare.isSigned() || program_.layout().width == 64;
  const auto isNamed = [](const AddressInfo& info) {
    auto* global = llvm::dyn_cast_or_null<llvm::GlobalObject>(info.object);
    return global != nullptr ? !global->hasExternalWeakLinkage() : llvm::isa_and_nonnull<llvm::AllocaInst>(info.object);
  };
  if (knowsPages && !isNamed(a) && (isPointer || !b.isMoved)) ways.push_back(isNearNull(left));
  if (knowsPages && !isNamed(b) && (isPointer || !a.isMoved)) ways.push_back(isNearNull(right));
  if (const uint64_t functions = module_.objects().functions().size();
      compare.isEquality() && isPointer && functions > 0) {
    ways.push_back(isAmong(left, 1, functions));
    ways.push_back(isAmong(right, 1, functions));
  }
  Term settled = terms_.mkOr(ways);
  if (settled.isTrue()) return settled;
  if (isInPage(left) || isInPage(right)) {
    Term address = isInPage(left) ? right : left;
    return knowsPages ? terms_.mkOr(settled, ask(QueryKind::Readable, {address, pointerConstant(1)})) : settled;
  }
  return compare.isEquality() ? terms_.mkOr(settled, areApart(left, right)) : settled;
}

/// A comparison of pointers, or of integers that may be made of addresses.
Term LowerAddress::compareAddresses(const llvm::CmpInst& compare, Term left, Term right) {
  Term exact = parts_.instructions.compareIntegers(compare.getPredicate(), left, right);
  if (left == right || left.sort() != program_.pointerSort()) return exact;
  const AddressFlow& flow = module_.addressFlow();
  const llvm::Value *a = compare.getOperand(0), *b = compare.getOperand(1);
  if (a->getType()->isPointerTy()) {
    if (isInPage(left) || isInPage(right) || flow.isSameObject(a, b)) return exact;
    if (compare.isEquality() && (llvm::isa<llvm::Function>(a) || llvm::isa<llvm::Function>(b))) return exact;
  }
  const bool isMixed = flow.of(a).isMixed || flow.of(b).isMixed;
  Term settled = !isMixed || a->getType()->isPointerTy() ? isSettled(compare, left, right)
                                                         : terms_.mkAnd(isPlainNumber(left), isPlainNumber(right));
  if (settled.isTrue()) return exact;
  Term any = input(InputKind::Unspecified, terms_.boolSort(),
                   compare.isEquality() ? "whether two addresses are equal" : "the order of two addresses");
  return terms_.mkIte(settled, exact, terms_.mkDistinct(exact, any)); // without an input, what it is in the model
}

/// What an instruction on scalars sees of operands that may be made of addresses; its value, if that is all there is to
/// it.
Term LowerAddress::addressValue(const llvm::Instruction& instruction, Arguments& operands) {
  const AddressFlow& flow = module_.addressFlow();
  const llvm::Value* first = instruction.getOperand(0);
  if (instruction.hasMetadata(kExact)) return {};
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (compare != nullptr && first->getType()->isPointerTy())
    return compareAddresses(*compare, operands[0], operands[1]);
  if (cast != nullptr && cast->getOpcode() == llvm::Instruction::PtrToInt) {
    if (types_.bits(cast->getType()) < program_.layout().width) operands[0] = opened(operands[0]);
    return {};
  }
  bool isAddress = false;
  for (const llvm::Value* operand : instruction.operands()) isAddress |= flow.isAddress(operand);
  if (!isAddress || llvm::isa<llvm::SelectInst>(instruction)) return {};
  if (cast != nullptr && cast->isNoopCast(module_.layout())) return {};
  const bool isWhole = operands[0].sort() == program_.pointerSort();
  if (compare != nullptr && isWhole) return compareAddresses(*compare, operands[0], operands[1]);
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    if (Term result = addressArithmetic(*binary, operands[0], operands[1])) return result;
  for (unsigned i = 0; i < operands.size(); i++)
    if (flow.isAddress(instruction.getOperand(i))) operands[i] = opened(operands[i]);
  return {};
}

/// A constant that depends on addresses is seen as any other value is; null if it does not.
Term LowerAddress::addressConstant(const llvm::Constant& constant) {
  auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (expression == nullptr || !expression->getType()->isIntegerTy()) return {};
  if (expression->getOperand(0)->getType()->isIntegerTy(1)) return {};
  const unsigned opcode = expression->getOpcode();
  const bool isCut = opcode == llvm::Instruction::Trunc || (opcode == llvm::Instruction::PtrToInt &&
                                                            types_.bits(expression->getType()) < types_.pointerWidth());
  if (!isCut && !llvm::Instruction::isBinaryOp(opcode)) return {};
  const AddressFlow& flow = module_.addressFlow();
  Arguments operands;
  for (const llvm::Value* operand : expression->operands()) operands.push_back(value(operand));
  const bool isLeft = flow.isAddress(expression->getOperand(0));
  const bool isRight = expression->getNumOperands() > 1 && flow.isAddress(expression->getOperand(1));
  const bool isSum = opcode == llvm::Instruction::Add && isLeft != isRight;
  const bool isDifference = opcode == llvm::Instruction::Sub && isLeft;
  if (isSum || isDifference) { // an address, or the distance of two
    Term result = parts_.instructions.integerBinary(opcode, operands[0], operands[1]);
    const llvm::Value *a = expression->getOperand(0), *b = expression->getOperand(1);
    const bool isKnown = !isRight || isSum || flow.isSameObject(a, b) || (isLabel(a) && isLabel(b));
    return isKnown ? result : opened(result);
  }
  for (unsigned i = 0; i < operands.size(); i++) {
    const llvm::Value* operand = expression->getOperand(i);
    if (operand->getType()->isPointerTy() || flow.isAddress(operand)) operands[i] = opened(operands[i]);
  }
  return isCut ? types_.convert(operands[0], expression->getType())
               : parts_.instructions.integerBinary(opcode, operands[0], operands[1]);
}

} // namespace assay
