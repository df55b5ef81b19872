public import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// One request of a server's as its access log tells it, without any token.
public struct AccessLogEntry: Sendable, Hashable {
  /// When the request ended.
  public let time: Timestamp
  /// The request's method; `-` where its header fields were not read.
  public let method: String
  /// The path and query in visible ASCII; what is or may be a secret is an ellipsis.
  public let target: String
  /// The answer's HTTP status; nil where the connection ended without one.
  public let status: Int?
  /// The time from the request's first line to the answer's end.
  public let duration: Duration
  /// The bytes of the answer's body.
  public let bodyBytes: Int
  /// The procedure of Fleet Engine's; nil where the request is for none.
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

/// Writes the entries of a server's requests.
struct AccessLog: Sendable {
  let now: @Sendable () -> Timestamp
  let write: @Sendable (AccessLogEntry) -> Void
}

/// Collects what the access log holds of a request.
final class AccessTrail: Sendable {
  private struct State {
    var method = "-"
    /// The route; nil while nobody has looked for it.
    var route: Route??
    var status: Int?
    var bodyBytes = 0
  }

  private let log: AccessLog
  private let begin = ContinuousClock.now
  private let state = Mutex(State())

  init(_ log: AccessLog) { self.log = log }

  /// Records the method.
  func recordMethod(_ method: String) {
    state.withLock { $0.method = LoggedText.visible(method.utf8.prefix(16)) }
  }

  /// Records the route, which is nil for a path that has none.
  func recordRoute(_ route: Route?) { state.withLock { $0.route = .some(route) } }

  /// Records what is answered.
  func recordResponse(_ status: Int, _ bodyBytes: Int) {
    state.withLock { ($0.status, $0.bodyBytes) = (status, bodyBytes) }
  }

  private static func route(_ method: String, _ target: String) -> Route? {
    guard let method = HTTPMethod(rawValue: method) else { return nil }
    return try? Route.match(method, String(target.prefix { $0 != "?" })).route
  }

  /// Logs the request, which has ended.
  func end(_ target: String) {
    let state = state.withLock { $0 }
    // What the server's edge refused has no route yet.
    let route = state.route ?? Self.route(state.method, target)
    log.write(
      AccessLogEntry(
        time: log.now(),
        method: state.method,
        target: LoggedText.target(target, route?.queryFields),
        status: state.status,
        duration: .now - begin,
        bodyBytes: state.bodyBytes,
        procedure: route?.procedure.rawValue
      )
    )
  }
}

/// A request's text for a log: visible, short, without a secret.
enum LoggedText {
  /// The longest part of a path or value of a query that no secret is suspected in, in bytes.
  private static let longestPart = 200

  /// The path, whose parts that look like tokens are left out.
  static func path(_ path: some StringProtocol) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      isSuspect(part) ? "…" : visible(part.utf8)
    }
    return bounded(parts.joined(separator: "/"))
  }

  /// The path and query; of the query only what the procedure knows keeps its value.
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

  /// The text with all but visible ASCII percent-encoded.
  static func visible(_ text: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in text {
      if (0x21...0x7E).contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + String(256 + Int(byte), radix: 16, uppercase: true).dropFirst()
      }
    }
    return result
  }

  private static func isKnown(_ name: Substring, _ known: MessageSchema?) -> Bool {
    guard let known, let decoded = PercentEncoding.decode(name, plusIsSpace: true) else {
      return false
    }
    if decoded == "$alt" || decoded == "alt" { return true }
    let path = decoded.split(separator: ".", omittingEmptySubsequences: false)
    return known.type(at: path.map { FieldName.camelCase(String($0)) }) != nil
  }

  /// Whether a part looks like a web token or Google's opaque one, or is longer than any id.
  private static func isSuspect(_ part: some StringProtocol) -> Bool {
    part.utf8.count > longestPart || part.contains("eyJ") || part.contains("ya29.")
  }

  private static func bounded(_ text: String) -> String {
    text.utf8.count <= Limits.Emulator.loggedBytes
      ? text : text.prefix(Limits.Emulator.loggedBytes / 4) + "…"
  }
}
