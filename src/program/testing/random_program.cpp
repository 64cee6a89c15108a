#include "program/testing/random_program.h"

#include <algorithm>
#include <random>

namespace assay {

namespace {

class Generator {
public:
  Generator(TermManager& terms, uint64_t seed, const RandomProgramOptions& options)
      : terms_(terms), options_(options), random_(seed), program_(terms) {}

  Program run() {
    for (const char* name : {"a", "b"}) {
      StaticObject object;
      object.name = name;
      object.size = 8 + below(9);
      for (unsigned i = below(8); i > 0; --i) object.bytes.push_back(static_cast<uint8_t>(random_()));
      program_.objects.add(std::move(object));
    }
    fuel_ = program_.addVariable(FunctionId(), "fuel", terms_.bvSort(16));
    program_[fuel_].initial = terms_.mkBv(16, options_.fuel);
    for (const char* name : {"g8", "g32", "exit_status"}) {
      globals_.push_back(program_.addVariable(FunctionId(), name, terms_.bvSort(name[1] == '8' ? 8 : 32)));
    }
    declareFunctions();
    for (FunctionId function : functions_) generateBody(function);
    program_.setEntry(functions_[0]);
    program_.compact();
    return std::move(program_);
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[below(static_cast<unsigned>(list.size()))];
  }

  void declareFunctions() {
    for (unsigned i = 0; i <= options_.functions; ++i) {
      const FunctionId id = program_.addFunction(i == 0 ? "main" : "f" + std::to_string(i));
      functions_.push_back(id);
      program_[id].result = terms_.bvSort(32);
      for (unsigned k = i == 0 ? 0 : 1 + below(2); k > 0; --k) {
        const VariableId parameter = program_.addVariable(id, "p", terms_.bvSort(k == 1 ? 32 : 8));
        program_[id].parameters.push_back(parameter);
      }
    }
  }

  // Terms over the variables in scope.
  Term variable(Sort sort) {
    std::vector<Term> candidates;
    for (VariableId id : scope_) {
      if (program_[id].sort() == sort) candidates.push_back(program_[id].term);
    }
    return candidates.empty() ? terms_.mkZero(sort) : pick(candidates);
  }
  Term integer(uint32_t width, unsigned depth) {
    const Sort sort = terms_.bvSort(width);
    if (depth == 0 || chance(20)) return chance(30) ? terms_.mkBv(width, below(20) - 4ull) : variable(sort);
    const auto inner = [&] { return integer(width, depth - 1); };
    static constexpr Kind kKinds[] = {Kind::BvAdd,  Kind::BvMul,  Kind::BvAnd,  Kind::BvOr,
                                      Kind::BvXor,  Kind::BvUdiv, Kind::BvSdiv, Kind::BvUrem,
                                      Kind::BvSrem, Kind::BvShl,  Kind::BvLshr, Kind::BvAshr};
    switch (below(6)) {
    case 0:
      return terms_.mkIte(condition(depth - 1), inner(), inner());
    case 1:
      return terms_.mkBvSub(inner(), inner());
    case 2: {
      const uint32_t other = width == 8 ? 32 : 8;
      const Term term = integer(other, depth - 1);
      return chance(50) ? terms_.mkBvZeroResize(term, width) : terms_.mkBvSignResize(term, width);
    }
    default:
      return terms_.mk(kKinds[below(12)], {inner(), inner()});
    }
  }
  Term condition(unsigned depth) {
    if (depth == 0 || chance(15)) return variable(terms_.boolSort());
    const uint32_t width = chance(50) ? 8 : 32;
    switch (below(6)) {
    case 0:
      return terms_.mkNot(condition(depth - 1));
    case 1:
      return terms_.mkAnd(condition(depth - 1), condition(depth - 1));
    case 2:
      return terms_.mkEqual(integer(width, depth - 1), integer(width, depth - 1));
    case 3:
      return terms_.mkBvUlt(integer(width, depth - 1), integer(width, depth - 1));
    default:
      return terms_.mkBvSlt(integer(width, depth - 1), integer(width, depth - 1));
    }
  }
  Term value(Sort sort) { return sort.isBool() ? condition(2) : integer(sort.width(), 2); }
  /// Mostly inside an object.
  Term address() {
    const Term offset = terms_.mkBvZeroExtend(terms_.mkBvAnd(integer(8, 1), terms_.mkBv(8, chance(90) ? 3 : 15)), 56);
    const Term base = chance(60) ? program_.objectAddress(1 + below(2)) : program_[pointer_].term;
    return terms_.mkBvAdd(base, offset);
  }

