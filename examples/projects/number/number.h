// A number as text, in any base from 2 to 16.
#ifndef NUMBER_H
#define NUMBER_H

enum { NUMBER_ROOM = 34 }; // a sign, 32 digits, a zero

/// Where the text begins, in `room`.
char *number_text(int value, int base, char room[NUMBER_ROOM]);

#endif
