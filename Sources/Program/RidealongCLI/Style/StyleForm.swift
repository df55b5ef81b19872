internal import CellGrid
internal import MapCanvas
internal import TrustLimits

/// The form of a style key's values.
struct StyleForm<Content>: Sendable {
  /// The expected value, as the end of "must be".
  let name: String
  /// Parses a value; nil for one of another form.
  let content: @Sendable (TOMLDocument.Value) -> Content?
  /// Writes a value as TOML; nil for one that a file cannot express.
  let text: @Sendable (Content) -> String?

  init(
    name: String, content: @escaping @Sendable (TOMLDocument.Value) -> Content?,
    text: @escaping @Sendable (Content) -> String?
  ) { (self.name, self.content, self.text) = (name, content, text) }
}

private func quoted(_ text: SafeText) -> String { EscapedText.toml(text.description) }

extension StyleForm<Bool> {
  static var boolean: StyleForm {
    StyleForm(name: "true or false") { value in
      if case .boolean(let flag) = value { flag } else { nil }
    } text: {
      "\($0)"
    }
  }
}

extension StyleForm<Double> {
  static func number(in range: ClosedRange<Int>) -> StyleForm {
    StyleForm(name: "a number from \(range.lowerBound) to \(range.upperBound)") { value in
      guard let number = value.number,
        (Double(range.lowerBound)...Double(range.upperBound)).contains(number)
      else { return nil }
      return number
    } text: {
      $0.isFinite ? "\($0)" : nil
    }
  }
}

extension StyleForm<Int32> {
  static var zIndex: StyleForm {
    StyleForm(name: "a whole number from \(Int32.min) to \(Int32.max)") { value in
      if case .integer(let number) = value { Int32(exactly: number) } else { nil }
    } text: {
      "\($0)"
    }
  }
}

extension StyleForm<Color> {
  static var color: StyleForm {
    StyleForm(
      name: "a color such as \"#2c99ff\", or a number of the terminal's palette from 0 to 255"
    ) { value in
      switch value {
      case .integer(let number): UInt8(exactly: number).map { .indexed($0) }
      case .string(let text): Color(hexadecimal: text)
      default: nil
      }
    } text: { color in
      switch color {
      case .standard: nil
      case .indexed(let number): "\(number)"
      case .rgb(let red, let green, let blue):
        "\"#" + [red, green, blue].map { hexadecimal($0) }.joined() + "\""
      }
    }
  }
}

extension StyleForm<UnitPoint> {
  static var point: StyleForm {
    StyleForm(
      name: "two numbers from 0 to 1, such as [0.5, 1], from the icon's top left"
    ) { value in
      guard case .array(let values) = value, values.count == 2,
        let x = values[0].number, let y = values[1].number, (0...1).contains(x), (0...1).contains(y)
      else { return nil }
      return UnitPoint(x: x, y: y)
    } text: {
      "[\($0.x), \($0.y)]"
    }
  }
}

extension StyleForm<SafeText> {
  static var icon: StyleForm {
    StyleForm(name: "a text of 1 to \(IconView.maximumColumns) columns") { value in
      guard case .string(let string) = value else { return nil }
      let text = SafeText(string)
      return (1...IconView.maximumColumns).contains(text.width) ? text : nil
    } text: {
      $0.isEmpty ? nil : quoted($0)
    }
  }
}

extension StyleForm<IconView> {
  static var picture: StyleForm {
    StyleForm(
      name:
        "a list of 1 to \(IconView.maximumRows) texts of up to \(IconView.maximumColumns) columns"
    ) { value in
      guard case .array(let values) = value, (1...IconView.maximumRows).contains(values.count)
      else { return nil }
      var rows: [SafeText] = []
      for value in values {
        guard case .string(let string) = value else { return nil }
        let text = SafeText(string)
        guard text.width <= IconView.maximumColumns else { return nil }
        rows.append(text)
      }
      let picture = IconView(rows: rows)
      return picture.isEmpty ? nil : picture
    } text: {
      $0.isEmpty ? nil : "[" + $0.rows.map(quoted).joined(separator: ", ") + "]"
    }
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

extension TOMLDocument.Value {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

extension Color {
  /// Parses `#rrggbb` or `#rgb`.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.dropFirst().compactMap { digit in
      digit.isASCII ? digit.hexDigitValue.map(UInt8.init) : nil
    }
    guard text.hasPrefix("#"), digits.count == text.count - 1 else { return nil }
    switch digits.count {
    case 3: self = .rgb(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      self = .rgb(
        red: digits[0] * 16 + digits[1], green: digits[2] * 16 + digits[3],
        blue: digits[4] * 16 + digits[5])
    default: return nil
    }
  }
}
