#include "transform/inline_calls.h"

#include "program/library_call.h"

#include "program/copies.h"
#include "program/leak_search.h"
#include "program/loops.h"
#include "program/operation_terms.h"
#include "term/substitute.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace assay {

namespace {

/// Allocations that may happen many times before the function returns, with none of them freed in between.
bool allocatesInLoop(const Program& program, FunctionId function) {
  std::optional<LoopForest> forest; // only if there is a stack object at all
  for (LocationId location : program[function].locations) {
    for (EdgeId edge : program[location].out) {
      for (const Operation& operation : program[edge].operations) {
        const Allocate* allocate = operation.as<Allocate>();
        if (!allocate || allocate->storage != Storage::Stack) continue;
        if (!forest) forest.emplace(program, function);
        if (forest->isIrreducible()) return true;
        // The innermost loop that the edge does not leave.
        uint32_t around = forest->loopOf(location);
        const auto isLeft = [&](const Loop& loop) {
          return std::find(loop.locations.begin(), loop.locations.end(), program[edge].target) == loop.locations.end();
        };
        while (around != Loop::kNone && isLeft(forest->loops()[around])) around = forest->loops()[around].parent;
        if (around == Loop::kNone) continue;
        const Loop& loop = forest->loops()[around];
        const Term pointer = program[allocate->variable].term;
        bool isFreed = false;
        for (LocationId inLoop : loop.locations) {
          for (EdgeId other : program[inLoop].out) {
            for (const Operation& free : program[other].operations) {
              const Free* f = free.as<Free>();
              isFreed |= f && f->storage == Storage::Stack && f->pointer == pointer;
            }
          }
        }
        if (!isFreed) return true;
      }
    }
  }
  return false;
}

bool hasStackObjects(const Program& program, FunctionId function) {
  for (LocationId location : program[function].locations)
    for (EdgeId edge : program[location].out)
      for (const Operation& operation : program[edge].operations)
        if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->storage == Storage::Stack)
          return true;
  return false;
}

/// Whether the call that an edge ends in is the last thing its function does: it returns what the call returns, or
/// nothing.
bool isTailCall(const Program& program, const Edge& edge) {
  const Call& call = *edge.operations.back().as<Call>();
  Term result = call.result.valid() ? program[call.result].term : Term();
  const bool isVoid = program[program[edge.source].function].result.isNull();
  LocationId at = edge.target;
  constexpr int kMost = 8; // edges
  for (int i = 0; i < kMost; ++i) {
    const Location& location = program[at];
    if (location.kind == LocationKind::Exit) return isVoid;
    if (location.kind != LocationKind::Plain || location.out.size() != 1) return false;
    const Edge& next = program[location.out.front()];
    if (!next.guard.isTrue()) return false;
    for (const Operation& operation : next.operations) {
      using Answer = std::optional<bool>;
      const Answer answer =
          operation.visit([&](const Return& ret) -> Answer { return isVoid || (result && ret.value == result); },
                          [&](const Assign& assign) -> Answer {
                            if (assign.value != result || !result) return false;
                            result = program[assign.variable].term; // a copy of it
                            return std::nullopt;
                          },
                          [](const OneOf<Input, Call> auto&) -> Answer { return false; },
                          [](const OfMemory auto&) -> Answer { return false; }, NoThreads<Answer>());
      if (answer) return *answer;
    }
    at = next.target;
  }
  return false;
}

/// Whether an operation looks at memory, or may do so; whether heap blocks are left does not depend on stack objects.
bool looksAtMemory(const Operation& operation) {
  return operation.visit([](const Query& query) { return query.kind != QueryKind::AllFreed; },
                         [](const OneOf<Load, Store, Free, Copy, Fill, Call> auto&) { return true; },
                         [](const OneOf<Assign, Input, Allocate, Return> auto&) { return false; }, NoThreads<bool>());
}

/// Whether memory is looked at on some way from a location to the end of its function. Where leaks are looked for, that
/// is done at an abort as well, without an operation.
bool isMemorySeenFrom(const Program& program, LocationId from, bool asksForLeaks) {
  std::unordered_set<LocationId> seen{from};
  std::vector<LocationId> work{from};
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    if (asksForLeaks && program[location].kind == LocationKind::Abort) return true;
    for (EdgeId edge : program[location].out) {
      if (std::ranges::any_of(program[edge].operations, looksAtMemory)) return true;
      if (seen.insert(program[edge].target).second) work.push_back(program[edge].target);
    }
  }
  return false;
}

