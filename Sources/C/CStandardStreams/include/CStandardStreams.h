/// Prepares the process before the Swift runtime starts: keeps the places of standard input, output and
/// error, and sets what the runtime does about a crash.
#ifndef RIDEALONG_STANDARD_STREAMS_H
#define RIDEALONG_STANDARD_STREAMS_H

/// Puts the environment in order again; call it first.
void ridealong_standard_streams_start(void);

#endif
