internal import FleetEngine
internal import JSON

extension Timestamp {
  /// Parses a time as logs have it: of RFC 3339, or as BigQuery writes it, with a space, with `UTC` or
  /// without a zone, which is UTC, or as a number since 1970.
  init?(logged text: String) {
    if let time = Timestamp(rfc3339: text) {
      self = time
      return
    }
    if let number = Double(text), number >= 0 {
      // Seconds, milliseconds, microseconds or nanoseconds, of the years 1973 to 5138.
      let scale = number < 1e11 ? 1 : number < 1e14 ? 1e3 : number < 1e17 ? 1e6 : 1e9
      self.init(secondsSince1970: number / scale)
      return
    }
    var bytes = text.utf8.filter { $0 != UInt8(ascii: " ") }
    guard (18...64).contains(bytes.count) else { return nil }
    if (0x30...0x39).contains(bytes[10]) { bytes.insert(UInt8(ascii: "T"), at: 10) }
    if bytes.suffix(3).elementsEqual("UTC".utf8) { bytes.removeLast(3) }
    let zone = bytes.dropFirst(19).lastIndex { "+-Zz".utf8.contains($0) }
    if let zone, bytes[zone] != UInt8(ascii: "Z"), bytes[zone] != UInt8(ascii: "z") {
      // `+02` and `+0200`.
      if bytes.count - zone == 3 { bytes += "00".utf8 }
      if bytes.count - zone == 5 { bytes.insert(UInt8(ascii: ":"), at: zone + 3) }
    } else if zone == nil {
      bytes.append(UInt8(ascii: "Z"))
    }
    self.init(rfc3339: String(decoding: bytes, as: UTF8.self))
  }

  /// Parses the JSON value of a time, which BigQuery's clients write as an object.
  init?(logged json: ArraySlice<UInt8>) {
    let first = json.first
    if first == UInt8(ascii: "\""), !json.contains(UInt8(ascii: "\\")) {
      self.init(logged: String(decoding: json.dropFirst().dropLast(), as: UTF8.self))
      return
    }
    guard json.count <= 256, let tree = try? JSONTree(parsing: Array(json)) else { return nil }
    self.init(logged: tree)
  }

  /// Reads the value of a time: a text, a number, or an object of clients with `seconds` and `nanos`.
  init?(logged value: JSONTree) {
    switch value.unwrapped {
    case .text(let text): self.init(logged: text)
    case .number(let number): self.init(logged: "\(number)")
    case .integer(let number): self.init(logged: "\(number)")
    case .object(let object):
      let members = object.map { (name: JSONTree.plain($0.name), value: $0.value.unwrapped) }
      guard let seconds = members.first(where: { $0.name == "seconds" })?.value,
        let time = Timestamp(logged: seconds)
      else { return nil }
      let nanos = members.first { $0.name.hasPrefix("nano") }?.value.number ?? 0
      self = time + .nanoseconds(Int64(min(max(0, nanos), 999_999_999)))
    case .null, .flag, .list: return nil
    }
  }
}