class Inliner {
public:
  Inliner(const Program& program, const InlineOptions& options)
      : old_(program), options_(options), asksForLeaks_(asksForLeaks(program)),
        result_{Program(program.terms(), program.layout())}, new_(result_.program) {}

  InlineResult run() {
    copyEnvironment();
    // Functions that may still be called get the numbers that they had: all are declared, in order.
    for (const Function& function : old_.functions()) {
      const FunctionId id = new_.addFunction(function.name);
      new_[id].result = function.result;
      new_[id].position = function.position;
    }
    new_.setEntry(old_.entry());
    copyVariables(old_.entry());
    makeInstance(old_.entry(), nullptr, LocationId(), VariableId(), {});
    while (!work_.empty()) {
      Instance& instance = *work_.front();
      work_.pop_front();
      fill(instance);
    }
    for (size_t i = 0; i < kept_.size(); ++i) copyFunction(kept_[i]); // grows on the way
    new_.compact();
    return std::move(result_);
  }

private:
  /// A copy of a function's body within the entry function.
  struct Instance {
    FunctionId function;
    const Instance* caller;
    LocationId continuation; // where its returns lead; invalid for the entry itself
    LocationId returnsTo;    // the same place in the old program
    VariableId result;       // of the call, in the new program; invalid: none
    EdgeId entering;         // from the call
    bool isTail = false;     // the call is the last thing that the caller does
    SourcePosition position; // of the call: that of everything in it that has none
    SourcePosition placed(SourcePosition at) const { return at.known() ? at : position; }
    std::unordered_map<LocationId, LocationId> location;
    std::unordered_map<VariableId, VariableId> variable;
    std::vector<VariableId> notes; // addresses of stack objects
    std::optional<Substitution> substitution;
  };

  void copyEnvironment() {
    new_.types = old_.types;
    for (const std::string& file : old_.files) new_.files.add(file);
    for (const StaticObject& object : old_.objects) new_.objects.add(object);
    for (const Assumption& assumption : old_.assumptions) new_.assumptions.add(assumption.message, assumption.position);
    for (uint32_t i = 0; i < old_.variables().size(); ++i) {
      const Variable& variable = old_.variables()[i];
      if (!variable.function.valid()) same_[VariableId(i)] = new_.addVariable(variable);
    }
  }

  /// The variables of a function that keeps its name, under their own names.
  void copyVariables(FunctionId function) {
    for (VariableId id : old_[function].variables) same_[id] = new_.addVariable(old_[id]);
    for (VariableId id : old_[function].parameters) new_[function].parameters.push_back(same_.at(id));
  }

  /// Whether the copy knows the argument: it says which call leads to a model, so that no fork by that stays in the
  /// copy.
  bool isKnown(VariableId parameter, Term argument) const {
    const bool beginsAnew = options_.loopsTails || options_.recursion == Recursion::Choose; // with other arguments
    return argument.isValue() && !beginsAnew && isLibraryCall(old_, parameter);
  }

  Instance& makeInstance(FunctionId function, const Instance* caller, LocationId continuation, VariableId result,
                         SourcePosition position, const std::vector<Term>& arguments = {}) {
    Instance& instance = *instances_.emplace_back(std::make_unique<Instance>());
    instance.function = function;
    instance.caller = caller;
    instance.continuation = continuation;
    instance.result = result;
    instance.position = position;
    const FunctionId flat = old_.entry();
    const bool isEntry = caller == nullptr;
    for (LocationId id : old_[function].locations) {
      // A callee's exit is the place behind the call.
      const bool isExit = old_[id].kind == LocationKind::Exit;
      instance.location[id] = isExit && !isEntry ? continuation : addCopy(new_, old_[id], flat);
      // What the table of checks and obstacles knows by its position keeps that.
      const bool isRow = old_[id].kind == LocationKind::Error || old_[id].kind == LocationKind::Unsupported;
      if (!isExit && !isEntry && !isRow) new_[instance.location[id]].position = instance.placed(old_[id].position);
    }
    if (isEntry) {
      new_[flat].entry = instance.location.at(old_[function].entry);
    } else {
      std::unordered_map<Term, Term> terms;
      for (VariableId id : old_[function].variables) {
        const VariableId copy = addCopy(new_, old_[id], flat);
        instance.variable[id] = copy;
        terms[old_[id].term] = new_[copy].term;
      }
      for (size_t i = 0; i < arguments.size(); ++i)
        if (const VariableId parameter = old_[function].parameters[i]; isKnown(parameter, arguments[i]))
          terms[old_[parameter].term] = arguments[i];
      instance.substitution.emplace(old_.terms(), terms);
    }
    work_.push_back(&instance);
    return instance;
  }

