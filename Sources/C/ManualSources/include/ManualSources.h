#ifndef RIDEALONG_MANUAL_SOURCES_H
#define RIDEALONG_MANUAL_SOURCES_H

/// docs/configuration.md in UTF-8, ended by a zero byte, valid as long as the program runs.
const char *ridealong_configuration_document(void);

/// docs/recordings.md in UTF-8, ended by a zero byte, valid as long as the program runs.
const char *ridealong_recordings_document(void);

#endif
