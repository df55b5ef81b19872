public import FleetEngine

extension Trip {
  /// Finds the properties in which two trips differ.
  ///
  /// - Parameters:
  ///   - trip: One trip; nil differs from another in whatever that one holds.
  ///   - other: The other trip.
  /// - Returns: The properties that differ. The time left to the first waypoint, which every answer
  ///   counts down, and the versions are none.
  public static func propertyDifferences(
    between trip: Trip?,
    and other: Trip?
  ) -> TripPropertyFields {
    PreparedTrip(trip ?? Trip()).differences(from: PreparedTrip(other ?? Trip()))
  }
}