  VariableId mapped(const Instance& instance, VariableId id) const {
    if (!id.valid()) return id;
    const auto it = instance.variable.find(id);
    return it == instance.variable.end() ? same_.at(id) : it->second;
  }
  static Term mapped(Instance& instance, Term term) {
    return term && instance.substitution ? instance.substitution->apply(term) : term;
  }

  void fill(Instance& instance) {
    for (LocationId id : old_[instance.function].locations) {
      for (EdgeId edge : old_[id].out) copyEdge(instance, old_[edge]);
    }
    // All notes are known now: they are null at the start and freed at the end.
    for (VariableId note : instance.notes) {
      Edge& edge = new_[instance.entering];
      edge.operations.push_back({Assign{note, new_.terms().mkZero(new_.pointerSort())}, edge.position});
    }
    for (EdgeId edge : leaving_) {
      for (VariableId note : instance.notes) {
        new_[edge].operations.push_back({Free{new_[note].term, Storage::Stack}, new_[edge].position});
      }
      if (asksForLeaks_) forgetPointers(instance, new_[edge]);
    }
    leaving_.clear();
  }

  /// A function that has returned holds no pointers any more: its copy must not keep heap blocks reachable.
  void forgetPointers(const Instance& instance, Edge& edge) {
    for (VariableId id : old_[instance.function].variables) {
      const VariableId copy = instance.variable.at(id);
      const Sort sort = new_[copy].sort();
      if (!sort.isBitVec() || sort.width() < new_.layout().width || copy == instance.result) continue;
      edge.operations.push_back({Assign{copy, new_.terms().mkZero(sort)}, edge.position});
    }
  }

  void copyEdge(Instance& instance, const Edge& edge) {
    const LocationId source = instance.location.at(edge.source);
    const Term guard = mapped(instance, edge.guard);
    if (guard.isFalse() && !edge.guard.isFalse()) return; // another call's
    const SourcePosition position = instance.placed(edge.position);
    const bool leaves = instance.caller && old_[edge.target].kind == LocationKind::Exit;
    const Call* call = edge.operations.empty() ? nullptr : edge.operations.back().as<Call>();
    std::vector<Operation> operations;
    for (const Operation& operation : edge.operations) {
      const auto copyIt = [&] { copyOperation(instance, operation, position, operations); };
      operation.visit([](const Call&) {}, // see below
                      [&](const Return& ret) {
                        if (!instance.caller) return copyIt();
                        if (!instance.result.valid()) return;
                        operations.push_back({Assign{instance.result, mapped(instance, ret.value)},
                                              operation.position.known() ? operation.position : position});
                      },
                      [&](const OneOf<Assign, Input> auto&) { copyIt(); }, [&](const OfMemory auto&) { copyIt(); },
                      NoThreads());
    }
    if (!call) {
      const EdgeId copy =
          new_.addEdge(source, instance.location.at(edge.target), guard, std::move(operations), position);
      if (leaves) leaving_.push_back(copy);
      return;
    }
    // A call that is the last thing a function does returns to a place of its own, from where the function returns.
    const LocationId behind = leaves ? new_.addLocation(old_.entry()) : instance.location.at(edge.target);
    if (leaves) {
      leaving_.push_back(new_.addEdge(behind, instance.continuation, new_.terms().mkTrue(), {}, position));
    }
    copyCall(instance, edge, *call, guard, behind, std::move(operations));
  }

