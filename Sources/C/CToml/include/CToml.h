#ifndef RIDEALONG_CTOML_H
#define RIDEALONG_CTOML_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Reads TOML and hands out JSON in which every key has its line.
//
//   document   {"entries": [entry…]}  or  {"error": {"line": 3, "message": "…"}}
//   entry      {"key": "stroke-width", "line": 4, "value": value}
//   value      {"table": [entry…]}, {"array": [value…]}, {"string": "…"}, {"integer": 3},
//              {"number": 0.5}, {"boolean": true}, or {"other": "date"} for what JSON has not
//
// Lines count from 1. Entries come in the order of their keys.

/// Converts a TOML document.
///
/// Text that nests deeper than any sensible document does is an error, so that no document can
/// exhaust the stack. Whatever the bytes are, the result is valid JSON.
///
/// Returns the JSON, `*json_size` bytes of UTF-8, to be given to ridealong_toml_free; NULL where
/// it cannot be made, as where memory is short.
char *ridealong_toml_to_json(const char *text, size_t size, size_t *json_size);

/// Frees what ridealong_toml_to_json returned.
void ridealong_toml_free(char *json);

#ifdef __cplusplus
}
#endif

#endif
