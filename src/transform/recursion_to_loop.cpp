#include "transform/recursion_to_loop.h"

#include "program/call_graph.h"
#include "transform/inline_calls.h"

#include <algorithm>
#include <string>
#include <vector>

namespace assay {

namespace {

// Names that places keep when calls are inlined; none is possible in C.
constexpr std::string_view kHead = "recursion!head", kProgram = "recursion!program", kBehind = "recursion!behind ";

/// A function that calls itself, maybe through others, in the program and in the loop.
struct Recursive {
  FunctionId function;
  FunctionId call;         // stands for it where it is called: has no body, so the call stays
  std::vector<Term> noted; // arguments of a call that was made
  Term isNoted;
  Term result; // of the last run; null if it has none
};

/// Where a recursive function is called.
struct CallSite {
  EdgeId edge;
  size_t function; // in recursive_
  std::vector<Term> arguments;
  Term result, isFilled;
};

class RecursionLoop {
public:
  explicit RecursionLoop(const Program& program) : terms_(program.terms()), whole_(program.clone()) {}

  std::optional<Program> withRecords() {
    if (!make() || !isLinear()) return std::nullopt;
    connect();
    flat_->compact();
    return std::move(flat_);
  }

  std::optional<Program> withContracts(std::span<const CallContract> contracts) {
    contracts_ = contracts;
    if (!make()) return std::nullopt;
    const LocationId head = find(kHead), nothing = flat_->addLocation(flat_->entry(), LocationKind::Blocked);
    for (const CallSite& site : sites_) relyOnContracts(site, contracts, head, nothing);
    for (size_t i = 0; i < recursive_.size(); ++i) checkContracts(i, contracts);
    flat_->compact();
    return std::move(flat_);
  }

private:
  static constexpr uint32_t kMaxLocations = 20'000;

  /// The loop, with calls that stand for those of recursive functions.
  bool make() {
    if (!findRecursion()) return false;
    replaceCalls();
    addLoop();
    InlineResult inlined = inlineCalls(whole_, {.maxLocations = kMaxLocations});
    if (inlined.callsLeft != 0 || !isPure(inlined.program)) return false;
    flat_.emplace(std::move(inlined.program));
    findPlaces();
    return !sites_.empty();
  }

  bool findRecursion() {
    const CallGraph graph(whole_);
    for (uint32_t i = 0; i < whole_.functions().size(); ++i) {
      const FunctionId function(i);
      if (!graph.isRecursive(function) || !graph.isReachable(function) || !whole_[function].hasBody()) continue;
      if (function == whole_.entry()) return false;
      recursive_.push_back({.function = function, .call = {}, .noted = {}, .isNoted = {}, .result = {}});
    }
    return !recursive_.empty();
  }

  void replaceCalls() {
    std::vector<FunctionId> standIn(whole_.functions().size());
    for (Recursive& recursive : recursive_) {
      const Function& function = whole_[recursive.function];
      const std::string name = function.name + "!call";
      const Sort result = function.result;
      recursive.call = whole_.addFunction(name);
      whole_[recursive.call].result = result;
      standIn[recursive.function.index()] = recursive.call;
    }
    for (uint32_t i = 0; i < whole_.edges().size(); ++i)
      for (Operation& operation : whole_[EdgeId(i)].operations)
        if (Call* call = std::get_if<Call>(&operation.action); call && standIn[call->callee.index()].valid())
          call->callee = standIn[call->callee.index()];
  }

  Term variable(Program& program, std::string_view name, Sort sort) {
    return program[program.addVariable(program.entry(), name, sort)].term;
  }
  static Operation assign(const Program& program, Term variable, Term value) {
    return {Assign{program.variableOf(variable), value}, {}};
  }
  Term zero(Term variable) { return variable.sort().isBool() ? terms_.mkFalse() : terms_.mkZero(variable.sort()); }
  /// A choice of the loop's own.
  Operation choose(const Program& program) {
    return {Input{program.variableOf(choice_), InputKind::Unspecified, "recursion"}, {}};
  }
  Term chosen(size_t number) { return terms_.mkEqual(choice_, terms_.mkBv(32, number)); }

  LocationId labelled(Program& program, std::string label) {
    const LocationId location = program.addLocation(program.entry());
    program[location].label = std::move(label);
    return location;
  }

