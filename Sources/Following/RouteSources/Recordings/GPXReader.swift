internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import TrustLimits

/// Reads the points of tracks and routes in GPX 1.0 and 1.1 from an ``XMLParser``.
final class GPXReader {
  private static let longestText = 256
  /// The elements that are read in a point and in the extensions of Garmin, OsmAnd and others.
  private static let parts: [String: Set<String>] = [
    "trkpt": ["ele", "time", "speed", "course"], "rtept": ["ele", "time", "speed", "course"],
    "TrackPointExtension": ["speed", "course"], "extensions": ["speed", "course"],
  ]
  private var track = RecordedTracks()
  private var route = RecordedTracks()
  private var waypoints = 0
  private var open: [String] = []
  private var isTrack = false
  private var point = PositionValues()
  /// Whether an element of a point is open.
  private var isInPoint = false
  /// Garmin's points between one point of a route and the next.
  private var shaping: [PositionValues] = []
  private var text: [UInt8]?
  private var isTextTooLong = false

  /// The points of all tracks, or of all routes if no track has points.
  var tracks: RecordedTracks {
    var tracks = track.remarks.points == 0 ? route : track
    if track.remarks.points > 0, route.remarks.points > 0 {
      tracks.remarks.others.append("the routes next to the tracks skipped")
    }
    return tracks
  }

  /// Whether there are only waypoints, which have no order.
  var hasOnlyWaypoints: Bool { waypoints > 0 && tracks.remarks.points == 0 }

  func start(_ element: String, _ attributes: [String: String], _ parser: XMLParser) {
    let name = Self.localName(element)
    if open.isEmpty, name != "gpx" { return parser.stop(.otherForm, Self.refusal(of: name)) }
    switch name {
    case "trkseg": track.beginPiece()
    case "rte": route.beginPiece()
    case "wpt": waypoints += 1
    case "trkpt", "rtept":
      let count = track.remarks.points + route.remarks.points
      guard count < Limits.File.locations else {
        return parser.stop(.tooLarge, "has more than \(Limits.File.locations) points")
      }
      isTrack = name == "trkpt"
      isInPoint = true
      point = Self.place(attributes)
    case "rpt" where isInPoint && !isTrack:
      guard route.remarks.points + shaping.count < Limits.File.locations else {
        return parser.stop(.tooLarge, "has more than \(Limits.File.locations) points")
      }
      shaping.append(Self.place(attributes))
    default:
      let isPart = open.last.flatMap { Self.parts[$0] }?.contains(name) == true
      text = isInPoint && isPart ? [] : nil
      isTextTooLong = false
    }
    open.append(name)
  }

  /// Receives text, possibly in pieces.
  func find(_ found: UnsafeBufferPointer<UInt8>) {
    guard let count = text?.count else { return }
    isTextTooLong = isTextTooLong || count + found.count > Self.longestText
    if !isTextTooLong { unsafe text?.append(contentsOf: found) }
  }

  func end(_ element: String) {
    let name = open.removeLast()
    if let text {
      self.text = nil
      if isTextTooLong {
        point.addUnreadable()
      } else if let part = Self.names[name] {
        point.set(part, String(decoding: text, as: UTF8.self))
      }
    }
    guard name == "trkpt" || name == "rtept" else { return }
    isInPoint = false
    if isTrack { return track.append(point) }
    route.append(point)
    for fix in shaping { route.append(fix) }
    shaping = []
  }

  private static let names: [String: PositionName] = [
    "ele": .altitude, "time": .time, "speed": .speed, "course": .heading,
  ]

  /// The place of a point.
  private static func place(_ attributes: [String: String]) -> PositionValues {
    var values = PositionValues()
    values.set(.latitude, attributes["lat"] ?? "")
    values.set(.longitude, attributes["lon"] ?? "")
    return values
  }

  private static func refusal(of root: String) -> String {
    switch root.lowercased() {
    case "kml": "is KML; convert it to GPX, for example with gpsbabel"
    case "trainingcenterdatabase": "is TCX; convert it to GPX, for example with gpsbabel"
    case "html": "is an HTML page; \(RecordedTracks.forms)"
    default: "is XML but not GPX; \(RecordedTracks.forms)"
    }
  }

  private static func localName(_ element: String) -> String {
    element.lastIndex(of: ":").map { String(element[element.index(after: $0)...]) } ?? element
  }
}
