#include "engine/shapes/heap_words.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

namespace {

/// What constraints that have a simple form say of a symbol; others are left out.
struct Range {
  std::optional<BitVector> least, most;
  std::vector<BitVector> values; // it is one of these; empty: nothing is known
  std::vector<BitVector> others; // it is none of these

  void atLeast(const BitVector& value) {
    if (!least || least->slt(value)) least = value;
  }
  void atMost(const BitVector& value) {
    if (!most || value.slt(*most)) most = value;
  }
  bool allows(const BitVector& value) const {
    return !(least && value.slt(*least)) && !(most && most->slt(value)) &&
           std::find(others.begin(), others.end(), value) == others.end();
  }
};

/// "symbol == constant": the constant.
std::optional<BitVector> constantOf(Term equation, Term symbol) {
  if (equation.kind() != Kind::Equal) return {};
  for (const size_t side : {0, 1})
    if (equation[side] == symbol && equation[1 - side].isValue()) return equation[1 - side].value();
  return {};
}

bool isSign(Term term, Term symbol) {
  return term.kind() == Kind::BvExtract && term[0] == symbol && term.index(0) == term.index(1) &&
         term.index(0) == symbol.sort().width() - 1;
}

void readSet(Range& range, Term constraint, Term symbol) {
  std::vector<BitVector> values;
  std::vector<Term> work{constraint};
  while (!work.empty()) {
    const Term part = work.back();
    work.pop_back();
    if (part.kind() == Kind::Or) {
      for (Term child : part.children()) work.push_back(child);
    } else if (const std::optional<BitVector> value = constantOf(part, symbol)) {
      values.push_back(*value);
    } else {
      return;
    }
  }
  if (range.values.empty()) range.values = values;
}

void read(Range& range, Term constraint, Term symbol) {
  const bool isNegated = constraint.kind() == Kind::Not;
  const Term inner = isNegated ? constraint[0] : constraint;
  const BitVector one = BitVector::one(symbol.sort().width()), zero = one.sub(one);
  if (inner.kind() == Kind::BvSlt && inner[0] == symbol && inner[1].isValue()) {
    if (isNegated)
      range.atLeast(inner[1].value());
    else
      range.atMost(inner[1].value().sub(one));
  } else if (inner.kind() == Kind::BvSlt && inner[1] == symbol && inner[0].isValue()) {
    if (isNegated)
      range.atMost(inner[0].value());
    else
      range.atLeast(inner[0].value().add(one));
  } else if (inner.kind() == Kind::Equal && isSign(inner[0], symbol) && inner[1].isValue()) {
    const bool isNegative = inner[1].value().isZero() == isNegated;
    if (isNegative)
      range.atMost(zero.sub(one));
    else
      range.atLeast(zero);
  } else if (const std::optional<BitVector> value = constantOf(inner, symbol); value && isNegated) {
    range.others.push_back(*value);
  } else if (!isNegated) {
    readSet(range, inner, symbol);
  }
}

} // namespace

std::string factsOf(const State& state, const std::string& name, const Value& value) {
  if (value.isConstant()) return name + " == " + value.number.value().toSignedString();
  if (!value.isSymbol() || !value.number.sort().isBitVec()) return {};
  Range range;
  for (Term constraint : state.constraints)
    if (const std::vector<Term> free = freeVariables(constraint); free.size() == 1 && free[0] == value.number)
      read(range, constraint, value.number);
  std::erase_if(range.values, [&](const BitVector& one) { return !range.allows(one); });
  if (!range.values.empty()) {
    std::sort(range.values.begin(), range.values.end(), [](const auto& a, const auto& b) { return a.slt(b); });
    if (range.values.size() == 1) return name + " == " + range.values[0].toSignedString();
    std::string text = name + " is ";
    for (size_t i = 0; i < range.values.size(); ++i)
      text += (i == 0 ? "" : i + 1 == range.values.size() ? " or " : ", ") + range.values[i].toSignedString();
    return text;
  }
  if (range.least && range.most)
    return range.least->toSignedString() + " <= " + name + " <= " + range.most->toSignedString();
  if (range.least) return name + " >= " + range.least->toSignedString();
  if (range.most) return name + " <= " + range.most->toSignedString();
  return {};
}

