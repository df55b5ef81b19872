internal import FleetEngine

extension MessageSchema {
  static let trip = Trip.wireFields.schema
  static let vehicle = Vehicle.wireFields.schema
  static let vehicleLocation = VehicleLocation.wireFields.schema
  static let vehicleAttribute = VehicleAttribute.wireFields.schema
  static let vehicleType = VehicleTypeMessage.wireFields.schema
  static let terminalLocation = TerminalLocation.wireFields.schema
}
