/// Keeps the places of standard input, output and error, by being linked; it has nothing to call.
#ifndef RIDEALONG_STANDARD_STREAMS_H
#define RIDEALONG_STANDARD_STREAMS_H

#endif
