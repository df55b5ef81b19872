extension Duration {
  /// Parses the wire's form of a duration, for example `53.076652s` or `-3s`.
  package init?(wire text: String) {
    var body = text[...]
    guard body.popLast() == "s" else { return nil }
    let isNegative = body.first == "-"
    if isNegative { body = body.dropFirst() }
    let whole = body.prefix { $0 != "." }
    guard !whole.isEmpty, whole.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let seconds = Int64(whole), seconds <= 315_576_000_000
    else { return nil }
    var nanoseconds: Int64 = 0
    if whole.endIndex != body.endIndex {
      var reader = DigitReader(body[whole.endIndex...].dropFirst().utf8)
      guard let fraction = reader.fraction(), reader.isAtEnd else { return nil }
      nanoseconds = fraction
    }
    let magnitude = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
    self = isNegative ? .zero - magnitude : magnitude
  }

  /// The duration in the wire's form, with 0, 3, 6 or 9 fractional digits.
  package var wireText: String {
    let parts = components
    let nanoseconds = abs(parts.attoseconds / 1_000_000_000)
    let sign = parts.seconds < 0 || parts.attoseconds < 0 ? "-" : ""
    var text = sign + String(parts.seconds.magnitude)
    if nanoseconds != 0 {
      var digits = String(String(1_000_000_000 + nanoseconds).dropFirst())
      while digits.hasSuffix("000") { digits.removeLast(3) }
      text += "." + digits
    }
    return text + "s"
  }

  /// The duration in seconds, with a fraction.
  public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
