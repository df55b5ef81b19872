#include "DemoAssets.h"
int ridealong_demo_assets_placeholder(void) { return 0; }
