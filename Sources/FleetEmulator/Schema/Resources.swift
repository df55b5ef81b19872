internal import FleetEngine

extension MessageSchema {
  static let trip = Trip.wireFields.schema
  static let vehicle = Vehicle.wireFields.schema
}
