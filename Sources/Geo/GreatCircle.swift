/// The shortest path between places on a globe.
public enum GreatCircle {
  /// The longest step, in metres, that a flat map may draw straight.
  ///
  /// Off the equator a straight line of a Mercator map leaves the great circle by
  /// `length² · tan(latitude) / (8 · radius)`, some half a metre for this length in middle latitudes.
  public static let longestStep = 5_000.0

  /// Adds places to a path so that its straight pieces follow the great circles.
  ///
  /// Invalid coordinates are left out. A path that would need more than `most` places gets longer
  /// steps.
  public static func path(
    through path: some Collection<Coordinate>,
    addingAtMost most: Int
  )
    -> [Coordinate]
  {
    let coordinates = path.filter(\.isValid)
    let lengths = zip(coordinates, coordinates.dropFirst()).map { $0.meters(to: $1) }
    let total = lengths.reduce(0, +)
    // A segment gets one place less than it has steps, so the sum stays below total / step.
    let step = max(longestStep, total / Double(max(1, most)))
    guard most > 0, lengths.contains(where: { $0 > step }) else { return coordinates }
    var result: [Coordinate] = []
    result.reserveCapacity(coordinates.count + Int(total / step))
    for (index, length) in lengths.enumerated() {
      result.append(coordinates[index])
      let steps = Int((length / step).rounded(.up))
      guard steps > 1 else { continue }
      for number in 1..<steps {
        result.append(
          coordinates[index].interpolated(
            to: coordinates[index + 1],
            fraction: Double(number) / Double(steps)
          )
        )
      }
    }
    if let last = coordinates.last { result.append(last) }
    return result
  }
}
