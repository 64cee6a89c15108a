// What can be checked. A violated property is an error location of the Program; termination is left to engines, which look at
// whole executions. The rows stand in properties.def.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace assay {

#define PROPERTY(property, ...) property,
enum class Property : uint8_t {
#include "program/properties.def"
};

/// How a property file says it.
enum class Formula : uint8_t {
  Call,   // G ! call(f()), for each error function
  End,    // F end
  Always, // G name
  Never,  // G ! otherName
};

enum PropertyTraits : uint32_t {
  kByDefault = 1,             // it is checked unless the user says what is to be checked
  kMemsafety = 2,             // it is one of SV-COMP's group of that name
  kAtEnds = 4,                // it is looked for wherever a program can end: leaks
  kUndefinedBehind = 8,       // what follows a violation may be anything
  kFailsForSure = 16,         // a compiled program fails where it is violated; sanitizers do not see all of the others
  kByDefaultWithThreads = 32, // the same in programs with threads
};

/// What an execution adds to the message of a check.
enum class Detail : uint8_t { None, Access, Leak, Overflow, Index };

/// How a compiled program shows the violation.
enum class Symptom : uint8_t {
  None, // it does not
  ErrorCall,
  Assertion,
  Overflow,
  Division,
  Index,
  BadAccess,
  BadFree,
  Leak,
  NoEnd,
  Race,
  Standstill,
};

struct PropertyInfo {
  Property property;
  std::string_view name;
  std::string_view otherName; // may be empty
  Formula formula;
  uint32_t traits; // of PropertyTraits
  Detail detail;
  Symptom symptom;
};

#define PROPERTY(property, name, otherName, formula, traits, detail, symptom, ...)                                     \
  PropertyInfo{Property::property, name, otherName, Formula::formula, traits, Detail::detail, Symptom::symptom},
inline constexpr std::array kProperties = {
#include "program/properties.def"
};
inline constexpr unsigned kNumProperties = kProperties.size();

constexpr const PropertyInfo& infoOf(Property property) { return kProperties[static_cast<unsigned>(property)]; }
constexpr bool hasTrait(Property property, PropertyTraits trait) { return (infoOf(property).traits & trait) != 0; }

/// SV-COMP's name, e.g. "unreach-call" or "valid-deref", if it has one.
constexpr std::string_view propertyName(Property property) { return infoOf(property).name; }
std::optional<Property> propertyByName(std::string_view name);

/// A small set of properties.
class PropertySet {
public:
  constexpr PropertySet() = default;
  constexpr PropertySet(std::initializer_list<Property> properties) {
    for (Property p : properties) insert(p);
  }
  /// All properties that have the trait.
  static constexpr PropertySet with(PropertyTraits trait) {
    PropertySet set;
    for (const PropertyInfo& info : kProperties)
      if (hasTrait(info.property, trait)) set.insert(info.property);
    return set;
  }
  constexpr void insert(Property p) { bits_ |= bit(p); }
  constexpr void erase(Property p) { bits_ &= ~bit(p); }
  constexpr bool contains(Property p) const { return (bits_ & bit(p)) != 0; }
  constexpr bool containsAny(PropertySet other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr PropertySet operator|(PropertySet other) const {
    other.bits_ |= bits_;
    return other;
  }
  constexpr bool operator==(const PropertySet&) const = default;

private:
  static_assert(kNumProperties <= 32);
  static constexpr uint32_t bit(Property p) { return 1u << static_cast<unsigned>(p); }
  uint32_t bits_ = 0;
};

/// Memory that is lost, or left behind.
inline constexpr PropertySet kLeaks = PropertySet::with(kAtEnds);

} // namespace assay
