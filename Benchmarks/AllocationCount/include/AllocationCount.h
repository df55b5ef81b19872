#ifndef RIDEALONG_ALLOCATION_COUNT_H
#define RIDEALONG_ALLOCATION_COUNT_H

#include <stdint.h>

// Counts what a program allocates. Linking it is enough where the C library is glibc, whose own
// allocator it then stands before; elsewhere the count stays 0.

/// How often the calling thread has asked for memory so far.
uint64_t ridealong_allocation_count(void);

#endif
