#include "analysis/pointer_premises.h"

#include "term/bit_vector.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace assay {

namespace {

uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

bool contains(Progression all, Progression some) {
  if (all.stride == 0) return some == all;
  return all.contains(some.base) && some.stride % all.stride == 0;
}

bool contains(const PointerSet& all, const PointerSet& some) {
  if (all.isAny) return true;
  return !some.isAny && std::ranges::all_of(some.targets, [&](const PointerTarget& target) {
    return std::ranges::any_of(all.targets, [&](const PointerTarget& other) {
      return other.object == target.object && contains(other.offset, target.offset);
    });
  });
}

/// Where variables may be read before they are written.
class Reads {
public:
  explicit Reads(const Program& program) : program_(program) {}

  /// Whether the value that the edge's operation gives to the variable may be read.
  bool isRead(VariableId variable, const Edge& edge, size_t operation) {
    if (readers_.empty()) findReaders();
    if (const std::optional<bool> here = readsFirst(edge, operation + 1, variable)) return *here;
    const auto [known, isNew] = live_.try_emplace(variable.index());
    if (isNew) known->second = findLive(variable);
    return known->second.contains(edge.target);
  }

private:
  static bool reads(const Operation& operation, Term variable) {
    const std::vector<Term> read = freeVariables(operation.terms());
    return std::ranges::find(read, variable) != read.end();
  }
  /// Whether the edge reads the variable from this operation on before it writes it; nothing if it does neither.
  std::optional<bool> readsFirst(const Edge& edge, size_t from, VariableId variable) const {
    for (size_t i = from; i < edge.operations.size(); ++i) {
      if (reads(edge.operations[i], program_[variable].term)) return true;
      if (edge.operations[i].defines() == variable) return false;
    }
    return std::nullopt;
  }

  void findReaders() {
    readers_.resize(program_.variables().size());
    for (uint32_t e = 0; e < program_.edges().size(); ++e) {
      const Edge& edge = program_.edges()[e];
      if (!edge.source.valid()) continue;
      std::vector<Term> read{edge.guard};
      for (const Operation& operation : edge.operations)
        for (Term term : operation.terms()) read.push_back(term);
      for (Term variable : freeVariables(read))
        if (const VariableId v = program_.variableOf(variable); v.valid()) readers_[v.index()].push_back(EdgeId(e));
    }
  }

  std::unordered_set<LocationId> findLive(VariableId variable) const {
    std::unordered_set<LocationId> live;
    std::vector<LocationId> work;
    for (EdgeId id : readers_[variable.index()]) {
      const Edge& edge = program_[id];
      const std::vector<Term> guard = freeVariables(edge.guard);
      const bool isGuard = std::ranges::find(guard, program_[variable].term) != guard.end();
      if (isGuard || readsFirst(edge, 0, variable).value_or(false)) work.push_back(edge.source);
    }
    while (!work.empty()) {
      const LocationId location = work.back();
      work.pop_back();
      if (!live.insert(location).second) continue;
      for (EdgeId in : program_[location].in)
        if (!readsFirst(program_[in], 0, variable)) work.push_back(program_[in].source);
    }
    return live;
  }

  const Program& program_;
  std::vector<std::vector<EdgeId>> readers_; // by variable
  std::unordered_map<uint32_t, std::unordered_set<LocationId>> live_;
};

/// The rules of C for pointers that are moved: what is moved by less than a window stays with its object.
class WindowRules {
public:
  explicit WindowRules(const Program& program)
      : program_(program), terms_(program.terms()), layout_(program.layout()) {}

