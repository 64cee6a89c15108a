#include "frontend/compile/expand_formats.h"

#include "frontend/compile/written_callee.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace assay {

namespace {

constexpr int kNone = -1;

/// An output function: at which place its arguments have the stream (if it has one) and the format. `puts` and its kin
/// write a string as it is.
struct OutputFunction {
  const char* name;
  int stream;
  int text;
  bool isFormat;
};
constexpr OutputFunction kFunctions[] = {
    {"printf", kNone, 0, true},      {"fprintf", 0, 1, true},   {"__printf_chk", kNone, 1, true},
    {"__fprintf_chk", 0, 2, true},   {"puts", kNone, 0, false}, {"fputs", 1, 0, false},
    {"fputs_unlocked", 1, 0, false},
};

/// The text of a literal, if it has a terminator.
std::optional<llvm::StringRef> literal(const llvm::Value* value) {
  llvm::StringRef text;
  if (!value->getType()->isPointerTy() || !llvm::getConstantStringInfo(value, text, false)) return std::nullopt;
  const size_t end = text.find('\0');
  if (end == llvm::StringRef::npos) return std::nullopt;
  return text.take_front(end);
}

/// A string that is read, up to its terminator or as far as a precision allows.
struct Reading {
  llvm::Value* text;
  llvm::Value* precision; // null: a constant
  int constantPrecision;  // kNone: none
  bool isWide;
};

struct Expansion {
  std::vector<Reading> readings;
  std::optional<int> length; // of the whole text, where that is known
};

/// Walks a format as printf does. What it does not understand, it leaves to the models.
class FormatWalk {
public:
  FormatWalk(llvm::StringRef format, std::vector<llvm::Value*> arguments)
      : rest_(format), arguments_(std::move(arguments)) {}

  std::optional<Expansion> run() {
    result_.length = 0;
    while (!rest_.empty()) {
      if (rest_.consume_front("%%")) {
        addLength(1);
      } else if (!rest_.consume_front("%")) {
        addLength(1);
        rest_ = rest_.drop_front();
      } else if (!directive()) {
        return std::nullopt;
      }
    }
    return result_;
  }

private:
  struct Number {
    llvm::Value* variable = nullptr; // given by an argument, for a `*`
    int constant = kNone;
  };

  void addLength(int n) {
    if (result_.length) *result_.length += n;
  }
  llvm::Value* argument() { return next_ < arguments_.size() ? arguments_[next_++] : nullptr; }
  bool skipIf(llvm::StringRef characters) {
    if (rest_.empty() || !characters.contains(rest_.front())) return false;
    rest_ = rest_.drop_front();
    return true;
  }

  bool number(Number& number) {
    if (rest_.consume_front("*")) {
      number.variable = argument();
      return number.variable != nullptr && number.variable->getType()->isIntegerTy(32);
    }
    llvm::StringRef digits = rest_.take_while([](char c) { return c >= '0' && c <= '9'; });
    rest_ = rest_.drop_front(digits.size());
    return digits.empty() || !digits.getAsInteger(10, number.constant);
  }

  bool directive() {
    while (skipIf("-+ #0")) {
    }
    Number width;
    Number precision;
    if (!number(width)) return false;
    if (rest_.consume_front(".")) {
      precision.constant = 0;
      if (!number(precision)) return false;
    }
    bool isWide = false;
    while (!rest_.empty() && llvm::StringRef("hljqLzt").contains(rest_.front())) {
      isWide |= rest_.front() == 'l';
      rest_ = rest_.drop_front();
    }
    if (rest_.empty()) return false;
    const char conversion = rest_.front();
    rest_ = rest_.drop_front();
    isWide |= conversion == 'S' || conversion == 'C';
    if (llvm::StringRef("sS").contains(conversion)) return string(width, precision, isWide);
    if (!llvm::StringRef("diouxXcCeEfFgGaAp").contains(conversion)) return false;
    const bool isByte = conversion == 'c' && !isWide && width.constant <= 1 && width.variable == nullptr;
    if (isByte)
      addLength(1);
    else
      result_.length.reset();
    return argument() != nullptr;
  }

  bool string(const Number& width, const Number& precision, bool isWide) {
    llvm::Value* text = argument();
    if (text == nullptr || !text->getType()->isPointerTy()) return false;
    const std::optional<llvm::StringRef> known = isWide ? std::nullopt : literal(text);
    const bool isPlain = width.constant == kNone && width.variable == nullptr && precision.constant == kNone &&
                         precision.variable == nullptr;
    if (known && isPlain)
      addLength(static_cast<int>(known->size()));
    else
      result_.length.reset();
    if (!known) result_.readings.push_back({text, precision.variable, precision.constant, isWide});
    return true;
  }

