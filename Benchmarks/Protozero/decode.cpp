// Reads everything in some map tiles with protozero, for comparison with our decoder.
//
//   decode FILE ROUNDS
//
// The file contains tiles, each after its length in four bytes, little-endian. Prints the shortest time
// of a round in milliseconds, the features, and a sum over all tags and coordinates.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <protozero/pbf_reader.hpp>

namespace {

struct Totals {
  std::uint64_t features = 0;
  std::int64_t sum = 0;
};

void read_geometry(protozero::iterator_range<protozero::pbf_reader::const_uint32_iterator> geometry, Totals &totals) {
  std::int32_t x = 0, y = 0;
  auto it = geometry.begin();
  const auto end = geometry.end();
  while (it != end) {
    const std::uint32_t word = *it++;
    const std::uint32_t command = word & 7;
    if (command == 7) continue;
    for (std::uint32_t count = word >> 3; count > 0 && it != end; --count) {
      const std::uint32_t right = *it++;
      if (it == end) return;
      const std::uint32_t down = *it++;
      x += protozero::decode_zigzag32(right);
      y += protozero::decode_zigzag32(down);
      if (command == 2 && right == 0 && down == 0) continue;
      totals.sum += x ^ y;
    }
  }
}

void read_feature(protozero::pbf_reader feature, Totals &totals) {
  ++totals.features;
  protozero::iterator_range<protozero::pbf_reader::const_uint32_iterator> geometry;
  while (feature.next()) {
    switch (feature.tag()) {
      case 1: feature.get_uint64(); break;
      case 2: {
        const auto tags = feature.get_packed_uint32();
        for (auto it = tags.begin(); it != tags.end();) {
          const std::uint32_t key = *it++;
          if (it == tags.end()) break;
          totals.sum += static_cast<std::int64_t>(key ^ *it++);
        }
        break;
      }
      case 3: feature.get_enum(); break;
      case 4: geometry = feature.get_packed_uint32(); break;
      default: feature.skip();
    }
  }
  read_geometry(geometry, totals);
}

void read_tile(const std::string &bytes, Totals &totals) {
  protozero::pbf_reader tile{bytes};
  while (tile.next(3)) {
    protozero::pbf_reader layer = tile.get_message();
    std::vector<protozero::data_view> keys, values;
    while (layer.next()) {
      switch (layer.tag()) {
        case 2: read_feature(layer.get_message(), totals); break;
        case 3: keys.push_back(layer.get_view()); break;
        case 4: values.push_back(layer.get_view()); break;
        default: layer.skip();
      }
    }
  }
}

double milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

}  // namespace

int main(int count, char **words) {
  if (count != 3) return 2;
  std::ifstream file{words[1], std::ios::binary};
  const std::string all{std::istreambuf_iterator<char>{file}, {}};
  std::vector<std::string> tiles;
  for (std::size_t at = 0; at + 4 <= all.size();) {
    std::uint32_t length = 0;
    for (int byte = 0; byte < 4; ++byte)
      length |= static_cast<std::uint32_t>(static_cast<unsigned char>(all[at + byte])) << (8 * byte);
    tiles.push_back(all.substr(at + 4, length));
    at += 4 + length;
  }
  double best = 1e9;
  Totals totals;
  for (int round = std::atoi(words[2]); round > 0; --round) {
    totals = Totals{};
    const double start = milliseconds();
    for (const auto &tile : tiles) read_tile(tile, totals);
    const double taken = milliseconds() - start;
    if (taken < best) best = taken;
  }
  std::printf("%.3f %llu %lld\n", best, static_cast<unsigned long long>(totals.features),
              static_cast<long long>(totals.sum));
}