  // Calls of the functions themselves are there to be inlined.
  void addLoop() {
    const FunctionId old = whole_.entry(), loop = whole_.addFunction("recursion!loop");
    whole_.setEntry(loop);
    choice_ = variable(whole_, "choice", terms_.bvSort(32));
    const LocationId start = whole_.addLocation(loop), head = labelled(whole_, std::string(kHead)),
                     pick = whole_.addLocation(loop), begin = labelled(whole_, std::string(kProgram)),
                     end = whole_.addLocation(loop, LocationKind::Halt),
                     nothing = whole_.addLocation(loop, LocationKind::Blocked);
    whole_.addLocation(loop, LocationKind::Exit);
    whole_[loop].entry = start;
    std::vector<Operation> first;
    Term isOther = terms_.mkNot(chosen(0));
    whole_.addEdge(head, pick, terms_.mkTrue(), {choose(whole_)});
    whole_.addEdge(pick, begin, chosen(0));
    whole_.addEdge(begin, end, terms_.mkTrue(), {{Call{{}, old, {}}, {}}});
    for (size_t i = 0; i < recursive_.size(); ++i) {
      Recursive& recursive = recursive_[i];
      std::vector<Sort> sorts;
      for (VariableId parameter : whole_[recursive.function].parameters) sorts.push_back(whole_[parameter].sort());
      for (Sort sort : sorts) recursive.noted.push_back(variable(whole_, "noted", sort));
      recursive.isNoted = variable(whole_, "is-noted", terms_.boolSort());
      if (const Sort sort = whole_[recursive.function].result; !sort.isNull())
        recursive.result = variable(whole_, "result", sort);
      for (Term noted : recursive.noted) first.push_back(assign(whole_, noted, zero(noted)));
      first.push_back(assign(whole_, recursive.isNoted, terms_.mkFalse()));

      Term isPicked = terms_.mkAnd(chosen(i + 1), recursive.isNoted);
      for (const CallContract& contract : contracts_)
        if (contract.function == recursive.function && contract.asks)
          isPicked = terms_.mkAnd(isPicked, contract.asks(recursive.noted));
      const LocationId behind = labelled(whole_, std::string(kBehind) + std::to_string(i));
      const VariableId result = recursive.result ? whole_.variableOf(recursive.result) : VariableId();
      whole_.addEdge(pick, behind, isPicked, {{Call{result, recursive.function, recursive.noted}, {}}});
      isOther = terms_.mkAnd(isOther, terms_.mkNot(isPicked));
    }
    whole_.addEdge(pick, nothing, isOther);
    whole_.addEdge(start, head, terms_.mkTrue(), std::move(first));
  }

  /// Whether an execution leaves nothing behind but its variables.
  static bool isPure(const Program& program) {
    return std::ranges::all_of(program.edges(), [&](const Edge& edge) {
      return std::ranges::all_of(edge.operations, [&](const Operation& operation) {
        return operation.visit(
            [](const OneOf<Call, Return> auto&) { return true; }, [](const OfMemory auto&) { return false; },
            [&](const OneOf<Assign, Input> auto& defining) { return program[defining.variable].function.valid(); },
            NoThreads<bool>());
      });
    });
  }

  void findPlaces() {
    for (uint32_t i = 0; i < flat_->edges().size(); ++i) {
      const Edge& edge = (*flat_)[EdgeId(i)];
      const Call* call = edge.operations.empty() ? nullptr : edge.operations.back().as<Call>();
      if (!call) continue;
      const auto callee = std::ranges::find(recursive_, call->callee, &Recursive::call);
      if (callee == recursive_.end()) continue;
      sites_.push_back({.edge = EdgeId(i),
                        .function = static_cast<size_t>(callee - recursive_.begin()),
                        .arguments = {},
                        .result = {},
                        .isFilled = {}});
    }
  }

  LocationId find(std::string_view label) const {
    for (uint32_t i = 0; i < flat_->locations().size(); ++i)
      if (flat_->locations()[i].label == label) return LocationId(i);
    return {};
  }

  /// By location: what can be reached from there before the loop begins again.
  std::vector<bool> reached(LocationId from) const {
    const LocationId head = find(kHead);
    std::vector<bool> isReached(flat_->locations().size());
    std::vector<LocationId> work{from};
    while (!work.empty()) {
      const LocationId at = work.back();
      work.pop_back();
      if (at == head || isReached[at.index()]) continue;
      isReached[at.index()] = true;
      for (EdgeId edge : (*flat_)[at].out) work.push_back((*flat_)[edge].target);
    }
    return isReached;
  }

