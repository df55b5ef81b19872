internal import FleetEngine

extension VehicleMatches {
  /// Removes the fields that only drivers may see.
  mutating func hideFromConsumers() {
    for index in matches.indices {
      let location = matches[index].vehicle?.lastLocation
      matches[index].vehicle?.lastLocation = location.map(WorldTransaction.forConsumers)
    }
  }
}