  /// An edge that ends in a call: it leads to a copy of the callee, to where the execution is cut off, or stays.
  void copyCall(Instance& instance, const Edge& edge, const Call& call, Term guard, LocationId behind,
                std::vector<Operation> operations) {
    const LocationId source = instance.location.at(edge.source);
    const SourcePosition edgePosition = instance.placed(edge.position);
    const SourcePosition ofCall = edge.operations.back().position;
    const SourcePosition position = ofCall.known() ? ofCall : edgePosition;
    const Function& callee = old_[call.callee];
    const VariableId result = mapped(instance, call.result);
    std::vector<Term> arguments;
    for (Term argument : call.arguments) arguments.push_back(mapped(instance, argument));

    if (const Instance* again = beginsAnew(instance, edge, call.callee)) {
      beginAnew(*again, arguments, position, operations);
      new_.addEdge(source, entryAgain(*again), guard, std::move(operations), edgePosition);
      ++result_.callsInlined;
    } else if (isTooDeep(instance, call.callee) && options_.recursion == Recursion::Choose) {
      const LocationId choice = new_.addLocation(old_.entry());
      new_[choice].position = position;
      new_.addEdge(source, choice, guard, std::move(operations), edgePosition);
      choose(instance, call.callee, arguments, result, choice, behind);
      ++result_.callsCut;
    } else if (isTooDeep(instance, call.callee) && options_.recursion != Recursion::Keep) {
      const bool blocks = options_.recursion == Recursion::Block;
      const LocationId end = new_.addLocation(old_.entry(), blocks ? LocationKind::Blocked : LocationKind::Unsupported);
      new_[end].message = "recursion of '" + callee.name + "' deeper than " + std::to_string(options_.recursionDepth);
      new_[end].position = position;
      new_.addEdge(source, end, guard, std::move(operations), edgePosition);
      ++result_.callsCut;
    } else if (staysCall(instance, edge.target, call.callee)) {
      keep(call.callee);
      if (callee.hasBody()) ++result_.callsLeft;
      const bool isRow = !callee.hasBody(); // as above
      operations.push_back({Call{result, call.callee, std::move(arguments)}, isRow ? ofCall : position});
      new_.addEdge(source, behind, guard, std::move(operations), isRow ? edge.position : edgePosition);
    } else {
      ++result_.callsInlined;
      Instance& copy = makeInstance(call.callee, &instance, behind, result, position, arguments);
      copy.returnsTo = edge.target;
      copy.isTail = isTailCall(old_, edge);
      for (size_t i = 0; i < arguments.size(); ++i) {
        if (isKnown(callee.parameters[i], arguments[i])) continue;
        operations.push_back({Assign{copy.variable.at(callee.parameters[i]), arguments[i]}, position});
      }
      const LocationId entry = copy.location.at(callee.entry);
      copy.entering = new_.addEdge(source, entry, guard, std::move(operations), edgePosition);
    }
  }

  /// A call that returns anything, or begins the callee's innermost copy on the way anew (Recursion::Choose).
  void choose(const Instance& instance, FunctionId callee, const std::vector<Term>& arguments, VariableId result,
              LocationId choice, LocationId behind) {
    const FunctionId flat = old_.entry();
    const SourcePosition position = new_[choice].position;
    const VariableId returns = new_.addVariable(flat, "returns", new_.terms().boolSort());
    const LocationId chosen = new_.addLocation(flat);
    new_[chosen].position = position;
    const auto any = [&](VariableId variable) {
      return Operation{Input{variable, InputKind::Unspecified, "recursion"}, position};
    };
    new_.addEdge(choice, chosen, new_.terms().mkTrue(), {any(returns)}, position);
    std::vector<Operation> after, again;
    for (uint32_t i = 0; i < old_.variables().size(); ++i)
      if (!old_.variables()[i].function.valid()) after.push_back(any(same_.at(VariableId(i))));
    if (result.valid()) after.push_back(any(result));
    const Instance* innermost = &instance;
    while (innermost->function != callee) innermost = innermost->caller;
    beginAnew(*innermost, arguments, position, again);
    new_.addEdge(chosen, behind, new_[returns].term, std::move(after), position);
    new_.addEdge(chosen, entryAgain(*innermost), new_.terms().mkNot(new_[returns].term), std::move(again), position);
  }

  /// The copy that a recursive call may begin anew because there is nothing to come back to. Null: there is none.
  const Instance* beginsAnew(const Instance& instance, const Edge& edge, FunctionId callee) {
    if (!options_.loopsTails || asksForLeaks_ || !isTailCall(old_, edge)) return nullptr;
    const auto hasObjects = [&](FunctionId function) {
      const auto [it, isNew] = hasStackObjects_.try_emplace(function, false);
      if (isNew) it->second = hasStackObjects(old_, function);
      return it->second;
    };
    for (const Instance* at = &instance; at && !hasObjects(at->function); at = at->caller) {
      if (at->function == callee) return at;
      if (!at->isTail) return nullptr;
    }
    return nullptr;
  }

  /// Arguments become parameters of the copy, which they may read.
  void beginAnew(const Instance& copy, const std::vector<Term>& arguments, SourcePosition position,
                 std::vector<Operation>& operations) {
    std::vector<VariableId> values;
    const std::vector<VariableId>& parameters = old_[copy.function].parameters;
    for (size_t i = 0; i < arguments.size(); ++i) {
      values.push_back(new_.addVariable(old_.entry(), "argument", arguments[i].sort()));
      new_[values.back()].isPointer = old_[parameters[i]].isPointer;
      operations.push_back({Assign{values.back(), arguments[i]}, position});
    }
    for (size_t i = 0; i < arguments.size(); ++i)
      operations.push_back({Assign{mapped(copy, parameters[i]), new_[values[i]].term}, position});
  }

