/// Formats measured numbers.
enum Figures {
  /// The quantile of some values at 0...1; zero if there are no values.
  static func quantile(_ share: Double, of values: [Duration]) -> Duration {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .zero }
    return sorted[Int((Double(last) * share).rounded())]
  }

  /// Prints a row with a name and a value.
  static func row(_ name: String, _ value: String) {
    print(name + String(repeating: " ", count: max(1, 34 - name.count)) + value)
  }

  static func milliseconds(_ duration: Duration) -> String {
    fixed(duration / .milliseconds(1), 2) + " ms"
  }

  static func seconds(_ duration: Duration) -> String { fixed(duration / .seconds(1), 2) + " s" }

  static func megabytes(_ bytes: Int?) -> String {
    bytes.map { fixed(Double($0) / 1_048_576, 1) + " MiB" } ?? "unknown"
  }

  /// A number with a number of decimals.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return String(value) }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((value * scale).rounded())
    let text = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let sign = whole < 0 ? "-" : ""
    return sign + padded.dropLast(digits) + (digits > 0 ? "." + padded.suffix(digits) : "")
  }
}
