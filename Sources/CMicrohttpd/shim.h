#ifndef RIDEALONG_CMICROHTTPD_H
#define RIDEALONG_CMICROHTTPD_H
#include <microhttpd.h>
#endif
