internal import TrustLimits

/// Text in the format of OpenMetrics.
///
/// See https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md.
struct MetricsPage: Sendable {
  static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  enum Kind: String { case gauge, counter, histogram, info }

  /// The samples of one metric.
  struct Family {
    fileprivate let name: String
    fileprivate var lines: [String] = []

    mutating func sample(
      _ suffix: String, _ labels: [(name: String, value: String)], _ value: Double
    ) {
      let list = labels.map { "\($0.name)=\"\(EscapedText.metrics($0.value))\"" }
      lines.append(
        name + suffix + (list.isEmpty ? "" : "{\(list.joined(separator: ","))}")
          + " \(MetricsPage.number(value))")
    }

    mutating func histogram(
      _ labels: [(name: String, value: String)],
      _ histogram: MetricHistogram
    ) {
      var count = 0
      for (bound, value) in zip(histogram.bounds, histogram.counts) {
        count += value
        sample("_bucket", labels + [("le", "\(bound)")], Double(count))
      }
      sample("_bucket", labels + [("le", "+Inf")], Double(histogram.count))
      sample("_count", labels, Double(histogram.count))
      sample("_sum", labels, histogram.sum)
    }
  }

  private var lines: [String] = []

  mutating func add(
    _ name: String,
    _ kind: Kind,
    _ help: String,
    _ samples: (inout Family) -> Void
  ) {
    lines.append("# TYPE \(name) \(kind.rawValue)")
    if name.hasSuffix("_seconds") { lines.append("# UNIT \(name) seconds") }
    lines.append("# HELP \(name) \(EscapedText.metrics(help))")
    var family = Family(name: name)
    samples(&family)
    lines += family.lines
  }

  var text: String { (lines + ["# EOF", ""]).joined(separator: "\n") }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

/// The distribution of a value.
struct MetricHistogram: Sendable, Hashable {
  /// The upper bounds of the buckets, ascending.
  let bounds: [Double]
  /// The number of values in each bucket.
  private(set) var counts: [Int]
  private(set) var count = 0
  private(set) var sum = 0.0

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count)
  }

  mutating func record(_ value: Double) {
    count += 1
    sum += value
    if let index = bounds.firstIndex(where: { value <= $0 }) { counts[index] += 1 }
  }
}
