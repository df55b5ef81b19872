internal import FleetEngine

/// Counts calls against quotas, minute by minute.
///
/// A kind's minute begins with its first call after the last minute's end.
struct QuotaMeter: Sendable {
  private static let length = Duration.seconds(60)

  private let quotas: EmulatorQuotas
  private var minutes: [String: (start: Timestamp, calls: Int)] = [:]

  init(_ quotas: EmulatorQuotas) { self.quotas = quotas }

  /// Counts a call, or throws with a retry delay if the quota is exhausted.
  mutating func count(_ procedure: Route.Procedure, now: Timestamp) throws(RPCFailure) {
    let (kind, limit) = quota(procedure)
    guard let limit else { return }
    var minute = minutes[kind] ?? (now, 0)
    // Also starts over after the clock was set back.
    if now < minute.start || now >= minute.start + Self.length { minute = (now, 0) }
    guard minute.calls < limit else {
      throw RPCFailure(
        .resourceExhausted,
        "The quota of \(limit) calls of the kind \(kind) a minute is exhausted.",
        retryDelay: minute.start + Self.length - now)
    }
    minute.calls += 1
    minutes[kind] = minute
  }

  private func quota(_ procedure: Route.Procedure) -> (kind: String, limit: Int?) {
    switch procedure {
    case .createTrip, .createVehicle: ("create", quotas.create)
    case .getTrip, .getVehicle: ("read", quotas.read)
    case .listVehicles: ("list", quotas.list)
    case .searchTrips, .searchVehicles, .searchFuzzedVehicles: ("search", quotas.search)
    case .reportBillableTrip: ("billing", quotas.billing)
    case .updateTrip, .deleteTrip, .updateVehicle, .deleteVehicle, .updateVehicleAttributes,
      .updateVehicleLocation:
      ("update", quotas.update)
    }
  }
}
