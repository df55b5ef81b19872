import Geo

/// Measures how the time of each work grows with the number of what it is about.
struct GrowthMeasurement {
  static let options: Set<String> = ["most", "steepest", "only"]

  private let most: Int
  private let steepest: Double
  private let only: String?

  init(_ arguments: Arguments) throws {
    most = try arguments.number("most", default: 100_000)
    steepest = try arguments.number("steepest", default: 1.5)
    only = arguments.text("only")
  }

  func run() async throws {
    print("work".padded(36) + "  n =" + counts(to: most).map { "\($0)".padded(-11) }.joined())
    var steep: [String] = []
    for work in GrowingWork.all where only.map({ work.name.contains($0) }) ?? true {
      let times = try await row(work)
      // Below a millisecond a time is mostly that of the first call.
      guard let last = times.last, let former = times.dropLast().last, last > .milliseconds(1)
      else { continue }
      let exponent = log10(last / former)
      if exponent > steepest { steep.append("\(work.name): n^\(Figures.fixed(exponent, 1))") }
    }
    guard steep.isEmpty else {
      throw Unexpected(description: "Growth is too steep: \(steep.joined(separator: ", ")).")
    }
  }

  /// Measures and prints the times, and what the last of them grew with.
  private func row(_ work: GrowingWork) async throws -> [Duration] {
    var times: [Duration] = []
    for count in counts(to: min(most, work.most)) {
      // Each round has new data; a small number's time is that of the best of several rounds.
      var best = Duration.seconds(1_000_000)
      for _ in 0..<(count > 1_000 ? 1 : 3) { best = min(best, try await work.time(count)) }
      times.append(best)
    }
    let columns = times.map { Figures.fixed($0 / .milliseconds(1), 2).padded(-11) }.joined()
    let missing = String(repeating: " ", count: 11 * (counts(to: most).count - times.count))
    let growth = times.count < 2 ? 0 : log10(times[times.count - 1] / times[times.count - 2])
    print(work.name.padded(36) + "   ms" + columns + missing + "   n^" + Figures.fixed(growth, 2))
    return times
  }

  private func counts(to most: Int) -> [Int] {
    var counts = [10]
    while let last = counts.last, last * 10 <= most { counts.append(last * 10) }
    return counts
  }

  private func log10(_ value: Double) -> Double { value > 0 ? Maths.log(value) / Maths.log(10) : 0 }
}

extension String {
  /// The text with spaces to a width, before it if the width is negative.
  fileprivate func padded(_ width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }
}
