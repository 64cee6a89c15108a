// The table of checks and obstacles: what has to be settled before a program is called safe.
//
// A check is a place where a property can be violated. An obstacle is a place behind which anything might happen, for
// the model ends there: something unsupported, a call of a function without a body. *True* needs every check proved and
// every obstacle shown to be unreachable. A limit is a place beyond which the model follows no execution, although
// there are some: objects of some size, more arguments of main than so many. If it may be reached, *true* holds within
// limits, and the verdict says so.
//
// Transformations copy, renumber and drop locations, but what a row says to the user stays: it is known by its kind,
// the property, the message and the position. Several locations may be one row. A copy of the program has the same
// numbers of rows.
#pragma once

#include "program/program.h"

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace assay {

using RowId = Id<struct RowTag>;

enum class RowKind : uint8_t { Check, Unsupported, BodilessCall, Limit };

struct TableRow {
  RowKind kind = RowKind::Check;
  Property property = Property::UnreachCall; // of a check
  std::string message;                       // of the location; of a call, the function's name
  SourcePosition position;
  std::vector<LocationId> locations; // of the program; of a call, those that its edges leave

  bool isCheck() const { return kind == RowKind::Check; }
  bool isLimit() const { return kind == RowKind::Limit; }
};

class CheckTable {
public:
  explicit CheckTable(const Program& program);

  const Program& program() const { return program_; }
  std::span<const TableRow> rows() const { return rows_; }
  const TableRow& operator[](RowId row) const { return rows_[row.index()]; }
  /// The row of a location or of an edge, of this program or of one that was made from it; invalid if it belongs to
  /// none.
  RowId find(const Location& location) const;
  RowId find(const Program& made, const Edge& edge) const;
  /// For people: "inline assembly at f.c:7:3".
  std::string text(RowId row) const;

private:
  using Key = std::tuple<RowKind, Property, std::string, SourcePosition>;
  RowId find(const Key& key) const;
  void add(const Key& key, LocationId location);

  const Program& program_;
  std::map<Key, RowId> number_;
  std::vector<TableRow> rows_;
};

/// Properties that have a check.
PropertySet checkedProperties(const Program& program);

/// "what at f.c:7:3"; without the place if it is not known.
std::string textWithPlace(const Program& program, const std::string& what, SourcePosition position);

} // namespace assay