  /// What C says of the sums of pointers in the term.
  void add(Term root, std::vector<Term>& conditions) {
    const Term window = terms_.mkBv(layout_.width, layout_.guardBit());
    forEachSubterm(root, [&](Term sum) {
      if (sum.kind() != Kind::BvAdd || !isPointerSort(sum)) return;
      for (Term base : summands(sum)) {
        if (!isPointer(base)) continue;
        const Term move = terms_.mkBvSub(sum, base);
        const Term isShort = terms_.mkAnd(terms_.mkBvSlt(terms_.mkBvNeg(window), move), terms_.mkBvSlt(move, window));
        conditions.push_back(terms_.mkImplies(isShort, terms_.mkEqual(numberOf(sum), numberOf(base))));
      }
    });
  }

private:
  bool isPointerSort(Term term) const { return term.sort() == program_.pointerSort(); }
  Term numberOf(Term pointer) { return terms_.mkBvExtract(pointer, layout_.width - 1, layout_.offsetBits); }

  static std::vector<Term> summands(Term sum) {
    std::vector<Term> result, work{sum};
    while (!work.empty()) {
      const Term next = work.back();
      work.pop_back();
      if (next.kind() != Kind::BvAdd) {
        result.push_back(next);
        continue;
      }
      work.push_back(next[0]);
      work.push_back(next[1]);
    }
    return result;
  }

  /// A variable that holds pointers, a choice among pointers and constants, or what the front end makes of a long move.
  bool isPointer(Term root) const {
    if (!root.isVariable() && root.kind() != Kind::Ite) return false;
    bool found = false;
    std::vector<Term> work{root};
    TermSet seen;
    while (!work.empty()) {
      const Term t = work.back();
      work.pop_back();
      if (t.isValue() || !seen.insert(t)) continue;
      if (holdsPointers(t) || (t.kind() == Kind::Ite && isLongMove(t))) {
        found = true;
      } else if (t.kind() == Kind::Ite) {
        work.push_back(t[1]);
        work.push_back(t[2]);
      } else if (t.kind() == Kind::BvAdd) {
        const std::vector<Term> all = summands(t);
        const auto base =
            std::ranges::find_if(all, [&](Term each) { return holdsPointers(each) || each.kind() == Kind::Ite; });
        if (base == all.end()) return false;
        work.push_back(*base);
      } else {
        return false;
      }
    }
    return found;
  }

  bool holdsPointers(Term t) const {
    const VariableId v = t.isVariable() ? program_.variableOf(t) : VariableId();
    return v.valid() && program_[v].isPointer;
  }

  /// A choice by whether one side's object is a given one.
  bool isLongMove(Term choice) const {
    const Term condition = choice[0].kind() == Kind::Not ? choice[0][0] : choice[0];
    const auto isNumber = [&](Term side) {
      return side.kind() == Kind::BvExtract && side.index(0) == layout_.width - 1 &&
             side.index(1) == layout_.offsetBits && (side[0] == choice[1] || side[0] == choice[2]);
    };
    return condition.kind() == Kind::Equal && (isNumber(condition[0]) || isNumber(condition[1]));
  }

  const Program& program_;
  TermManager& terms_;
  const PointerLayout layout_;
};

class PointerPremises {
public:
  PointerPremises(const Program& program, const PointsTo& pointsTo)
      : program_(program), pointsTo_(pointsTo), terms_(program.terms()), layout_(program.layout()), reads_(program),
        rules_(program) {}

  void addOperations() {
    for (uint32_t object = 1; object <= pointsTo_.numObjects(); ++object) checkShape(object);
    for (uint32_t v = 0; v < program_.variables().size(); ++v)
      if (const Term initial = program_.variables()[v].initial; initial && isPointerSort(initial))
        write(initial, pointsTo_.of(VariableId(v)), "a global at the start");
    for (VariableId parameter : program_[program_.entry()].parameters)
      require(!isPointerSort(program_[parameter].term) || pointsTo_.of(parameter).isAny, "an argument of the entry");
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid()) continue;
      for (size_t i = 0; i < edge.operations.size(); ++i) check(edge, i);
    }
  }

  /// The guard does not hold, if variables are as their sets say.
  void addImpossible(const ImpossibleEdge& edge) {
    what_ = "where pointers point, at line " + std::to_string(edge.position.line) + ": ";
    std::vector<Term> conditions{edge.guard};
    const Term lastStatic = terms_.mkBv(layout_.objectBits(), program_.objects.size());
    for (Term variable : freeVariables(edge.guard)) {
      if (!isPointerSort(variable)) continue;
      const PointerSet& known = pointsTo_.of(program_.variableOf(variable));
      if (known.isAny) continue;
      conditions.push_back(isMember(variable, known, siteOf(variable)));
      for (const PointerTarget& target : known.targets)
        if (pointsTo_.isSite(target.object)) // what is allocated is no static object
          conditions.push_back(terms_.mkImplies(terms_.mkEqual(siteOf(variable), terms_.mkBv(32, target.object)),
                                                terms_.mkBvUlt(lastStatic, numberOf(variable))));
    }
    rules_.add(edge.guard, conditions);
    refute(std::move(conditions), "an edge that is never taken");
  }

  std::vector<Obligation> take() { return std::move(obligations_); }

