#ifndef RIDEALONG_CZLIB_H
#define RIDEALONG_CZLIB_H
#include <zlib.h>

// inflateInit2 and deflateInit2 are macros, which are not imported into Swift.

/// Prepares to inflate gzip or zlib data, detected by their headers; Z_OK on success.
static inline int ridealong_zlib_start_inflating(z_stream *stream) {
  return inflateInit2(stream, 15 + 32);
}

/// Prepares to deflate into gzip data; Z_OK on success.
static inline int ridealong_zlib_start_deflating(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
#endif
