internal import Geo
internal import HTTPMessages

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where the user is, or what reports it: the value of `--my-location`.
enum OwnPlace: Sendable, Hashable {
  case fixed(Coordinate)
  /// Lines on standard input, as `drive --locations -` reads them.
  case standardInput
  /// The gpsd of this machine.
  case gpsd(port: UInt16)

  /// The port that gpsd listens on where nobody has configured another one.
  static let gpsdPort: UInt16 = 2947

  /// Reads the option.
  ///
  /// - Parameter arguments: The command line.
  /// - Returns: Nil where the option is not given.
  /// - Throws: What is wrong with its value, and that standard input is a terminal or read by another
  ///   option.
  static func read(_ arguments: Arguments) throws(CommandError) -> OwnPlace? {
    guard let text = arguments[.myLocation] else { return nil }
    let name = arguments.named(.myLocation)
    if text == "-" {
      let others: [Option] = [.tokenFile, .tripFile]
      if let other = others.first(where: { arguments[$0] == "-" }) {
        throw .usage("\(name) - and \(other.name) - cannot both read standard input.")
      }
      guard isatty(STDIN_FILENO) == 0 else {
        throw .usage(
          "\(name) - reads locations from standard input, which is the terminal that keys come from. "
            + "Pipe them in, as in: gpspipe -w | ridealong ..., or use \(name) gpsd."
        )
      }
      return .standardInput
    }
    guard text == "gpsd" || text.hasPrefix("gpsd:") else {
      return try arguments.coordinate(.myLocation).map { .fixed($0) }
    }
    if text == "gpsd" { return .gpsd(port: gpsdPort) }
    guard text.hasPrefix("gpsd://"),
      let url = try? HTTPURL(parsing: "http://" + text.dropFirst("gpsd://".count)),
      ["127.0.0.1", "localhost"].contains(url.host.lowercased()),
      url.path.isEmpty || url.path == "/",
      url.query.isEmpty, let port = UInt16(exactly: url.port ?? Int(gpsdPort)), port > 0
    else {
      throw .usage(
        "\(name) \(text) is not a gpsd of this machine: expected gpsd or gpsd://127.0.0.1:PORT."
      )
    }
    return .gpsd(port: port)
  }
}
