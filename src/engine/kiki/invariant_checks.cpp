#include "engine/kiki/invariant_checks.h"

#include "analysis/c_expression.h"
#include "program/liveness.h"
#include "program/loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay {

namespace {

/// Where the user sees the loop.
SourcePosition positionOf(const Program& program, LocationId head) {
  const Location& location = program[head];
  if (location.position.known()) return location.position;
  for (EdgeId edge : location.out)
    if (program[edge].position.known()) return program[edge].position;
  return {};
}

/// What names mean at the heads of a function's loops.
class Scope {
public:
  Scope(const Program& program, FunctionId function)
      : program_(program), function_(function), forest_(program, function), dominators_(forest_.flow()),
        liveness_(program, function) {}

  const std::vector<Loop>& loops() const { return forest_.loops(); }

  /// The variable with this source name; invalid if there is none.
  VariableId find(std::string_view name, const Loop& loop) const {
    VariableId best;
    int bestRank = 0;
    for (uint32_t i = 0; i < program_.variables().size(); ++i) {
      const VariableId id(i);
      const Variable& variable = program_[id];
      if (variable.sourceName != name || (variable.function.valid() && variable.function != function_)) continue;
      if (const int rank = rankOf(id, loop); rank > bestRank) {
        best = id;
        bestRank = rank;
      }
    }
    return best;
  }

private:
  /// 0: it has no value there. A global is what a name means only if there is no local.
  int rankOf(VariableId id, const Loop& loop) const {
    if (!program_[id].function.valid()) return 1;
    const std::vector<VariableId>& parameters = program_[function_].parameters;
    if (liveness_.isLive(id, loop.head)) return 4;
    const bool isDefined = std::ranges::find(parameters, id) != parameters.end() || isDefinedAt(id, loop.head);
    if (!isDefined) return 0;
    return isWrittenIn(id, loop) ? 3 : 2;
  }

  static bool defines(const Edge& edge, VariableId id) {
    return std::ranges::any_of(edge.operations, [&](const Operation& operation) { return operation.defines() == id; });
  }

  bool isWrittenIn(VariableId id, const Loop& loop) const {
    return std::ranges::any_of(loop.locations, [&](LocationId location) {
      return std::ranges::any_of(program_[location].out, [&](EdgeId edge) { return defines(program_[edge], id); });
    });
  }

  bool isDefinedAt(VariableId id, LocationId head) const {
    for (LocationId location : forest_.flow().locations())
      for (EdgeId out : program_[location].out) {
        const Edge& edge = program_[out];
        if (!defines(edge, id)) continue;
        if (program_[location].out.size() == 1 && location != head && dominators_.dominates(location, head))
          return true;
        if (program_[edge.target].in.size() == 1 && dominators_.dominates(edge.target, head)) return true;
      }
    return false;
  }

  const Program& program_;
  const FunctionId function_;
  const LoopForest forest_;
  const Dominators dominators_;
  const Liveness liveness_;
};

class Inserter {
public:
  Inserter(const Program& original, size_t numLines) : original_(original), made_{original.clone(), {}} {
    made_.placed.resize(numLines);
    for (uint32_t i = 0; i < original.locations().size(); ++i)
      if (original.locations()[i].kind == LocationKind::Error) made_.program[LocationId(i)].kind = LocationKind::Halt;
  }

  void insert(const std::vector<InvariantLine>& lines, const std::vector<bool>& isWanted, FunctionId function) {
    const Scope scope(original_, function);
    for (const Loop& loop : scope.loops()) {
      const SourcePosition position = positionOf(original_, loop.head);
      if (!position.known()) continue;
      for (size_t i = 0; i < lines.size(); ++i) {
        const bool isHere = std::ranges::any_of(lines[i].positions, [&](SourcePosition wanted) {
          return wanted.file == position.file && wanted.line == position.line;
        });
        if (isHere && isWanted[i]) place(lines[i], scope, loop, position, made_.placed[i]);
      }
    }
  }

