/// A path of coordinates with the distance along it to each of them.
public struct Polyline: Sendable, Hashable {
  /// The valid coordinates, in their order.
  public let coordinates: [Coordinate]
  /// The distance of each coordinate from the start along the path, in metres.
  public let metersFromStart: [Double]

  /// Creates a polyline of the valid coordinates.
  public init(_ coordinates: [Coordinate]) {
    let valid =
      coordinates.allSatisfy(\.isValid) ? coordinates : coordinates.filter(\.isValid)
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

  /// The length in metres, 0 for fewer than two coordinates.
  public var lengthInMeters: Double { metersFromStart.last ?? 0 }

  /// The place at a distance from the start, clamped to the polyline; nil if it is empty.
  ///
  /// Not a number counts as 0.
  public func position(atMeters meters: Double) -> PolylinePosition? {
    guard let first = coordinates.first else { return nil }
    let distance = max(0, min(lengthInMeters, meters.isNaN ? 0 : meters))
    guard coordinates.count > 1 else {
      return PolylinePosition(index: 0, fraction: 0, coordinate: first, metersFromStart: 0)
    }
    // The last segment that begins at or before the distance, and the last one for the very end.
    var (low, high) = (0, coordinates.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if metersFromStart[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    let segment = metersFromStart[low + 1] - metersFromStart[low]
    let fraction = segment > 0 ? min(1, (distance - metersFromStart[low]) / segment) : 0
    return PolylinePosition(
      index: low,
      fraction: fraction,
      coordinate: coordinates[low].interpolated(to: coordinates[low + 1], fraction: fraction),
      metersFromStart: distance
    )
  }

  /// The direction of travel at a distance from the start, nil if the polyline has no length.
  ///
  /// The distance is clamped to the polyline. Degrees are clockwise from true north in 0..<360.
  public func bearing(atMeters meters: Double) -> Double? {
    guard lengthInMeters > 0, let position = position(atMeters: meters) else { return nil }
    // Repeated coordinates have no direction: look ahead, then back.
    let ahead = (position.index..<coordinates.count - 1).first(where: hasLength)
    let index = ahead ?? (0..<position.index).last(where: hasLength)
    return index.map { coordinates[$0].initialBearing(to: coordinates[$0 + 1]) }
  }

  /// The place that is nearest to a coordinate, the first of several equally near ones.
  ///
  /// It is nil for an empty polyline, an empty range and an invalid coordinate. The range limits
  /// the search to metres from the start; where a route crosses itself this keeps a vehicle on the
  /// part that it is driving. The time grows with the number of coordinates.
  public func nearestPosition(
    to coordinate: Coordinate,
    within range: ClosedRange<Double>? = nil
  ) -> PolylinePosition? {
    guard coordinate.isValid, let first = coordinates.first else { return nil }
    guard coordinates.count > 1 else {
      return PolylinePosition(
        index: 0,
        fraction: 0,
        coordinate: first,
        metersFromStart: 0,
        metersOff: coordinate.meters(to: first)
      )
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
      if near.squared < best?.squared ?? .infinity {
        best = (index, near.fraction, near.squared)
      }
    }
    return best.map { best in
      let place = coordinates[best.index].interpolated(
        to: coordinates[best.index + 1],
        fraction: best.fraction
      )
      let (from, to) = (metersFromStart[best.index], metersFromStart[best.index + 1])
      return PolylinePosition(
        index: best.index,
        fraction: best.fraction,
        coordinate: place,
        metersFromStart: from + (to - from) * best.fraction,
        metersOff: coordinate.meters(to: place)
      )
    }
  }

  /// The part between two distances from the start, with its exact ends.
  ///
  /// The distances are clamped to the polyline; nil is its end. The part is empty if it would end
  /// before it starts.
  public func part(fromMeters start: Double, toMeters end: Double? = nil) -> [Coordinate] {
    guard let from = position(atMeters: start),
      let to = position(atMeters: end ?? lengthInMeters),
      from.metersFromStart <= to.metersFromStart
    else { return [] }
    var part = [from.coordinate]
    for index in coordinates.indices
    where metersFromStart[index] > from.metersFromStart
      && metersFromStart[index] < to.metersFromStart
    {
      part.append(coordinates[index])
    }
    if to.metersFromStart > from.metersFromStart { part.append(to.coordinate) }
    return part
  }

  private func hasLength(_ index: Int) -> Bool {
    metersFromStart[index + 1] > metersFromStart[index]
  }

  /// The fractions of a segment that lie in a range of distances, nil if none do.
  private func fractions(of index: Int, within range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let (from, to) = (metersFromStart[index], metersFromStart[index + 1])
    guard range.lowerBound <= to, range.upperBound >= from else { return nil }
    guard to > from else { return 0...1 }
    let low = max(0, (range.lowerBound - from) / (to - from))
    return low...max(low, min(1, (range.upperBound - from) / (to - from)))
  }
}

/// A place on a polyline.
public struct PolylinePosition: Sendable, Hashable {
  /// The index of the coordinate at which the segment of the place begins.
  public var index: Int
  /// How far along that segment the place is, in 0...1.
  public var fraction: Double
  /// The place itself.
  public var coordinate: Coordinate
  /// The distance from the polyline's start along it, in metres.
  public var metersFromStart: Double
  /// The distance in metres from the coordinate that was searched for, else 0.
  public var metersOff: Double

  /// Creates a position.
  public init(
    index: Int,
    fraction: Double,
    coordinate: Coordinate,
    metersFromStart: Double,
    metersOff: Double = 0
  ) {
    self.index = index
    self.fraction = fraction
    self.coordinate = coordinate
    self.metersFromStart = metersFromStart
    self.metersOff = metersOff
  }
}
