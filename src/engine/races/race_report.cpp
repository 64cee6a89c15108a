#include "engine/races/race_report.h"

#include <algorithm>
#include <tuple>

namespace assay {

namespace {

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// "a, b, and c"
std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : parts.size() > 2 ? ", and " : " and ") + parts[i];
  return text;
}

const char* phraseOf(RaceReason reason) {
  switch (reason) {
  case RaceReason::BothAtomic:
    return "accessed atomically";
  case RaceReason::NotParallel:
    return "accessed by threads that are not there at the same time";
  case RaceReason::Elsewhere:
    return "accessed in different places";
  case RaceReason::Once:
    return "initialised once before others go on";
  case RaceReason::LockOfCreator:
    return "accessed by threads whose creator holds a lock meanwhile";
  case RaceReason::Meeting:
    return "accessed before and after a barrier or a semaphore";
  case RaceReason::Lock:
    break; // with its name
  }
  return "guarded by a lock";
}

} // namespace

RaceReport::RaceReport(const Program& program, const ThreadWalk& walk, RaceCheck& check,
                       const std::vector<OpenPair>& open)
    : program_(program), walk_(walk), check_(check), open_(open) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const auto* made = operation.as<Allocate>())
        sites_[walk.sets().pointsTo().siteOf(*made)] = {made->name, operation.position.known() ? operation.position
                                                                                               : edge.position};
  collect();
}

void RaceReport::collect() {
  for (const ThreadAccess& access : walk_.accesses()) {
    if (access.isOfLocks || !program_[access.edge].position.known()) continue;
    for (const PointerTarget& target : walk_.sets()[access.targets].targets) {
      if (!isObject(target.object)) continue;
      Shared& shared = shared_[target.object];
      shared.threads.insert(access.thread);
      shared.isSeveral |= !walk_.threads().isUnique(access.thread);
      if (access.isAlone || access.isFresh) continue;
      shared.isBeside = true;
      shared.isWritten |= access.isWrite;
    }
  }
}

/// Empty: the user knows no name for it.
std::string RaceReport::nameOf(uint32_t object) const {
  if (const auto site = sites_.find(object); site != sites_.end()) {
    const auto& [name, position] = site->second;
    if (!position.known()) return {};
    return quoted(name);
  }
  const bool isOfUser = walk_.sets().pointsTo().isStatic(object) && program_.objects[object].position.known();
  return isOfUser ? quoted(program_.objects[object].name) : std::string();
}

SourcePosition RaceReport::positionOf(uint32_t object) const {
  if (const auto site = sites_.find(object); site != sites_.end()) return site->second.second;
  return walk_.sets().pointsTo().isStatic(object) ? program_.objects[object].position : SourcePosition();
}

std::string RaceReport::nameOfLock(const HeldLock& lock) const {
  const std::vector<PointerTarget>& targets = walk_.sets()[lock.targets].targets;
  const std::string name = targets.size() == 1 && isObject(targets[0].object) ? nameOf(targets[0].object) : "";
  if (!name.empty()) return (lock.lock.isValue() ? "" : "a lock in ") + name;
  return "a lock behind a pointer";
}

std::string RaceReport::guardsOf(uint32_t object) const {
  const auto guards = check_.guards().find(object);
  if (guards == check_.guards().end()) return {};
  std::set<std::string> names;
  for (Term lock : guards->second) {
    const std::string name =
        lock.isValue() ? nameOf(static_cast<uint32_t>(program_.layout().object(lock.value().toUint64()))) : "";
    names.insert(name.empty() ? "a lock beside it" : name);
  }
  return "guarded by " + listed({names.begin(), names.end()});
}

