internal import FleetEngine
internal import HTTPMessages

/// Formats dates for HTTP header fields.
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ moment: Timestamp) -> String {
    // 1970-01-01 was a Thursday.
    let day = (moment.seconds - (moment.seconds % 86_400 + 86_400) % 86_400) / 86_400
    let weekday = weekdays[Int((day % 7 + 7) % 7)]
    // The parts of `1994-11-06T08:49:37Z` have fixed places.
    let digits = Array(moment.description.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let month = Int(part(5..<7)).map { months[$0 - 1] } ?? ""
    return "\(weekday), \(part(8..<10)) \(month) \(part(0..<4)) \(part(11..<19)) GMT"
  }
}

extension HTTPHeaders {
  /// Creates the header fields of a response with JSON.
  init(at moment: Timestamp, cache: String, retryDelay: Duration? = nil) {
    self = [
      "Content-Type": "application/json; charset=utf-8",
      "Date": HTTPDate.text(moment),
      "Cache-Control": cache,
      "X-Content-Type-Options": "nosniff",
      "Server": FleetEmulator.serverName,
    ]
    if let retryDelay {
      self["Retry-After"] = String(max(1, Int(retryDelay.inSeconds.rounded(.up))))
    }
  }
}
