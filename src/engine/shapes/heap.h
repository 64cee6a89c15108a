// Heaps of any size in finite form: what an abstract execution of a program knows about variables and memory.
//
// A value is a number (a term over symbols, which stand for values that are not known) or a pointer to a block that the
// program has allocated. Addresses of static objects are constants, as in Program. A value that is neither (a pointer's
// bits after arithmetic that is not followed) is a number of which nothing is known.
//
// A block has a size and fields by offset. Bytes without a field hold anything. A segment is a chain of blocks of any
// length of at least `min`:
//
//     next of the predecessor                               fields[next]
//        |     +-------+ next  +-------+ next     +-------+   |
//        +---->| first |------>|       |--> ... ->| last  |---+---->
//              |       |<------|       |<-- ... --|       |
//          <---+-------+ prev  +-------+     prev +-------+
//    fields[prev]
//
// The nodes of a segment have the same size. `fields` says what fields other than the links hold: a number or a pointer
// that all nodes share or, if the field is marked `each`, a symbol that stands for the value of one node at a time:
// constraints on it hold for every node. A pointer that is marked `each` leads to a block or segment that every node
// has for itself (a list of lists): the `owner` of that block is the segment. Nothing else leads to such a block. It
// holds constants, symbols marked `each`, pointers to itself, pointers to the node that has it (there a pointer to the
// owner means that node), and pointers to blocks that it has for itself in turn, marked `each` again, whose owner is
// this block. Several fields of a node may lead to the ends of a block that it has for itself. If the block's `min` is
// 0, nodes may be without it: then null or a pointer to the node itself stands in these fields. Other pointers to a
// segment lead to its first node or to its last one, never to a node between: a segment is opened before it is
// accessed.
//
// A tree has several links, its branches: in every node each of them is null or leads to the root of a tree that
// nothing else leads to, but for links back to parents. A path of a tree is a segment whose link may be another branch
// in every node; the other branches are null or lead to trees as before. So a tree with a pointer into it is a path, a
// block and trees:
//
//      first      +---+        whole tree      +---+
//        +------->|   |            +---------->|   |
//                 +---+                        +---+
//            tree / \                     tree / \ tree
//                    +---+                  or 0     or 0
//                    |   | last
//                    +---+
//     fields[next] <-/ \ tree
//
// Nodes of side trees are nodes of the path as well: they hold what `fields` says.
#pragma once

#include "program/program.h"
#include "term/term_manager.h"
#include "util/flat_map.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay::shapes {

struct Value {
  enum class Kind : uint8_t {
    Number,       // Bool or bit-vector
    Pointer,      // into a block
    Node,         // only in fields of segments: a pointer to the node that the field is in
    ObjectNumber, // upper bits of a pointer; only while a term is evaluated
    Pending,      // depends on a case that is open; only while a term is evaluated
  };
  Kind kind = Kind::Number;
  bool last = false;   // of a pointer to a segment: to its last node, not to its first
  uint32_t object = 0; // of a pointer
  int64_t offset = 0;
  Term number; // of a pointer: its offset, if that is no constant; only between heads, and in variables alone

  static Value of(Term number) {
    Value value;
    value.number = number;
    return value;
  }
  static Value pointer(uint32_t object, int64_t offset, bool last = false) {
    Value value;
    value.kind = Kind::Pointer;
    value.object = object;
    value.offset = offset;
    value.last = last;
    return value;
  }
  static Value node(int64_t offset) {
    Value value;
    value.kind = Kind::Node;
    value.offset = offset;
    return value;
  }
  bool isNode() const { return kind == Kind::Node; }
  bool isNumber() const { return kind == Kind::Number; }
  bool isPointer() const { return kind == Kind::Pointer; }
  bool isIndexed() const { return isPointer() && !number.isNull(); }
  bool isConstant() const { return isNumber() && number.isValue(); }
  bool isNull() const { return isConstant() && number.value().isZero(); }
  bool isSymbol() const { return isNumber() && number.isVariable(); }
  bool operator==(const Value&) const = default;
};

struct Field {
  uint32_t bytes = 0;
  bool each = false; // of a segment: a symbol of its own in every node
  Value value;
  Value otherwise = {}; // of a pointer to what nodes may be without: what those have there; null, or Node
  bool operator==(const Field&) const = default;
};

struct Links {
  uint64_t next = 0;  // offset of the field that leads to the next node
  int64_t nextTo = 0; // where in the next node it points to
  bool isDouble = false;
  uint64_t prev = 0;
  int64_t prevTo = 0;
  std::set<uint64_t> branches; // of a tree or a path of one: offsets of what leads to nodes below, `next` among them
  bool isWhole = false;        // a tree: there is no last node, and nothing stands in `next`
  bool operator==(const Links&) const = default;
  bool isTree() const { return !branches.empty(); }
  bool isLink(uint64_t offset) const {
    return offset == next || (isDouble && offset == prev) || branches.contains(offset);
  }
};

enum class BlockKind : uint8_t { Heap, Stack, Library, Static };

struct Block {
  BlockKind kind = BlockKind::Heap;
  bool isAlive = true;
  bool isConstant = false;
  uint64_t size = 0;
  FlatMap<uint64_t, Field> fields;
  std::optional<Links> links;  // if it is a segment
  uint32_t min = 1;            // its nodes at least; 0: what a node of `owner` has, or has not
  std::set<uint64_t> pointers; // offsets that pointers were written to: blocks of one type have the same
  uint32_t owner = 0;          // the segment or block of which every node has a block like this
  uint32_t site = 0;           // where it was allocated, see sites.h; only a hint