Member memberAt(const CTypes& types, CTypeId type, int64_t base, uint64_t offset) {
  std::string name;
  if (static_cast<int64_t>(offset) < base) type = CTypeId();
  uint64_t rest = 8 * (offset - static_cast<uint64_t>(base));
  while (type.valid() && types[type].kind == CType::Struct) {
    const std::vector<CMember>& members = types[type].members;
    const auto found = std::find_if(members.begin(), members.end(), [&](const CMember& member) {
      return member.bitOffset <= rest && rest < member.bitOffset + member.bitSize && !member.isBitField;
    });
    if (found == members.end()) break;
    if (!found->name.empty()) name += (name.empty() ? "" : ".") + found->name;
    rest -= found->bitOffset;
    type = found->type;
  }
  if (rest != 0 || name.empty()) return {"+" + std::to_string(offset), CTypeId()};
  return {std::move(name), type};
}

CTypeId targetOf(const CTypes& types, CTypeId pointer) {
  return pointer.valid() && types[pointer].kind == CType::Pointer ? types[pointer].target : CTypeId();
}

namespace {

class Words {
public:
  Words(const Program& program, const State& state) : program_(program), types_(*program.types), state_(state) {}

  std::string text() {
    std::string text;
    std::set<uint32_t> told;
    for (const auto& [variable, value] : state_.variables) {
      const std::string& name = program_[variable].sourceName;
      if (name.empty() || !value.isPointer() || value.last) continue;
      const Block& block = state_.blocks.at(value.object);
      if (!block.isSegment() || !told.insert(value.object).second) continue;
      text += (text.empty() ? "" : "; ") + segment(name, targetOf(types_, program_[variable].cType), value);
    }
    return text;
  }

private:
  std::string nameOf(const Value& value) const {
    if (value.isConstant()) return value.number.value().isZero() ? "NULL" : "a static object";
    if (!value.isPointer()) return "anything";
    for (const auto& [variable, other] : state_.variables)
      if (other == value && !program_[variable].sourceName.empty()) return program_[variable].sourceName;
    const Block& block = state_.blocks.at(value.object);
    return block.isWholeTree() ? "a tree" : block.isSegment() ? "another segment" : "a block";
  }

  std::string segment(const std::string& name, CTypeId type, const Value& first) const {
    const Block& block = state_.blocks.at(first.object);
    const Links& links = *block.links;
    std::string text = name + (block.isWholeTree() ? ": a tree of blocks"
                               : block.isTree()    ? ": a path of a tree of blocks"
                                                   : ": a segment of blocks");
    if (type.valid() && !types_[type].name.empty()) text += " (" + types_[type].name + ")";
    text += " from " + name;
    if (!block.isWholeTree()) text += " to " + nameOf(block.fields.at(links.next).value);
    std::string by;
    for (uint64_t branch : links.branches)
      by += (by.empty() ? "" : " and ") + memberAt(types_, type, first.offset, branch).name;
    text += " by " + (by.empty() ? memberAt(types_, type, first.offset, links.next).name : by);
    if (links.isDouble) text += ", back by " + memberAt(types_, type, first.offset, links.prev).name;
    std::string facts;
    for (const auto& [offset, field] : block.fields) {
      if (links.isLink(offset)) continue;
      const std::string member = memberAt(types_, type, first.offset, offset).name;
      std::string fact = factsOf(state_, member, field.value);
      if (field.value.isNode()) fact = member + " -> itself";
      if (field.value.isPointer()) {
        fact = member + " -> " + nameOf(field.value);
        if (field.each)
          fact = (state_.blocks.at(field.value.object).min == 0 ? "perhaps " : "") + owned(field.value) +
                 " of its own by " + member;
      }
      if (!fact.empty()) facts += (facts.empty() ? ", each with " : " and ") + fact;
    }
    return text + facts;
  }

  std::string owned(const Value& value) const {
    const Block& block = state_.blocks.at(value.object);
    return block.isWholeTree() ? "a tree of blocks" : block.isSegment() ? "a segment of blocks" : "a block";
  }

  const Program& program_;
  const CTypes& types_;
  const State& state_;
};

} // namespace

std::string heapInWords(const Program& program, const State& state) { return Words(program, state).text(); }

} // namespace assay::shapes
