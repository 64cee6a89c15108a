#include "transform/memory/records/record_heap.h"

#include "program/graph.h"
#include "term/bit_vector.h"
#include "transform/memory/free/path.h"
#include "transform/memory/free/terms.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay {

namespace {

uint32_t recordBytes(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

/// Of queries of other kinds, records know nothing.
bool canAnswer(const Query& query) {
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable:
    return query.arguments[1].kind() == Kind::BvConst;
  case QueryKind::Freeable:
    return true;
  case QueryKind::ObjectSize:
  case QueryKind::AllTracked:
  case QueryKind::AllFreed:
    return false;
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    meetThreads();
  }
  return false;
}

class RecordRewriter {
public:
  RecordRewriter(const Program& program, const PointsTo& pointsTo)
      : old_(program), pointsTo_(pointsTo), terms_(program.terms()), memory_(terms_, program.layout()),
        made_{program.clone(), {}}, new_(made_.program), heap_(made_.heap), writer_(new_, obstacles_) {}

  std::optional<RecordProgram> run() {
    if (!collect()) return std::nullopt;
    chooseFields();
    addVariables();
    for (uint32_t e = 0; e < old_.edges().size(); ++e)
      if (old_[EdgeId(e)].source.valid()) rewrite(EdgeId(e));
    begin();
    new_.compact();
    return std::move(made_);
  }

private:
  static constexpr size_t kMaxSites = 40, kMaxFields = 24, kMaxStatics = 1000;
  static constexpr uint32_t kLeastBits = 14;      // 2^13 numbers, far more than a formula has terms that are numbers
  using FieldKey = std::pair<uint32_t, uint32_t>; // offset and bytes

  /// A place: so many bytes behind what should be the start of a record.
  struct Place {
    Term base;
    int64_t offset;
  };
  Place placeOf(Term pointer) const {
    if (pointer.kind() == Kind::BvAdd)
      for (const uint32_t side : {0u, 1u})
        if (pointer[side].kind() == Kind::BvConst && pointer.sort().width() <= 64)
          return {pointer[1 - side], pointer[side].value().toInt64()};
    return {pointer, 0};
  }

  bool collect() {
    const std::vector<bool> onCycle = locationsOnCycles(old_, FlowGraph(old_, old_.entry()));
    bool isInLoop = false;
    for (const Edge& edge : old_.edges()) {
      if (!edge.source.valid()) continue;
      for (const Operation& operation : edge.operations) {
        const bool isUnderstood = operation.visit(
            [](const OneOf<Assign, Input, Return, Free> auto&) { return true; },
            [](const OneOf<Copy, Fill, Call> auto&) { return false; },
            [&](const Load& load) { return note(load.pointer, recordBytes(old_[load.variable].sort())); },
            [&](const Store& store) { return note(store.pointer, recordBytes(store.value.sort())); },
            [&](const Query& query) { return canAnswer(query); },
            [&](const Allocate& allocate) {
              isInLoop = isInLoop || (allocate.storage == Storage::Heap && onCycle[edge.source.index()]);
              return addSite(allocate, operation.position.known() ? operation.position : edge.position);
            },
            NoThreads<bool>());
        if (!isUnderstood) return false;
      }
    }
    const bool hasRoom = old_.layout().objectBits() >= kLeastBits && old_.objects.size() < kMaxStatics;
    return isInLoop && hasRoom && heap_.sites.size() <= kMaxSites && fields_.size() <= kMaxFields;
  }

  bool addSite(const Allocate& allocate, SourcePosition position) {
    if (allocate.size.kind() != Kind::BvConst || allocate.storage == Storage::Library) return false;
    siteNumber_[&allocate] = static_cast<uint32_t>(heap_.sites.size());
    heap_.sites.push_back({allocate.size.value().toUint64(), allocate.storage == Storage::Heap, {}, position});
    sites_.push_back(&allocate);
    return true;
  }

  /// An access that is no field is found where it is rewritten.
  bool note(Term pointer, uint32_t bytes) {
    const Place place = placeOf(pointer);
    if (place.offset >= 0 && place.offset < INT32_MAX) fields_.insert({static_cast<uint32_t>(place.offset), bytes});
    return true;
  }

