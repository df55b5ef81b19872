internal import DemoAssets
internal import Geo
internal import Roads

/// The roads of the demo's town, which are embedded in the program.
enum DemoTown {
  /// The market square.
  static let origin = Coordinate(latitude: 45, longitude: -30)

  static func roads() throws(CommandError) -> RoadNetwork {
    let contents = unsafe Array(
      UnsafeBufferPointer(start: ridealong_demo_roads_bytes(), count: ridealong_demo_roads_size())
    )
    do {
      return try RoadNetwork(contents: contents)
    } catch {
      throw CommandError(.failure, "The demo town's roads cannot be read: \(error)")
    }
  }
}
