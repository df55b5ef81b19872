internal import FleetEngine

/// The form of moments in HTTP's header fields.
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A moment as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ moment: Timestamp) -> String {
    // 1970-01-01 was a Thursday.
    let day = (moment.seconds - (moment.seconds % 86_400 + 86_400) % 86_400) / 86_400
    let weekday = weekdays[Int((day % 7 + 7) % 7)]
    let parts = moment.description.split { "-T:.Z".contains($0) }
    let month = Int(parts[1]).map { months[$0 - 1] } ?? ""
    return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }
}