  /// A guess: first what is known to be accessed in the site's objects, then all that has room.
  void chooseFields() {
    std::map<FieldKey, uint32_t> number;
    for (const FieldKey& key : fields_) {
      number[key] = static_cast<uint32_t>(heap_.fields.size());
      heap_.fields.push_back({key.first, key.second, {}});
    }
    std::vector<std::vector<FieldKey>> known(heap_.sites.size());
    for (const Edge& edge : old_.edges())
      for (const Operation& operation : edge.operations) {
        if (!edge.source.valid()) continue;
        const auto access = [&](Term pointer, Sort sort) {
          const Place place = placeOf(pointer);
          const PointerSet set = pointsTo_.of(pointer);
          if (set.isAny || place.offset < 0 || place.offset >= INT32_MAX) return;
          const FieldKey key{place.offset, recordBytes(sort)};
          for (const auto& [allocate, site] : siteNumber_)
            if (findTarget(set, pointsTo_.siteOf(*allocate))) known[site].push_back(key);
        };
        operation.visit([&](const Load& load) { access(load.pointer, old_[load.variable].sort()); },
                        [&](const Store& store) { access(store.pointer, store.value.sort()); },
                        [](const OneOf<Allocate, Free, Copy, Fill, Query> auto&) {}, [](const OfVariables auto&) {},
                        NoThreads());
      }
    for (uint32_t site = 0; site < heap_.sites.size(); ++site) {
      std::vector<FieldKey> chosen;
      const auto add = [&](const FieldKey& key) {
        const auto [offset, bytes] = key;
        const bool isFree = std::ranges::none_of(chosen, [&](const FieldKey& other) {
          return other.first < offset + bytes && offset < other.first + other.second;
        });
        if (offset + bytes <= heap_.sites[site].size && isFree) chosen.push_back(key);
      };
      std::ranges::for_each(known[site], add);
      std::ranges::for_each(fields_, add);
      for (const FieldKey& key : chosen) heap_.sites[site].fields.push_back(number[key]);
      std::ranges::sort(heap_.sites[site].fields);
    }
  }

  Term addGlobal(const std::string& name, Sort sort) {
    Variable variable;
    std::string free = name;
    for (Term other; (other = terms_.findVariable(free)) && (other.sort() != sort || old_.variableOf(other).valid());)
      free += '_';
    variable.term = terms_.mkVariable(free, sort);
    variable.initial = terms_.mkZero(sort);
    const Term term = variable.term;
    new_.addVariable(std::move(variable));
    return term;
  }

  void addVariables() {
    const Sort number = terms_.bvSort(old_.layout().objectBits());
    const uint64_t wild = old_.layout().wildObject();
    heap_.firstNumber = old_.objects.size() + 1;
    heap_.mostNumber = wild - wild / 4;
    heap_.next = addGlobal("record.next", number);
    new_[new_.variableOf(heap_.next)].initial = memory_.object(heap_.firstNumber);
    heap_.site = addGlobal("record.site", terms_.arraySort(number, terms_.bvSort(RecordHeap::kSiteBits)));
    for (RecordHeap::Field& field : heap_.fields)
      field.array = addGlobal("record." + std::to_string(field.offset) + "." + std::to_string(field.bytes),
                              terms_.arraySort(number, terms_.bvSort(8 * field.bytes)));
    heap_.block = anyBlock(old_);
    heap_.other = otherBlock(old_);
  }

  /// What begins with anything is what its arrays hold where nothing has been written.
  void begin() {
    std::vector<Operation> operations;
    for (const RecordHeap::Field& field : heap_.fields)
      operations.push_back({Input{new_.variableOf(field.array), InputKind::Uninitialised, "memory"}, {}});
    const FunctionId entry = old_.entry();
    const LocationId start = new_.addLocation(entry), old = new_[entry].entry;
    new_.addEdge(start, old, terms_.mkTrue(), std::move(operations));
    new_[entry].entry = start;
  }