  VariableId target() {
    VariableId id;
    do id = pick(scope_);
    while (id == pointer_ || id == fuel_);
    return id;
  }

  void addMemoryOperation(std::vector<Operation>& operations) {
    const uint32_t width = chance(50) ? 8 : 32;
    switch (below(6)) {
    case 0:
      operations.push_back({Store{address(), integer(width, 1)}, here()});
      break;
    case 1:
      operations.push_back({Load{width == 8 ? byte_ : word_, address()}, here()});
      break;
    case 2: {
      const Storage storage = chance(50) ? Storage::Heap : Storage::Stack;
      const Contents contents = chance(50) ? Contents::Any : Contents::Zero;
      operations.push_back({Allocate{pointer_, terms_.mkBv(64, 1 + below(12)), storage, contents, "object"}, here()});
      break;
    }
    case 3:
      operations.push_back({Fill{address(), integer(8, 1), terms_.mkBv(64, below(4))}, here()});
      break;
    case 4:
      operations.push_back({Copy{address(), address(), terms_.mkBv(64, below(4))}, here()});
      break;
    default:
      operations.push_back({Query{flag_, QueryKind::Readable, {address(), terms_.mkBv(64, 4)}}, here()});
      break;
    }
  }

  SourcePosition here() { return {0, ++line_, 1}; }

  std::vector<Operation> block() {
    std::vector<Operation> operations;
    for (unsigned i = below(options_.operations + 1); i > 0; --i) {
      const VariableId id = target();
      if (options_.memory && chance(25)) {
        addMemoryOperation(operations);
      } else if (chance(options_.inputPercent)) {
        operations.push_back({Input{id, chance(80) ? InputKind::Nondet : InputKind::Uninitialised, "in"}, here()});
      } else {
        operations.push_back({Assign{id, value(program_[id].sort())}, here()});
      }
    }
    return operations;
  }

  void generateBody(FunctionId id) {
    function_ = id;
    scope_ = globals_;
    for (VariableId parameter : program_[id].parameters) scope_.push_back(parameter);
    const auto local = [&](std::string_view name, Sort sort) {
      scope_.push_back(program_.addVariable(id, name, sort));
      return scope_.back();
    };
    flag_ = local("flag", terms_.boolSort());
    byte_ = local("byte", terms_.bvSort(8));
    word_ = local("word", terms_.bvSort(32));
    for (unsigned i = 0; i < 3; ++i) local("x", terms_.bvSort(i == 0 ? 8 : 32));
    pointer_ = local("p", terms_.bvSort(64));

    const LocationId entry = program_.addLocation(id);
    program_[id].entry = entry;
    locations_.clear();
    for (unsigned i = 0; i < options_.locations; ++i) locations_.push_back(program_.addLocation(id));
    exit_ = program_.addLocation(id, LocationKind::Exit);
    // Locals have no value before they are written.
    std::vector<Operation> initial;
    for (VariableId variable : program_[id].variables) {
      const auto& parameters = program_[id].parameters;
      if (std::find(parameters.begin(), parameters.end(), variable) != parameters.end()) continue;
      if (variable == pointer_) {
        initial.push_back({Assign{variable, program_.objectAddress(1)}, {}});
      } else {
        initial.push_back({Input{variable, chance(50) ? InputKind::Nondet : InputKind::Uninitialised, "local"}, {}});
      }
    }
    program_.addEdge(entry, locations_[0], terms_.mkTrue(), std::move(initial), here());
    for (unsigned i = 0; i < locations_.size(); ++i) generateEdges(i);
  }

  void generateEdges(unsigned index) {
    const LocationId source = locations_[index];
    // c1 | !c1 & c2 | !c1 & !c2
    Term rest = terms_.mkTrue();
    for (unsigned i = below(3); i > 0; --i) {
      const Term guard = condition(2);
      addEdge(index, source, terms_.mkAnd(rest, guard));
      rest = terms_.mkAnd(rest, terms_.mkNot(guard));
    }
    addEdge(index, source, rest);
  }

