// Programs with threads.
//
// A thread is a call stack with its own variables; thread 0 begins with the program's entry function, and a Spawn makes
// another one, which begins with a call and has the next number. Memory and global variables are common to all threads, but for
// thread-local variables, of which each thread has its own. A thread ends with the return of its first function, or at a
// location of kind ThreadEnd; its stack objects die then. The program ends when thread 0 returns, at a Halt, Abort or Error of
// any thread, or with its last thread.
//
// **One thread runs until it comes to a Step or an Await** outside of its atomic regions. These begin their edges, so the threads
// that do not run stand at locations. Then one of those threads that can go on is chosen: each that stands before a Step
// or has not begun yet, and each that stands before an Await whose condition holds. Where there is one such thread, it goes on.
// Where there are several, an input of kind Schedule says which: its value, modulo their number, is an index into the list that
// begins with the thread that ran last, if it can go on, and goes on with the others by their numbers. Where there is none, the
// threads wait for each other for ever: the one with the smallest number is told so by its Await, which then answers false.
//
// So what stands between two steps of a thread happens at once. The translation puts a Step before each access to memory that
// another thread may touch, and before nothing else that others could tell; a C statement is as many steps as it has accesses. Within
// an atomic region a Step does not let others go on. An Await in there does while its condition does not hold: a region that
// waits is interrupted.
//
// A data race is a state in which two threads are about to access the same byte of an object, at least one of them to write it, and not
// both atomically; the accesses of an atomic region are atomic. Under sequential consistency, which this is, that is the same as two
// such accesses that nothing orders. UnracedRead and UnracedWrite ask for it when a thread is about to make an access that is not
// atomic: the other threads stand before theirs.
//
// Passes and engines that know of one thread only are kept away from such programs by hasThreads(). Engines are asked whether
// they follow threads before they run (engine/engine.h). Of the passes, those that every program goes through know
// threads (transform/compact_edges.h, pass_errors.h, target.h, expose_decisions.h, fixed_environment.h), and so does the
// points-to analysis; the others throw when they come to one (NoThreads in operation.h).
#pragma once

#include "program/program.h"

namespace assay {

/// Whether executions may have more than one thread, or the program is written as if they had.
bool hasThreads(const Program& program);

/// Whether the thread may be interrupted at this location: its edge begins with a step.
bool isInterruptible(const Program& program, LocationId location);

} // namespace assay
