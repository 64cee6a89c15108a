#include "engine/symex/partner.h"

#include "util/limits.h"
#include "util/words.h"

#include <poll.h>

namespace assay::symex {

namespace {

constexpr std::string_view kPart = "part";

} // namespace

std::string printPart(const PartReport& report) {
  WordWriter out;
  out.word(kPart).number(report.isComplete).number(report.hasEndlessPath).number(report.leftAny);
  out.number(report.paths).number(report.refutations).number(report.confirmed);
  for (const std::set<LocationId>* locations : {&report.limitsReached, &report.places}) {
    out.number(locations->size());
    for (const LocationId location : *locations) out.number(location.index());
  }
  return out.word("end").take();
}

std::optional<PartReport> parsePart(std::string_view text, const Program& program) {
  WordReader in(text);
  in.require(in.word() == kPart);
  PartReport report;
  for (bool* flag : {&report.isComplete, &report.hasEndlessPath, &report.leftAny}) *flag = in.number(1) == 1;
  for (uint64_t* number : {&report.paths, &report.refutations, &report.confirmed}) *number = in.number();
  const uint64_t most = program.locations().size();
  for (std::set<LocationId>* locations : {&report.limitsReached, &report.places})
    for (uint64_t left = in.number(most); left > 0 && !in.failed(); --left)
      locations->insert(LocationId(static_cast<uint32_t>(in.number(most - 1))));
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return report;
}

Partner::Partner(const Deadline& deadline, uint64_t megabytes, const std::function<PartReport()>& explore)
    : process_(deadline, megabytes,
               [&explore](const Deadline&, Channel& parent) { parent.send(printPart(explore())); }) {}

std::optional<PartReport> Partner::wait(const Program& program, std::chrono::milliseconds tick,
                                        const Deadline& deadline) {
  Channel& channel = process_.channel();
  std::string message;
  for (bool isMore = true; isMore && !deadline.expired();) {
    pollfd descriptor{channel.descriptor(), POLLIN, 0};
    if (poll(&descriptor, 1, pollTime(tick)) > 0) isMore = channel.receive();
    if (channel.next(message)) return parsePart(message, program);
  }
  return std::nullopt;
}

} // namespace assay::symex
