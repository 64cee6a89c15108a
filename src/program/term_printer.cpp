#include "program/term_printer.h"

#include "term/semantics.h"

#include <bit>
#include <charconv>
#include <cstring>

namespace assay {

using namespace text;

namespace {

constexpr uint32_t kLetSize = 6;   // a subterm used twice gets a let from this size on
constexpr uint32_t kLetDepth = 40; // a subterm that nests deeper gets one however often it is used

uint64_t mix(uint64_t h, uint64_t value) {
  h = (h ^ value) * 0x9e3779b97f4a7c15ull;
  return h ^ (h >> 29);
}

uint64_t hashText(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}

/// Variables, compound terms, constants, negated terms: the order of commutative operands.
int rank(Term term) {
  if (term.isVariable()) return 0;
  if (term.isValue()) return 2;
  return term.kind() == Kind::BvNeg ? 3 : 1;
}

bool isBvConst(Term term) { return term.kind() == Kind::BvConst; }

/// Constants with the sign bit set read as negative numbers, but for single bits.
bool readsNegative(const BitVector& value) { return value.width() > 1 && value.signBit(); }

/// The local name of "function::name"; empty if the symbol does not have this form.
std::string_view localName(std::string_view symbol, std::string_view function) {
  if (!symbol.starts_with(function)) return {};
  symbol.remove_prefix(function.size());
  return symbol.size() > 2 && symbol.starts_with("::") ? symbol.substr(2) : std::string_view();
}

/// Whether `child op ...` may stand without parentheses inside `parent`, to a reader's comfort: arithmetic in
/// comparisons, products in sums, comparisons in logic, and chains of one operator to the left.
bool standsFree(uint8_t child, Kind childKind, uint8_t parent, Kind parentKind, bool isRight) {
  if (child >= kUnaryLevel) return true;
  if (!isRight && child == parent && childKind == parentKind) return parent != kCompareLevel && parent != kShiftLevel;
  if (parent == kAddLevel) return child == kMulLevel;
  if (parent <= kAndLevel) return child == kCompareLevel || child >= kAddLevel;
  return parent == kCompareLevel && child >= kAddLevel;
}

} // namespace

TermPrinter::TermPrinter(const Program& program) : program_(program) {
  for (const StaticObject& object : program.objects) ++objectsNamed_[object.name];
}

void TermPrinter::enterFunction(FunctionId function) {
  function_ = function;
  localNames_.clear();
  if (!function.valid()) return;
  for (VariableId variable : program_[function].variables) {
    const std::string_view name = localName(program_[variable].name(), program_[function].name);
    if (!name.empty()) localNames_.insert(name);
  }
}

std::string TermPrinter::variable(VariableId id) const {
  const Variable& variable = program_[id];
  if (variable.function.valid()) {
    const std::string_view name = localName(variable.name(), program_[variable.function].name);
    return name.empty() ? "::" + quoteName(variable.name()) : quoteName(name);
  }
  const std::string_view name = variable.name();
  return localNames_.contains(name) ? "::" + quoteName(name) : quoteName(name);
}

void TermPrinter::computeHashes(Term root) {
  if (hash_.size() <= root.id()) hash_.resize(program_.terms().numTerms(), 0);
  std::vector<Term> work{root};
  while (!work.empty()) {
    const Term term = work.back();
    uint64_t& hash = hash_[term.id()];
    const size_t before = work.size();
    if (hash == 0) {
      for (Term child : term.children()) {
        if (hash_[child.id()] == 0) work.push_back(child);
      }
    }
    if (work.size() != before) continue;
    work.pop_back();
    if (hash != 0) continue;
    uint64_t h = mix(static_cast<uint64_t>(term.kind()) + 1, 0);
    if (term.isVariable()) h = mix(h, hashText(term.symbol()));
    if (isBvConst(term) || term.kind() == Kind::FpConst) h = mix(h, term.value().hash());
    for (uint32_t i = 0; i < 3; ++i) h = mix(h, term.index(i));
    uint32_t next = 0;
    if (isCommutative(term.kind())) {
      const uint64_t a = hashOf(term[0]), b = hashOf(term[1]);
      h = mix(mix(h, std::min(a, b)), std::max(a, b));
      next = 2;
    }
    while (next < term.size()) h = mix(h, hashOf(term[next++]));
    hash = h == 0 ? 1 : h;
  }
}

bool TermPrinter::before(Term a, Term b) const {
  const int rankA = rank(a), rankB = rank(b);
  if (rankA != rankB) return rankA < rankB;
  if (rankA == 0) return a.symbol() < b.symbol();
  return hashOf(a) < hashOf(b);
}

std::pair<Term, Term> TermPrinter::ordered(Term term) const { return {operandAt(term, 0), operandAt(term, 1)}; }

/// The i-th operand in the order in which they are printed.
Term TermPrinter::operandAt(Term term, uint32_t i) const {
  const bool swaps = i < 2 && isCommutative(term.kind()) && before(term[1], term[0]);
  return term[swaps ? 1 - i : i];
}

uint32_t TermPrinter::letOf(Term term) const {
  return term.id() < info_.size() && info_[term.id()].epoch == epoch_ ? info_[term.id()].let : 0;
}

// Two passes over the distinct subterms: the first counts uses, the second goes bottom-up, in the order in which the
// text will name them, and gives out lets.
void TermPrinter::begin(const std::vector<Term>& roots) {
  ++epoch_;
  lets_.clear();
  maxDepth_ = depthLeft_ = UINT32_MAX;
  if (info_.size() < program_.terms().numTerms()) info_.resize(program_.terms().numTerms());
  std::vector<Term> work;
  const auto use = [&](Term term) {
    Info& info = info_[term.id()];
    if (info.epoch != epoch_) {
      info = {epoch_, 0, 0, 0, 0};
      work.push_back(term);
    }
    ++info.uses;
  };
  for (Term root : roots) {
    computeHashes(root);
    use(root);
    while (!work.empty()) {
      const Term term = work.back();
      work.pop_back();
      for (Term child : term.children()) use(child);
    }
  }
  for (Term root : roots) {
    work.push_back(root);
    while (!work.empty()) {
      const Term term = work.back();
      Info& info = info_[term.id()];
      const size_t before = work.size();
      if (info.size == 0) {
        for (uint32_t i = term.size(); i-- > 0;) {
          const Term child = operandAt(term, i);
          if (info_[child.id()].size == 0) work.push_back(child);
        }
      }
      if (work.size() != before) continue;
      work.pop_back();
      if (info.size != 0) continue;
      info.size = 1;
      for (Term child : term.children()) {
        const Info& inner = info_[child.id()];
        info.size += inner.let != 0 ? 1 : inner.size;
        info.depth = std::max(info.depth, inner.let != 0 ? 1 : inner.depth + 1);
      }
      if ((info.uses > 1 && info.size >= kLetSize) || info.depth >= kLetDepth) {
        lets_.push_back(term);
        info.let = static_cast<uint32_t>(lets_.size());
      }
    }
  }
}

void TermPrinter::beginShort(unsigned depth) {
  ++epoch_;
  lets_.clear();
  maxDepth_ = depth;
}

std::string TermPrinter::print(Term term, bool sized) {
  computeHashes(term);
  depthLeft_ = maxDepth_;
  return text(term, false, sized);
}

std::string TermPrinter::text(Term term, bool isDefinition, bool sized) {
  return piece(term, sized, isDefinition).text;
}

std::string TermPrinter::objectName(uint64_t pointer) const {
  const PointerLayout& layout = program_.layout();
  const uint64_t number = layout.object(pointer);
  const int64_t offset = layout.offset(pointer);
  if (number == 0 || number > program_.objects.size()) return {};
  const StaticObject& object = program_.objects[number];
  if (offset < 0 || static_cast<uint64_t>(offset) > object.size) return {};
  const bool isUnique = objectsNamed_.at(object.name) == 1 && !object.name.empty();
  std::string text = "&" + (isUnique ? quoteName(object.name) : "#" + std::to_string(number));
  if (offset != 0) text += "[" + std::to_string(offset) + "]";
  return text;
}

std::string TermPrinter::constant(const BitVector& value, bool sized) const {
  if (value.width() == program_.layout().width) {
    if (std::string name = objectName(value.toUint64()); !name.empty()) return name;
  }
  std::string text;
  constexpr int64_t kDecimal = int64_t{1} << 31;
  const bool isNegative = readsNegative(value);
  const BitVector magnitude = isNegative ? value.neg() : value;
  if (magnitude.fitsUint64() && magnitude.toUint64() <= static_cast<uint64_t>(kDecimal)) {
    text = (isNegative ? "-" : "") + magnitude.toString(10);
  } else {
    text = "0x" + value.toString(16);
  }
  return sized ? text : text + ":" + std::to_string(value.width());
}

std::string TermPrinter::floatConstant(Term term) const {
  const Sort sort = term.sort();
  const std::string name = sortName(sort);
  const uint64_t bits = term.value().toUint64();
  char buffer[64];
  char* end = nullptr;
  if (name == "f32" && (bits >> 23 & 0xff) != 0xff) {
    end = std::to_chars(buffer, buffer + sizeof buffer, std::bit_cast<float>(static_cast<uint32_t>(bits))).ptr;
  } else if (name == "f64" && (bits >> 52 & 0x7ff) != 0x7ff) {
    end = std::to_chars(buffer, buffer + sizeof buffer, std::bit_cast<double>(bits)).ptr;
  }
  if (end) return std::string(buffer, end) + ":" + name;
  return "0x" + term.value().toString(16) + ":" + name;
}

TermPrinter::Piece TermPrinter::leaf(Term term, bool sized) const {
  Piece piece{{}, kPrimaryLevel, term.kind()};
  switch (term.kind()) {
  case Kind::True:
    piece.text = "true";
    break;
  case Kind::False:
    piece.text = "false";
    break;
  case Kind::BvConst:
    piece.text = constant(term.value(), sized);
    break;
  case Kind::FpConst:
    piece.text = floatConstant(term);
    break;
  default: {
    const VariableId id = program_.variableOf(term);
    piece.text = id.valid() ? variable(id) : "::" + quoteName(term.symbol());
  }
  }
  return piece;
}

std::string TermPrinter::operand(Term term, const Infix& parent, bool isRight, bool sized) {
  Piece inner = piece(term, sized);
  const bool free = standsFree(inner.level, inner.kind, parent.level, parent.kind, isRight);
  return free ? std::move(inner.text) : "(" + inner.text + ")";
}

TermPrinter::Piece TermPrinter::infix(const Infix& op, Term left, Term right) {
  // The other operand tells a constant's width, except for `++`, which takes operands of any widths.
  const bool leftSized = op.kind != Kind::BvConcat && !isBvConst(right);
  const bool rightSized = op.kind != Kind::BvConcat && !isBvConst(left);
  std::string out = operand(left, op, false, leftSized);
  out += ' ';
  out += op.token;
  out += ' ';
  out += operand(right, op, true, rightSized);
  return {std::move(out), op.level, op.kind};
}

// add(a, neg(b)) reads `a - b`, add(a, -5) reads `a - 5`, add(5, neg(b)) reads `5 - b`.
TermPrinter::Piece TermPrinter::sum(Term term) {
  const auto [left, right] = ordered(term);
  const Infix& plus = *infixByKind(Kind::BvAdd);
  const Infix minus{"-", kAddLevel, Kind::BvAdd};
  if (right.kind() == Kind::BvNeg && !letOf(right) && !isBvConst(right[0])) {
    Piece result{operand(left, plus, false, true), kAddLevel, Kind::BvAdd};
    result.text += " - " + operand(right[0], minus, true, true);
    return result;
  }
  if (isBvConst(right) && !isBvConst(left) && readsNegative(right.value())) {
    std::string number = constant(right.value().neg(), true);
    if (number[0] != '&' && number[0] != '-') {
      return {operand(left, plus, false, true) + " - " + number, kAddLevel, Kind::BvAdd};
    }
  }
  return infix(plus, left, right);
}

TermPrinter::Piece TermPrinter::unary(std::string_view op, Term operand) {
  const Piece inner = piece(operand, false);
  std::string out(op);
  out += inner.level >= kUnaryLevel ? inner.text : "(" + inner.text + ")";
  return {std::move(out), kUnaryLevel, Kind::Not};
}

// not(a = b) reads `a != b`, not(b < a) reads `a <= b`.
TermPrinter::Piece TermPrinter::negation(Term term) {
  const Term inner = term[0];
  if (!letOf(inner)) {
    if (inner.kind() == Kind::Equal) {
      const auto [left, right] = ordered(inner);
      return infix(*infixByKind(Kind::Equal, false, true), left, right);
    }
    if (inner.kind() == Kind::BvSlt || inner.kind() == Kind::BvUlt) {
      return infix(*infixByKind(inner.kind(), true, true), inner[1], inner[0]);
    }
  }
  return unary("!", inner);
}

TermPrinter::Piece TermPrinter::function(Term term) {
  const FunctionSyntax& syntax = *functionByKind(term.kind());
  std::string out(syntax.name);
  if (syntax.rounds) {
    out += '.';
    out += nameOf(term.roundingMode(), roundingModeNames());
  }
  out += '(';
  if (syntax.shape == Shape::ConstArray) out += sortName(term.sort()) + ", ";
  for (uint32_t i = 0; i < term.size(); ++i) {
    const Term child = operandAt(term, i);
    // In an ite, the other branch may tell a constant's width.
    const bool sized = term.kind() == Kind::Ite && i > 0 && !isBvConst(term[3 - i]);
    if (i > 0) out += ", ";
    out += piece(child, sized).text;
  }
  if (syntax.shape == Shape::ToWidth) out += ", " + std::to_string(term.sort().width());
  if (syntax.shape == Shape::ToSort) out += ", " + sortName(term.sort());
  out += ')';
  return {std::move(out), kPrimaryLevel, term.kind()};
}

TermPrinter::Piece TermPrinter::piece(Term term, bool sized, bool isDefinition) {
  if (!isDefinition) {
    if (const uint32_t let = letOf(term)) return {"$" + std::to_string(let), kPrimaryLevel, term.kind()};
  }
  if (term.size() == 0) return leaf(term, sized);
  if (depthLeft_ == 0) return {"...", kPrimaryLevel, term.kind()};
  --depthLeft_;
  Piece result;
  switch (term.kind()) {
  case Kind::Not:
    result = negation(term);
    break;
  case Kind::BvNot:
    result = unary("~", term[0]);
    break;
  case Kind::BvNeg:
    result = isBvConst(term[0]) ? function(term) : unary("-", term[0]);
    break;
  case Kind::BvAdd:
    result = sum(term);
    break;
  case Kind::BvExtract: {
    const Piece inner = piece(term[0], false);
    result.text = inner.level == kPrimaryLevel && !isBvConst(term[0]) ? inner.text : "(" + inner.text + ")";
    result.text += "[" + std::to_string(term.index(0)) + ":" + std::to_string(term.index(1)) + "]";
    result.level = kPrimaryLevel;
    break;
  }
  default:
    if (const Infix* op = infixByKind(term.kind())) {
      const auto [left, right] = ordered(term);
      result = infix(*op, left, right);
    } else {
      result = function(term);
    }
  }
  result.kind = result.level >= kUnaryLevel ? term.kind() : result.kind;
  ++depthLeft_;
  return result;
}

} // namespace assay
