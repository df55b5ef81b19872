/// The shortest paths between places on a globe.
public enum GreatCircle {
  /// The longest step, in meters, that a flat map may draw as a straight line.
  ///
  /// A straight line on a Mercator map deviates from the great circle by
  /// `length² · tan(latitude) / (8 · radius)`, about half a meter for this length.
  public static let longestStep = 5_000.0

  /// Adds at most `most` places to a path, so that its straight segments follow great circles.
  ///
  /// The result has no invalid coordinates. Its steps are longer if `most` places are not enough.
  public static func path(
    through path: some Collection<Coordinate>, addingAtMost most: Int
  ) -> [Coordinate] {
    let coordinates = path.filter(\.isValid)
    let lengths = zip(coordinates, coordinates.dropFirst()).map { $0.meters(to: $1) }
    let total = lengths.reduce(0, +)
    // A segment gets one place less than steps, so the sum is less than total / step.
    let step = max(longestStep, total / Double(max(1, most)))
    guard most > 0, lengths.contains(where: { $0 > step }) else { return coordinates }
    var result: [Coordinate] = []
    result.reserveCapacity(coordinates.count + Int(total / step))
    for (index, length) in lengths.enumerated() {
      result.append(coordinates[index])
      let steps = max(1, Int((length / step).rounded(.up)))
      result += (1..<steps).map { number in
        let fraction = Double(number) / Double(steps)
        return coordinates[index].interpolated(to: coordinates[index + 1], fraction: fraction)
      }
    }
    if let last = coordinates.last { result.append(last) }
    return result
  }
}
