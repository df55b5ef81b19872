#ifndef RIDEALONG_CEXPAT_H
#define RIDEALONG_CEXPAT_H
#include <expat.h>
#endif
