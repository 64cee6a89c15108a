#include "invariants/templates/templates.h"

#include "encode/numeric.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

namespace assay {

namespace {

constexpr size_t kMostLoops = 8; // there is a group for each subset

uint32_t widthOf(const Variable& variable) { return variable.sort().isBool() ? 1 : variable.sort().width(); }

/// Of a variable, or of its negation.
BitVector greatestOf(const Variable& variable, bool isNegative, uint32_t width) {
  const uint32_t w = widthOf(variable);
  if (isSigned(variable))
    return isNegative ? BitVector::minSigned(w).signExtend(width).neg() : BitVector::maxSigned(w).signExtend(width);
  return isNegative ? BitVector::zero(width) : BitVector::ones(w).zeroExtend(width);
}

TemplateRow makeRow(const Program& program, uint32_t group, std::vector<TemplateRow::Summand> summands) {
  uint32_t width = 0;
  for (const auto& summand : summands) width = std::max(width, widthOf(program[summand.variable]));
  uint32_t factors = 0;
  for (const auto& summand : summands) factors += static_cast<uint32_t>(std::abs(summand.factor));
  // For the sign, to halve the distance of two values, and for the sum.
  width += 2 + static_cast<uint32_t>(std::bit_width(factors - 1));
  BitVector greatest = BitVector::zero(width);
  for (const auto& [variable, factor] : summands) {
    const BitVector most = greatestOf(program[variable], factor < 0, width);
    for (int i = 0; i < std::abs(factor); ++i) greatest = greatest.add(most);
  }
  return {group, std::move(summands), width, std::move(greatest)};
}

/// The loops whose execution before tells states at a head apart: those before it or around it, the nearest first, then
/// those inside.
std::vector<VariableId> pathMarks(const Flow& flow, uint32_t head, size_t maxLoops) {
  std::vector<uint32_t> before, inside;
  for (uint32_t other = 0; other < flow.loopMarks().size(); ++other) {
    if (other == head) continue;
    const std::vector<VariableId>& written = flow.writtenInLoop(head);
    if (flow.rank(flow.heads()[other]) < flow.rank(flow.heads()[head]))
      before.push_back(other);
    else if (std::binary_search(written.begin(), written.end(), flow.loopMarks()[other]))
      inside.push_back(other);
  }
  std::sort(before.begin(), before.end(),
            [&](uint32_t a, uint32_t b) { return flow.rank(flow.heads()[a]) > flow.rank(flow.heads()[b]); });
  before.insert(before.end(), inside.begin(), inside.end());
  if (before.size() > maxLoops) before.resize(maxLoops);
  std::vector<VariableId> marks;
  for (uint32_t other : before) marks.push_back(flow.loopMarks()[other]);
  return marks;
}

/// One group for each choice of which loops were executed; one for all states if loops are not marked.
std::vector<TemplateGroup> groupsOf(const Flow& flow, uint32_t head, size_t maxLoops) {
  const std::vector<VariableId> marks = pathMarks(flow, head, maxLoops);
  std::vector<TemplateGroup> groups;
  for (uint32_t path = 0; path < 1u << marks.size(); ++path) {
    TemplateGroup group{head, flow.terms().mkTrue(), "", 0, 0};
    for (size_t i = 0; i < marks.size(); ++i) {
      const Variable& mark = flow.program()[marks[i]];
      const bool isExecuted = (path >> i & 1) != 0;
      group.path = flow.terms().mkAnd(group.path, isExecuted ? mark.term : flow.terms().mkNot(mark.term));
      group.pathText += (isExecuted ? "!" : "") + userName(mark) + " || ";
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// Variables that a loop counts up or down by constant steps: nothing in the text need relate two such variables, and
/// yet one does not get far ahead of the other.
std::vector<VariableId> countersOf(const Flow& flow, uint32_t head, size_t most) {
  std::vector<VariableId> counters;
  for (EdgeId edge : flow.edgesOfLoop(head))
    for (const Operation& operation : flow.program()[edge].operations) {
      const Assign* assign = operation.as<Assign>();
      if (!assign || !isNumeric(flow.program()[assign->variable])) continue;
      const Term variable = flow.program()[assign->variable].term;
      bool counts = false;
      forEachChoice(assign->value, [&](Term t) {
        counts = counts || (t.kind() == Kind::BvAdd &&
                            ((t[0] == variable && t[1].isValue()) || (t[1] == variable && t[0].isValue())));
      });
      if (counts && flow.isLive(assign->variable.index(), flow.heads()[head])) counters.push_back(assign->variable);
    }
  std::sort(counters.begin(), counters.end());
  counters.erase(std::unique(counters.begin(), counters.end()), counters.end());
  if (counters.size() > most) counters.clear();
  return counters;
}

void addRows(const Flow& flow, TemplateDomain domain, uint32_t head, uint32_t group,
             const std::set<VariablePair>& related, const InvariantLimits& limits, std::vector<TemplateRow>& rows) {
  const Program& program = flow.program();
  const std::vector<VariableId>& written = flow.writtenInLoop(head);
  const auto isWritten = [&](VariableId v) { return std::binary_search(written.begin(), written.end(), v); };
  const auto isLive = [&](VariableId v) { return flow.isLive(v.index(), flow.heads()[head]); };
  // Marks of other loops are in the path; that the loop's own is set has to be found like anything else.
  const auto isOther = [&](VariableId v) {
    const auto mark = std::find(flow.loopMarks().begin(), flow.loopMarks().end(), v);
    return mark != flow.loopMarks().end() && v != flow.loopMarks()[head];
  };
  for (VariableId v : written)
    if (domain != TemplateDomain::Ratios && isLive(v) && isNumeric(program[v]) && !isOther(v))
      for (int factor : {1, -1}) rows.push_back(makeRow(program, group, {{v, factor}}));
  if (domain == TemplateDomain::Intervals) return;
  const auto addBoth = [&](std::vector<TemplateRow::Summand> summands) {
    rows.push_back(makeRow(program, group, summands));
    for (auto& summand : summands) summand.factor = -summand.factor;
    rows.push_back(makeRow(program, group, std::move(summands)));
  };
  const auto isNumber = [&](VariableId v) { return isLive(v) && !program[v].sort().isBool(); };
  size_t pairs = 0, triples = 0;
  const auto addPair = [&](VariableId x, VariableId y) {
    if (!isNumber(x) || !isNumber(y) || !(isWritten(x) || isWritten(y)) || ++pairs > limits.templatePairs) return;
    if (domain == TemplateDomain::Ratios) {
      addBoth({{x, 2}, {y, -1}});
      addBoth({{y, 2}, {x, -1}});
      return;
    }
    addBoth({{x, 1}, {y, -1}});
    if (domain == TemplateDomain::Octagons) addBoth({{x, 1}, {y, 1}});
  };
  const auto addTriple = [&](VariableId x, VariableId y, VariableId z) {
    if (x == z || y == z || !isNumber(z) || ++triples > limits.templateTriples) return;
    addBoth({{x, 2}, {y, 2}, {z, -1}});
    addBoth({{x, 2}, {y, -2}, {z, -1}});
  };
  for (const auto& [x, y] : related) addPair(x, y);
  const std::vector<VariableId> counters = countersOf(flow, head, limits.templateCounters);
  for (VariableId x : counters)
    for (VariableId y : counters) {
      if (x >= y) continue;
      if (!related.contains({x, y})) addPair(x, y);
      if (domain != TemplateDomain::Ratios) continue;
      for (const auto& [a, b] : related) {
        if (a == x || a == y) addTriple(x, y, b);
        if (b == x || b == y) addTriple(x, y, a);
      }
    }
}

} // namespace

Template makeTemplate(const Flow& flow, TemplateDomain domain, const InvariantLimits& limits) {
  Template result;
  const std::set<VariablePair> related =
      domain == TemplateDomain::Intervals ? std::set<VariablePair>() : relatedPairs(flow.program());
  for (uint32_t head = 0; head < flow.heads().size(); ++head)
    for (TemplateGroup& group : groupsOf(flow, head, std::min<size_t>(limits.templateLoops, kMostLoops))) {
      group.firstRow = result.rows.size();
      addRows(flow, domain, head, static_cast<uint32_t>(result.groups.size()), related, limits, result.rows);
      group.endRow = result.rows.size();
      result.groups.push_back(std::move(group));
    }
  return result;
}

namespace {

/// The row over the program's variables.
Term rowTerm(const Flow& flow, const TemplateRow& row) {
  TermManager& terms = flow.terms();
  Term sum = terms.mkBv(row.width, 0);
  for (const auto& [variable, factor] : row.summands) {
    const Variable& info = flow.program()[variable];
    Term value = info.term;
    if (value.sort().isBool())
      value = terms.mkBoolToBv(value, row.width);
    else
      value = isSigned(info) ? terms.mkBvSignResize(value, row.width) : terms.mkBvZeroResize(value, row.width);
    if (std::abs(factor) == 2) value = terms.mkBvAdd(value, value);
    if (factor < 0) value = terms.mkBvNeg(value);
    sum = terms.mkBvAdd(sum, value);
  }
  return sum;
}

/// "i <= 7", "(long long)i - n <= 0", "2 * (long long)i - n <= 0": sums in a type in which they do not overflow.
std::string rowText(const Program& program, const TemplateRow& row, const BitVector& bound) {
  const auto& summands = row.summands;
  if (summands.size() == 1 && summands[0].factor < 0)
    return userName(program[summands[0].variable]) + " >= " + literal(bound.neg());
  const std::string cast = row.width <= 64 ? "(long long)" : "(__int128)";
  std::string text;
  for (const auto& [variable, factor] : summands) {
    const bool isFirst = text.empty(), isMultiple = std::abs(factor) != 1;
    // The sign stands before the cast: in C, -n of an unsigned n is never negative.
    text += isFirst ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    if (isMultiple) text += std::to_string(std::abs(factor)) + " * ";
    if (isMultiple || (isFirst && summands.size() > 1)) text += cast;
    text += userName(program[variable]);
  }
  return text + " <= " + literal(bound);
}

} // namespace

Term rowValue(const Flow& flow, const TemplateRow& row, const SymbolicState& state) {
  return instantiate(flow.program(), rowTerm(flow, row), state);
}

Assertion rowInvariant(const Flow& flow, const TemplateGroup& group, const TemplateRow& row, const BitVector& bound) {
  TermManager& terms = flow.terms();
  const Term isBelow = terms.mkBvSle(rowTerm(flow, row), terms.mkBv(bound));
  return {group.head, terms.mkOr(terms.mkNot(group.path), isBelow),
          group.pathText + rowText(flow.program(), row, bound)};
}

Assertion noState(const Flow& flow, const TemplateGroup& group) {
  return {group.head, flow.terms().mkNot(group.path), group.pathText + "0"};
}

} // namespace assay
