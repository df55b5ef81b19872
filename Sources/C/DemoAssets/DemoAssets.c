#include "DemoAssets.h"

extern const uint8_t ridealong_demo_ride_start[];
extern const uint8_t ridealong_demo_ride_end[];

const uint8_t *ridealong_demo_ride_bytes(void) { return ridealong_demo_ride_start; }

size_t ridealong_demo_ride_size(void) {
  return (size_t)(ridealong_demo_ride_end - ridealong_demo_ride_start);
}

extern const uint8_t ridealong_demo_city_start[];
extern const uint8_t ridealong_demo_city_end[];

const uint8_t *ridealong_demo_city_bytes(void) { return ridealong_demo_city_start; }

size_t ridealong_demo_city_size(void) {
  return (size_t)(ridealong_demo_city_end - ridealong_demo_city_start);
}

extern const uint8_t ridealong_demo_roads_start[];
extern const uint8_t ridealong_demo_roads_end[];

const uint8_t *ridealong_demo_roads_bytes(void) { return ridealong_demo_roads_start; }

size_t ridealong_demo_roads_size(void) {
  return (size_t)(ridealong_demo_roads_end - ridealong_demo_roads_start);
}
