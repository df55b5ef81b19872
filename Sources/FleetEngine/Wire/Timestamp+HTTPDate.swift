extension Timestamp {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let longestHTTPDate = 64

  /// Parses a moment of HTTP's header fields, in any of the three forms that RFC 9110 has.
  ///
  /// - Parameter text: For example `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else. A year of
  ///   two digits is one from 1970 to 2069.
  package init?(httpDate text: String) {
    guard text.utf8.count <= Self.longestHTTPDate else { return nil }
    let parts = text.split { " ,-".contains($0) }
    let (day, month, year, time): (Substring, Substring, Substring, Substring)
    switch (parts.count, parts.last == "GMT") {
    case (6, true): (day, month, year, time) = (parts[1], parts[2], parts[3], parts[4])
    case (5, false): (day, month, year, time) = (parts[2], parts[1], parts[4], parts[3])
    default: return nil
    }
    guard let index = Self.months.firstIndex(where: { $0 == month }) else { return nil }
    let century = year.count == 2 ? (year < "70" ? "20" : "19") : ""
    let days = day.count == 1 ? "0\(day)" : String(day)
    let months = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    self.init(rfc3339: "\(century)\(year)-\(months)-\(days)T\(time)Z")
  }
}
