internal import FleetEngine

/// The findings of several rides, and the quality of their ETAs.
package struct RideInspectionTotals: Sendable {
  /// The findings of one kind.
  package struct Findings: Sendable, Hashable {
    package let kind: RideFinding.Kind
    package fileprivate(set) var count = 0
    /// The number of rides that have one.
    package fileprivate(set) var rides = 0
  }

  /// The absolute errors of the ETA of the drop-off at one lead time, in seconds.
  package struct EstimateErrors: Sendable, Hashable {
    /// The seconds before the arrival.
    package let lead: Double
    /// The number of rides with an arrival and an ETA so long before it.
    package let rides: Int
    package let median: Double
    package let worst: Double
  }

  package private(set) var rides = 0
  /// The number of rides without a finding.
  package private(set) var clean = 0
  package private(set) var polls = 0
  package private(set) var failures = 0
  /// The number of rides by the name of their last status, which is untrusted.
  package private(set) var statuses: [String: Int] = [:]
  /// The number of rides without a response.
  package private(set) var unanswered = 0
  private var kinds: [RideFinding.Kind: Findings] = [:]
  private var errors: [Double: [Double]] = [:]

  /// Adds up inspections that are finished.
  package init(_ inspections: some Sequence<RideInspection>) {
    for inspection in inspections { add(inspection) }
  }

  private mutating func add(_ inspection: RideInspection) {
    rides += 1
    if inspection.findings.isEmpty { clean += 1 }
    polls += inspection.polls
    failures += inspection.failures
    if let status = inspection.status {
      statuses[status.wireName, default: 0] += 1
    } else {
      unanswered += 1
    }
    for (kind, count) in inspection.counts {
      kinds[kind, default: Findings(kind: kind)].count += count
      kinds[kind]?.rides += 1
    }
    for error in inspection.estimateErrors {
      errors[error.lead, default: []].append(abs(error.error))
    }
  }

  /// The findings by kind, the most frequent kinds first.
  package var findings: [Findings] {
    kinds.values.sorted { ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue) }
  }

  /// The errors of the ETA at the lead times that a ride has.
  package var estimateErrors: [EstimateErrors] {
    RideInspection.leads.compactMap { lead in
      guard let sorted = errors[lead]?.sorted(), let worst = sorted.last else { return nil }
      let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
      return EstimateErrors(lead: lead, rides: sorted.count, median: median, worst: worst)
    }
  }
}
