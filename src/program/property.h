// What can be checked. A violated property is an error location of the Program; termination and data races are left to
// engines, which look at whole executions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay {

enum class Property : uint8_t {
  UnreachCall,     // a call of the error function
  Assert,          // a failing assert
  NoOverflow,      // a signed operation whose result its type cannot hold
  DivisionByZero,  //
  ValidDeref,      // an access outside a live object
  ValidFree,       // free of anything but a live heap block (or null)
  ValidMemtrack,   // a heap block that nothing points to any more
  ValidMemcleanup, // a heap block not freed when the program ends
  Termination,
  NoDataRace,
  Bounds, // an index outside of an array that is part of an object
};
inline constexpr unsigned kNumProperties = 11;

/// SV-COMP's name, e.g. "unreach-call" or "valid-deref", if it has one.
std::string_view propertyName(Property property);
std::optional<Property> propertyByName(std::string_view name);

/// A small set of properties.
class PropertySet {
public:
  constexpr PropertySet() = default;
  constexpr PropertySet(std::initializer_list<Property> properties) {
    for (Property p : properties) insert(p);
  }
  constexpr void insert(Property p) { bits_ |= bit(p); }
  constexpr void erase(Property p) { bits_ &= ~bit(p); }
  constexpr bool contains(Property p) const { return (bits_ & bit(p)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr PropertySet operator|(PropertySet other) const {
    other.bits_ |= bits_;
    return other;
  }
  constexpr bool operator==(const PropertySet&) const = default;

private:
  static constexpr uint32_t bit(Property p) { return 1u << static_cast<unsigned>(p); }
  uint32_t bits_ = 0;
};

} // namespace assay
