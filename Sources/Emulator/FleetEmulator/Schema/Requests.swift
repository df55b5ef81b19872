internal import FleetEngine
internal import Geo

/// The fields of requests; ``Route`` removes those that REST has in the path and body.
///
/// See docs/protocol.md, "Request header" to "Lists and searches".
extension MessageSchema {
  static let requestHeader = MessageSchema(
    "RequestHeader",
    [
      "languageCode": (1, .text), "regionCode": (2, .text), "sdkVersion": (3, .text),
      "osVersion": (4, .text), "deviceModel": (5, .text),
      "sdkType": (
        6,
        .name(
          EnumNames(
            "RequestHeader.SdkType", ["SDK_TYPE_UNSPECIFIED", "CONSUMER", "DRIVER", "JAVASCRIPT"]))
      ),
      "mapsSdkVersion": (7, .text), "navSdkVersion": (8, .text),
      "platform": (
        9,
        .name(
          EnumNames("RequestHeader.Platform", ["PLATFORM_UNSPECIFIED", "ANDROID", "IOS", "WEB"]))
      ),
      "manufacturer": (10, .text), "androidApiLevel": (11, .integer), "traceId": (12, .text),
    ])

  /// A request with these fields and the header that almost every request may have.
  private static func request(
    _ typeName: String, _ fields: [String: (number: Int?, type: FieldType)], headerNumber: Int? = 1
  ) -> MessageSchema {
    let header = ["header": (number: headerNumber, type: FieldType.message(requestHeader))]
    return MessageSchema(typeName, fields.merging(header) { one, _ in one })
  }

  /// A request of the client with the header.
  private static func request(_ schema: MessageSchema, headerNumber: Int? = 1) -> MessageSchema {
    let fields = schema.fields.map { name, type in
      (name, (number: schema.field(named: name)?.number, type: type))
    }
    return request(
      schema.typeName, Dictionary(uniqueKeysWithValues: fields), headerNumber: headerNumber)
  }

  static let deleteTrip = request("DeleteTripRequest", ["name": (2, .text)])
  static let deleteVehicle = request("DeleteVehicleRequest", ["name": (2, .text)])
  static let createTrip = request(
    "CreateTripRequest", ["parent": (3, .text), "trip": (4, .message(trip)), "tripId": (5, .text)])
  static let createVehicle = request(
    "CreateVehicleRequest",
    ["parent": (3, .text), "vehicleId": (4, .text), "vehicle": (5, .message(vehicle))])
  static let updateTrip = request(
    "UpdateTripRequest",
    ["name": (3, .text), "trip": (4, .message(trip)), "updateMask": (5, .mask)])
  static let updateVehicle = request(
    "UpdateVehicleRequest",
    ["name": (3, .text), "vehicle": (4, .message(vehicle)), "updateMask": (5, .mask)])

  static let getTrip = request(
    "GetTripRequest",
    [
      "name": (3, .text), "view": (11, .name(EnumNames(TripView.self))),
      "routeFormatType": (
        8,
        .name(
          EnumNames(
            "PolylineFormatType",
            ["UNKNOWN_FORMAT_TYPE", "LAT_LNG_LIST_TYPE", "ENCODED_POLYLINE_TYPE"]))
      ), "currentRouteSegmentVersion": (6, .moment),
      "currentRouteSegmentTrafficVersion": (9, .moment),
      "remainingWaypointsVersion": (7, .moment), "remainingWaypointsRouteVersion": (10, .moment),
    ]
  )

  static let getVehicle = request(
    "GetVehicleRequest",
    [
      "name": (3, .text),
      "currentRouteSegmentVersion": (4, .moment), "waypointsVersion": (5, .moment),
    ]
  )

  static let searchTrips = request(SearchTripsRequest.wireFields.schema)

  static let reportBillableTrip = ReportBillableTripRequest.wireFields.schema
  static let updateVehicleAttributes = request(UpdateVehicleAttributesRequest.wireFields.schema)
  /// Google's clients no longer have this call.
  static let updateVehicleLocation = request(
    UpdateVehicleLocationRequest.wireFields.schema, headerNumber: nil)
  static let listVehicles = request(ListVehiclesRequest.wireFields.schema, headerNumber: 12)
  static let searchVehicles = request(SearchVehiclesRequest.wireFields.schema)
}

extension MessageSchema {
  static let empty = MessageSchema("google.protobuf.Empty", [:])
  static let trip = Trip.wireFields.schema
  static let vehicle = Vehicle.wireFields.schema
  static let vehicleLocation = VehicleLocation.wireFields.schema
  static let vehicleAttribute = VehicleAttribute.wireFields.schema
  static let vehicleType = VehicleTypeMessage.wireFields.schema
  static let terminalLocation = TerminalLocation.wireFields.schema
}
