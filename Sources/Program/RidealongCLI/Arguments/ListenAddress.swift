internal import HTTPMessages
internal import SystemLibrary

struct ListenAddress: Sendable, Hashable {
  let host: String
  /// The port; 0 for a free one.
  let port: UInt16

  /// A free port of loopback.
  static let anyOfLoopback = ListenAddress(host: "127.0.0.1", port: 0)

  var isLoopback: Bool { HTTPURL(scheme: .http, host: host).isLoopback }

  private init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses an address such as `127.0.0.1:8080`; a port alone, as `8080` or `:8080`, is of loopback.
  init(_ text: String, for option: Option) throws(CommandError) {
    let port = text.hasPrefix(":") ? text.dropFirst() : text[...]
    let isPort = !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    do {
      let url = try HTTPURL(parsing: "http://" + (isPort ? "127.0.0.1:\(port)" : text))
      let host = url.host == "localhost" ? "127.0.0.1" : url.host
      if url.path.isEmpty, url.query.isEmpty, Self.isNumeric(host),
        let port = url.port.flatMap({ UInt16(exactly: $0) })
      {
        self.init(host: host, port: port)
        return
      }
    } catch {
      // Reported below, like every other text that is not an address.
    }
    throw .usage(
      "\(option.name) \(text) is not a numeric ADDRESS:PORT, such as 127.0.0.1:8080 or [::1]:8080, "
        + "or a port.")
  }

  private static func isNumeric(_ host: String) -> Bool {
    var address = in6_addr()
    return [AF_INET, AF_INET6].contains { unsafe inet_pton($0, host, &address) == 1 }
  }
}