private:
  bool isPointerSort(Term term) const { return term.sort() == program_.pointerSort(); }
  Term word(uint64_t value) { return terms_.mkBv(layout_.width, value); }
  Term numberOf(Term pointer) { return terms_.mkBvExtract(pointer, layout_.width - 1, layout_.offsetBits); }

  void require(bool holds, const std::string& what) {
    if (!holds) obligations_.push_back({terms_.mkTrue(), what_ + what});
  }

  // ---- Operations ----

  void check(const Edge& edge, size_t index) {
    const Operation& operation = edge.operations[index];
    const SourcePosition position = operation.position.known() ? operation.position : edge.position;
    what_ = "where pointers point, at line " + std::to_string(position.line) + ": ";
    const auto isWritten = [&](VariableId v) { return v.valid() && isPointerSort(program_[v].term); };
    operation.visit(
        [&](const Assign& assign) {
          if (isWritten(assign.variable)) write(assign.value, pointsTo_.of(assign.variable), "an assignment");
        },
        [&](const Input& input) {
          const bool matters = isWritten(input.variable) && !pointsTo_.of(input.variable).isAny;
          const bool isLocal = program_[input.variable].function.valid();
          require(!matters || (isLocal && !reads_.isRead(input.variable, edge, index)), "an input");
        },
        [&](const Load& load) {
          access(load.pointer, bytesOf(program_[load.variable].sort()), [&](const ObjectCell* cell) {
            if (!isWritten(load.variable)) return;
            const bool isKnown = cell && (program_[load.variable].isPointer || !cell->isUnwritten);
            require(contains(pointsTo_.of(load.variable), isKnown ? cell->value : PointerSet::any()), "what is loaded");
          });
        },
        [&](const Store& store) {
          access(store.pointer, bytesOf(store.value.sort()), [&](const ObjectCell* cell) {
            if (cell && isPointerSort(store.value)) write(store.value, cell->value, "what is stored");
          });
          spoilsAll(store.pointer);
        },
        [&](const Allocate& allocate) {
          const PointerSet made{false, {{pointsTo_.siteOf(allocate), {0, 0}}}};
          require(contains(pointsTo_.of(allocate.variable), made), "an allocation");
          if (allocate.contents == Contents::Any)
            for (const auto& [offset, cell] : pointsTo_.accesses(made.targets[0].object).cells)
              require(8 * cell.size != layout_.width || cell.value.isAny || mayBeUnwritten(cell, allocate),
                      "what a new object holds");
        },
        [&](const Free& free) { pointer(free.pointer); }, [&](const Copy& copied) { copy(copied); },
        [&](const Fill& filled) { fill(filled); },
        [&](const Query& query) {
          if (!query.arguments.empty()) pointer(query.arguments[0]);
          if (isWritten(query.variable)) require(pointsTo_.of(query.variable).isAny, "the size of an object");
        },
        [&](const Call& call) { checkCall(call); },
        [&](const Return& returned) {
          if (returned.value && isPointerSort(returned.value))
            checkReturn(program_[edge.source].function, returned.value);
        },
        [&](const Step& step) {
          if (step.access != AccessKind::None) pointer(step.pointer);
        },
        [&](const Spawn& spawn) {
          checkArguments(spawn.callee, spawn.arguments);
          if (isWritten(spawn.thread)) require(pointsTo_.of(spawn.thread).isAny, "the number of a thread");
        },
        [&](const Await& await) { access(await.pointer, bytesOf(await.value.sort()), [](const ObjectCell*) {}); },
        [](const Atomic&) {});
  }

  /// Whether what the new object holds is no pointer that the program uses, and is known to stand in the cell.
  bool mayBeUnwritten(const ObjectCell& cell, const Allocate& allocate) const {
    const bool isInput = allocate.storage != Storage::Heap || allocate.name == "__VERIFIER_nondet_memory" ||
                         allocate.name.starts_with("argv[");
    return pointsTo_.unwritten() == Unwritten::NoPointer && cell.isUnwritten && !isInput;
  }

  void checkArguments(FunctionId callee, const std::vector<Term>& arguments) {
    const std::vector<VariableId>& parameters = program_[callee].parameters;
    for (size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i)
      if (isPointerSort(arguments[i])) write(arguments[i], pointsTo_.of(parameters[i]), "an argument");
  }

  void checkCall(const Call& call) {
    checkArguments(call.callee, call.arguments);
    if (!program_[call.callee].hasBody() && call.result.valid() && isPointerSort(program_[call.result].term))
      require(pointsTo_.of(call.result).isAny, "the result of a function without a body");
  }

  void checkReturn(FunctionId function, Term value) {
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid() || edge.operations.empty()) continue;
      const Call* const call = edge.operations.back().as<Call>();
      if (call && call->callee == function && call->result.valid())
        write(value, pointsTo_.of(call->result), "a result");
    }
  }

  /// The pointer means what the analysis says; `visit` gets the cell of each object, null if its contents are anything.
  template <class Visit>
  void access(Term at, uint32_t size, Visit visit) {
    pointer(at);
    const PointerSet set = pointsTo_.of(at);
    if (set.isAny) {
      for (uint32_t object = 1; object <= pointsTo_.numObjects(); ++object)
        require(!pointsTo_.hasCells(object), "an access to any object");
      return visit(nullptr);
    }
    for (const PointerTarget& target : set.targets)
      if (isObject(target.object)) visit(cellAt(target, size));
  }

  const ObjectCell* cellAt(const PointerTarget& target, uint32_t size) {
    const ObjectShape& shape = pointsTo_.accesses(target.object);
    if (!shape.isUniform) return nullptr;
    const auto stride = static_cast<int64_t>(shape.stride);
    const bool isFollowed = stride == 0 ? target.offset.isExact() : target.offset.stride % shape.stride == 0;
    const int64_t at = stride == 0 ? target.offset.base : (target.offset.base % stride + stride) % stride;
    const auto cell = shape.cells.find(at);
    const bool isCell = isFollowed && cell != shape.cells.end() && cell->second.size == size;
    require(isCell, "an access that is no cell");
    return isCell ? &cell->second : nullptr;
  }

  /// A write through a pointer of which nothing is known.
  void spoilsAll(Term at) {
    if (!pointsTo_.of(at).isAny) return;
    for (uint32_t object = 1; object <= pointsTo_.numObjects(); ++object)
      require(!pointsTo_.accesses(object).isUniform, "a write to any object");
  }

  void copy(const Copy& copy) {
    pointer(copy.target);
    pointer(copy.source);
    spoilsAll(copy.target);
    const PointerSet to = pointsTo_.of(copy.target), from = pointsTo_.of(copy.source);
    for (const PointerSet* side : {&to, &from})
      for (const PointerTarget& target : side->targets)
        if (isObject(target.object)) require(!pointsTo_.hasCells(target.object), "a copy");
    for (const PointerTarget& target : to.targets) {
      if (!isObject(target.object)) continue;
      if (from.isAny) require(!pointsTo_.accesses(target.object).isUniform, "a copy from anywhere");
      for (const PointerTarget& source : from.targets)
        if (isObject(source.object)) copyCells(target, source, copy.size);
    }
  }

  /// Where both sides are followed, a cell of one is a cell of the other, and holds what is copied.
  void copyCells(const PointerTarget& to, const PointerTarget& from, Term size) {
    const ObjectShape &target = pointsTo_.accesses(to.object), &source = pointsTo_.accesses(from.object);
    if (!target.isUniform) return;
    const bool isFollowed = source.isUniform && target.stride == 0 && source.stride == 0 && to.offset.isExact() &&
                            from.offset.isExact() && size.isValue();
    require(isFollowed, "a copy that is not followed");
    if (!isFollowed) return;
    const auto bytes = static_cast<int64_t>(size.value().toUint64());
    for (const auto& [offset, cell] : target.cells) {
      const int64_t at = offset - to.offset.base;
      if (at + cell.size <= 0 || at >= bytes) continue;
      const auto other = source.cells.find(from.offset.base + at);
      require(at >= 0 && at + cell.size <= bytes && other != source.cells.end() && other->second.size == cell.size &&
                  contains(cell.value, other->second.value) && (cell.isUnwritten || !other->second.isUnwritten),
              "what is copied");
    }
  }

  void fill(const Fill& fill) {
    pointer(fill.target);
    spoilsAll(fill.target);
    const bool isZero = fill.byte.isValue() && fill.byte.value().isZero();
    for (const PointerTarget& target : pointsTo_.of(fill.target).targets) {
      if (!isObject(target.object)) continue;
      require(!pointsTo_.hasCells(target.object), "a fill");
      const ObjectShape& shape = pointsTo_.accesses(target.object);
      require(isZero || !shape.isUniform, "a fill with numbers");
      for (const auto& [offset, cell] : shape.cells)
        if (8 * cell.size == layout_.width) write(word(0), cell.value, "a fill with zeros");
    }
  }

  // ---- Objects ----

  /// Cells do not overlap, and hold what the object begins with.
  void checkShape(uint32_t object) {
    what_ = "where pointers point: ";
    const ObjectShape& shape = pointsTo_.accesses(object);
    if (!shape.isUniform || shape.cells.empty()) return;
    int64_t end = shape.cells.begin()->first;
    for (const auto& [offset, cell] : shape.cells) {
      require(offset >= end, "cells of an object");
      end = offset + cell.size;
      if (8 * cell.size == layout_.width && !cell.value.isAny) checkInitial(object, offset, cell.value);
    }
    const auto stride = static_cast<int64_t>(shape.stride);
    require(stride == 0 || end - shape.cells.begin()->first <= stride, "cells of an array");
  }

  void checkInitial(uint32_t object, int64_t offset, const PointerSet& value) {
    if (pointsTo_.isSite(object)) {
      write(word(0), value, "a new object");
      return;
    }
    const std::vector<uint8_t>& bytes = program_.objects[object].bytes;
    const uint64_t stride = pointsTo_.accesses(object).stride;
    const auto read = [&](int64_t at) {
      if (at < 0) return; // nothing is there
      uint64_t bits = 0;
      for (uint32_t i = 0; i < layout_.width / 8; ++i)
        if (static_cast<uint64_t>(at) + i < bytes.size())
          bits |= uint64_t{bytes[static_cast<size_t>(at) + i]} << (8 * i);
      write(word(bits), value, "an initial value");
    };
    if (stride == 0) return read(offset);
    if (bytes.size() < program_.objects[object].size) write(word(0), value, "an initial value");
    for (int64_t at = offset; at < static_cast<int64_t>(bytes.size()); at += static_cast<int64_t>(stride)) read(at);
  }

  // ---- Formulas ----

  void pointer(Term at) {
    if (!at.isVariable() && !at.isValue()) write(at, pointsTo_.of(at), "an address");
  }

  /// The value is one of the set, if variables are as theirs say.
  void write(Term value, const PointerSet& set, const std::string& what) {
    if (set.isAny) return;
    if (value.isVariable()) {
      const VariableId v = program_.variableOf(value);
      return require(v.valid() && contains(set, pointsTo_.of(v)), what);
    }
    std::vector<Term> conditions;
    Term site = value.isValue() ? terms_.mkBv(32, 0) : Term();
    std::vector<std::pair<Term, Term>> sites; // numbers of variables, and the allocations that made them
    for (Term variable : freeVariables(value)) {
      if (!isPointerSort(variable)) continue;
      const VariableId v = program_.variableOf(variable);
      const PointerSet known = v.valid() ? pointsTo_.of(v) : PointerSet::any();
      if (known.isAny) continue;
      conditions.push_back(isMember(variable, known, siteOf(variable)));
      sites.emplace_back(numberOf(variable), siteOf(variable));
    }
    rules_.add(value, conditions);
    if (site.isNull()) {
      site = terms_.mkVariable("premise!site", terms_.bvSort(32));
      for (const auto& [number, maker] : sites)
        conditions.push_back(terms_.mkImplies(terms_.mkEqual(numberOf(value), number), terms_.mkEqual(site, maker)));
    }
    conditions.push_back(terms_.mkNot(isMember(value, set, site)));
    refute(std::move(conditions), what);
  }

  void refute(std::vector<Term> conditions, const std::string& what) {
    const Term violation = terms_.mkAnd(conditions);
    if (!violation.isFalse() && seen_.insert(violation)) obligations_.push_back({violation, what_ + what});
  }

  Term siteOf(Term variable) {
    return terms_.mkVariable("premise!" + std::string(variable.symbol()), terms_.bvSort(32));
  }

  Term isMember(Term value, const PointerSet& set, Term site) {
    std::vector<Term> ways;
    for (const PointerTarget& target : set.targets) {
      const Term number = numberOf(value), offset = terms_.mkBvExtract(value, layout_.offsetBits - 1, 0);
      if (target.object == kWildObject) {
        ways.push_back(terms_.mkEqual(number, terms_.mkBv(layout_.objectBits(), layout_.wildObject())));
        continue;
      }
      const bool isZero = target.object == kZeroObject;
      const Term isObject = pointsTo_.isSite(target.object)
                                ? terms_.mkEqual(site, terms_.mkBv(32, target.object))
                                : terms_.mkEqual(number, terms_.mkBv(layout_.objectBits(), target.object));
      ways.push_back(terms_.mkAnd(isObject, isAmong(offset, target.offset, isZero ? 0 : layout_.guardBit())));
    }
    return terms_.mkOr(ways);
  }

  /// Of an offset, counted from `start`: the one, or the low bits that all have.
  Term isAmong(Term offset, Progression offsets, uint64_t start) {
    const uint64_t base = start + static_cast<uint64_t>(offsets.base);
    if (offsets.isExact()) return terms_.mkEqual(offset, terms_.mkBv(layout_.offsetBits, base));
    const uint32_t low = std::min(static_cast<uint32_t>(std::countr_zero(offsets.stride)), layout_.offsetBits);
    if (low == 0) return terms_.mkTrue();
    return terms_.mkEqual(terms_.mkBvExtract(offset, low - 1, 0), terms_.mkBv(low, base));
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  TermManager& terms_;
  const PointerLayout layout_;
  Reads reads_;
  WindowRules rules_;
  TermSet seen_;
  std::string what_;
  std::vector<Obligation> obligations_;
};

} // namespace

std::vector<Obligation> pointerPremises(const Program& program, const PointsTo& pointsTo) {
  PointerPremises premises(program, pointsTo);
  premises.addOperations();
  return premises.take();
}

std::vector<Obligation> pointerPremises(const PossibleEdges& possible, const PointsTo& pointsTo) {
  PointerPremises premises(possible.program, pointsTo);
  premises.addOperations();
  for (const ImpossibleEdge& edge : possible.impossible) premises.addImpossible(edge);
  return premises.take();
}

} // namespace assay
