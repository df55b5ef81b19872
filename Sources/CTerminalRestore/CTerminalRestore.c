#include "CTerminalRestore.h"
int ridealong_restore_placeholder(void) { return 0; }