  bool isLinear() const {
    const std::vector<bool> isOfProgram = reached(find(kProgram));
    return std::ranges::all_of(sites_, [&](const CallSite& site) {
      const Edge& edge = (*flat_)[site.edge];
      const std::vector<bool> isLater = reached(edge.target);
      if (isOfProgram[edge.source.index()]) return !isLater[edge.source.index()];
      return std::ranges::none_of(sites_,
                                  [&](const CallSite& other) { return isLater[(*flat_)[other.edge].source.index()]; });
    });
  }

  void connect() {
    Program& program = *flat_;
    const LocationId head = find(kHead), nothing = program.addLocation(program.entry(), LocationKind::Blocked);
    Edge& first = program[program[program[program.entry()].entry].out.front()];
    std::vector<Operation> empty;
    for (CallSite& site : sites_) {
      const Recursive& callee = recursive_[site.function];
      for (Term noted : callee.noted) site.arguments.push_back(variable(program, "record", noted.sort()));
      if (callee.result) site.result = variable(program, "record", callee.result.sort());
      site.isFilled = variable(program, "is-filled", terms_.boolSort());
      for (Term part : site.arguments) empty.push_back(assign(program, part, zero(part)));
      if (site.result) empty.push_back(assign(program, site.result, zero(site.result)));
      empty.push_back(assign(program, site.isFilled, terms_.mkFalse()));
    }
    first.operations.insert(first.operations.end(), empty.begin(), empty.end());
    for (const CallSite& site : sites_) replaceCall(site, head, nothing);
    for (size_t i = 0; i < recursive_.size(); ++i) putDown(i, head, nothing);
  }

  void replaceCall(const CallSite& site, LocationId head, LocationId nothing) {
    Program& program = *flat_;
    const Recursive& callee = recursive_[site.function];
    const Edge edge = program[site.edge];
    const Call call = *edge.operations.back().as<Call>();
    std::vector<Operation> before(edge.operations.begin(), edge.operations.end() - 1);
    before.push_back(choose(program));
    std::vector<Operation> note, take;
    Term fits = site.isFilled;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      note.push_back(assign(program, callee.noted[i], call.arguments[i]));
      fits = terms_.mkAnd(fits, terms_.mkEqual(site.arguments[i], call.arguments[i]));
    }
    note.push_back(assign(program, callee.isNoted, terms_.mkTrue()));
    if (call.result.valid()) take.push_back({Assign{call.result, site.result}, edge.position});

    const LocationId here = program.addLocation(program.entry());
    program[here].position = edge.position;
    program.removeEdge(site.edge);
    program.addEdge(edge.source, here, edge.guard, std::move(before), edge.position);
    const Term notes = chosen(0);
    program.addEdge(here, head, notes, std::move(note), edge.position);
    program.addEdge(here, edge.target, terms_.mkAnd(terms_.mkNot(notes), fits), std::move(take), edge.position);
    program.addEdge(here, nothing, terms_.mkAnd(terms_.mkNot(notes), terms_.mkNot(fits)), {}, edge.position);
  }

  /// A call notes its arguments, or returns what contracts allow.
  void relyOnContracts(const CallSite& site, std::span<const CallContract> contracts, LocationId head,
                       LocationId nothing) {
    Program& program = *flat_;
    const Recursive& callee = recursive_[site.function];
    const Edge edge = program[site.edge];
    const Call call = *edge.operations.back().as<Call>();
    std::vector<Operation> before(edge.operations.begin(), edge.operations.end() - 1);
    std::vector<Operation> note, take;
    std::vector<Term> arguments;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      arguments.push_back(variable(program, "argument", call.arguments[i].sort()));
      before.push_back(assign(program, arguments[i], call.arguments[i]));
      note.push_back(assign(program, callee.noted[i], arguments[i]));
    }
    note.push_back(assign(program, callee.isNoted, terms_.mkTrue()));
    before.push_back(choose(program));
    Term result;
    if (callee.result) {
      result = variable(program, "returned", callee.result.sort());
      before.push_back({Input{program.variableOf(result), InputKind::Unspecified, "recursion"}, edge.position});
      if (call.result.valid()) take.push_back({Assign{call.result, result}, edge.position});
    }
    Term isAllowed = terms_.mkTrue();
    for (const CallContract& contract : contracts)
      if (contract.function == callee.function) isAllowed = terms_.mkAnd(isAllowed, contract.holds(arguments, result));

