internal import FleetEngine

/// How the estimate of a ride's end has changed since it was first seen.
struct EstimateTrend: Equatable {
  /// An estimate that held from some moment on.
  struct Sample: Equatable {
    let time: Timestamp
    let estimate: Timestamp
  }

  /// The estimates, the oldest first.
  private(set) var samples: [Sample] = []

  /// The most estimates that are kept; then every other one is forgotten.
  private static let maximumSamples = 240

  /// Notes an estimate.
  mutating func record(_ estimate: Timestamp, at time: Timestamp) {
    guard samples.last.map({ $0.time < time }) ?? true else { return }
    samples.append(Sample(time: time, estimate: estimate))
    guard samples.count > Self.maximumSamples else { return }
    samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// The estimates at moments spread evenly until an end, oldest first; none before the first
  /// estimate.
  func values(_ count: Int, until end: Timestamp) -> [Timestamp] {
    guard let first = samples.first, count > 0 else { return [] }
    let span = max(.zero, end - first.time)
    var place = 0
    return (0..<count).map { index in
      let moment = first.time + span * index / max(1, count - 1)
      while place + 1 < samples.count, samples[place + 1].time <= moment { place += 1 }
      return samples[place].estimate
    }
  }
}
