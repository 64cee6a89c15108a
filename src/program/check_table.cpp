#include "program/check_table.h"

#include <optional>

namespace assay {

namespace {

using Key = std::tuple<RowKind, Property, std::string, SourcePosition>;

std::optional<Key> keyOf(const Location& location) {
  if (location.kind == LocationKind::Error)
    return Key(RowKind::Check, location.property, location.message, location.position);
  if (location.kind == LocationKind::Unsupported)
    return Key(RowKind::Unsupported, Property(), location.message, location.position);
  if (location.kind == LocationKind::Limit) return Key(RowKind::Limit, Property(), location.message, location.position);
  return std::nullopt;
}

/// Of an edge that ends with a call of a function without a body.
std::optional<Key> keyOf(const Program& program, const Edge& edge) {
  if (edge.operations.empty()) return std::nullopt;
  const Operation& last = edge.operations.back();
  const Call* call = last.as<Call>();
  if (!call || program[call->callee].hasBody()) return std::nullopt;
  return Key(RowKind::BodilessCall, Property(), program[call->callee].name,
             last.position.known() ? last.position : edge.position);
}

} // namespace

CheckTable::CheckTable(const Program& program) : program_(program) {
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (const auto key = keyOf(program.locations()[i])) add(*key, LocationId(i));
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    if (const auto key = keyOf(program, edge)) add(*key, edge.source);
  }
}

void CheckTable::add(const Key& key, LocationId location) {
  const auto [it, isNew] = number_.try_emplace(key, RowId(static_cast<uint32_t>(rows_.size())));
  if (isNew) rows_.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), {}});
  rows_[it->second.index()].locations.push_back(location);
}

RowId CheckTable::find(const Key& key) const {
  const auto found = number_.find(key);
  return found == number_.end() ? RowId() : found->second;
}

RowId CheckTable::find(const Location& location) const {
  const auto key = keyOf(location);
  return key ? find(*key) : RowId();
}

RowId CheckTable::find(const Program& made, const Edge& edge) const {
  const auto key = keyOf(made, edge);
  return key ? find(*key) : RowId();
}

std::string CheckTable::text(RowId row) const {
  const TableRow& entry = (*this)[row];
  const std::string what =
      entry.kind == RowKind::BodilessCall ? "call of '" + entry.message + "', which has no body" : entry.message;
  return textWithPlace(program_, what, entry.position);
}

PropertySet checkedProperties(const Program& program) {
  PropertySet properties;
  for (const Location& location : program.locations())
    if (location.kind == LocationKind::Error) properties.insert(location.property);
  return properties;
}

std::string textWithPlace(const Program& program, const std::string& what, SourcePosition position) {
  const std::string place = program.files.format(position);
  return what + (place.empty() ? "" : " at " + place);
}

} // namespace assay
