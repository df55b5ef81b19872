internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// One line of JSON that may tell a location: an object of our own form, or a report of gpsd.
struct LocationLine: Decodable {
  /// Why a line tells no location, although it should.
  struct Failure: Error {
    let problem: RouteSourceError.Problem
    /// What is wrong, after "a line that".
    let reason: String
  }

  // The common form.
  private let latitude: Double?
  private let longitude: Double?
  private let time: String?
  private let heading: Double?
  private let speed: Double?
  private let altitude: Double?
  private let accuracy: Double?
  // What gpsd calls the same, in degrees, metres and metres per second too.
  private let `class`: String?
  private let mode: Int?
  private let lat: Double?
  private let lon: Double?
  private let track: Double?
  private let altHAE: Double?
  private let alt: Double?
  private let eph: Double?
  private let message: String?

  /// Whether it is of one of the two forms, whatever it tells.
  var isLocationOrReport: Bool { `class` != nil || latitude != nil || longitude != nil }

  /// The location; nil for a report of gpsd that has none.
  var fix: LocationFix? {
    get throws(Failure) {
      switch `class` {
      case nil:
        return try fix(
          latitude,
          longitude,
          names: "latitude and longitude",
          heading: heading,
          altitude: altitude,
          accuracy: accuracy
        )
      case "TPV":
        // Below two the receiver sees too few satellites to know where it is.
        guard mode ?? 0 >= 2 else { return nil }
        return try fix(
          lat,
          lon,
          names: "lat and lon",
          heading: track,
          altitude: altHAE ?? alt,
          accuracy: eph
        )
      case "ERROR":
        throw Failure(
          problem: .unexpectedContent,
          reason: "is an error of gpsd (\(message ?? "without a reason"))"
        )
      default: return nil
      }
    }
  }

  private func fix(
    _ latitude: Double?,
    _ longitude: Double?,
    names: String,
    heading: Double?,
    altitude: Double?,
    accuracy: Double?
  ) throws(Failure) -> LocationFix {
    guard let latitude, let longitude else {
      throw Failure(problem: .unexpectedContent, reason: "has no numbers for \(names)")
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else {
      throw Failure(problem: .outOfRange, reason: "has a place that is not on Earth")
    }
    guard accuracy ?? 0 >= 0 else {
      throw Failure(problem: .outOfRange, reason: "has an accuracy below zero")
    }
    let moment = time.flatMap { Timestamp(rfc3339: $0) }
    guard time == nil || moment != nil else {
      throw Failure(
        problem: .unexpectedContent,
        reason: "has a time that is not of the form 2025-02-05T17:03:25Z"
      )
    }
    return LocationFix(
      place,
      time: moment,
      heading: heading,
      speed: speed,
      altitude: altitude,
      accuracy: accuracy
    )
  }
}