  InvariantChecks take() { return std::move(made_); }

private:
  void place(const InvariantLine& line, const Scope& scope, const Loop& loop, SourcePosition position,
             InvariantChecks::Placed& placed) {
    std::vector<Operation> loads;
    std::string unknown;
    const auto lookup = [&](std::string_view name) {
      VariableId found = scope.find(name, loop);
      if (!found.valid() || !original_[found].function.valid()) {
        const VariableId address = scope.find("&" + std::string(name), loop);
        if (address.valid())
          found = load(name, original_[address].term, pointedTo(original_[address].cType), loop, loads);
      }
      if (!found.valid()) found = loadGlobal(name, loop, loads);
      if (!found.valid() && unknown.empty()) unknown = name;
      return found;
    };
    if (!placed.position.known()) placed.position = position;
    try {
      const Term condition = parseCondition(line.text, made_.program, lookup);
      placed.errors.push_back(addCheck(line, loop, position, condition, std::move(loads)));
    } catch (const BadExpression& bad) {
      placed.unknownVariable = unknown;
      placed.objection = bad.what();
    }
  }

  CTypeId pointedTo(CTypeId pointer) const { return pointer.valid() ? (*original_.types)[pointer].target : CTypeId(); }

  /// A variable that holds what is in memory; invalid if that is no integer.
  VariableId load(std::string_view name, Term address, CTypeId type, const Loop& loop, std::vector<Operation>& loads) {
    if (!type.valid()) return {};
    const CType& known = (*original_.types)[type];
    const bool isInteger =
        known.kind == CType::Scalar && (known.typeClass == TypeClass::Signed || known.typeClass == TypeClass::Unsigned);
    if (!isInteger || known.size == 0 || known.size > 8) return {};
    Program& program = made_.program;
    const Sort sort = program.terms().bvSort(static_cast<uint32_t>(8 * known.size));
    const VariableId id = program.addVariable(original_[loop.head].function, std::string(name) + ":read", sort);
    program[id].typeClass = known.typeClass;
    program[id].type = known.name;
    program[id].cType = type;
    loads.push_back({Load{id, address}, {}});
    return id;
  }

  VariableId loadGlobal(std::string_view name, const Loop& loop, std::vector<Operation>& loads) {
    for (uint32_t number = 1; number <= original_.objects.size(); ++number) {
      const StaticObject& object = original_.objects[number];
      if (object.kind == ObjectKind::Global && object.name == name)
        return load(name, original_.objectAddress(number), object.cType, loop, loads);
    }
    return {};
  }

  /// All ways to the head lead through the check.
  LocationId addCheck(const InvariantLine& line, const Loop& loop, SourcePosition position, Term condition,
                      std::vector<Operation> loads) {
    Program& program = made_.program;
    LocationId& head = heads_.try_emplace(loop.head, loop.head).first->second;
    const FunctionId function = program[head].function;
    const LocationId before = program.addLocation(function);
    program[before].position = position;
    const std::vector<EdgeId> in = program[head].in;
    for (EdgeId edge : in) program.redirect(edge, program[edge].source, before);
    if (program[function].entry == head) program[function].entry = before;
    LocationId decision = before;
    if (!loads.empty()) {
      decision = program.addLocation(function);
      program.addEdge(before, decision, program.terms().mkTrue(), std::move(loads), position);
    }
    const LocationId error = program.addLocation(function, LocationKind::Error);
    program[error].message = "the invariant of line " + std::to_string(line.number) + " does not hold: " + line.text;
    program[error].position = position;
    program.addEdge(decision, error, program.terms().mkNot(condition), {}, position);
    program.addEdge(decision, head, condition, {}, position);
    head = before;
    return error;
  }

  const Program& original_;
  InvariantChecks made_;
  std::map<LocationId, LocationId> heads_; // what is the head now
};

} // namespace

InvariantChecks assertInvariants(const Program& program, const std::vector<InvariantLine>& lines,
                                 const std::vector<bool>& isWanted) {
  Inserter inserter(program, lines.size());
  for (uint32_t f = 0; f < program.functions().size(); ++f)
    if (program[FunctionId(f)].hasBody()) inserter.insert(lines, isWanted, FunctionId(f));
  return inserter.take();
}

std::vector<uint32_t> loopLines(const Program& program, uint32_t file) {
  std::set<uint32_t> lines;
  for (uint32_t f = 0; f < program.functions().size(); ++f) {
    if (!program[FunctionId(f)].hasBody()) continue;
    const LoopForest forest(program, FunctionId(f));
    for (const Loop& loop : forest.loops())
      if (const SourcePosition position = positionOf(program, loop.head); position.known() && position.file == file)
        lines.insert(position.line);
  }
  return {lines.begin(), lines.end()};
}

} // namespace assay
