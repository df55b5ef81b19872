import FleetEngine
import Geo
import JSON
import RidesharingConsumer

/// Measures the time to read, merge and compare a trip, its growth, and how long the main actor is blocked.
struct DecodingMeasurement {
  static let options: Set<String> = ["points", "rounds", "longest-hold"]

  private struct Times {
    let parse: Duration
    let decode: Duration
    let merge: Duration
    let compare: Duration

    var all: Duration { decode + merge + compare }
  }

  private let largest: Int
  private let rounds: Int
  private let longestHold: Duration

  init(_ arguments: Arguments) throws {
    largest = try arguments.number("points", default: 100_000)
    rounds = try arguments.number("rounds", default: 7)
    longestHold = .milliseconds(try arguments.number("longest-hold", default: 5.0))
  }

  func run() async throws {
    print(
      "route      points   parse alone        decode         merge       compare"
        + "    ns/point  decode:parse")
    for format in [RouteFormat.coordinates, .encodedPolyline] {
      var perPoint: [Double] = []
      for points in [10, 1_000, largest] {
        let times = try measure(SampleTrip(points: points, format: format))
        perPoint.append(times.all / .nanoseconds(points))
        row(format, points, times)
      }
      let growth = perPoint[2] / perPoint[1]
      print(
        "           \(largest) points cost \(Figures.fixed(growth, 2)) times as much each as 1000")
      // Superlinear growth would show as a factor of tens.
      guard growth < 3 else { throw Unexpected(description: "The time does not grow linearly.") }
    }
    try await HoldMeasurement(points: largest, rounds: rounds, most: longestHold).run()
  }

  private func row(_ format: RouteFormat, _ points: Int, _ times: Times) {
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    print(
      (format == .coordinates ? "list   " : "encoded") + column("\(points)", 10)
        + [times.parse, times.decode, times.merge, times.compare].map {
          column(Figures.fixed($0 / .milliseconds(1), 4) + " ms", 14)
        }.joined()
        + column(Figures.fixed(times.all / .nanoseconds(points), 0), 12)
        + column(Figures.fixed(times.decode / times.parse, 1), 14))
  }

  private func measure(_ sample: SampleTrip) throws -> Times {
    let last = try WireJSON.decode(Trip.self, from: sample.answers[0])
    let answer = try WireJSON.decode(Trip.self, from: sample.answers[1])
    let whole = answer.completed(from: last)
    let found = [last, answer].map { trip in
      (trip.route?.count ?? 0) + trip.remainingWaypoints.reduce(0) { $0 + ($1.path?.count ?? 0) }
    }
    guard found == [sample.points, sample.points] else {
      throw Unexpected(description: "\(found) points were read, not \(sample.points).")
    }
    // Short work is repeated, so that the clock's own time does not count.
    let repeats = max(1, 20_000 / sample.points)
    return Times(
      parse: try time(repeats) { _ = try JSONTree(parsing: sample.answers[1]) },
      decode: try time(repeats) { _ = try WireJSON.decode(Trip.self, from: sample.answers[1]) },
      merge: time(repeats) { _ = answer.completed(from: last) },
      compare: time(repeats) { _ = Trip.propertyDifferences(between: last, and: whole) })
  }

  /// The median thread time of several rounds, as other programs may use the machine too.
  private func time(_ repeats: Int, _ work: () throws -> Void) rethrows -> Duration {
    let times = try (0..<rounds).map { _ in
      let start = ProcessFigures.threadTime()
      for _ in 0..<repeats { try work() }
      return (ProcessFigures.threadTime() - start) / repeats
    }
    return Figures.quantile(0.5, of: times)
  }
}
