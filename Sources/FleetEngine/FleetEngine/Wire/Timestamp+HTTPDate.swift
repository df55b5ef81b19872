package import HTTPMessages

extension Timestamp {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses a date of a header field in any form of RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// A year of two digits is between 1970 and 2069.
  package init?(httpDate text: String) {
    guard text.utf8.count <= 64 else { return nil }
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

  /// The date as header fields have it, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  package var httpDate: String {
    // 1970-01-01 was a Thursday.
    let day = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    let weekday = Self.weekdays[Int((day % 7 + 7) % 7)]
    // The parts of `1994-11-06T08:49:37Z` have fixed places.
    let digits = Array(description.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let month = Int(part(5..<7)).map { Self.months[$0 - 1] } ?? ""
    return "\(weekday), \(part(8..<10)) \(month) \(part(0..<4)) \(part(11..<19)) GMT"
  }
}

extension TransportHeaders {
  /// The server's time when it sent a response: its `Date`, and its `Age` in a cache if it has one.
  ///
  /// See RFC 9111, "Age".
  package var serverDate: String? {
    guard let date = self["Date"], let age = self["Age"].flatMap(UInt32.init),
      let made = Timestamp(httpDate: date)
    else { return self["Date"] }
    return (made + .seconds(Int64(age))).httpDate
  }
}
