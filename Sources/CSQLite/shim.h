#ifndef RIDEALONG_CSQLITE_H
#define RIDEALONG_CSQLITE_H
#include <sqlite3.h>
#endif
