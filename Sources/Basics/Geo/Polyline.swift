/// A path of coordinates and the distance along it to each coordinate.
public struct Polyline: Sendable, Hashable {
  /// The valid coordinates, in order.
  public let coordinates: [Coordinate]
  /// The distance of each coordinate from the start along the path, in meters.
  public let metersFromStart: [Double]

  /// Creates a polyline of the valid coordinates.
  public init(_ coordinates: [Coordinate]) {
    let valid = coordinates.allSatisfy(\.isValid) ? coordinates : coordinates.filter(\.isValid)
    var distances: [Double] = []
    distances.reserveCapacity(valid.count)
    var total = 0.0
    for index in valid.indices {
      if index > 0 { total += valid[index - 1].meters(to: valid[index]) }
      distances.append(total)
    }
    self.coordinates = valid
    self.metersFromStart = distances
  }

  /// The length in meters, 0 for fewer than two coordinates.
  public var lengthInMeters: Double { metersFromStart.last ?? 0 }

  /// Returns the position at a distance from the start; nil if the polyline is empty.
  ///
  /// The distance is clamped to the polyline; nan counts as 0.
  public func position(atMeters meters: Double) -> PolylinePosition? {
    guard let first = coordinates.first else { return nil }
    let distance = max(0, min(lengthInMeters, meters.isNaN ? 0 : meters))
    guard coordinates.count > 1 else {
      return PolylinePosition(index: 0, fraction: 0, coordinate: first, metersFromStart: 0)
    }
    // Finds the last segment that begins at or before the distance.
    var (low, high) = (0, coordinates.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if metersFromStart[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    let segment = metersFromStart[low + 1] - metersFromStart[low]
    let fraction = segment > 0 ? min(1, (distance - metersFromStart[low]) / segment) : 0
    return PolylinePosition(
      index: low, fraction: fraction,
      coordinate: coordinates[low].interpolated(to: coordinates[low + 1], fraction: fraction),
      metersFromStart: distance)
  }

  /// Returns the direction of travel at a distance from the start; nil if the polyline has no length.
  ///
  /// The distance is clamped to the polyline. The bearing is in degrees clockwise from true north, in
  /// 0..<360.
  public func bearing(atMeters meters: Double) -> Double? {
    guard lengthInMeters > 0, let position = position(atMeters: meters) else { return nil }
    // Repeated coordinates have no direction, so this searches ahead, then back.
    let ahead = (position.index..<coordinates.count - 1).first(where: hasLength)
    let index = ahead ?? (0..<position.index).last(where: hasLength)
    return index.map { coordinates[$0].initialBearing(to: coordinates[$0 + 1]) }
  }

  /// Returns the position nearest to a coordinate, the first of several equally near ones.
  ///
  /// A range limits the search to meters from the start. If a route crosses itself, this keeps a
  /// vehicle on the part that it is driving. Returns nil for an empty polyline, a range outside it,
  /// or an invalid coordinate. Takes linear time.
  public func nearestPosition(
    to coordinate: Coordinate, within range: ClosedRange<Double>? = nil
  ) -> PolylinePosition? {
    guard coordinate.isValid, let first = coordinates.first else { return nil }
    guard coordinates.count > 1 else {
      return PolylinePosition(
        index: 0, fraction: 0, coordinate: first, metersFromStart: 0,
        metersOff: coordinate.meters(to: first))
    }
    let plane = LocalPlane(origin: coordinate)
    var best: (index: Int, fraction: Double, squared: Double)?
    var start = plane.point(first)
    for index in 0..<coordinates.count - 1 {
      let end = plane.point(coordinates[index + 1], near: start)
      defer { start = end }
      var allowed = 0.0...1.0
      if let range {
        guard let part = fractions(of: index, within: range) else { continue }
        allowed = part
      }
      let near = LocalPlane.nearest(from: start, to: end, allowed: allowed)
      if near.squared < best?.squared ?? .infinity { best = (index, near.fraction, near.squared) }
    }
    guard let (index, fraction, _) = best else { return nil }
    let place = coordinates[index].interpolated(to: coordinates[index + 1], fraction: fraction)
    let (from, to) = (metersFromStart[index], metersFromStart[index + 1])
    return PolylinePosition(
      index: index, fraction: fraction, coordinate: place,
      metersFromStart: from + (to - from) * fraction, metersOff: coordinate.meters(to: place))
  }

  /// Returns the part between two distances from the start, with its exact ends.
  ///
  /// The distances are clamped to the polyline; nil is its end. The part is empty if `end` is before
  /// `start`.
  public func part(fromMeters start: Double, toMeters end: Double? = nil) -> [Coordinate] {
    guard let from = position(atMeters: start), let to = position(atMeters: end ?? lengthInMeters),
      from.metersFromStart <= to.metersFromStart
    else { return [] }
    let inside = zip(coordinates, metersFromStart).filter { _, meters in
      meters > from.metersFromStart && meters < to.metersFromStart
    }
    let last = to.metersFromStart > from.metersFromStart ? [to.coordinate] : []
    return [from.coordinate] + inside.map(\.0) + last
  }

  private func hasLength(_ index: Int) -> Bool {
    metersFromStart[index + 1] > metersFromStart[index]
  }

  /// The fractions of a segment inside a range of distances; nil if it is outside.
  private func fractions(of index: Int, within range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let (from, to) = (metersFromStart[index], metersFromStart[index + 1])
    guard range.lowerBound <= to, range.upperBound >= from else { return nil }
    guard to > from else { return 0...1 }
    let low = max(0, (range.lowerBound - from) / (to - from))
    return low...max(low, min(1, (range.upperBound - from) / (to - from)))
  }
}

/// A position on a polyline.
public struct PolylinePosition: Sendable, Hashable {
  /// The index of the coordinate at the start of the segment.
  public var index: Int
  /// The fraction of that segment before the position, in 0...1.
  public var fraction: Double
  /// The position's coordinate.
  public var coordinate: Coordinate
  /// The distance along the polyline from its start, in meters.
  public var metersFromStart: Double
  /// The distance to the coordinate of a search in meters; 0 without a search.
  public var metersOff: Double

  /// Creates a position.
  public init(
    index: Int, fraction: Double, coordinate: Coordinate, metersFromStart: Double,
    metersOff: Double = 0
  ) {
    self.index = index
    self.fraction = fraction
    self.coordinate = coordinate
    self.metersFromStart = metersFromStart
    self.metersOff = metersOff
  }
}