    const LocationId here = program.addLocation(program.entry());
    program[here].position = edge.position;
    program.removeEdge(site.edge);
    program.addEdge(edge.source, here, edge.guard, std::move(before), edge.position);
    const Term notes = chosen(0), returns = terms_.mkNot(notes);
    Term isAsked = terms_.mkTrue();
    for (size_t i = 0; i < contracts.size(); ++i) {
      if (contracts[i].function != callee.function || !contracts[i].asks) continue;
      const Term asks = contracts[i].asks(arguments);
      program.addEdge(here, brokenContract(i), terms_.mkAnd(notes, terms_.mkAnd(isAsked, terms_.mkNot(asks))));
      isAsked = terms_.mkAnd(isAsked, asks);
    }
    program.addEdge(here, head, terms_.mkAnd(notes, isAsked), std::move(note), edge.position);
    program.addEdge(here, edge.target, terms_.mkAnd(returns, isAllowed), std::move(take), edge.position);
    program.addEdge(here, nothing, terms_.mkAnd(returns, terms_.mkNot(isAllowed)), {}, edge.position);
  }

  LocationId brokenContract(size_t number) {
    const LocationId error = flat_->addLocation(flat_->entry(), LocationKind::Error);
    (*flat_)[error].property = Property::UnreachCall;
    (*flat_)[error].message = contractMessage(number);
    return error;
  }

  void checkContracts(size_t function, std::span<const CallContract> contracts) {
    Program& program = *flat_;
    const LocationId behind = find(std::string(kBehind) + std::to_string(function));
    if (!behind.valid()) return; // it never returns
    const Recursive& recursive = recursive_[function];
    const LocationId pick = program.addLocation(program.entry()),
                     end = program.addLocation(program.entry(), LocationKind::Blocked);
    program.addEdge(behind, pick, terms_.mkTrue(), {choose(program)});
    Term isOther = terms_.mkTrue();
    for (size_t i = 0; i < contracts.size(); ++i) {
      if (contracts[i].function != recursive.function) continue;
      const Term isBroken =
          terms_.mkAnd(chosen(i), terms_.mkNot(contracts[i].holds(recursive.noted, recursive.result)));
      program.addEdge(pick, brokenContract(i), isBroken);
      isOther = terms_.mkAnd(isOther, terms_.mkNot(isBroken));
    }
    program.addEdge(pick, end, isOther);
  }

  void putDown(size_t function, LocationId head, LocationId nothing) {
    Program& program = *flat_;
    const LocationId behind = find(std::string(kBehind) + std::to_string(function));
    if (!behind.valid()) return; // it never returns
    const Recursive& recursive = recursive_[function];
    const LocationId pick = program.addLocation(program.entry());
    program.addEdge(behind, pick, terms_.mkTrue(), {choose(program)});
    Term isOther = terms_.mkTrue();
    for (size_t i = 0; i < sites_.size(); ++i) {
      const CallSite& site = sites_[i];
      if (site.function != function) continue;
      std::vector<Operation> put;
      for (size_t k = 0; k < site.arguments.size(); ++k)
        put.push_back(assign(program, site.arguments[k], recursive.noted[k]));
      if (site.result) put.push_back(assign(program, site.result, recursive.result));
      put.push_back(assign(program, site.isFilled, terms_.mkTrue()));
      program.addEdge(pick, head, chosen(i), std::move(put));
      isOther = terms_.mkAnd(isOther, terms_.mkNot(chosen(i)));
    }
    program.addEdge(pick, nothing, isOther);
  }

  TermManager& terms_;
  Program whole_;               // with the loop as its entry
  std::optional<Program> flat_; // all in the loop
  std::vector<Recursive> recursive_;
  std::vector<CallSite> sites_;
  Term choice_;
  std::span<const CallContract> contracts_;
};

} // namespace

std::optional<Program> recursionToLoop(const Program& program) { return RecursionLoop(program).withRecords(); }

std::optional<Program> recursionByContracts(const Program& program, std::span<const CallContract> contracts) {
  return RecursionLoop(program).withContracts(contracts);
}

std::string contractMessage(size_t number) { return "contract " + std::to_string(number); }

} // namespace assay
