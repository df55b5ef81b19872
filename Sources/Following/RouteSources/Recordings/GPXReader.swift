internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import TrustLimits

/// Reads the points of tracks and routes in GPX 1.0 and 1.1 from an ``XMLParser``.
final class GPXReader {
  private static let longestText = 256
  /// The elements that are read in a point and in Garmin's extension.
  private static let parts: [String: Set<String>] = [
    "trkpt": ["ele", "time", "speed", "course"],
    "rtept": ["ele", "time", "speed", "course"],
    "TrackPointExtension": ["speed", "course"],
  ]

  private var track: [LocationFix] = []
  private var route: [LocationFix] = []
  private var open: [String] = []
  private var point: LocationFix?
  private var text: [UInt8]?

  /// The points of all tracks, or of all routes if there is no track.
  var fixes: [LocationFix] { track.isEmpty ? route : track }

  func start(_ element: String, _ attributes: [String: String], _ parser: XMLParser) {
    let name = Self.localName(element)
    if open.isEmpty, name != "gpx" {
      return parser.stop(.unexpectedContent, "is XML but not GPX")
    }
    switch name {
    case "trkpt", "rtept":
      guard track.count < Limits.File.locations, route.count < Limits.File.locations else {
        return parser.stop(.tooLarge, "has more than \(Limits.File.locations) points")
      }
      guard let latitude = Self.number(attributes["lat"]),
        let longitude = Self.number(attributes["lon"])
      else {
        return parser.stop(.unexpectedContent, "has a point without a number for lat and for lon")
      }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      guard place.isValid else {
        return parser.stop(.outOfRange, "has a point that is not on Earth")
      }
      point = LocationFix(place)
    default:
      let isPart = open.last.flatMap { Self.parts[$0] }?.contains(name) == true
      text = point != nil && isPart ? [] : nil
    }
    open.append(name)
  }

  /// Receives text, possibly in pieces.
  func find(_ found: UnsafeBufferPointer<UInt8>, _ parser: XMLParser) {
    guard let count = text?.count else { return }
    guard count + found.count <= Self.longestText else {
      return parser.stop(.unexpectedContent, "has a value longer than \(Self.longestText) bytes")
    }
    unsafe text?.append(contentsOf: found)
  }

  func end(_ element: String, _ parser: XMLParser) {
    let name = open.removeLast()
    if let text {
      self.text = nil
      setPart(Self.trimmed(String(decoding: text, as: UTF8.self)), as: name, parser)
    }
    guard name == "trkpt" || name == "rtept", let point else { return }
    if name == "trkpt" { track.append(point) } else { route.append(point) }
    self.point = nil
  }

  private func setPart(_ value: String, as name: String, _ parser: XMLParser) {
    if name == "time" {
      guard let time = Timestamp(rfc3339: value) else {
        let form = "2025-02-05T17:03:25Z"
        return parser.stop(.unexpectedContent, "has a time that is not of the form \(form)")
      }
      point?.time = time
      return
    }
    guard let number = Self.number(value) else {
      return parser.stop(.unexpectedContent, "has a point whose \(name) is not a number")
    }
    switch name {
    case "ele": point?.altitude = number
    case "speed": point?.speed = number
    default: point?.heading = number
    }
  }

  private static func localName(_ element: String) -> String {
    element.lastIndex(of: ":").map { String(element[element.index(after: $0)...]) } ?? element
  }

  private static func number(_ text: String?) -> Double? {
    text.flatMap { Double(trimmed($0)) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
