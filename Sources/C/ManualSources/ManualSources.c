#include "ManualSources.h"

extern const char ridealong_configuration_document_start[];
extern const char ridealong_recordings_document_start[];

const char *ridealong_configuration_document(void) {
  return ridealong_configuration_document_start;
}

const char *ridealong_recordings_document(void) { return ridealong_recordings_document_start; }
