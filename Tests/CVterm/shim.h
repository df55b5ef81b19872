#ifndef RIDEALONG_CVTERM_H
#define RIDEALONG_CVTERM_H
#include <vterm.h>
#endif