  void addEdge(unsigned index, LocationId source, Term guard) {
    std::vector<Operation> operations = block();
    const SourcePosition position = here();
    if (chance(12) || index + 1 == locations_.size()) {
      if (chance(60)) {
        operations.push_back({Return{integer(32, 1)}, position});
        program_.addEdge(source, exit_, guard, std::move(operations), position);
      } else {
        program_.addEdge(source, terminal(), guard, std::move(operations), position);
      }
      return;
    }
    const bool goesBack = chance(25);
    LocationId target = goesBack ? locations_[below(index + 1)]
                                 : locations_[index + 1 + below(static_cast<unsigned>(locations_.size()) - index - 1)];
    if (goesBack) target = throttled(target);
    const bool calls = chance(20) && addCall(operations, position);
    if (calls && goesBack && options_.recursion) target = returning();
    program_.addEdge(source, target, guard, std::move(operations), position);
  }

  /// A place that does nothing but return what a call may have returned, sometimes through a copy.
  LocationId returning() {
    const LocationId id = program_.addLocation(function_);
    std::vector<Operation> operations;
    Term result = program_[word_].term;
    if (chance(30)) {
      const VariableId copy = program_.addVariable(function_, "copy", result.sort());
      operations.push_back({Assign{copy, result}, here()});
      result = program_[copy].term;
    }
    operations.push_back({Return{result}, here()});
    program_.addEdge(id, exit_, terms_.mkTrue(), std::move(operations), here());
    return id;
  }

  bool addCall(std::vector<Operation>& operations, SourcePosition position) {
    const unsigned own = function_.index();
    const unsigned first = options_.recursion ? 1 : own + 1;
    if (first >= functions_.size()) return false;
    const FunctionId callee = functions_[first + below(static_cast<unsigned>(functions_.size()) - first)];
    Call call{chance(80) ? word_ : VariableId(), callee, {}};
    for (VariableId parameter : program_[callee].parameters)
      call.arguments.push_back(value(program_[parameter].sort()));
    if (callee.index() <= own) {
      // Recursion takes from the counter, too, but only just before the call: the call is made in any case.
      const Term fuel = program_[fuel_].term;
      operations.push_back({Assign{fuel_, terms_.mkBvLshr(fuel, terms_.mkBv(16, 1))}, position});
    }
    operations.push_back({std::move(call), position});
    return true;
  }

  LocationId terminal() {
    static constexpr LocationKind kKinds[] = {LocationKind::Error, LocationKind::Error,   LocationKind::Halt,
                                              LocationKind::Abort, LocationKind::Blocked, LocationKind::Unsupported};
    const LocationId id = program_.addLocation(function_, kKinds[below(6)]);
    Location& location = program_[id];
    location.property = chance(50) ? Property::UnreachCall : Property::NoOverflow;
    location.message = "end " + std::to_string(id.index());
    location.position = here();
    return id;
  }

  /// A location that goes on to the target while there is fuel.
  LocationId throttled(LocationId target) {
    const LocationId id = program_.addLocation(function_);
    const LocationId stop = program_.addLocation(function_, LocationKind::Halt);
    program_[stop].message = "no fuel";
    const Term fuel = program_[fuel_].term;
    const Term isEmpty = terms_.mkEqual(fuel, terms_.mkZero(fuel.sort()));
    program_.addEdge(id, stop, isEmpty);
    program_.addEdge(id, target, terms_.mkNot(isEmpty),
                     {{Assign{fuel_, terms_.mkBvSub(fuel, terms_.mkBv(16, 1))}, {}}});
    return id;
  }

  TermManager& terms_;
  const RandomProgramOptions& options_;
  std::mt19937_64 random_;
  Program program_;
  std::vector<VariableId> globals_;
  std::vector<FunctionId> functions_;
  VariableId fuel_;

  // Of the function being generated.
  FunctionId function_;
  std::vector<VariableId> scope_;
  VariableId flag_, byte_, word_, pointer_;
  std::vector<LocationId> locations_;
  LocationId exit_;
  uint32_t line_ = 0;
};

} // namespace

Program randomProgram(TermManager& terms, uint64_t seed, const RandomProgramOptions& options) {
  return Generator(terms, seed, options).run();
}

} // namespace assay
