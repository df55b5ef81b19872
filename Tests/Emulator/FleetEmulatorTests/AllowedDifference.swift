@testable import FleetEmulator

/// Where the emulator's answers may differ from those of the real server, and why.
struct AllowedDifference: Sendable {
  enum Side: Sendable {
    /// The log has no value and the emulator has one.
    case answeredOnly
    /// Both tell something else, or the log tells more.
    case other
  }

  let why: String
  let side: Side
  /// The fields, without the places in lists; a field's parts go with it.
  let fields: [String]
  /// The calls, by moment and kind or by kind alone.
  let calls: [String]

  init(_ why: String, _ side: Side = .other, calls: [String] = [""], fields: [String]) {
    self.why = why
    self.side = side
    self.fields = fields
    self.calls = calls
  }

  func covers(_ difference: LogDifference) -> Bool {
    (side == .answeredOnly) == (difference.recorded == nil)
      && calls.contains { difference.call.hasSuffix($0) }
      && fields.contains { difference.field == $0 || difference.field.hasPrefix($0 + ".") }
  }

  private static let listsOfWaypoints = ["waypoints", "remainingWaypoints", "vehicleWaypoints"]

  static let all: [AllowedDifference] = [
    AllowedDifference("The log was made by another provider.", fields: ["name"]),
    AllowedDifference(
      "Cloud Logging leaves out versions and what the server derives of lastLocation.",
      .answeredOnly,
      fields: [
        "currentRouteSegmentVersion", "currentRouteSegmentTrafficVersion", "waypointsVersion",
        "remainingWaypointsVersion", "remainingWaypointsRouteVersion", "lastLocationSnappable",
        "lastLocation.isRoadSnapped",
      ]),
    AllowedDifference(
      "Cloud Logging leaves out whose waypoints they are; the test finds that out by their places.",
      .answeredOnly, fields: listsOfWaypoints.flatMap { [$0 + ".tripId", $0 + ".waypointType"] }),
    AllowedDifference(
      "Cloud Logging leaves out the distances and times between waypoints.", .answeredOnly,
      fields: listsOfWaypoints.flatMap { [$0 + ".distanceMeters", $0 + ".duration", $0 + ".eta"] }),
    AllowedDifference(
      "Cloud Logging tells a trip's end of the segment by its place alone.", .answeredOnly,
      calls: ["UpdateTrip"],
      fields: ["currentRouteSegmentEndPoint.tripId", "currentRouteSegmentEndPoint.waypointType"]),
    AllowedDifference(
      "Cloud Logging tells a vehicle's end of the segment by trip and type alone.", .answeredOnly,
      calls: ["UpdateVehicle"], fields: ["currentRouteSegmentEndPoint.location"]),
    AllowedDifference(
      "Cloud Logging leaves out the path of the traffic.", .answeredOnly,
      fields: ["currentRouteSegmentTraffic.encodedPathToWaypoint"]),
    AllowedDifference(
      "The real server finds ways between waypoints along Google's roads, the emulator has none.",
      fields: listsOfWaypoints.map { $0 + ".encodedPathToWaypoint" }),
    AllowedDifference(
      "The real server knows of the traffic on the way that it found itself.",
      fields: ["currentRouteSegmentTraffic.speedReadingInterval"]),
    AllowedDifference(
      "The drop-off is estimated along Google's roads until the vehicle is on its way there.",
      calls: ["UpdateTrip"], fields: ["dropoffTime"]),
    AllowedDifference(
      "A trip that is assigned or leaves the pickup gets a way of the real server's own at once.",
      calls: [
        "17:02:32 UpdateTrip", "17:04:33 UpdateTrip", "17:49:44 UpdateTrip", "17:49:45 UpdateTrip",
        "17:55:36 UpdateTrip",
      ],
      fields: [
        "currentRouteSegment", "remainingDistanceMeters", "etaToFirstWaypoint", "pickupTime",
        "remainingTimeToFirstWaypoint",
      ]),
    AllowedDifference(
      "The real server prefers its own way to the driver's until the driver is led along it.",
      calls: ["17:49:49 UpdateTrip", "17:49:49 UpdateVehicle"],
      fields: ["currentRouteSegment", "remainingDistanceMeters"]),
    AllowedDifference(
      "On the way to the pickup a trip shows the distance of the real server's own way.",
      calls: ["17:03:06 UpdateTrip"], fields: ["remainingDistanceMeters"]),
  ]
}
