#ifndef RIDEALONG_CDEFLATE_H
#define RIDEALONG_CDEFLATE_H
#include <libdeflate.h>
#include <stdint.h>

/// Inflates one gzip member of exactly `size` bytes; 0 if it is anything else.
static inline int ridealong_deflate_inflate(const uint8_t *bytes, size_t count, uint8_t *target,
                                            size_t size) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (decompressor == NULL) return 0;
  size_t read = 0;
  enum libdeflate_result result =
      libdeflate_gzip_decompress_ex(decompressor, bytes, count, target, size, &read, NULL);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS && read == count;
}
#endif
