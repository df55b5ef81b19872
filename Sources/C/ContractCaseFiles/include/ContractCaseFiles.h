#ifndef RIDEALONG_CONTRACT_CASE_FILES_H
#define RIDEALONG_CONTRACT_CASE_FILES_H

#include <stddef.h>
#include <stdint.h>

/// The cases of Assets/cases: for each its name and its JSON in UTF-8, both followed by a zero. Valid as long as the
/// program runs.
const uint8_t *ridealong_contract_cases_bytes(void);

/// The number of all bytes.
size_t ridealong_contract_cases_size(void);

#endif
