#include "program/cycle_search.h"

#include "program/call_graph.h"
#include "program/graph.h"
#include "program/leak_search.h"
#include "program/state_image.h"
#include "program/threads.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {

/// How often a cycle is gone through before it is believed. Once would be enough if nothing looked at numbers of
/// objects.
constexpr uint64_t kRounds = 3;
constexpr uint64_t kMaxDepth = 1'000'000;
constexpr uint64_t kLookEvery = 1 << 12;
constexpr uint64_t kMaxKept = uint64_t{1}
                              << 29; // bytes of all states that a run keeps, those that are forgotten included

InterpreterOptions interpreterOptions(const std::atomic<bool>* stop) {
  InterpreterOptions options;
  options.interrupt = stop;
  options.maxDepth = kMaxDepth;
  options.maxBytes = uint64_t{1} << 30;
  return options;
}

/// Whether the program asks which blocks are alive or can be reached: that is no part of a state image.
bool asksForBlocks(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (asksForBlocks(operation)) return true;
  return false;
}

/// Another source's inputs, with these bytes.
class WithBytes : public InputSource {
public:
  WithBytes(InputSource& source, const CycleSearch::Bytes& bytes) : source_(source), bytes_(bytes) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    return source_.next(input, width, position);
  }
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return byteAt(bytes_, allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    bytesAt(bytes_, allocation, offset, bytes);
  }

private:
  InputSource& source_;
  const CycleSearch::Bytes& bytes_;
};

/// Whether all objects of which bytes are given have been allocated.
bool isBehind(const StateImage& image, const CycleSearch::Bytes& bytes) {
  return bytes.empty() || image.memory.numAllocations() > bytes.rbegin()->first.first;
}

} // namespace

std::vector<bool> variablesRead(const Program& program) {
  std::vector<bool> isRead(program.variables().size());
  const auto read = [&](std::span<const Term> terms) {
    for (Term variable : freeVariables(terms)) isRead[program.variableOf(variable).index()] = true;
  };
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    read(std::span(&edge.guard, 1));
    for (const Operation& operation : edge.operations) read(operation.terms());
  }
  return isRead;
}

bool isOfMachine(const Input& input) {
  return input.kind == InputKind::Nondet && !input.name.empty() && !input.name.starts_with("__VERIFIER_nondet_");
}

/// The observer of an execution, for the search as well as for the confirmation.
class CycleSearch::Runner : public Observer {
public:
  explicit Runner(CycleSearch& search, uint64_t maxEdges) : search_(search), maxEdges_(maxEdges) {
    search_.stop_ = false;
    search_.taken_.clear();
    search_.edges_ = 0;
    activations_.push_back(numActivations_++);
  }
  void onEdge(EdgeId edge) final {
    if (++search_.edges_ > maxEdges_ ||
        (search_.edges_ % kLookEvery == 0 && search_.interrupt_ && search_.interrupt_->load(std::memory_order_relaxed)))
      stop();
    const LocationId location = search_.program_[edge].source;
    passes(edge);
    if (std::exchange(isEntering_, false)) enters(location);
    if (search_.isHead_[location.index()]) visits(location);
  }
  void onCall(FunctionId callee) final {
    activations_.push_back(numActivations_++);
    isEntering_ = search_.isRecursive_[callee.index()];
  }
  void onReturn() final {
    leaves();
    activations_.pop_back();
  }
  void onInput(const Input& input, const BitVector& value, SourcePosition) final {
    search_.taken_.push_back(value);
    if (!search_.isRead_[input.variable.index()]) return;
    if (isOfMachine(input)) machinesUntil_ = search_.taken_.size();
    if (input.kind == InputKind::Unspecified) {
      isOpen_ = true;
      stop();
    }
  }

protected:
  virtual void passes(EdgeId /*edge*/) {}
  virtual void enters(LocationId entry) = 0;
  virtual void visits(LocationId head) = 0;
  virtual void leaves() {}

  void stop() { search_.stop_ = true; }
  uint64_t numInputs() const { return search_.taken_.size(); }

  CycleSearch& search_;
  const uint64_t maxEdges_;
  std::vector<uint64_t> activations_; // on the stack: their numbers in the order of calls
  uint64_t numActivations_ = 0;
  bool isEntering_ = false;
  bool isOpen_ = false;        // something was taken that C leaves open, and it may matter
  uint64_t machinesUntil_ = 0; // how many inputs had been taken with the last one that was the machine's and may matter
};

class CycleSearch::Finder : public CycleSearch::Runner {
public:
  Finder(CycleSearch& search, uint64_t maxEdges, const Bytes& bytes)
      : Runner(search, maxEdges), bytes_(bytes), tracks_(1), numVisits_(search.program_.locations().size()),
        entries_(search.program_.functions().size()), onStack_(entries_.size()), numEntries_(entries_.size()) {}

