package import FleetEngine
internal import RidesharingConsumer

/// Something in a recorded ride that is not as it should be.
package struct RideFinding: Sendable, Hashable {
  /// The subject of a finding; the raw value is its name in limits and JSON.
  ///
  /// See docs/inspect.md, "Findings".
  package enum Kind: String, Sendable, CaseIterable {
    case etaJump = "eta-jump"
    case etaPast = "eta-past"
    case etaStale = "eta-stale"
    case etaError = "eta-error"
    case gap
    case lateReport = "late-report"
    case frequentReports = "frequent-reports"
    case speed
    case standing
    case dwell
    case offRoute = "off-route"
    case discarded
    case error
    case quota
    case statusOrder = "status-order"
    case missingRoute = "missing-route"
    case missingTraffic = "missing-traffic"

    /// The highest value that is not a finding.
    package var standardLimit: Double {
      switch self {
      case .etaJump: 180
      case .etaPast: 30
      case .etaStale: 180
      case .etaError: 300
      case .gap: 60
      case .lateReport: 60
      case .frequentReports: 2
      case .speed: VehicleTrail.fastest
      case .standing: 300
      case .dwell: 600
      case .offRoute: 150
      case .discarded, .error, .statusOrder: 0
      case .quota: 15
      case .missingRoute, .missingTraffic: 60
      }
    }

    /// The unit of its value; empty for a count.
    package var unit: String {
      switch self {
      case .etaJump, .etaPast, .etaStale, .etaError, .gap, .lateReport, .frequentReports,
        .standing, .dwell, .missingRoute, .missingTraffic:
        "s"
      case .speed: "km/h"
      case .offRoute: "m"
      case .quota: "polls/min"
      case .discarded, .error, .statusOrder: ""
      }
    }

    /// The meaning, as a sentence without its end.
    package var meaning: String {
      switch self {
      case .etaJump: "The ETA of the drop-off jumped between two responses"
      case .etaPast: "An ETA had passed and was still given"
      case .etaStale: "The ETA stayed the same while the vehicle stood still"
      case .etaError:
        "The ETA of the pickup or drop-off was wrong ten minutes before the arrival, or at first"
      case .gap: "No poll succeeded for a time"
      case .lateReport: "The vehicle's position was old when it was received"
      case .frequentReports: "The vehicle reported more often than it should"
      case .speed: "The vehicle moved faster than a car can"
      case .standing: "The vehicle stood on its way for a long time"
      case .dwell: "The vehicle stood at a stop for a long time"
      case .offRoute: "The vehicle was away from its route"
      case .discarded: "A response had an older position than the one before"
      case .error: "A poll failed"
      case .quota: "Polls were more frequent than they should be, or a quota was exhausted"
      case .statusOrder: "The status changed in an order that a ride does not have"
      case .missingRoute: "The vehicle was on its way without a route"
      case .missingTraffic: "The vehicle was on its way without traffic data"
      }
    }
  }

  package let kind: Kind
  /// When it began, on the wall clock.
  package let time: Timestamp
  /// The worst value, in the kind's unit.
  package let value: Double
  package let limit: Double
  /// The status, error or other detail; untrusted.
  package let detail: String
}

/// The ETA of the drop-off at a moment before the arrival.
package struct EstimateError: Sendable, Hashable {
  /// The seconds before the arrival.
  package let lead: Double
  /// How many seconds later the ETA was than the arrival; negative for an early one.
  package let error: Double
}
