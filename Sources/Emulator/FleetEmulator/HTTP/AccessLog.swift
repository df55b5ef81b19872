public import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// One request in a server's access log, without any token.
public struct AccessLogEntry: Sendable, Hashable {
  /// When the request ended.
  public let time: Timestamp
  /// The request's method; `-` if its header fields were not read.
  public let method: String
  /// The path and query in visible ASCII; possible secrets are replaced by an ellipsis.
  public let target: String
  /// The HTTP status; nil if the connection ended without a response.
  public let status: Int?
  /// The time from the request's first line to the response's end.
  public let duration: Duration
  /// The number of bytes of the response's body.
  public let bodyBytes: Int
  /// The procedure of Fleet Engine; nil for any other request.
  public let procedure: String?

  /// The entry on one line: time, method, target, status, duration, bytes, procedure.
  public var line: String {
    let microseconds =
      duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    let fraction = String(1_000 + microseconds % 1_000).dropFirst()
    return "\(time) \(method) \(target) \(status.map(String.init) ?? "-") "
      + "\(microseconds / 1_000).\(fraction)ms \(bodyBytes) \(procedure ?? "-")"
  }
}

struct AccessLog: Sendable {
  let now: @Sendable () -> Timestamp
  let write: @Sendable (AccessLogEntry) -> Void
}

/// Collects the access log's entry of one request.
final class AccessTrail: Sendable {
  private struct State {
    var method = "-"
    /// The route of a gRPC call.
    var route: Route?
    var status: Int?
    var bodyBytes = 0
  }

  private let log: AccessLog
  private let begin = ContinuousClock.now
  private let state = Mutex(State())

  init(_ log: AccessLog) { self.log = log }

  func recordMethod(_ method: String) {
    state.withLock { $0.method = LoggedText.visible(method.utf8.prefix(16)) }
  }

  /// Records the route of a gRPC call, which its method and target do not name.
  func recordRoute(_ route: Route) { state.withLock { $0.route = route } }

  func recordResponse(_ status: Int, _ bodyBytes: Int) {
    state.withLock { ($0.status, $0.bodyBytes) = (status, bodyBytes) }
  }

  /// Writes the entry when the request has ended.
  func end(_ target: String) {
    let state = state.withLock { $0 }
    let route = state.route ?? Self.route(state.method, target)
    log.write(
      AccessLogEntry(
        time: log.now(), method: state.method,
        target: LoggedText.target(target, route?.queryFields), status: state.status,
        duration: .now - begin, bodyBytes: state.bodyBytes, procedure: route?.procedure.rawValue))
  }

  private static func route(_ method: String, _ target: String) -> Route? {
    guard let method = TransportMethod(rawValue: method) else { return nil }
    return try? Route.match(method, String(target.prefix { $0 != "?" })).route
  }
}

/// Makes a request's text visible, short and free of secrets for a log.
enum LoggedText {
  /// The most bytes of a part that is not suspected to be a secret.
  private static let longestPart = 200

  /// The path without parts that look like tokens.
  static func path(_ path: some StringProtocol) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      isSuspect(part) ? "…" : visible(part.utf8)
    }
    return bounded(parts.joined(separator: "/"))
  }

  /// The path and query; only parameters that the procedure knows keep their values.
  static func target(_ target: String, _ known: MessageSchema?) -> String {
    let path = target.prefix { $0 != "?" }
    guard path.endIndex < target.endIndex else { return Self.path(path) }
    let pairs = target[path.endIndex...].dropFirst().split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      let shownName = isSuspect(name) ? "…" : visible(name.utf8)
      guard name.endIndex < pair.endIndex else { return shownName }
      let value = pair[name.endIndex...].dropFirst()
      let isShown = isKnown(name, known) && !isSuspect(value)
      return shownName + "=" + (isShown ? visible(value.utf8) : "…")
    }
    return bounded(Self.path(path) + "?" + pairs.joined(separator: "&"))
  }

  /// The text with everything but visible ASCII percent-encoded.
  static func visible(_ text: some Sequence<UInt8>) -> String {
    text.reduce(into: "") { result, byte in
      if (0x21...0x7E).contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + String(256 + Int(byte), radix: 16, uppercase: true).dropFirst()
      }
    }
  }

  private static func isKnown(_ name: Substring, _ known: MessageSchema?) -> Bool {
    guard let known, let decoded = PercentEncoding.decode(name, plusIsSpace: true) else {
      return false
    }
    if let parameter = SystemParameter(name: decoded) { return parameter.isLogged }
    return known.type(at: FieldName.path(decoded)) != nil
  }

  /// Whether a part looks like a web token or an OAuth token of Google's, or is longer than any ID.
  private static func isSuspect(_ part: some StringProtocol) -> Bool {
    part.utf8.count > longestPart || part.contains("eyJ") || part.contains("ya29.")
  }

  private static func bounded(_ text: String) -> String {
    text.utf8.count <= Limits.Emulator.loggedBytes
      ? text : text.prefix(Limits.Emulator.loggedBytes / 4) + "…"
  }
}
