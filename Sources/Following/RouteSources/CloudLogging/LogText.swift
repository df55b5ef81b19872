internal import TrustLimits

/// The content of a file as the text of a log.
enum LogText {
  /// The first bytes of other formats, and what the error says.
  private static let archives: [(start: [UInt8], sentence: String)] = [
    (Array("PK\u{3}\u{4}".utf8), "is a zip archive; unzip it first."),
    (Array("PK\u{5}\u{6}".utf8), "is an empty zip archive."),
    (Array("BZh".utf8), "is compressed with bzip2; decompress it first."),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "is compressed with xz; decompress it first."),
    ([0x28, 0xB5, 0x2F, 0xFD], "is compressed with zstd; decompress it first."),
    ([0x37, 0x7A, 0xBC, 0xAF], "is a 7z archive; unpack it first."),
    (Array("PAR1".utf8), "is a Parquet table; export the table as JSON."),
    (Array("Obj\u{1}".utf8), "is an Avro table; export the table as JSON."),
  ]

  /// Names that the entries of a log have, in lower case.
  private static let names = ["insertid", "logname", "jsonpayload", "timestamp"]

  /// Returns content in UTF-8 without a byte order mark; PowerShell's `>` writes UTF-16.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 2 else { return bytes }
    let isLittle: Bool
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0x01..., 0): isLittle = true
    case (0xFE, 0xFF), (0, 0x01...): isLittle = false
    case (0xEF, 0xBB): return Array(bytes.dropFirst(3))
    default: return bytes
    }
    let start = bytes[0] >= 0xFE || bytes[1] >= 0xFE ? 2 : 0
    let units = stride(from: start, to: bytes.count - 1, by: 2).lazy.map { index in
      UInt16(bytes[isLittle ? index + 1 : index]) << 8 | UInt16(bytes[isLittle ? index : index + 1])
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2)
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
      result.append($0)
    }
    return result
  }

  /// The error for content that has a log in another form than JSON, with the way to JSON; nil for any
  /// other content.
  static func otherForm(_ bytes: [UInt8], file: String) -> RouteSourceError? {
    func failure(_ sentence: String) -> RouteSourceError {
      RouteSourceError(file, .otherForm, sentence)
    }
    if let archive = archives.first(where: { bytes.starts(with: $0.start) }) {
      return failure(archive.sentence)
    }
    if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) {
      return failure("is a tar archive; unpack it first.")
    }
    let text = String(decoding: utf8(Array(bytes.prefix(4_096))), as: UTF8.self).lowercased().filter
    { $0 != "_" }
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    // A list of YAML, documents of YAML, or the columns of a table.
    let isYAML = lines.prefix(8).contains { line in
      let name = line.drop { " -\u{FEFF}\"'".contains($0) }
      return names.contains { name.hasPrefix($0 + ":") }
    }
    if isYAML, !text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).hasPrefix("{") {
      return failure(
        "is YAML, which gcloud writes by default; add --format=json to gcloud logging read.")
    }
    if let head = lines.first, head.contains(where: { ",;\t".contains($0) }),
      names.contains(where: { head.contains($0) }), !head.contains(where: { "{[<".contains($0) })
    {
      return failure("is CSV; download the log as JSON.")
    }
    return nil
  }
}