  LocationId entryAgain(const Instance& copy) {
    const Function& function = old_[copy.function];
    const LocationId entry = copy.location.at(function.entry);
    if (new_[entry].label.empty()) new_[entry].label = std::string(kRecursionLabel) + function.name;
    return entry;
  }

  /// Whether the function is on the way from the entry to this instance more often than allowed.
  bool isTooDeep(const Instance& instance, FunctionId callee) const {
    uint32_t count = 0;
    for (const Instance* at = &instance; at; at = at->caller) count += at->function == callee;
    return count > options_.recursionDepth && old_[callee].hasBody();
  }

  bool staysCall(const Instance& instance, LocationId behind, FunctionId callee) {
    if (!old_[callee].hasBody() || isTooDeep(instance, callee)) return true;
    if (new_.locations().size() + old_[callee].locations.size() > options_.maxLocations) return true;
    const auto [it, isNew] = allocatesInLoop_.try_emplace(callee, false);
    if (isNew) it->second = allocatesInLoop(old_, callee);
    return it->second && isMemorySeenAfter(instance, behind);
  }

  /// Whether memory is looked at after a call that returns to this place of the instance.
  bool isMemorySeenAfter(const Instance& instance, LocationId behind) const {
    if (isMemorySeenFrom(old_, behind, asksForLeaks_)) return true;
    return instance.caller && isMemorySeenAfter(*instance.caller, instance.returnsTo);
  }

  void copyOperation(Instance& instance, const Operation& operation, SourcePosition edgePosition,
                     std::vector<Operation>& operations) {
    Operation copy = operation;
    if (!copy.position.known()) copy.position = edgePosition;
    rename(instance, copy);
    operations.push_back(std::move(copy));
    const Allocate* allocate = operations.back().as<Allocate>();
    if (!instance.caller || !allocate || allocate->storage != Storage::Stack) return;
    const VariableId note = new_.addPointer(old_.entry(), old_[instance.function].name + "::object");
    instance.notes.push_back(note);
    operations.push_back({Assign{note, new_[allocate->variable].term}, operations.back().position});
  }

  void rename(Instance& instance, Operation& operation) {
    changeTerms(operation, [&](Term& term) { term = mapped(instance, term); });
    changeDefined(operation, [&](VariableId& variable) { variable = mapped(instance, variable); });
  }

  // Functions that stay.
  void keep(FunctionId function) {
    if (isKept_.insert(function).second) kept_.push_back(function);
  }

  void copyFunction(FunctionId id) {
    const Function& function = old_[id];
    // A recursive entry calls its flat self.
    if (id == old_.entry()) return;
    copyVariables(id);
    if (!function.hasBody()) return;
    Instance instance;
    instance.function = id;
    instance.caller = nullptr;
    for (LocationId location : function.locations) instance.location[location] = addCopy(new_, old_[location], id);
    new_[id].entry = instance.location.at(function.entry);
    for (LocationId location : function.locations) {
      for (EdgeId edgeId : old_[location].out) {
        const Edge& edge = old_[edgeId];
        std::vector<Operation> operations = edge.operations;
        for (Operation& operation : operations) {
          if (const Call* call = operation.as<Call>()) keep(call->callee);
          rename(instance, operation);
        }
        // Variables that a kept function shares with nobody keep their terms, so only ids change.
        new_.addEdge(instance.location.at(edge.source), instance.location.at(edge.target), edge.guard,
                     std::move(operations), edge.position);
      }
    }
  }

  const Program& old_;
  const InlineOptions& options_;
  const bool asksForLeaks_;
  InlineResult result_;
  Program& new_;
  std::unordered_map<VariableId, VariableId> same_; // variables that keep their names
  std::vector<std::unique_ptr<Instance>> instances_;
  std::deque<Instance*> work_;
  std::vector<EdgeId> leaving_; // of the instance being filled
  std::vector<FunctionId> kept_;
  std::unordered_set<FunctionId> isKept_;
  std::unordered_map<FunctionId, bool> allocatesInLoop_, hasStackObjects_;
};

} // namespace

InlineResult inlineCalls(const Program& program, const InlineOptions& options) {
  return Inliner(program, options).run();
}

} // namespace assay
