import CToml
import Foundation

extension FuzzTarget {
  /// Style files, as far as they are TOML.
  static let toml = FuzzTarget(
    name: "toml", mostBytes: 4_096,
    seeds: {
      [
        """
        # A style.
        [polyline.active-route]
        color = "#1a73e8" # blue
        stroke-width = 2
        is-visible = true
        [marker."vehicle"]
        icon = \"\"\"
          ^
         /_\\\\ \"\"\"
        z-index = -0x1F
        anchor = [0.5, 1e-3, inf, nan]
        when = 1979-05-27T07:32:00-08:00
        """,
        "a.b = { c = [ { d = '''x''' } ], \"é\\u00e9\" = 1_000 }\n[[t]]\n[[t.u]]\nx = 0b1\r\n",
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      var size = 0
      let json = bytes.withUnsafeBytes { buffer in
        ridealong_toml_to_json(
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &size)
      }
      guard let json else { throw BrokenPromise(description: "no memory") }
      defer { ridealong_toml_free(json) }
      let reply: Reply
      do {
        reply = try JSONDecoder().decode(Reply.self, from: Data(bytes: json, count: size))
      } catch {
        throw BrokenPromise(description: "what came is not the JSON that it should be: \(error)")
      }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
      try promise((reply.entries == nil) != (reply.error == nil), "neither a document nor an error")
      if let error = reply.error {
        try promise((1...lines + 1).contains(error.line), "an error in line \(error.line)")
      }
      try check(reply.entries ?? [], lines: lines)
    })

  private struct Reply: Decodable {
    struct Refusal: Decodable {
      let line: Int
      let message: String
    }

    struct Entry: Decodable {
      struct Value: Decodable { let table: [Entry]? }

      let key: String
      let line: Int
      let value: Value
    }

    let entries: [Entry]?
    let error: Refusal?
  }

  private static func check(_ entries: [Reply.Entry], lines: Int) throws {
    for entry in entries {
      try promise((1...lines).contains(entry.line), "\(entry.key) in line \(entry.line)")
      try check(entry.value.table ?? [], lines: lines)
    }
  }
}
