#ifndef RIDEALONG_CCURL_H
#define RIDEALONG_CCURL_H
#include <curl/curl.h>
#endif
