extension Timestamp: CustomStringConvertible {
  /// Parses a moment of RFC 3339, for example `2025-02-05T17:03:25.081409Z`.
  ///
  /// Any offset is allowed; digits below a nanosecond are ignored.
  public init?(rfc3339 text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    guard
      let year = reader.number(4), reader.skip("-"),
      let month = reader.number(2), reader.skip("-"),
      let day = reader.number(2), reader.skip("T") || reader.skip("t"),
      let hour = reader.number(2), reader.skip(":"),
      let minute = reader.number(2), reader.skip(":"),
      let second = reader.number(2),
      year >= 1, (1...12).contains(month), (1...Self.days(month: month, year: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var nanoseconds: Int64 = 0
    if reader.skip(".") {
      guard let fraction = reader.fraction() else { return nil }
      nanoseconds = fraction
    }
    var offset: Int64 = 0
    if !(reader.skip("Z") || reader.skip("z")) {
      let sign: Int64
      if reader.skip("+") { sign = 1 } else if reader.skip("-") { sign = -1 } else { return nil }
      guard let hours = reader.number(2), reader.skip(":"), let minutes = reader.number(2),
        hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 3_600 + minutes * 60)
    }
    guard reader.isAtEnd else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    self.init(
      seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - offset,
      nanoseconds: nanoseconds)
  }

  /// The moment in RFC 3339, in UTC, with 0, 3, 6 or 9 fractional digits.
  public var description: String {
    var rest = seconds % 86_400
    if rest < 0 { rest += 86_400 }
    let date = Self.civil(daysSince1970: (seconds - rest) / 86_400)
    var text: [UInt8] = []
    text.reserveCapacity(30)
    func add(_ number: Int64, _ width: Int, then end: Unicode.Scalar) {
      var scale: Int64 = 1
      for _ in 1..<width { scale *= 10 }
      while scale > 0 {
        text.append(0x30 + UInt8(number / scale % 10))
        scale /= 10
      }
      text.append(UInt8(ascii: end))
    }
    let nanos = Int64(nanoseconds)
    add(date.year, 4, then: "-")
    add(date.month, 2, then: "-")
    add(date.day, 2, then: "T")
    add(rest / 3_600, 2, then: ":")
    add(rest / 60 % 60, 2, then: ":")
    add(rest % 60, 2, then: nanos == 0 ? "Z" : ".")
    if nanos % 1_000 != 0 {
      add(nanos, 9, then: "Z")
    } else if nanos % 1_000_000 != 0 {
      add(nanos / 1_000, 6, then: "Z")
    } else if nanos != 0 {
      add(nanos / 1_000_000, 3, then: "Z")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func days(month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts days of the proleptic Gregorian calendar in eras of 400 years that start in March.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}

/// Reads runs of digits from ASCII text.
struct DigitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func number(_ digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads the digits of a fraction as nanoseconds; further digits are ignored.
  mutating func fraction() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = digit() {
      count += 1
      if count <= 9 { value = value * 10 + digit }
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { value *= 10 }
    return value
  }

  private mutating func digit() -> Int64? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    position += 1
    return Int64(bytes[position - 1] - 0x30)
  }
}