  bool isSegment() const { return links.has_value(); }
  bool isTree() const { return links && links->isTree(); }
  bool isWholeTree() const { return links && links->isWhole; }
  bool isLiveHeap() const { return isAlive && kind == BlockKind::Heap; }
};

/// What is known where an execution is.
struct State {
  FlatMap<VariableId, Value> variables; // others hold anything
  std::map<uint32_t, Block> blocks;     // by number, from 1
  std::map<uint64_t, Block> statics;    // static objects that were written
  std::vector<Term> constraints;        // hold; over symbols
  uint32_t nextBlock = 1;
  bool mayHaveLost = false; // there may be heap blocks besides these, which nothing leads to
};

/// Calls f(Value&) for all values of the state.
template <class S, class F>
void forEachValue(S& state, F f) {
  for (auto& [variable, value] : state.variables) f(value);
  for (auto& [number, block] : state.blocks)
    for (auto& [offset, field] : block.fields) f(field.value);
  for (auto& [number, block] : state.statics)
    for (auto& [offset, field] : block.fields) f(field.value);
}

/// The same without blocks that nodes have for themselves. All pointers to the ends of segments are among these values.
template <class S, class F>
void forEachValueOutside(S& state, F f) {
  for (auto& [variable, value] : state.variables) f(value);
  for (auto& [number, block] : state.blocks)
    if (block.owner == 0)
      for (auto& [offset, field] : block.fields) f(field.value);
  for (auto& [number, block] : state.statics)
    for (auto& [offset, field] : block.fields) f(field.value);
}

/// Operations on a state that need to make terms.
class Heap {
public:
  Heap(const Program& program, State& state) : program_(program), terms_(program.terms()), state_(state) {}

  Value fresh(Sort sort) const { return Value::of(terms_.mkFreshVariable("shape", sort)); }

  /// The block, or static object, that a pointer leads into; null if the pointer is not known to lead into a live one.
  /// The offset is not checked.
  struct Target {
    const Block* block = nullptr;
    uint32_t number = 0;       // of a block
    uint64_t staticObject = 0; // or of a static object
    int64_t offset = 0;
  };
  std::optional<Target> target(const Value& pointer) const;

  /// Loads from a block that is no segment; the bytes lie inside of it.
  Value load(const Target& target, Sort sort);
  /// False: a static object is too large, or what is filled: it has more than `maxBytes`.
  bool store(const Target& target, const Value& value, Sort sort, bool isPointer, uint64_t maxBytes);
  bool fill(const Target& target, const Value& byte, uint64_t size, uint64_t maxBytes);
  bool copy(const Target& to, const Target& from, uint64_t size, uint64_t maxBytes);

  /// The segment's first (or last) node becomes a block of its own. This state becomes the case in which there are more
  /// nodes and the node has all blocks that it may have; the result are the other cases.
  std::vector<State> open(uint32_t segment, bool last);

  /// Replaces a symbol by a term everywhere.
  void substitute(Term symbol, Term by);

  /// The bytes of a sort in memory.
  static uint64_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

  /// Whether it is the address of a static object.
  bool isStaticAddress(const Value& value) const { return !value.isPointer() && target(value).has_value(); }
  /// A static object as it is at the start.
  Block staticBlock(uint64_t number) const;
  /// Bytes of a block that are numbers; a fresh symbol where one of them is not.
  Value assemble(const Block& block, uint64_t begin, uint64_t size) const;

private:
  /// Null: a static object that was not written yet, of more than so many bytes.
  Block* writable(const Target& target, uint64_t maxBytes);
  static void clear(TermManager& terms, Block& block, uint64_t begin, uint64_t end);
  void zero(Block& block, uint64_t begin, uint64_t end) const;
  /// Copies of the blocks that a node has for itself.
  struct Copies {
    std::map<uint32_t, uint32_t> numbers;   // of blocks, and of the segment
    std::map<uint32_t, uint32_t> holders;   // by copy: the block that has it
    std::unordered_map<Term, Term> symbols; // of which every node has its own
  };
  std::vector<State> becomeNode(uint32_t segment);
  Copies takeOut(uint32_t segment, bool last);
  std::vector<State> withoutOwned(const Copies& copies);
  Copies instantiate(Block& node, uint32_t number, uint32_t segment);
  uint32_t copyOwned(uint32_t owned, bool isOfNode, Copies& copies);
  std::vector<State> openTree(uint32_t segment, bool last);
  /// Which node of a tree is taken out, and what it is like.
  struct TreeCase {
    bool last;                    // of a path: its last one
    bool isOnly;                  // of a path: there is no other one
    std::optional<uint64_t> down; // of a path: the branch that leads on
    std::set<uint64_t> present;   // others that are not null
  };
  Copies takeOutOfTree(uint32_t segment, const TreeCase& of);
  uint32_t copyTree(uint32_t tree, uint32_t parent);
  void addForOwn(const std::unordered_map<Term, Term>& own);
  /// The symbol of one node, for a symbol of which every node has its own.
  Value ownSymbol(Term each, std::unordered_map<Term, Term>& own) const;

  const Program& program_;
  TermManager& terms_;
  State& state_;
};

} // namespace assay::shapes
