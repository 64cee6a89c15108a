// clang-format off
// Reads the text form of Program. What printProgram prints, this reads; and it leaves out what a person who writes an
// automaton by hand would rather not write: everything in brackets below, and positions, types and files in general.
//
//   program    = ["layout" WIDTH OFFSETBITS ";"] { item }
//   item       = "file" STRING ";"                           files, in the order of their numbers
//              | "object" NAME ":" SIZE ["constant"] ["string" | "function"] [type] [pos] ["=" bytes] ";"
//              | "global" ["thread_local"] variable ["=" expr] ";"   zero if there is no value
//              | "assume" STRING [pos] ";"
//              | "entry" NAME ";"                            else "main", else the first function with a body
//              | "function" NAME "(" [variable {"," variable}] ")" ["->" sort] [pos] (";" | "{" body "}")
//   bytes      = { STRING | "hex" STRING | COUNT "*" BYTE }
//   variable   = NAME ":" ("ptr" | sort) ["bool" | "signed" | "unsigned" | "float" | "pointer"]
//                [type] ["as" STRING] [pos]                 ptr: of pointer width, and it holds pointers alone
//   type       = STRING                                      of C
//   pos        = "@" [FILE ":"] LINE ":" COLUMN
//   sort       = "bool" | "bv"N | "f16" | "f32" | "f64" | "f80" | "f128" | "float<"E","S">" | "array<"sort","sort">"
//
//   body       = { "var" variable ";" } ["entry" NAME ";"] { location }
//                                                            the first location is the entry, unless told
//   location   = NAME ":" [kind] [STRING] ["label" STRING] [pos] (";" | { edge })
//   kind       = "exit" | "error" "(" PROPERTY ")" | "unsupported" | "halt" | "abort" | "blocked" | "limit"
//              | "thread_end"
//   edge       = { "let" $NAME "=" expr ";" } ["if" expr] "->" NAME [pos] (";" | "{" { operation [pos] ";" } "}")
//   operation  = var "=" expr
//              | var "=" "input" inputkind [STRING]
//              | var "=" "load" expr                         from this address
//              | "store" expr "," expr                       to the first, the second
//              | var "=" "allocate" ("heap" | "stack") ("any" | "zero") expr [STRING]
//              | "free" ("heap" | "stack") expr
//              | "copy" expr "," expr "," expr               target, source, size
//              | "fill" expr "," expr "," expr               target, byte, size
//              | var "=" query "(" [expr {"," expr}] ")"
//              | "step" [["atomic"] ("read" | "write") expr "," expr]       address, size
//              | var "=" "spawn" NAME "(" [expr {"," expr}] ")"
//              | var "=" "await" ("equal" | "distinct" | "at_least") expr "," expr   address, value
//              | "atomic" ("begin" | "end")
//              | [var "="] "call" NAME "(" [expr {"," expr}] ")"
//              | "return" [expr]
//   inputkind  = "nondet" | "uninitialised" | "external" | "volatile" | "argument" | "unspecified" | "schedule"
//   query      = "readable" | "writable" | "freeable" | "object_size" | "all_tracked" | "all_freed"
//              | "unraced_read" | "unraced_write"
//
// A location that is not declared but named `exit` is the function's exit; a function without any gets one. An
// operation without a position has its edge's. A `let` abbreviates a term in the one edge that follows it: it stands
// for the term, not for the value that the term has at that point.
//
// Variables: `x` in function f is f's variable "f::x" if there is one, else the global "x"; `::x` is the variable with
// the name "x" as it stands. Names are identifiers (with `.`, `$` and `::` in them) or stand in backquotes.
//
//   expr, weakest first, all from left to right:
//     ||    &&    == != <s <=s >s >=s <u <=u >u >=u    |    ^    &    ++ (concatenation)    << >>s >>u
//     + -    * /s /u %s %u    ! ~ - (prefix)    x[7:0] (bits)
//     10:32 -1:8 0xff:16     value:width; the width may be left out where the other operand or the target tells it
//     1.5:f64 0x7ff0000000000000:f64                         a float, in decimal or as its bits
//     true false    &object &object[offset] &#number
//     ite(c, a, b)  zext(x, 64)  sext(x, 64) (to a total width)  neg(x)  umul_overflow(a, b)  smul_overflow(a, b)
//     fadd.rne(a, b) and fmul fdiv ffma fsqrt fround, with rne rna rtp rtn rtz
//     fabs fneg frem fmin fmax fle flt feq is_nan is_inf is_zero is_normal is_subnormal is_negative
//     asfloat(bits, f64)  asbits(x, nan)  fconvert.rne(x, f32)
//     from_sint.rne(x, f64)  from_uint.rne(x, f64)  to_sint.rtz(x, 32)  to_uint.rtz(x, 32)
//     aselect(a, i)  astore(a, i, v)  aconst(array<bv8, bv8>, v)
//
// `//` begins a comment.
// clang-format on
#pragma once

#include "program/program.h"

#include <string_view>

namespace assay {

/// Throws InputError "fileName:line:column: message". The program is validated.
Program parseProgram(std::string_view text, std::string_view fileName, TermManager& terms);

} // namespace assay