/// Empty: nothing is worth telling.
std::string RaceReport::textOf(uint32_t object, const Shared& shared) const {
  const std::string name = nameOf(object);
  const bool isOne = shared.threads.size() == 1 && !shared.isSeveral;
  if (name.empty() || (isOne && !walk_.sets().pointsTo().isStatic(object))) return {};
  std::vector<std::string> phrases;
  if (const std::string guards = guardsOf(object); !guards.empty()) phrases.push_back(guards);
  if (isOne) {
    phrases.emplace_back("accessed by one thread only");
  } else if (!shared.isBeside) {
    phrases.emplace_back("accessed only where no other thread knows it");
  } else if (!shared.isWritten) {
    phrases.emplace_back("only read while there are other threads");
  } else if (const auto reasons = check_.reasons().find(object); reasons != check_.reasons().end()) {
    for (RaceReason reason : reasons->second)
      if (reason != RaceReason::Lock) phrases.emplace_back(phraseOf(reason));
  } else {
    phrases.emplace_back("accessed by one thread at a time");
  }
  return phrases.empty() ? std::string() : name + " is " + listed(phrases);
}

std::vector<SharingNote> RaceReport::notes(bool isComplete) const {
  std::vector<SharingNote> notes;
  std::set<uint32_t> open;
  for (const OpenPair& pair : open_)
    for (size_t i : {pair.a, pair.b})
      for (const PointerTarget& target : walk_.sets()[walk_.accesses()[i].targets].targets) open.insert(target.object);
  if (isComplete)
    for (const auto& [object, shared] : shared_)
      if (const std::string text = textOf(object, shared); !text.empty() && !open.contains(object))
        notes.push_back({positionOf(object), text});
  std::ranges::stable_sort(notes, {}, &SharingNote::position);
  std::set<std::tuple<uint32_t, SourcePosition, SourcePosition>> told; // by lines
  for (const OpenPair& pair : open_) {
    const ThreadAccess &a = walk_.accesses()[pair.a], &b = walk_.accesses()[pair.b];
    SourcePosition first = positionOf(a), second = positionOf(b);
    first.column = second.column = 0;
    if (second < first) std::swap(first, second);
    if (told.emplace(commonObject(a, b), first, second).second) notes.push_back(noteOf(pair));
  }
  return notes;
}

SourcePosition RaceReport::positionOf(const ThreadAccess& access) const {
  const SourcePosition own = program_[access.edge].position;
  return own.known() ? own : program_[access.userEdge].position;
}

std::string RaceReport::placeOf(const ThreadAccess& access) const {
  const SourcePosition position = positionOf(access);
  return position.known() ? program_.files.format(position) : "the library";
}

std::string RaceReport::textOf(const ThreadAccess& access) const {
  return (access.isFree ? "a free at " : access.isWrite ? "a write at " : "a read at ") + placeOf(access);
}

std::string RaceReport::textOf(const OpenPair& pair) const {
  return textOf(walk_.accesses()[pair.a]) + " and " + textOf(walk_.accesses()[pair.b]);
}

/// The user's function: the library's begins the thread, and is given that one.
std::string RaceReport::functionOf(uint32_t thread) const {
  const ThreadKind& kind = walk_.threads()[thread];
  for (const ThreadArgument& argument : kind.arguments) {
    if (!argument.value || !argument.value.isValue()) continue;
    const uint64_t object = program_.layout().object(argument.value.value().toUint64());
    if (object == kZeroObject || object > program_.objects.size()) continue;
    if (program_.objects[object].kind == ObjectKind::Function) return quoted(program_.objects[object].name);
  }
  return quoted(program_[kind.function].name);
}

std::string RaceReport::threadOf(uint32_t thread) const {
  if (thread == ThreadTable::kMain) return "main";
  return (walk_.threads().isUnique(thread) ? "thread " : "one of several threads ") + functionOf(thread);
}

/// The one object that both may be accesses of; 0: there are several, or any.
uint32_t RaceReport::commonObject(const ThreadAccess& a, const ThreadAccess& b) const {
  uint32_t common = kZeroObject;
  const PointerSet &ofA = walk_.sets()[a.targets], &ofB = walk_.sets()[b.targets];
  if (ofA.isAny || ofB.isAny) return kZeroObject;
  for (const PointerTarget& target : ofA.targets) {
    if (!isObject(target.object) || !findTarget(ofB, target.object)) continue;
    if (common != kZeroObject) return kZeroObject;
    common = target.object;
  }
  return common;
}