  Term siteTerm(uint32_t site) const { return terms_.mkBv(RecordHeap::kSiteBits, site + 1); }
  Term isStart(Term pointer) const {
    const PointerLayout& layout = old_.layout();
    return terms_.mkEqual(terms_.mkBvExtract(pointer, layout.offsetBits - 1, 0), memory_.size(layout.guardBit()));
  }
  /// Whether the pointer is the start of a live record of one of the sites that fit.
  template <class Fits>
  Term isRecord(Term pointer, Fits fits) const {
    const Term site = heap_.siteOf(terms_, memory_.numberOf(pointer));
    std::vector<Term> ways;
    for (uint32_t i = 0; i < heap_.sites.size(); ++i)
      if (fits(heap_.sites[i])) ways.push_back(terms_.mkEqual(site, siteTerm(i)));
    return terms_.mkAnd(isStart(pointer), terms_.mkOr(ways));
  }

  void rewrite(EdgeId id) {
    const Edge& edge = old_[id];
    if (std::ranges::none_of(edge.operations, &Operation::isOfMemory)) return;
    writer_.enter(old_[edge.source].function);
    MemoryPath path{edge.source, edge.guard, {}, id, edge.position, edge.position};
    for (const Operation& operation : edge.operations) {
      path.operationPosition = operation.position.known() ? operation.position : edge.position;
      rewrite(path, operation);
    }
    writer_.emit(path, edge.target);
  }

  void rewrite(MemoryPath& path, const Operation& operation) {
    operation.visit([&](const Load& action) { load(path, action); }, [&](const Store& action) { store(path, action); },
                    [&](const Allocate& action) { allocate(path, action); },
                    [&](const Free& action) { free(path, action); }, [&](const Query& action) { query(path, action); },
                    [&](const OneOf<Copy, Fill> auto&) { requireOrLeave(path, terms_.mkFalse()); }, // not collected
                    [&](const OfVariables auto&) { path.operations.push_back(operation); }, NoThreads());
  }

  void requireOrLeave(MemoryPath& path, Term condition) {
    writer_.require(path, condition,
                    writer_.terminal(LocationKind::Unsupported, "memory that is not understood as a record",
                                     path.operationPosition));
  }

  /// The field that an access means; the path goes on where it means one.
  const RecordHeap::Field* access(MemoryPath& path, Term pointer, uint32_t bytes) {
    const Place place = placeOf(pointer);
    const auto field = std::ranges::find_if(
        heap_.fields, [&](const RecordHeap::Field& f) { return f.offset == place.offset && f.bytes == bytes; });
    if (field == heap_.fields.end()) {
      requireOrLeave(path, terms_.mkFalse());
      return nullptr;
    }
    const auto number = static_cast<uint32_t>(field - heap_.fields.begin());
    requireOrLeave(path, isRecord(place.base, [&](const RecordHeap::Site& site) {
                     return std::ranges::binary_search(site.fields, number);
                   }));
    return &*field;
  }

  void load(MemoryPath& path, const Load& load) {
    const Sort sort = old_[load.variable].sort();
    const RecordHeap::Field* field = access(path, load.pointer, recordBytes(sort));
    const Term number = memory_.numberOf(placeOf(load.pointer).base);
    const Term value =
        field ? terms_.mkSelect(field->array, number) : terms_.mkBv(8 * recordBytes(sort), 0); // then nothing gets here
    const Term fitting = terms_.mkBvExtract(value, (sort.isBool() ? 1 : sort.width()) - 1, 0);
    writer_.assign(path, load.variable, sort.isBool() ? terms_.mkBvToBool(fitting) : fitting);
  }

  void store(MemoryPath& path, const Store& store) {
    const Sort sort = store.value.sort();
    const RecordHeap::Field* field = access(path, store.pointer, recordBytes(sort));
    if (!field) return;
    const Term value =
        sort.isBool() ? terms_.mkBoolToBv(store.value, 8) : terms_.mkBvZeroResize(store.value, 8 * field->bytes);
    assign(path, field->array, memory_.numberOf(placeOf(store.pointer).base), value);
  }

