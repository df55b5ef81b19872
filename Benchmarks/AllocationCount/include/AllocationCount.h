#ifndef RIDEALONG_ALLOCATION_COUNT_H
#define RIDEALONG_ALLOCATION_COUNT_H

#include <stdint.h>

// Counts a program's allocations. Linking it is enough with glibc, whose allocator it wraps;
// with other C libraries the count stays 0.

/// The number of allocations of the calling thread so far.
uint64_t ridealong_allocation_count(void);

#endif
