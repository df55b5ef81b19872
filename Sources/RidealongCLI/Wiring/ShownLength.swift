/// Lengths of time and of ways, in words for people.
enum ShownLength {
  /// A time, in seconds up to two minutes and in whole minutes beyond.
  static func time(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }

  /// A distance, in metres up to a kilometre and in tenths of kilometres beyond.
  ///
  /// `meters`: Metres; what is not finite or negative counts as none.
  static func distance(meters: Double) -> String {
    let meters = meters.isFinite ? min(max(meters, 0), 1e9) : 0
    guard meters >= 1_000 else { return "\(Int(meters.rounded())) m" }
    let tenths = Int((meters / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) km"
  }
}
