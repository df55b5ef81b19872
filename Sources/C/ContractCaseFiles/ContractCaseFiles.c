#include "ContractCaseFiles.h"

extern const uint8_t ridealong_contract_cases_start[];
extern const uint8_t ridealong_contract_cases_end[];

const uint8_t *ridealong_contract_cases_bytes(void) { return ridealong_contract_cases_start; }

size_t ridealong_contract_cases_size(void) {
  return (size_t)(ridealong_contract_cases_end - ridealong_contract_cases_start);
}
