#include "engine/kiki/templates.h"

#include "term/traverse.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

constexpr uint32_t kMaxWidth = 64;
constexpr size_t kMaxPairs = 150; // for each head

bool isSigned(const Variable& variable) {
  return variable.typeClass != TypeClass::Unsigned && variable.typeClass != TypeClass::Bool &&
         !variable.sort().isBool();
}

uint32_t widthOf(const Variable& variable) { return variable.sort().isBool() ? 1 : variable.sort().width(); }

BitVector greatestOf(const Variable& variable, bool isNegative, uint32_t width) {
  const uint32_t w = widthOf(variable);
  if (isSigned(variable))
    return isNegative ? BitVector::minSigned(w).signExtend(width).neg() : BitVector::maxSigned(w).signExtend(width);
  return isNegative ? BitVector::zero(width) : BitVector::ones(w).zeroExtend(width);
}

TemplateRow makeRow(const Program& program, uint32_t head, std::vector<TemplateRow::Summand> summands) {
  uint32_t width = 0;
  for (const auto& summand : summands) width = std::max(width, widthOf(program[summand.variable]));
  width += 3; // sign, sum, and room to halve the distance of two values
  BitVector greatest = BitVector::zero(width);
  for (const auto& summand : summands)
    greatest = greatest.add(greatestOf(program[summand.variable], summand.isNegative, width));
  return {head, std::move(summands), width, std::move(greatest)};
}

} // namespace

bool isNumeric(const Variable& variable) {
  if (variable.typeClass == TypeClass::Float || variable.typeClass == TypeClass::Pointer) return false;
  return variable.sort().isBool() || (variable.sort().isBitVec() && variable.sort().width() <= kMaxWidth);
}

std::set<VariablePair> relatedPairs(const Program& program) {
  constexpr size_t kMaxVariables = 8; // of one term: beyond, nothing special relates any two of them
  std::set<VariablePair> pairs;
  const auto relate = [&](std::vector<Term> variables) {
    if (variables.size() > kMaxVariables) return;
    for (Term a : variables)
      for (Term b : variables) {
        const VariableId x = program.variableOf(a), y = program.variableOf(b);
        if (x.valid() && y.valid() && x < y && isNumeric(program[x]) && isNumeric(program[y])) pairs.insert({x, y});
      }
  };
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    relate(freeVariables(edge.guard));
    for (const Operation& operation : edge.operations)
      if (const Assign* assign = operation.as<Assign>()) {
        std::vector<Term> variables = freeVariables(assign->value);
        variables.push_back(program[assign->variable].term);
        relate(std::move(variables));
      }
  }
  return pairs;
}

std::vector<TemplateRow> templateRows(const Flow& flow, TemplateDomain domain) {
  const Program& program = flow.program();
  std::vector<TemplateRow> rows;
  const std::set<VariablePair> related =
      domain == TemplateDomain::Intervals ? std::set<VariablePair>() : relatedPairs(program);
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    const std::vector<VariableId>& written = flow.writtenInLoop(head);
    const auto isWritten = [&](VariableId v) { return std::binary_search(written.begin(), written.end(), v); };
    const auto isLive = [&](VariableId v) { return flow.isLive(v.index(), flow.heads()[head]); };
    for (VariableId v : written)
      if (isLive(v) && isNumeric(program[v]))
        for (bool isNegative : {false, true}) rows.push_back(makeRow(program, head, {{v, isNegative}}));
    size_t pairs = 0;
    for (const auto& [x, y] : related) {
      if (!isLive(x) || !isLive(y) || !(isWritten(x) || isWritten(y)) || ++pairs > kMaxPairs) continue;
      if (program[x].sort().isBool() || program[y].sort().isBool()) continue;
      rows.push_back(makeRow(program, head, {{x, false}, {y, true}}));
      rows.push_back(makeRow(program, head, {{x, true}, {y, false}}));
      if (domain != TemplateDomain::Octagons) continue;
      rows.push_back(makeRow(program, head, {{x, false}, {y, false}}));
      rows.push_back(makeRow(program, head, {{x, true}, {y, true}}));
    }
  }
  return rows;
}

namespace {

/// The row over the program's variables.
Term rowTerm(const Flow& flow, const TemplateRow& row) {
  TermManager& terms = flow.terms();
  Term sum = terms.mkBv(row.width, 0);
  for (const auto& [variable, isNegative] : row.summands) {
    const Variable& info = flow.program()[variable];
    Term value = info.term;
    if (value.sort().isBool())
      value = terms.mkBoolToBv(value, row.width);
    else
      value = isSigned(info) ? terms.mkBvSignResize(value, row.width) : terms.mkBvZeroResize(value, row.width);
    if (isNegative) value = terms.mkBvNeg(value);
    sum = terms.mkBvAdd(sum, value);
  }
  return sum;
}

/// "i <= 7", "(long long)i - n <= 0": sums in a type in which they do not overflow.
std::string rowText(const Program& program, const TemplateRow& row, const BitVector& bound) {
  const auto& summands = row.summands;
  if (summands.size() == 1 && summands[0].isNegative)
    return userName(program[summands[0].variable]) + " >= " + literal(bound.neg());
  std::string text;
  if (summands.size() > 1) text = row.width <= 32 + 3 ? "(long long)" : "(__int128)";
  bool isFirst = true;
  for (const auto& [variable, isNegative] : summands) {
    text += isFirst ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ");
    text += userName(program[variable]);
    isFirst = false;
  }
  return text + " <= " + literal(bound);
}

} // namespace

Term rowValue(const Flow& flow, const TemplateRow& row, const UnwindingState& state) {
  return instantiate(flow.program(), rowTerm(flow, row), state);
}

Invariant rowInvariant(const Flow& flow, const TemplateRow& row, const BitVector& bound) {
  return {row.head, flow.terms().mkBvSle(rowTerm(flow, row), flow.terms().mkBv(bound)),
          rowText(flow.program(), row, bound)};
}

} // namespace assay
