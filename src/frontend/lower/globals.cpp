#include "frontend/lower/globals.h"

#include "frontend/module/debug_info.h"
#include "util/error.h"

#include <algorithm>

namespace assay {

namespace {

/// `bits` bits of memory from `offset` on. What is beyond the bytes is zero.
BitVector readBits(const std::vector<uint8_t>& bytes, uint64_t offset, uint32_t bits) {
  BitVector value = BitVector::zero((bits + 7) / 8 * 8);
  for (uint32_t i = (bits + 7) / 8; i-- > 0;) {
    const uint8_t byte = offset + i < bytes.size() ? bytes[offset + i] : 0;
    value = value.shl(8).or_(BitVector(value.width(), byte));
  }
  return value.extract(bits - 1, 0);
}

/// Makes room for `size` bytes at the offset.
void reserve(std::vector<uint8_t>& bytes, uint64_t offset, uint64_t size) {
  constexpr uint64_t kMost = uint64_t{1} << 30;
  if (offset + size > kMost) throw InputError("an initialiser is larger than 1 GB");
  if (bytes.size() < offset + size) bytes.resize(offset + size);
}

} // namespace

void LowerGlobals::addCells(const llvm::GlobalVariable& global, const Promotion::Cells& cells,
                            SourcePositions& positions, DebugTypes& debugTypes) {
  if (cells.empty()) return; // nobody looks at it
  TermManager& terms = program_.terms();
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  const llvm::DIGlobalVariable* declared = expressions.empty() ? nullptr : expressions[0]->getVariable();
  const std::vector<uint8_t> bytes = initialBytes(global);
  for (const auto& [offset, cell] : cells) {
    Member member = memberAt(declared == nullptr ? nullptr : declared->getType(), offset);
    Sort sort = cell.bits == 1 ? terms.boolSort() : terms.bvSort(cell.bits);
    VariableId id = program_.addVariable({}, global.getName().str() + member.path, sort);
    Variable& variable = program_[id];
    variable.isPointer = cell.isPointer;
    variable.isThreadLocal = global.isThreadLocal();
    if (declared != nullptr) {
      variable.sourceName = declared->getName().str() + member.path;
      variable.type = typeText(member.type);
      variable.position = positions.of(declared->getFile(), declared->getLine());
    }
    variable.typeClass = typeClass(member.type);
    variable.cType = debugTypes.of(member.type);
    const BitVector value = readBits(bytes, offset, cell.bits);
    variable.initial = sort.isBool() ? terms.mkBool(!value.isZero()) : terms.mkBv(value);
    cells_[{&global, offset}] = id;
  }
}

void LowerGlobals::fillObjects(StaticObjects& objects) {
  while (const llvm::GlobalVariable* global = objects.takeDefined()) {
    const uint32_t number = objects.number(*global);
    std::vector<uint8_t> bytes = initialBytes(*global);
    while (!bytes.empty() && bytes.back() == 0) bytes.pop_back();
    program_.objects[number].bytes = std::move(bytes);
  }
}

std::vector<uint8_t> LowerGlobals::initialBytes(const llvm::GlobalVariable& global) {
  std::vector<uint8_t> bytes;
  current_ = &global;
  write(global.getInitializer(), 0, bytes);
  return bytes;
}

void LowerGlobals::write(const llvm::Constant* initializer, uint64_t offset, std::vector<uint8_t>& bytes) {
  if (initializer->isNullValue() || llvm::isa<llvm::UndefValue>(initializer)) return;
  if (auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(initializer); data != nullptr && data->isString()) {
    reserve(bytes, offset, data->getAsString().size());
    std::copy(data->getAsString().begin(), data->getAsString().end(), bytes.begin() + static_cast<long>(offset));
    return;
  }
  llvm::Type* type = initializer->getType();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* shape = types_.layout().getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); i++)
      write(initializer->getAggregateElement(i), offset + shape->getElementOffset(i), bytes);
    return;
  }
  if (!type->isArrayTy() && !type->isVectorTy()) {
    writeScalar(initializer, offset, bytes);
    return;
  }
  bool array = type->isArrayTy();
  uint64_t count = array ? type->getArrayNumElements() : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  llvm::Type* element = array ? type->getArrayElementType() : type->getScalarType();
  uint64_t stride = types_.layout().getTypeAllocSize(element).getFixedValue();
  for (uint64_t i = 0; i < count; i++)
    write(initializer->getAggregateElement(static_cast<unsigned>(i)), offset + i * stride, bytes);
}

/// Empty: there is none.
std::string LowerGlobals::obstacleIn(const llvm::Constant* initializer) const {
  if (objectOfUnknownSize(initializer) != nullptr)
    return "an object of unknown size, which is defined elsewhere, is in an initialiser";
  if (const llvm::GlobalIFunc* function = resolvedFunction(initializer))
    return "the function '" + function->getName().str() + "', which a resolver chooses, is in an initialiser";
  return {};
}

void LowerGlobals::writeScalar(const llvm::Constant* initializer, uint64_t offset, std::vector<uint8_t>& bytes) {
  if (const std::string obstacle = obstacleIn(initializer); !obstacle.empty()) {
    obstacle_ = {current_, obstacle};
    return;
  }
  Term value = constants_.value(initializer);
  if (value.isNull() || !value.isValue()) throw InputError("an initialiser is not a constant that Assay knows");
  BitVector bits = types_.toBits(value).value();
  uint64_t size = types_.storeSize(initializer->getType());
  bits = bits.zeroExtend(std::max(bits.width(), static_cast<uint32_t>(size * 8)));
  reserve(bytes, offset, size);
  for (uint64_t i = 0; i < size; i++)
    bytes[offset + i] =
        static_cast<uint8_t>(bits.extract(static_cast<uint32_t>(i * 8 + 7), static_cast<uint32_t>(i * 8)).toUint64());
}

} // namespace assay