  llvm::StringRef rest_;
  std::vector<llvm::Value*> arguments_;
  size_t next_ = 0;
  Expansion result_;
};

std::optional<Expansion> expansionOf(const llvm::CallInst& call, const OutputFunction& function) {
  const auto place = static_cast<unsigned>(function.text);
  if (call.arg_size() <= std::max(place, function.stream == kNone ? 0 : static_cast<unsigned>(function.stream)))
    return std::nullopt;
  llvm::Value* text = call.getArgOperand(place);
  const std::optional<llvm::StringRef> known = literal(text);
  // The result of puts and fputs says no more than that all went well: the models say that.
  if (!function.isFormat) return known && call.use_empty() ? std::optional(Expansion{}) : std::nullopt;
  if (!known) return std::nullopt;
  std::vector<llvm::Value*> arguments;
  for (unsigned i = place + 1; i < call.arg_size(); i++) arguments.push_back(call.getArgOperand(i));
  std::optional<Expansion> result = FormatWalk(*known, std::move(arguments)).run();
  if (result && !call.use_empty() && (!result->length || !call.getType()->isIntegerTy(32))) return std::nullopt;
  return result;
}

/// Whether the program could notice that output to a standard stream went wrong.
bool looksAtFailures(const llvm::Module& program) {
  for (const char* name : {"__errno_location", "ferror", "ferror_unlocked", "fclose", "freopen"})
    if (program.getFunction(name) != nullptr) return true;
  return false;
}

bool isStandardStream(const llvm::Value* stream) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(stream);
  auto* global = load == nullptr ? nullptr : llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand());
  return global != nullptr && global->isDeclaration() &&
         (global->getName() == "stdout" || global->getName() == "stderr");
}

class Expander {
public:
  explicit Expander(llvm::Module& program) : program_(program), looksAtFailures_(looksAtFailures(program)) {}

  void expand(llvm::CallInst& call, const OutputFunction& function, const Expansion& expansion) {
    llvm::IRBuilder<> builder(&call);
    written_ = function.name;
    llvm::Type* pointer = builder.getPtrTy();
    llvm::Type* nothing = builder.getVoidTy();
    for (const Reading& reading : expansion.readings) {
      llvm::Value* precision =
          reading.precision != nullptr ? reading.precision : builder.getInt32(reading.constantPrecision);
      const bool isWhole = reading.precision == nullptr && reading.constantPrecision == kNone;
      if (reading.isWide)
        emit(builder, "__assay_print_wide", nothing, {pointer, builder.getInt32Ty()}, {reading.text, precision});
      else if (isWhole)
        emit(builder, "__assay_print_string", nothing, {pointer}, {reading.text});
      else
        emit(builder, "__assay_print_part", nothing, {pointer, builder.getInt32Ty()}, {reading.text, precision});
    }
    output(builder, call, function, expansion);
    // What is shown is used, which one step more looks at (prepare/uninitialised.cpp).
    llvm::CallInst* shown = builder.CreateCall(
        program_.getOrInsertFunction(kShown, llvm::FunctionType::get(nothing, {}, /*isVarArg=*/true)),
        std::vector<llvm::Value*>(call.arg_begin(), call.arg_end()));
    shown->setDebugLoc(call.getDebugLoc());
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.paramHasAttr(i, llvm::Attribute::NoUndef)) shown->addParamAttr(i, llvm::Attribute::NoUndef);
    call.eraseFromParent();
  }

private:
  llvm::CallInst* emit(llvm::IRBuilder<>& builder, const char* name, llvm::Type* result,
                       std::vector<llvm::Type*> parameters, std::vector<llvm::Value*> arguments) {
    auto* type = llvm::FunctionType::get(result, parameters, false);
    llvm::CallInst* call = builder.CreateCall(program_.getOrInsertFunction(name, type), arguments);
    noteWrittenCallee(*call, written_);
    return call;
  }

  /// Adds the output itself, if the program looks at the result, at the stream or at errno.
  void output(llvm::IRBuilder<>& builder, llvm::CallInst& call, const OutputFunction& function,
              const Expansion& expansion) {
    llvm::Value* stream =
        function.stream == kNone ? nullptr : call.getArgOperand(static_cast<unsigned>(function.stream));
    const bool isStandard = stream == nullptr || isStandardStream(stream);
    if (isStandard && !looksAtFailures_ && call.use_empty()) return;
    llvm::Value* length = builder.getInt32(expansion.length.value_or(0));
    llvm::Type* number = builder.getInt32Ty();
    llvm::CallInst* result =
        stream == nullptr ? emit(builder, "__assay_print_standard", number, {number}, {length})
                          : emit(builder, "__assay_print", number, {builder.getPtrTy(), number}, {stream, length});
    if (!call.use_empty()) call.replaceAllUsesWith(result);
  }

  llvm::Module& program_;
  bool looksAtFailures_;
  const char* written_ = nullptr; // the function that is expanded
};

} // namespace

void expandFormats(llvm::Module& program) {
  Expander expander(program);
  for (const OutputFunction& function : kFunctions) {
    llvm::Function* callee = program.getFunction(function.name);
    if (callee == nullptr || !callee->isDeclaration()) continue;
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : callee->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call != nullptr && call->getCalledOperand() == callee)
        calls.push_back(call);
    for (llvm::CallInst* call : calls)
      if (const std::optional<Expansion> expansion = expansionOf(*call, function))
        expander.expand(*call, function, *expansion);
  }
}

} // namespace assay
