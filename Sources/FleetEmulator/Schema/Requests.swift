internal import FleetEngine
internal import Geo

/// The fields of requests, without those in paths and resources in bodies.
///
/// See docs/protocol.md, "Request header" to "Lists and searches".
extension MessageSchema {
  static let requestHeader = MessageSchema([
    "languageCode": .text, "regionCode": .text, "sdkVersion": .text, "osVersion": .text,
    "deviceModel": .text,
    "sdkType": .name(EnumNames("SDK_TYPE_UNSPECIFIED", "CONSUMER", "DRIVER", "JAVASCRIPT")),
    "mapsSdkVersion": .text, "navSdkVersion": .text,
    "platform": .name(EnumNames("PLATFORM_UNSPECIFIED", "ANDROID", "IOS", "WEB")),
    "manufacturer": .text, "androidApiLevel": .integer, "traceId": .text,
  ])

  /// A request with these fields and the header that every request may have.
  private static func request(_ fields: [String: FieldType] = [:]) -> MessageSchema {
    MessageSchema(fields.merging(["header": .message(requestHeader)]) { one, _ in one })
  }

  static let plain = request()
  static let createTrip = request(["tripId": .text])
  static let createVehicle = request(["vehicleId": .text])
  static let update = request(["updateMask": .text])

  static let getTrip = request([
    "view": .name(EnumNames(TripView.self)),
    "routeFormatType": .name(
      EnumNames("UNKNOWN_FORMAT_TYPE", "LAT_LNG_LIST_TYPE", "ENCODED_POLYLINE_TYPE")
    ), "currentRouteSegmentVersion": .moment, "currentRouteSegmentTrafficVersion": .moment,
    "remainingWaypointsVersion": .moment, "remainingWaypointsRouteVersion": .moment,
  ])

  static let getVehicle = request([
    "currentRouteSegmentVersion": .moment, "waypointsVersion": .moment,
  ])

  static let searchTrips = request([
    "vehicleId": .text, "activeTripsOnly": .flag, "pageSize": .integer, "pageToken": .text,
    "minimumStaleness": .duration,
  ])

  static let reportBillableTrip = MessageSchema([
    "countryCode": .text,
    "platform": .name(
      EnumNames(
        "BILLING_PLATFORM_IDENTIFIER_UNSPECIFIED",
        "SERVER",
        "WEB",
        "ANDROID",
        "IOS",
        "OTHERS"
      )
    ), "relatedIds": .list(.text),
    "solutionType": .name(
      EnumNames("SOLUTION_TYPE_UNSPECIFIED", "ON_DEMAND_RIDESHARING_AND_DELIVERIES")
    ),
  ])

  static let updateVehicleAttributes = request(["attributes": .list(.message(vehicleAttribute))])

  static let updateVehicleLocation = request([
    "currentLocation": .message(vehicleLocation),
    "currentState": .name(EnumNames(VehicleState.self)),
  ])

  static let listVehicles = request([
    "pageSize": .integer, "pageToken": .text, "minimumCapacity": .integer,
    "tripTypes": .list(.name(EnumNames(TripType.self))), "maximumStaleness": .duration,
    "vehicleTypeCategories": .list(.name(EnumNames(VehicleCategory.self))),
    "requiredAttributes": .list(.text), "requiredOneOfAttributes": .list(.text),
    "requiredOneOfAttributeSets": .list(.text),
    "vehicleState": .name(EnumNames(VehicleState.self)), "onTripOnly": .flag, "filter": .text,
    "viewport": .message(
      MessageSchema(["low": Coordinate.fieldType, "high": Coordinate.fieldType])
    ),
  ])

  static let searchVehicles = request([
    "pickupPoint": .message(terminalLocation), "dropoffPoint": .message(terminalLocation),
    "pickupRadiusMeters": .integer, "count": .integer, "minimumCapacity": .integer,
    "tripTypes": .list(.name(EnumNames(TripType.self))), "maximumStaleness": .duration,
    "vehicleTypes": .list(.message(vehicleType)),
    "requiredAttributes": .list(.message(vehicleAttribute)),
    "requiredOneOfAttributes": .list(.message(attributeList)),
    "requiredOneOfAttributeSets": .list(.message(attributeList)),
    "orderBy": .name(EnumNames(VehicleMatchOrder.self)), "includeBackToBack": .flag,
    "tripId": .text, "currentTripsPresent": .name(EnumNames(CurrentTripsPresent.self)),
    "filter": .text,
  ])

  private static let attributeList = MessageSchema(["attributes": .list(.message(vehicleAttribute))]
  )
}

extension MessageSchema {
  static let trip = Trip.wireFields.schema
  static let vehicle = Vehicle.wireFields.schema
  static let vehicleLocation = VehicleLocation.wireFields.schema
  static let vehicleAttribute = VehicleAttribute.wireFields.schema
  static let vehicleType = VehicleTypeMessage.wireFields.schema
  static let terminalLocation = TerminalLocation.wireFields.schema
}
