/* Contracts of C functions and invariants of loops, for Assay. For compilers they vanish; Assay knows them by itself and
   reads no more of this file than this line.

     int find(const int *from, unsigned count, int what)
       assay_requires(count > 0 && assay_fresh(from, count * sizeof *from))
       assay_assigns()
       assay_ensures(assay_result < (int)count);

   A clause stands behind the list of parameters, of a declaration or of a definition, and means C. Where contracts are
   described: docs/reference.md, "Contracts". */
#ifndef ASSAY_H
#define ASSAY_H
#ifndef __ASSAY__

/* What callers see to. */
#define assay_requires(...)
/* What holds when the function returns. */
#define assay_ensures(...)
/* All that is changed of what was there before. */
#define assay_assigns(...)
/* Between `for (...)` or `while (...)` and the body: holds whenever the loop's condition is evaluated. */
#define assay_loop_invariant(...)

#endif
#endif