  std::optional<Lasso> takeLasso() { return isOpen_ ? std::nullopt : std::move(lasso_); }

private:
  struct Kept {
    StateImage image;
    uint64_t inputs = 0, count = 0; // taken so far; visits of the head so far, in the whole execution
  };
  struct Track {
    LocationId head;
    uint64_t visits = 0; // in this activation
    std::unique_ptr<Kept> kept;
  };
  struct Entry {
    uint64_t activation;
    Kept kept;
  };

  void visits(LocationId head) override {
    const uint64_t count = ++numVisits_[head.index()];
    if (lasso_) return;
    Track& track = trackOf(head);
    const uint64_t visits = ++track.visits;
    if (track.kept && matches(head, *track.kept)) return found(head, *track.kept, count, false);
    if (visits < 2 || !std::has_single_bit(visits)) return;
    if (!track.kept) track.kept = std::make_unique<Kept>();
    if (!keep(head, count, *track.kept)) track.kept.reset();
  }

  Track& trackOf(LocationId head) {
    tracks_.resize(activations_.size());
    std::vector<Track>& tracks = tracks_.back();
    for (Track& track : tracks)
      if (track.head == head) return track;
    tracks.push_back({head, 0, nullptr});
    return tracks.back();
  }

  void enters(LocationId entry) override {
    const uint32_t function = search_.program_[entry].function.index();
    const uint64_t count = ++numEntries_[function];
    std::vector<Entry>& entries = entries_[function];
    const uint64_t depth = ++onStack_[function];
    isCounted_.resize(activations_.size());
    isCounted_.back() = function + 1;
    if (lasso_) return;
    if (!entries.empty() && matches(entry, entries.back().kept)) return found(entry, entries.back().kept, count, true);
    if (!std::has_single_bit(depth)) return;
    entries.push_back({activations_.back(), {}});
    if (!keep(entry, count, entries.back().kept)) entries.pop_back();
  }

  void leaves() override {
    if (tracks_.size() >= activations_.size()) tracks_.resize(activations_.size() - 1);
    if (isCounted_.size() < activations_.size()) return;
    if (const uint32_t function = isCounted_.back()) {
      --onStack_[function - 1];
      std::vector<Entry>& entries = entries_[function - 1];
      if (!entries.empty() && entries.back().activation == activations_.back()) entries.pop_back();
    }
    isCounted_.pop_back();
  }

  bool matches(LocationId location, const Kept& kept) {
    return kept.inputs >= machinesUntil_ && search_.interpreter_.matches(search_.liveAt(location), kept.image);
  }
  bool keep(LocationId location, uint64_t count, Kept& kept) {
    kept.inputs = numInputs();
    kept.count = count;
    if (keptBytes_ > kMaxKept || !search_.interpreter_.capture(search_.liveAt(location), kept.image)) return false;
    keptBytes_ += kept.image.memory.size();
    return isBehind(kept.image, bytes_);
  }
  void found(LocationId head, const Kept& kept, uint64_t count, bool isRecursion) {
    const std::vector<BitVector>& taken = search_.taken_;
    const auto middle = taken.begin() + static_cast<ptrdiff_t>(kept.inputs);
    lasso_ = Lasso{head, {taken.begin(), middle}, {middle, taken.end()}, bytes_, kept.count, count, isRecursion};
    stop();
  }

  const Bytes& bytes_;
  std::vector<std::vector<Track>> tracks_;     // by activation on the stack, as far as they have visited heads
  std::vector<uint64_t> numVisits_;            // by location
  std::vector<std::vector<Entry>> entries_;    // by function: those on the stack whose state was kept
  std::vector<uint64_t> onStack_, numEntries_; // by function
  std::vector<uint32_t> isCounted_; // by activation on the stack: the function that is counted for it, plus 1
  std::optional<Lasso> lasso_;
  uint64_t keptBytes_ = 0;
};

class CycleSearch::Judge : public CycleSearch::Runner {
public:
  Judge(CycleSearch& search, const Lasso& lasso) : Runner(search, UINT64_MAX), lasso_(lasso) {}

  bool isConfirmed() const { return isConfirmed_; }
  bool isOpen() const { return isOpen_; }
  const std::string& why() const { return why_; }

private:
  void passes(EdgeId edge) override { trail_ = (trail_ ^ (edge.index() + 1)) * 0x100000001b3; }
  void visits(LocationId head) override {
    if (!lasso_.isRecursion && head == lasso_.head) arrive();
  }
  void enters(LocationId entry) override {
    if (lasso_.isRecursion && entry == lasso_.head) arrive();
  }
  void leaves() override {
    if (round_ > 0 && activations_.back() == activation_) refuse("the function returns");
  }

