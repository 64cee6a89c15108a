#include "program/expression_parser.h"

#include <algorithm>
#include <bit>
#include <cctype>

namespace assay::text {

namespace {

constexpr unsigned kMaxDepth = 1000;
constexpr uint32_t kMaxWidth = 1u << 24;

/// Counts how deeply the parser is in itself.
class DepthGuard {
public:
  DepthGuard(unsigned& depth, const Cursor& cursor) : depth_(depth) {
    if (++depth_ > kMaxDepth) cursor.fail("the expression nests too deeply: name a part of it by `let`");
  }
  ~DepthGuard() { --depth_; }

private:
  unsigned& depth_;
};

bool isFloatNamed(std::string_view name) { return name.size() > 1 && name[0] == 'f'; }

} // namespace

void ExpressionParser::learnObjects() {
  uint32_t number = 0;
  for (const StaticObject& object : program_.objects) {
    auto [it, isNew] = objectNumber_.emplace(object.name, ++number);
    if (!isNew) it->second = 0;
  }
}

void ExpressionParser::enterFunction(FunctionId function) { function_ = function; }

void ExpressionParser::parseLets() {
  lets_.clear();
  while (cursor_.acceptWord("let")) {
    if (!cursor_.raw().starts_with("$")) cursor_.fail("a definition's name begins with $");
    const Token name = cursor_.next();
    cursor_.expectOp("=");
    const Term term = parse();
    if (!lets_.emplace(cursor_.content(name), term).second) cursor_.fail(name, "this name has a definition already");
    cursor_.expectOp(";");
  }
}

std::string ExpressionParser::parseSymbol(FunctionId function) {
  if (cursor_.acceptOp("::") || !function.valid()) return cursor_.expectName("a name");
  return program_[function].name + "::" + cursor_.expectName("a name");
}

VariableId ExpressionParser::parseVariable() {
  const Token at = cursor_.peek();
  const bool isAbsolute = cursor_.acceptOp("::");
  const std::string name = cursor_.expectName("a variable");
  VariableId result;
  const auto lookUp = [&](const std::string& symbol) {
    const Term term = terms_.findVariable(symbol);
    return term ? program_.variableOf(term) : VariableId();
  };
  if (!isAbsolute && function_.valid()) result = lookUp(program_[function_].name + "::" + name);
  if (!result.valid()) result = lookUp(name);
  require(result.valid(), at, "there is no variable '" + name + "'");
  return result;
}

/// `::name`: a variable, or one that is bound.
Term ExpressionParser::parseGlobal() {
  const std::string name = cursor_.content(cursor_.peek(1));
  const auto bound = std::ranges::find(bound_, name, [](Term variable) { return variable.symbol(); });
  if (bound == bound_.end()) return program_[parseVariable()].term;
  cursor_.next();
  cursor_.next();
  return *bound;
}

Sort ExpressionParser::parseSort() {
  const DepthGuard guard(depth_, cursor_);
  const Token at = cursor_.peek();
  const std::string name = cursor_.expectName("a sort");
  if (name == "bool") return terms_.boolSort();
  static constexpr std::pair<std::string_view, std::pair<uint32_t, uint32_t>> kFloats[] = {
      {"f16", {5, 11}}, {"f32", {8, 24}}, {"f64", {11, 53}}, {"f80", {15, 64}}, {"f128", {15, 113}}};
  for (const auto& [floatName, format] : kFloats) {
    if (name == floatName) return terms_.fpSort(format.first, format.second);
  }
  if (name == "float") {
    cursor_.expectOp("<");
    const auto exponent = static_cast<uint32_t>(cursor_.expectNumber("number of exponent bits", 30));
    cursor_.expectOp(",");
    const auto significand = static_cast<uint32_t>(cursor_.expectNumber("number of significand bits", 10000));
    cursor_.expectOp(">");
    require(exponent >= 2 && significand >= 2, at, "a float needs two exponent and two significand bits");
    return terms_.fpSort(exponent, significand);
  }
  if (name == "array") {
    cursor_.expectOp("<");
    const Sort index = parseSort();
    require(index.isBitVec(), at, "arrays are indexed by bit-vectors");
    cursor_.expectOp(",");
    const Sort element = parseSort();
    cursor_.expectOp(">");
    return terms_.arraySort(index, element);
  }
  uint32_t width = 0;
  const bool isBv = name.starts_with("bv") &&
                    std::from_chars(name.data() + 2, name.data() + name.size(), width).ptr == name.data() + name.size();
  require(isBv && width >= 1 && width <= kMaxWidth, at, "'" + name + "' is no sort");
  return terms_.bvSort(width);
}

Term ExpressionParser::parse(Sort expected) {
  const Token at = cursor_.peek();
  const Term term = sized(parseBinary(0), expected);
  require(expected.isNull() || term.sort() == expected, at,
          "expected sort " + (expected.isNull() ? "" : sortName(expected)) + ", this has " + sortName(term.sort()));
  return term;
}

BitVector ExpressionParser::number(const Token& token, bool isNegative, uint32_t width) const {
  std::string digits = cursor_.content(token);
  const int base = digits.starts_with("0x") ? 16 : 10;
  if (base == 16) digits.erase(0, 2);
  require(digits.find_first_of(base == 16 ? ".+-" : ".e+-") == std::string::npos, token, "expected an integer");
  const auto wide = std::max<uint32_t>(width, 4 * static_cast<uint32_t>(digits.size())) + 1;
  BitVector value = BitVector::fromString(wide, digits, base);
  const uint32_t bits = wide - value.countLeadingZeros();
  const bool fits = isNegative ? bits < width || (bits == width && value.isPowerOfTwo()) : bits <= width;
  require(fits, token, "the number does not fit into " + std::to_string(width) + " bits");
  value = value.extract(width - 1, 0);
  return isNegative ? value.neg() : value;
}

Term ExpressionParser::floatNumber(const Token& token, bool isNegative, Sort sort) {
  const std::string digits = (isNegative ? "-" : "") + cursor_.content(token);
  if (digits.starts_with("0x")) return terms_.mkFp(sort, number(token, false, sort.width()));
  const std::string format = sortName(sort);
  const auto read = [&](auto value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    require(error == std::errc() && end == digits.data() + digits.size(), token, "this is no float");
    return value;
  };
  if (format == "f32") return terms_.mkFp(sort, BitVector(32, std::bit_cast<uint32_t>(read(0.0f))));
  if (format == "f64") return terms_.mkFp(sort, BitVector(64, std::bit_cast<uint64_t>(read(0.0))));
  cursor_.fail(token, "constants of " + format + " are written as their bits, in hexadecimal");
}

/// The operand as a term; a number takes its width from `sort`.
Term ExpressionParser::sized(const Operand& operand, Sort sort) {
  if (operand.term) return operand.term;
  require(!sort.isNull() && sort.isBitVec(), operand.token,
          "the width of this number is not clear from its context: write it like 10:32");
  return terms_.mkBv(number(operand.token, operand.isNegative, sort.width()));
}

/// If one of the operands is a number, it takes its width from the other.
void ExpressionParser::unify(Operand& a, Operand& b) {
  a.term = sized(a, b.term ? b.term.sort() : Sort());
  b.term = sized(b, a.term.sort());
}

ExpressionParser::Operand ExpressionParser::parseBinary(unsigned minLevel) {
  const DepthGuard guard(depth_, cursor_);
  Operand left = parseUnary();
  while (cursor_.peek().kind == TokenKind::Operator) {
    const bool isMinus = cursor_.isOp("-");
    const Infix* op = isMinus ? infixByKind(Kind::BvAdd) : infixByToken(cursor_.raw());
    if (!op || op->level < minLevel) break;
    const Token token = cursor_.next();
    left = combine(token, left, parseBinary(op->level + 1u));
  }
  return left;
}

ExpressionParser::Operand ExpressionParser::combine(const Token& token, Operand left, Operand right) {
  const bool isMinus = cursor_.content(token) == "-";
  const Infix& op = isMinus ? *infixByKind(Kind::BvAdd) : *infixByToken(cursor_.content(token));
  if (op.kind == Kind::BvConcat) {
    left.term = needTerm(left);
    right.term = needTerm(right);
  } else {
    unify(left, right);
  }
  const Sort a = left.term.sort(), b = right.term.sort();
  if (op.level <= kAndLevel) {
    require(a.isBool() && b.isBool(), token, "both operands must be bool");
  } else if (op.kind == Kind::BvConcat) {
    require(a.isBitVec() && b.isBitVec(), token, "both operands must be bit-vectors");
  } else {
    require(a == b, token, "the operands have different sorts, " + sortName(a) + " and " + sortName(b));
    require(op.kind == Kind::Equal || a.isBitVec(), token, "both operands must be bit-vectors");
  }
  if (isMinus) {
    const bool isConstant = right.term.kind() == Kind::BvConst;
    right.term = isConstant ? terms_.mkBv(right.term.value().neg()) : terms_.mkBvNeg(right.term);
  }
  if (op.swap) std::swap(left.term, right.term);
  const Term result = terms_.mk(op.kind, {left.term, right.term});
  return {op.negate ? terms_.mkNot(result) : result, token};
}

ExpressionParser::Operand ExpressionParser::parseUnary() {
  const DepthGuard guard(depth_, cursor_);
  const Token token = cursor_.peek();
  if (cursor_.acceptOp("-")) {
    if (cursor_.peek().kind == TokenKind::Number) return parseNumber(true);
    const Term term = needTerm(parseUnary());
    require(term.sort().isBitVec(), token, "the operand must be a bit-vector");
    return {terms_.mkBvNeg(term), token};
  }
  if (cursor_.acceptOp("~")) {
    const Term term = needTerm(parseUnary());
    require(term.sort().isBitVec(), token, "the operand must be a bit-vector");
    return {terms_.mkBvNot(term), token};
  }
  if (cursor_.acceptOp("!")) {
    const Term term = needTerm(parseUnary());
    require(term.sort().isBool(), token, "the operand must be bool");
    return {terms_.mkNot(term), token};
  }
  Operand operand = parsePrimary();
  if (operand.term) operand.term = parsePostfix(operand.term);
  return operand;
}

Term ExpressionParser::parsePostfix(Term term) {
  while (cursor_.isOp("[")) {
    const Token token = cursor_.next();
    require(term.sort().isBitVec(), token, "only bit-vectors have bits");
    const uint64_t high = cursor_.expectNumber("bit number", term.sort().width() - 1);
    cursor_.expectOp(":");
    const uint64_t low = cursor_.expectNumber("bit number", high);
    cursor_.expectOp("]");
    term = terms_.mkBvExtract(term, static_cast<uint32_t>(high), static_cast<uint32_t>(low));
  }
  return term;
}

ExpressionParser::Operand ExpressionParser::parseNumber(bool isNegative) {
  const Token token = cursor_.next();
  if (!cursor_.acceptOp(":")) return {Term(), token, isNegative};
  if (cursor_.isName() && isFloatNamed(cursor_.raw())) return {floatNumber(token, isNegative, parseSort()), token};
  const auto width = static_cast<uint32_t>(cursor_.expectNumber("width", kMaxWidth));
  require(width >= 1, token, "a bit-vector has one bit at least");
  return {terms_.mkBv(number(token, isNegative, width)), token};
}

/// Behind `&`: a static object by name or `#number`, and an offset into it.
Term ExpressionParser::parseObject() {
  const Token at = cursor_.peek();
  uint32_t object = 0;
  if (cursor_.acceptOp("#")) {
    object = static_cast<uint32_t>(cursor_.expectNumber("object number", program_.objects.size()));
  } else if (const auto it = objectNumber_.find(cursor_.expectName("an object")); it != objectNumber_.end()) {
    object = it->second;
  }
  require(object != 0, at, "there is no such object, or more than one: name it like &#3");
  uint64_t offset = 0;
  if (cursor_.isOp("[") && cursor_.isOp("]", 2)) {
    cursor_.next();
    offset = cursor_.expectNumber("offset", program_.objects[object].size);
    cursor_.next();
  }
  return program_.objectAddress(object, offset);
}

/// The operator in function notation that the next tokens name, if so.
const FunctionSyntax* ExpressionParser::functionAt(std::optional<RoundingMode>& mode) const {
  if (!cursor_.isOp("(", 1)) return nullptr;
  const std::string_view name = cursor_.raw();
  if (const FunctionSyntax* f = functionByName(name)) return f->rounds ? nullptr : f;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  mode = valueOf<RoundingMode>(name.substr(dot + 1), roundingModeNames());
  const FunctionSyntax* f = functionByName(name.substr(0, dot));
  return f && f->rounds && mode ? f : nullptr;
}

ExpressionParser::Operand ExpressionParser::parsePrimary() {
  const Token token = cursor_.peek();
  if (token.kind == TokenKind::Number) return parseNumber(false);
  if (cursor_.acceptOp("(")) {
    Operand inner = parseBinary(0);
    cursor_.expectOp(")");
    return inner;
  }
  if (cursor_.acceptOp("&")) return {parseObject(), token};
  if (cursor_.acceptWord("true")) return {terms_.mkTrue(), token};
  if (cursor_.acceptWord("false")) return {terms_.mkFalse(), token};
  if (cursor_.isOp("::")) return {parseGlobal(), token};
  if (!cursor_.isName()) cursor_.fail("expected an expression" + cursor_.butFound());
  std::optional<RoundingMode> mode;
  if (const FunctionSyntax* syntax = functionAt(mode)) return {parseFunction(*syntax, mode), token};
  if (cursor_.isOp("(", 1)) cursor_.fail("there is no operator '" + cursor_.content(token) + "'");
  if (cursor_.raw().starts_with("$")) {
    const auto it = lets_.find(cursor_.content(token));
    if (it != lets_.end()) return cursor_.next(), Operand{it->second, token};
  }
  return {program_[parseVariable()].term, token};
}

Term ExpressionParser::parseFunction(const FunctionSyntax& syntax, std::optional<RoundingMode> mode) {
  const Token token = cursor_.next();
  cursor_.expectOp("(");
  Sort sort;
  if (syntax.shape == Shape::ConstArray) {
    sort = parseSort();
    cursor_.expectOp(",");
  }
  std::vector<Operand> arguments;
  for (unsigned i = 0; i < syntax.arity; ++i) {
    if (i > 0) cursor_.expectOp(",");
    arguments.push_back(parseBinary(0));
  }
  uint32_t width = 0;
  if (syntax.shape == Shape::ToWidth || syntax.shape == Shape::ToSort) cursor_.expectOp(",");
  if (syntax.shape == Shape::ToWidth) width = static_cast<uint32_t>(cursor_.expectNumber("width", kMaxWidth));
  if (syntax.shape == Shape::ToSort) sort = parseSort();
  cursor_.expectOp(")");

  checkFunction(syntax, arguments);
  std::vector<Term> terms;
  for (const Operand& argument : arguments) terms.push_back(argument.term);
  std::vector<uint32_t> indices;
  if (syntax.rounds) indices.push_back(static_cast<uint32_t>(*mode));
  const Sort first = terms[0].sort();
  switch (syntax.shape) {
  case Shape::Terms:
    break;
  case Shape::ConstArray:
    require(sort.isArray() && sort.element() == first, token, "the array has elements of another sort");
    return terms_.mkConstArray(sort, terms[0]);
  case Shape::ToSort:
    require(sort.isFloat(), token, "the result must be a float");
    require(syntax.kind != Kind::FpFromBits || first.width() == sort.width(), token, "wrong number of bits");
    indices.push_back(sort.exponentBits());
    indices.push_back(sort.significandBits());
    break;
  case Shape::ToWidth:
    if (first.isFloat()) {
      require(width >= 1, token, "a bit-vector has one bit at least");
      indices.push_back(width);
    } else {
      require(width >= first.width(), token, "an extension cannot shrink its operand");
      indices.push_back(width - first.width());
    }
    break;
  }
  return terms_.mk(syntax.kind, terms, indices);
}

/// Gives numbers their width, and checks the sorts of what an operator is applied to.
void ExpressionParser::checkFunction(const FunctionSyntax& syntax, std::vector<Operand>& arguments) {
  const Token at = arguments[0].token;
  if (syntax.kind == Kind::Ite) unify(arguments[1], arguments[2]);
  if (syntax.kind == Kind::BvUmulo || syntax.kind == Kind::BvSmulo) unify(arguments[0], arguments[1]);
  for (Operand& argument : arguments) argument.term = needTerm(argument);
  const auto sort = [&](size_t i) { return arguments[i].term.sort(); };
  switch (syntax.kind) {
  case Kind::Ite:
    require(sort(0).isBool() && sort(1) == sort(2), at, "ite takes a bool and two terms of one sort");
    return;
  case Kind::BvNeg:
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend:
  case Kind::FpFromBits:
  case Kind::FpFromSbv:
  case Kind::FpFromUbv:
    require(sort(0).isBitVec(), at, "the operand must be a bit-vector");
    return;
  case Kind::BvUmulo:
  case Kind::BvSmulo:
    require(sort(0).isBitVec() && sort(0) == sort(1), at, "the operands must be bit-vectors of one width");
    return;
  case Kind::FpToBits:
    require(sort(0).isFloat() && sort(1).isBitVec() && sort(1).width() == sort(0).width(), at,
            "asbits takes a float and a bit-vector of its width");
    return;
  case Kind::Select:
  case Kind::Store:
    require(sort(0).isArray() && sort(1) == sort(0).index(), at, "the index has another sort than the array's");
    if (syntax.kind == Kind::Store) require(sort(2) == sort(0).element(), at, "the array has elements of another sort");
    return;
  case Kind::ConstArray:
    return;
  default:
    for (size_t i = 0; i < arguments.size(); ++i) {
      require(sort(i).isFloat() && sort(i) == sort(0), at, "the operands must be floats of one format");
    }
  }
}

} // namespace assay::text
