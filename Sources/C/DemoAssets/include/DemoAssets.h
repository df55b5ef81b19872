#ifndef RIDEALONG_DEMO_ASSETS_H
#define RIDEALONG_DEMO_ASSETS_H

#include <stddef.h>
#include <stdint.h>

/// The demo's ride as JSON in UTF-8, valid as long as the program runs.
const uint8_t *ridealong_demo_ride_bytes(void);

/// The number of its bytes.
size_t ridealong_demo_ride_size(void);

/// The map of the demo's town as a PMTiles archive, valid as long as the program runs.
const uint8_t *ridealong_demo_city_bytes(void);

/// The number of its bytes.
size_t ridealong_demo_city_size(void);

/// The roads of the demo's town, as `RoadNetwork(contents:)` reads them, valid as long as the program runs.
const uint8_t *ridealong_demo_roads_bytes(void);

/// The number of its bytes.
size_t ridealong_demo_roads_size(void);

#endif
