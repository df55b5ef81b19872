/// How much the program's log tells; each level tells what those before it do too.
enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// What ended the program.
  case error
  /// What went wrong and was borne.
  case warning
  /// What became of the trip.
  case info
  /// Each request.
  case debug

  static func < (one: LogLevel, other: LogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}
