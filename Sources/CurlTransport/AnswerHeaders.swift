import HTTPMessages

/// Collects the header lines of an answer, of which interim answers come first.
struct AnswerHeaders {
  /// The fields of the last header block.
  private(set) var headers: HTTPHeaders = [:]

  /// Takes one line as it came, its end included.
  mutating func take(_ line: String) {
    // A status line begins anew: what an interim answer said is not the answer's.
    if line.utf8.starts(with: "HTTP/".utf8) {
      headers = [:]
      return
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      return
    }
    headers.append(String(line[..<colon]), Self.trimmed(line[colon...].utf8.dropFirst()))
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    var rest = text.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
    return String(Substring(rest))
  }
}