  /// At the edge that leaves the head. This edge is the last one of the trail that ends here.
  void arrive() {
    ++count_;
    if (isConfirmed_ || !why_.empty()) return;
    const uint64_t length = lasso_.ends - lasso_.begins;
    if (count_ != lasso_.begins + round_ * length) return;
    if (machinesUntil_ > lasso_.stem.size()) return refuse("what a machine gives is taken");
    if (numInputs() != lasso_.stem.size() + round_ * lasso_.cycle.size())
      return refuse("another number of inputs was taken");
    const std::vector<VariableId>& live = search_.liveAt(lasso_.head);
    if (round_ == 0) {
      activation_ = activations_.back();
      if (!search_.interpreter_.capture(live, image_)) return refuse("the state cannot be kept");
      if (!isBehind(image_, lasso_.bytes)) return refuse("contents of objects are not the same");
    } else {
      if (!lasso_.isRecursion && activations_.back() != activation_)
        return refuse("it is another call of the function");
      if (!search_.interpreter_.matches(live, image_)) return refuse("the state is another one");
      if (round_ > 1 && trail_ != firstTrail_) return refuse("it takes another path");
      firstTrail_ = trail_;
      if (round_ == kRounds) {
        isConfirmed_ = true;
        return stop();
      }
    }
    trail_ = 0;
    ++round_;
  }

  void refuse(std::string why) {
    if (why_.empty()) why_ = std::move(why) + " in round " + std::to_string(round_) + " of the cycle";
    stop();
  }

  const Lasso& lasso_;
  StateImage image_;
  uint64_t count_ = 0, round_ = 0, activation_ = 0;
  uint64_t trail_ = 0, firstTrail_ = 0; // hashes of the edges of a round
  bool isConfirmed_ = false;
  std::string why_;
};

std::vector<bool> cycleHeads(const Program& program) {
  std::vector<bool> isHead(program.locations().size());
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    if (!program[FunctionId(i)].hasBody()) continue;
    const FlowGraph flow(program, FunctionId(i));
    for (uint32_t node = 0; node < flow.size(); ++node)
      for (uint32_t target : flow.graph().successors(node))
        if (target <= node) isHead[flow.location(target).index()] = true;
  }
  return isHead;
}

CycleSearch::CycleSearch(const Program& program, const std::atomic<bool>* interrupt)
    : program_(program), interrupt_(interrupt), interpreter_(program, interpreterOptions(&stop_)),
      isHead_(cycleHeads(program)), isRecursive_(program.functions().size()), isRead_(variablesRead(program)),
      liveness_(program.functions().size()) {
  const CallGraph calls(program);
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    if (!program[FunctionId(i)].hasBody()) continue;
    isRecursive_[i] = calls.isRecursive(FunctionId(i));
  }
  if (asksForBlocks(program)) cannot_ = "leaks are checked";
  if (hasThreads(program)) cannot_ = "the program has threads";
}

CycleSearch::~CycleSearch() = default;

const std::vector<VariableId>& CycleSearch::liveAt(LocationId location) {
  const auto [it, isNew] = live_.try_emplace(location);
  if (isNew) {
    const FunctionId function = program_[location].function;
    std::unique_ptr<Liveness>& liveness = liveness_[function.index()];
    if (!liveness) liveness = std::make_unique<Liveness>(program_, function);
    it->second = liveness->liveAt(location);
  }
  return it->second;
}

std::optional<Lasso> CycleSearch::find(InputSource& inputs, uint64_t maxEdges, const Bytes& bytes) {
  if (!cannot_.empty()) return std::nullopt;
  Finder finder(*this, maxEdges, bytes);
  WithBytes source(inputs, bytes);
  outcome_ = interpreter_.run(source, &finder);
  return finder.takeLasso();
}

bool CycleSearch::confirm(const Lasso& lasso, std::string& why) {
  why = cannot_;
  if (!lasso.head.valid() || lasso.head.index() >= program_.locations().size() || lasso.begins == 0 ||
      lasso.ends <= lasso.begins)
    why = "it is no lasso of this program";
  if (!why.empty()) return false;
  Judge judge(*this, lasso);
  LassoInputs source(lasso, kRounds);
  outcome_ = interpreter_.run(source, &judge);
  if (judge.isConfirmed()) return true;
  if (judge.isOpen())
    why = "it depends on what C leaves open";
  else if (!judge.why().empty())
    why = judge.why();
  else
    why = "the execution ends: " + std::string(outcomeName(outcome_.kind)) +
          (outcome_.message.empty() ? "" : ", " + outcome_.message);
  return false;
}

std::optional<BitVector> LassoInputs::next(const Input&, uint32_t width, SourcePosition) {
  const uint64_t stem = lasso_.stem.size(), cycle = lasso_.cycle.size();
  const BitVector* value = nullptr;
  if (position_ < stem) {
    value = &lasso_.stem[position_];
  } else if (cycle > 0 && (position_ - stem) / cycle < rounds_) {
    value = &lasso_.cycle[(position_ - stem) % cycle];
  }
  if (!value || value->width() != width) return std::nullopt; // another execution than the one that was meant
  ++position_;
  return *value;
}

uint8_t LassoInputs::initialByte(uint64_t allocation, uint64_t offset) {
  return byteAt(lasso_.bytes, allocation, offset);
}

void LassoInputs::initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) {
  bytesAt(lasso_.bytes, allocation, offset, bytes);
}

} // namespace assay