SharingNote RaceReport::noteOf(const OpenPair& pair) const {
  const ThreadAccess &a = walk_.accesses()[pair.a], &b = walk_.accesses()[pair.b];
  const auto who = [&](const ThreadAccess& access) {
    std::vector<std::string> locks;
    for (const HeldLock& lock : access.state->held) locks.push_back(nameOfLock(lock));
    return " (" + threadOf(access.thread) + ", " + (locks.empty() ? "no lock held" : "holds " + listed(locks)) + ")";
  };
  const uint32_t object = commonObject(a, b);
  const std::string name = object == kZeroObject ? "" : nameOf(object);
  SharingNote note{positionOf(a), (name.empty() ? "" : name + " ") + std::string("may race: ") + textOf(a) + who(a) +
                                      " and " + textOf(b) + who(b)};
  note.isOpen = true;
  adviseLocks(a, b, note.helps);
  adviseJoin(a, b, note.helps);
  adviseJoin(b, a, note.helps);
  adviseAtomic(a, b, note.helps);
  return note;
}

void RaceReport::adviseLocks(const ThreadAccess& a, const ThreadAccess& b, std::vector<std::string>& helps) const {
  const size_t before = helps.size();
  for (const auto& [holder, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (const HeldLock& lock : holder->state->held) {
      const std::string name = nameOfLock(lock);
      if (!check_.isSound(lock.targets)) {
        const auto broken = std::ranges::find_if(walk_.broken(), [&](const BrokenLock& one) {
          return walk_.sets().mayOverlap(one.targets, kBytesOfLock, lock.targets, kBytesOfLock);
        });
        if (broken == walk_.broken().end()) continue;
        const SourcePosition at = program_[broken->edge].position;
        const std::string help = "a lock counts only as long as nobody breaks it, and " + name + " " + broken->why +
                                 (at.known() ? " at " + program_.files.format(at) : "");
        if (std::ranges::find(helps, help) == helps.end()) helps.push_back(help);
        continue;
      }
      if (!lock.lock.isValue()) continue;
      const HeldLock* same = other->state->findHeld(lock.lock);
      if (same && !same->isExclusive && !lock.isExclusive && holder->isWrite)
        helps.push_back("hold " + name + " for writing at " + placeOf(*holder));
      else if (!same)
        helps.push_back("hold " + name + " at " + placeOf(*other) + " too");
    }
  if (helps.size() == before) helps.emplace_back("hold one lock at both places");
}

/// If the first thread has created the second one, or one that it comes of.
void RaceReport::adviseJoin(const ThreadAccess& a, const ThreadAccess& b, std::vector<std::string>& helps) const {
  const ThreadTable& threads = walk_.threads();
  if (!threads.isUnique(a.thread) || a.thread == b.thread) return;
  for (uint32_t child = b.thread; child != ThreadTable::kMain; child = threads[child].parent) {
    if (threads[child].parent != a.thread) continue;
    helps.push_back(std::string("join ") + (threads.isUnique(child) ? "thread " : "all threads ") + functionOf(child) +
                    " before " + placeOf(a));
    return;
  }
}

void RaceReport::adviseAtomic(const ThreadAccess& a, const ThreadAccess& b, std::vector<std::string>& helps) const {
  constexpr uint64_t kMostBytes = 8;
  if (a.isFree || b.isFree) return;
  if (a.isAtomic || b.isAtomic) {
    helps.push_back("make the access at " + placeOf(a.isAtomic ? b : a) + " atomic as well");
    return;
  }
  const uint32_t object = commonObject(a, b);
  if (object == kZeroObject || !walk_.sets().pointsTo().isStatic(object)) return;
  const std::string name = nameOf(object);
  if (!name.empty() && program_.objects[object].size <= kMostBytes) helps.push_back("make " + name + " _Atomic");
}

} // namespace assay
