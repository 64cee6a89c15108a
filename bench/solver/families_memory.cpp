#include "families.h"

#include <array>

namespace assay {

namespace {

std::string indexed(const char* name, uint32_t i) { return std::string(name) + std::to_string(i); }

/// A depth-first walk over the paths of a program with a branch on each input: the path condition grows by a push and
/// an assertion, is checked, and shrinks again. Each path runs to the depth; both sides of every branch are tried.
class PathWalk {
public:
  PathWalk(std::string name, uint32_t depth) : instance_(std::move(name)), depth_(depth) {}

  Instance run(Term start) {
    walk(0, start);
    return std::move(instance_);
  }
  virtual ~PathWalk() = default;
  Instance& instance() { return instance_; }

protected:
  virtual Term condition(uint32_t level, Term state) = 0;
  virtual Term next(uint32_t level, Term state, bool taken) = 0;

  Instance instance_;

private:
  // The depth is a small constant.
  void walk(uint32_t level, Term state) {
    if (level == depth_) return;
    Term branch = condition(level, state);
    for (bool taken : {true, false}) {
      instance_.session.push();
      instance_.session.assertTerm(taken ? branch : instance_.terms->mkNot(branch));
      instance_.session.check();
      walk(level + 1, next(level, state, taken));
      instance_.session.pop();
    }
  }

  uint32_t depth_;
};

/// Arithmetic on a state, compared with an input.
class ArithmeticWalk final : public PathWalk {
public:
  ArithmeticWalk(uint32_t width, uint32_t depth)
      : PathWalk("arithmetic" + std::to_string(width) + "x" + std::to_string(depth), depth), width_(width) {}
  Term start() { return instance_.bv("start", width_); }

protected:
  Term condition(uint32_t level, Term state) override {
    TermManager& tm = *instance_.terms;
    Term input = instance_.bv(indexed("in", level), width_);
    switch (level % 3) {
    case 0:
      return tm.mkBvSlt(state, input);
    case 1:
      return tm.mkEqual(tm.mkBvAnd(state, tm.mkBv(width_, 7)), tm.mkBvAnd(input, tm.mkBv(width_, 7)));
    default:
      return tm.mkBvUlt(tm.mkBvXor(state, input), tm.mkBv(width_, 1000));
    }
  }
  Term next(uint32_t level, Term state, bool taken) override {
    TermManager& tm = *instance_.terms;
    Term input = instance_.bv(indexed("in", level), width_);
    if (taken) return tm.mkBvAdd(tm.mkBvMul(state, tm.mkBv(width_, 3)), input);
    return tm.mkBvSub(state, tm.mkBvLshr(input, tm.mkBv(width_, 2)));
  }

private:
  uint32_t width_;
};

/// A scanner that reads bytes and classifies them, as a parser does; the state is the number read so far.
class ScannerWalk final : public PathWalk {
public:
  explicit ScannerWalk(uint32_t depth) : PathWalk("scanner" + std::to_string(depth), depth) {}
  Term start() { return instance_.terms->mkBv(32, 0); }

protected:
  Term condition(uint32_t level, Term state) override {
    TermManager& tm = *instance_.terms;
    Term byte = input(level);
    if (level % 4 == 3) return tm.mkBvUlt(tm.mkBv(32, 500), state);
    return tm.mkAnd(tm.mkBvUle(tm.mkBv(8, '0'), byte), tm.mkBvUle(byte, tm.mkBv(8, '9')));
  }
  Term next(uint32_t level, Term state, bool taken) override {
    TermManager& tm = *instance_.terms;
    if (level % 4 == 3) return state;
    Term digit = tm.mkBvZeroExtend(tm.mkBvSub(input(level), tm.mkBv(8, '0')), 24);
    return taken ? tm.mkBvAdd(tm.mkBvMul(state, tm.mkBv(32, 10)), digit) : tm.mkBvXor(state, digit);
  }

private:
  Term input(uint32_t level) { return instance_.bv(indexed("byte", level), 8); }
};

/// Byte-addressed memory: writes and reads of words at symbolic addresses.
class ByteMemory {
public:
  explicit ByteMemory(Instance& instance, uint32_t addressWidth)
      : tm_(*instance.terms), width_(addressWidth),
        array_(tm_.mkVariable("memory", tm_.arraySort(tm_.bvSort(addressWidth), tm_.bvSort(8)))) {}

  void write(Term address, Term word) {
    for (uint32_t i = 0; i < word.sort().width() / 8; ++i)
      array_ = tm_.mkStore(array_, at(address, i), tm_.mkBvExtract(word, 8 * i + 7, 8 * i));
  }
  Term read(Term address, uint32_t bytes) {
    Term word = tm_.mkSelect(array_, address);
    for (uint32_t i = 1; i < bytes; ++i) word = tm_.mkBvConcat(tm_.mkSelect(array_, at(address, i)), word);
    return word;
  }

private:
  Term at(Term address, uint32_t offset) { return tm_.mkBvAdd(address, tm_.mkBv(width_, offset)); }

