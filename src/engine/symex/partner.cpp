#include "engine/symex/partner.h"

#include <poll.h>
#include <sstream>

namespace assay::symex {

namespace {

/// How often a process that waits looks whether it has to stop, in milliseconds.
constexpr int kTick = 20;
constexpr std::string_view kPart = "part";

} // namespace

std::string printPart(const PartReport& report) {
  std::ostringstream out;
  out << kPart << ' ' << report.isComplete << ' ' << report.hasEndlessPath << ' ' << report.leftAny << ' '
      << report.paths << ' ' << report.refutations << ' ' << report.confirmed << ' ' << report.limitsReached.size();
  for (const LocationId limit : report.limitsReached) out << ' ' << limit.index();
  return out.str();
}

std::optional<PartReport> parsePart(const std::string& text, const Program& program) {
  std::istringstream in(text);
  std::string word;
  PartReport report;
  uint64_t left = 0;
  in >> word >> report.isComplete >> report.hasEndlessPath >> report.leftAny >> report.paths >> report.refutations >>
      report.confirmed >> left;
  for (uint64_t limit = 0; left > 0 && in >> limit && limit < program.locations().size(); --left)
    report.limitsReached.insert(LocationId(static_cast<uint32_t>(limit)));
  if (!in || word != kPart || left != 0 || in >> word) return std::nullopt;
  return report;
}

Partner::Partner(const Env& env, const std::function<PartReport()>& explore)
    : process_(env.deadline, env.options.memory,
               [&explore](const Deadline&, Channel& parent) { parent.send(printPart(explore())); }) {}

std::optional<PartReport> Partner::wait(const Program& program, const Deadline& deadline) {
  Channel& channel = process_.channel();
  std::string message;
  for (bool isMore = true; isMore && !deadline.expired();) {
    pollfd descriptor{channel.descriptor(), POLLIN, 0};
    if (poll(&descriptor, 1, kTick) > 0) isMore = channel.receive();
    if (channel.next(message)) return parsePart(message, program);
  }
  return std::nullopt;
}

} // namespace assay::symex
