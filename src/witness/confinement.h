// What a program that is run for its failure must not do to the rest of the machine.
//
// Limits of the kernel (rlimits) bound time, memory and the size of a file, but not everything: they do not count the
// processes of root, and a process that opens a session of its own is out of reach of a signal to its group. A filter
// of system calls closes these gaps. It stays with the process for good, whatever the process executes.
#pragma once

namespace assay {

/// From here on this process cannot make other processes (threads it can), leave its session or signal anybody but
/// itself; such calls fail with an error, as they may in any program. Safe after a fork. False: the kernel has no
/// filters.
bool confineThisProcess();

} // namespace assay