  void assign(MemoryPath& path, Term array, Term number, Term value) {
    writer_.assign(path, new_.variableOf(array), terms_.mkStore(array, number, value));
  }

  void allocate(MemoryPath& path, const Allocate& allocate) {
    const uint32_t site = siteNumber_.at(&allocate);
    writer_.require(path, terms_.mkBvUlt(heap_.next, memory_.object(heap_.mostNumber)),
                    writer_.terminal(LocationKind::Blocked, "numbers are not counted", path.operationPosition));
    assign(path, heap_.site, heap_.next, siteTerm(site));
    if (allocate.contents == Contents::Zero)
      for (uint32_t field : heap_.sites[site].fields)
        assign(path, heap_.fields[field].array, heap_.next, terms_.mkBv(8 * heap_.fields[field].bytes, 0));
    writer_.assign(path, allocate.variable, memory_.addressOf(heap_.next));
    writer_.assign(path, new_.variableOf(heap_.next), terms_.mkBvAdd(heap_.next, memory_.object(1)));
  }

  Term isNull(Term pointer) const { return terms_.mkEqual(pointer, memory_.word(0)); }
  Term isFreeable(Term pointer) const {
    return terms_.mkOr(isNull(pointer), isRecord(pointer, [](const RecordHeap::Site& site) { return site.isHeap; }));
  }

  /// Number 0 is no record: a null pointer changes nothing.
  void free(MemoryPath& path, const Free& free) {
    const bool isHeap = free.storage == Storage::Heap;
    const auto isOfStack = [](const RecordHeap::Site& site) { return !site.isHeap; };
    requireOrLeave(path, isHeap ? isFreeable(free.pointer)
                                : terms_.mkOr(isNull(free.pointer), isRecord(free.pointer, isOfStack)));
    assign(path, heap_.site, memory_.numberOf(free.pointer), terms_.mkBv(RecordHeap::kSiteBits, 0));
  }

  void query(MemoryPath& path, const Query& query) {
    switch (query.kind) {
    case QueryKind::Freeable:
      return writer_.assign(path, query.variable, isFreeable(query.arguments[0]));
    case QueryKind::Readable:
    case QueryKind::Writable: {
      const Place place = placeOf(query.arguments[0]);
      const uint64_t bytes = query.arguments[1].value().toUint64();
      const Term answer = isRecord(place.base, [&](const RecordHeap::Site& site) {
        return place.offset >= 0 && bytes <= site.size && static_cast<uint64_t>(place.offset) <= site.size - bytes;
      });
      return writer_.assign(path, query.variable, bytes == 0 ? terms_.mkTrue() : answer);
    }
    case QueryKind::ObjectSize:
    case QueryKind::AllTracked:
    case QueryKind::AllFreed:
      return requireOrLeave(path, terms_.mkFalse()); // not collected
    case QueryKind::UnracedRead:
    case QueryKind::UnracedWrite:
      meetThreads();
    }
  }

  const Program& old_;
  const PointsTo& pointsTo_;
  TermManager& terms_;
  const MemoryTerms memory_;
  RecordProgram made_;
  Program& new_;
  RecordHeap& heap_;
  std::vector<MemoryFree::Obstacle> obstacles_;
  MemoryPathWriter writer_;
  std::set<FieldKey> fields_;
  std::vector<const Allocate*> sites_;
  std::map<const Allocate*, uint32_t> siteNumber_;
};

Term boundNumber(const Program& program, std::string_view name) {
  const uint32_t bits = program.layout().objectBits();
  return program.terms().mkVariable(std::string(name) + std::to_string(bits), program.terms().bvSort(bits));
}

} // namespace

std::optional<RecordProgram> withRecords(const Program& program, const PointsTo& pointsTo) {
  return RecordRewriter(program, pointsTo).run();
}

Term anyBlock(const Program& program) { return boundNumber(program, "kiki!block"); }
Term otherBlock(const Program& program) { return boundNumber(program, "kiki!other"); }

} // namespace assay
