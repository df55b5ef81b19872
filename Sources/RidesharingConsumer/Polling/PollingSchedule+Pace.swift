internal import FleetEngine

extension PollingSchedule {
  /// What bounds many trips together.
  enum Pace {
    /// The requests that are on their way at once.
    static let atOnce = 16
    /// The time in which a share of the requests of a second may leave.
    static let window: Duration = .milliseconds(100)
    /// The share of the pace that trips in turn use, so that a thousand of them cost little.
    static let inTurn = 0.4
    /// The share of the pace that is never taken from the trips that wait in turn.
    static let reserve = 0.2
    /// The most that a used up quota stretches the time between two polls, 5 s to 60 s.
    static let longestStretch = 12
    /// The shortest rest after an answer that a quota is used up.
    static let quotaRest: Duration = .seconds(1)
  }
}

extension FleetEngineError {
  /// Whether a failure that calling again may end says something of more than the one trip.
  var isLikelyForAll: Bool {
    switch cause {
    case .server, .transport, .token: true
    case .unreadableAnswer, .otherResource, .request: false
    }
  }
}
