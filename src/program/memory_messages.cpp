#include "program/memory_messages.h"

#include "program/callers_block.h"

#include <algorithm>
#include <string_view>

namespace assay {

namespace {

std::string bytesText(uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

/// Models of stdio.h name what they make by the function that opens it.
bool isFile(const ConcreteObject& object) {
  static constexpr std::string_view kOpen[] = {"fopen", "fopen64", "fdopen", "popen", "tmpfile"};
  return object.kind == ConcreteObject::Kind::Library && std::ranges::find(kOpen, *object.name) != std::end(kOpen);
}

std::string nameOf(const ConcreteObject& object) {
  const std::string& name = *object.name;
  if (isCallersBlock(object)) return "a block that the caller passes";
  if (object.kind == ConcreteObject::Kind::Heap) return "a block from " + (name.empty() ? "an allocation" : name);
  if (isFile(object)) return "a FILE from " + name;
  if (object.kind == ConcreteObject::Kind::Library) return "what " + name + " made";
  if (name.starts_with(".str")) return "a string literal";
  // clang calls the variable x that is static in the function f "f.x", and a second one "f.x.1".
  const size_t dot = object.kind == ConcreteObject::Kind::Static ? name.find('.') : std::string::npos;
  if (dot != std::string::npos) return "'" + name.substr(dot + 1, name.find('.', dot + 1) - dot - 1) + "'";
  return name.empty() ? "an object" : "'" + name + "'";
}

std::string gone(const ConcreteObject& object) {
  return isFile(object) ? " that is closed already" : " that is freed already";
}

} // namespace

std::string explainAccess(const ObjectTable& objects, uint64_t pointer, uint64_t size, bool isWrite) {
  const std::string what = (isWrite ? "write of " : "read of ") + bytesText(size) + " ";
  const uint64_t n = objects.number(pointer);
  const auto at = static_cast<int64_t>(objects.offset(pointer));
  constexpr uint64_t kNearNull = 4096; // members of a structure that is not there
  if (pointer == 0) return what + "through a null pointer";
  if (pointer < kNearNull) return what + "through a null pointer, at offset " + std::to_string(pointer);
  if (n >= objects.size() || objects[n].kind == ConcreteObject::Kind::None)
    return what + "through a pointer to no object";
  const ConcreteObject& object = objects[n];
  const std::string name = nameOf(object);
  if (!object.alive) {
    return what + (object.kind == ConcreteObject::Kind::Stack ? "in the dead stack object " + name
                                                              : "in " + name + gone(object));
  }
  if (isWrite && object.constant && objects.find(pointer, size)) return what + "to the constant object " + name;
  return what + "out of bounds of " + name + " (" + bytesText(object.size) + ") at offset " + std::to_string(at);
}

std::string explainFree(const ObjectTable& objects, uint64_t pointer, Storage storage) {
  const uint64_t n = objects.number(pointer);
  const std::string what = storage == Storage::Heap ? "free of " : "end of life of ";
  if (n == 0 || n >= objects.size() || objects[n].kind == ConcreteObject::Kind::None)
    return what + "a pointer to no object";
  const ConcreteObject& object = objects[n];
  const std::string name = nameOf(object);
  if (object.kind == ConcreteObject::Kind::Static) return what + "the static object " + name;
  if (storage == Storage::Heap && object.kind == ConcreteObject::Kind::Stack) return what + "the stack object " + name;
  if (storage == Storage::Heap && object.kind == ConcreteObject::Kind::Library)
    return what + name +
           (!object.alive    ? gone(object)
            : isFile(object) ? ", which is to be closed"
                             : ", which is the library's");
  if (storage != Storage::Heap && object.kind == ConcreteObject::Kind::Heap) return what + name;
  if (!object.alive) return what + name + gone(object);
  return what + "a pointer that is not the start of " + name + ", but at offset " +
         std::to_string(static_cast<int64_t>(objects.offset(pointer)));
}

std::string describeBytes(const ObjectTable& objects, uint64_t pointer, uint64_t size) {
  const uint64_t n = objects.number(pointer);
  if (n >= objects.size() || objects[n].kind == ConcreteObject::Kind::None) return bytesText(size);
  const auto at = static_cast<int64_t>(objects.offset(pointer));
  const std::string text = bytesText(size) + " of " + nameOf(objects[n]);
  return at == 0 ? text : text + " at offset " + std::to_string(at);
}

std::string explainQuery(const FailedQuery& query, const ObjectTable& objects) {
  if (!query.exists) return {};
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable:
    return explainAccess(objects, query.pointer, query.size, query.kind == QueryKind::Writable);
  case QueryKind::Freeable:
    return explainFree(objects, query.pointer, Storage::Heap);
  case QueryKind::ObjectSize:
  case QueryKind::AllTracked:
  case QueryKind::AllFreed:
    return {};
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    return describeBytes(objects, query.pointer, query.size);
  }
  return {};
}

Leaks findLeaks(const ObjectTable& objects, const std::vector<uint8_t>& reached) {
  Leaks leaks;
  for (size_t n = 1; n < objects.size(); ++n) {
    const ConcreteObject& object = objects[n];
    if (!object.alive || object.kind != ConcreteObject::Kind::Heap || isCallersBlock(object) ||
        (n < reached.size() && reached[n]))
      continue;
    if (leaks.number++ == 0) leaks.first = n;
  }
  return leaks;
}

std::string describeLeaks(const ObjectTable& objects, const SourceFiles& files, const Leaks& leaks) {
  const ConcreteObject& object = objects[leaks.first];
  std::string text =
      "a block of " + bytesText(object.size) + " from " + (object.name->empty() ? "an allocation" : *object.name);
  if (object.position.known()) text += " at " + files.format(object.position);
  if (leaks.number > 1) text += ", and " + std::to_string(leaks.number - 1) + " more";
  return text;
}

} // namespace assay