  TermManager& tm_;
  uint32_t width_;
  Term array_;
};

/// Words at pointers that may or may not overlap; what was written is read back after each further write.
Instance overlappingWords(uint32_t writes) {
  Instance instance("words" + std::to_string(writes));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  ByteMemory memory(instance, 32);
  std::vector<Term> pointers, values;
  Term end = tm.mkBv(32, 0xffff0000);
  for (uint32_t i = 0; i < writes; ++i) {
    Term pointer = instance.bv(indexed("p", i), 32);
    session.assertTerm(tm.mkBvUlt(pointer, end));
    for (Term other : pointers)
      session.assertTerm(tm.mkOr(tm.mkBvUle(tm.mkBvAdd(other, tm.mkBv(32, 4)), pointer),
                                 tm.mkBvUle(tm.mkBvAdd(pointer, tm.mkBv(32, 4)), other)));
    pointers.push_back(pointer);
    values.push_back(instance.bv(indexed("v", i), 32));
    memory.write(pointer, values.back());
    for (size_t j = 0; j < pointers.size(); ++j)
      session.check({tm.mkDistinct(memory.read(pointers[j], 4), values[j])}); // never
    Term any = instance.bv(indexed("q", i), 32);
    session.check({tm.mkEqual(memory.read(any, 2), tm.mkBv(16, 0xbeef)), tm.mkDistinct(any, pointer)});
  }
  return instance;
}

/// Elements of an array, exchanged at symbolic indices: a sequence of swaps and its reverse changes nothing.
Instance swaps(uint32_t count) {
  Instance instance("swaps" + std::to_string(count));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  Term original = tm.mkVariable("a", tm.arraySort(tm.bvSort(32), tm.bvSort(32)));
  auto swapped = [&](Term array, Term i, Term j) {
    Term x = tm.mkSelect(array, i), y = tm.mkSelect(array, j);
    return tm.mkStore(tm.mkStore(array, i, y), j, x);
  };
  for (uint32_t n = 1; n <= count; ++n) {
    Term array = original, k = instance.bv(indexed("k", n), 32);
    auto index = [&](const char* name, uint32_t i) { return instance.bv(indexed(name, i), 32); };
    for (uint32_t i = 0; i < n; ++i) array = swapped(array, index("i", i), index("j", i));
    session.check({tm.mkDistinct(tm.mkSelect(array, k), tm.mkSelect(original, k))}); // possible
    for (uint32_t i = n; i-- > 0;) array = swapped(array, index("i", i), index("j", i));
    session.check({tm.mkDistinct(tm.mkSelect(array, k), tm.mkSelect(original, k))}); // never
  }
  return instance;
}

/// Insertion of elements into a table by a hash of their keys, with linear probing of two places.
Instance hashTable(uint32_t insertions) {
  Instance instance("table" + std::to_string(insertions));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  Term table = tm.mkConstArray(tm.arraySort(tm.bvSort(16), tm.bvSort(32)), tm.mkBv(32, 0));
  for (uint32_t i = 0; i < insertions; ++i) {
    Term key = instance.bv(indexed("key", i), 32);
    session.assertTerm(tm.mkDistinct(key, tm.mkBv(32, 0)));
    Term hash = tm.mkBvXor(tm.mkBvExtract(key, 15, 0), tm.mkBvExtract(key, 31, 16));
    hash = tm.mkBvAnd(hash, tm.mkBv(16, 63));
    Term second = tm.mkBvAdd(hash, tm.mkBv(16, 1));
    Term isFree = tm.mkEqual(tm.mkSelect(table, hash), tm.mkBv(32, 0));
    Term slot = tm.mkIte(isFree, hash, second);
    session.check({tm.mkDistinct(tm.mkSelect(table, slot), tm.mkBv(32, 0))}); // a collision that is not resolved
    table = tm.mkStore(table, slot, key);
    session.check({tm.mkDistinct(tm.mkSelect(table, hash), key), tm.mkDistinct(tm.mkSelect(table, second), key)});
  }
  return instance;
}

} // namespace

Family pathConditions() {
  Family family{"path conditions", {}};
  ArithmeticWalk wide(32, 8), narrow(16, 8);
  family.instances.push_back(wide.run(wide.start()));
  family.instances.push_back(narrow.run(narrow.start()));
  ScannerWalk scanner(9);
  family.instances.push_back(scanner.run(scanner.start()));
  return family;
}

Family symbolicMemory() {
  Family family{"symbolic memory", {}};
  family.instances.push_back(overlappingWords(5));
  family.instances.push_back(swaps(5));
  family.instances.push_back(hashTable(12));
  return family;
}

} // namespace assay
