internal import TrustLimits

/// Why Fleet Engine refuses a token because of its content.
///
/// The emulator, the clients and the inspection of tokens share these reasons. They contain no text
/// of the token but a cleaned algorithm name. See docs/protocol.md, "Token format",
/// "Roles and claims" and "Order of checks".
public enum TokenRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// A claim with a time.
  public enum Time: String, Sendable, Hashable {
    /// The claim `exp`.
    case expiry = "exp"
    /// The claim `iat`.
    case issue = "iat"
  }

  /// It is signed with another algorithm than RS256; the name is cleaned.
  case algorithm(String)
  /// It has no expiry.
  case noExpiry
  /// A time is in milliseconds.
  case milliseconds(Time)
  /// It expired this many seconds ago.
  case expired(seconds: Int64)
  /// It expires in this many seconds, which is more than an hour.
  case expiresTooLate(seconds: Int64)
  /// It has no issue time.
  case noIssueTime
  /// It was issued this many seconds from now.
  case issuedInFuture(seconds: Int64)
  /// Its audience is not Fleet Engine.
  case audience
  /// It has neither `authorization` nor a scope.
  case noScopes
  /// None of its scopes covers Fleet Engine.
  case otherScopes
  /// It has no issuer.
  case noIssuer
  /// Its subject is not its issuer.
  case subject
  /// It lacks the required trip or vehicle ID.
  case noID(TokenResource.Kind)
  /// It is for another trip or vehicle.
  case otherID(TokenResource.Kind)

  /// A machine-readable name.
  public var code: String {
    switch self {
    case .algorithm: "algorithm"
    case .noExpiry: "noExpiry"
    case .milliseconds: "milliseconds"
    case .expired: "expired"
    case .expiresTooLate: "expiresTooLate"
    case .noIssueTime: "noIssueTime"
    case .issuedInFuture: "issuedInFuture"
    case .audience: "audience"
    case .noScopes: "noScopes"
    case .otherScopes: "otherScopes"
    case .noIssuer: "noIssuer"
    case .subject: "subject"
    case .noID: "noID"
    case .otherID: "otherID"
    }
  }

  /// The refusal as one sentence.
  public var description: String {
    switch self {
    case .algorithm(let name): "The token is signed with \(name) instead of RS256."
    case .noExpiry: "The token names no expiry."
    case .milliseconds(let time):
      "The token's \(time.rawValue) is counted in milliseconds; it has to be seconds."
    case .expired(let seconds): "The token expired \(Self.words(seconds)) ago."
    case .expiresTooLate(let seconds):
      "The token expires in \(Self.words(seconds)); more than an hour from now is refused."
    case .noIssueTime: "The token does not say when it was issued."
    case .issuedInFuture(let seconds):
      "The token was issued in the future, \(Self.words(seconds)) from now."
    case .audience: "The token's audience is not \(TokenClaims.fleetEngine)."
    // Google's words.
    case .noScopes: "JWT does not contain any scopes."
    case .otherScopes: "Request had insufficient authentication scopes."
    case .noIssuer: "The token names no issuer."
    case .subject: "The token's subject is not its issuer."
    case .noID(let kind): "The token was signed without a \(kind.rawValue) id."
    case .otherID(let kind): "The token is for another \(kind.rawValue)."
    }
  }

  /// The advice as one sentence; nil if the description is enough.
  public var cure: String? {
    switch self {
    case .noScopes:
      "Give the client library the scope \(TokenClaims.cloudPlatform), or sign the claim "
        + "authorization, such as {\"tripid\": \"ID\"}."
    case .otherScopes: "The scope has to be \(TokenClaims.cloudPlatform)."
    case .algorithm, .noExpiry, .milliseconds, .expired, .expiresTooLate, .noIssueTime,
      .issuedInFuture, .audience, .noIssuer, .subject, .noID, .otherID:
      nil
    }
  }

  /// Formats a time in seconds.
  package static func words(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}

/// The trip or vehicle that a call is about.
public struct TokenResource: Sendable, Hashable {
  /// The kind of resource.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A trip.
    case trip
    /// A vehicle.
    case vehicle

    /// The name of its ID in the claim `authorization`.
    public var claim: String { rawValue + "id" }
  }

  /// The kind of resource.
  public let kind: Kind
  /// The ID.
  public let id: String

  /// Creates a resource.
  public init(_ kind: Kind, id: String) {
    self.kind = kind
    self.id = id
  }
}

extension JSONWebToken.Header {
  /// Why the algorithm is refused; nil for RS256.
  public var refusal: TokenRefusal? {
    algorithm == "RS256" ? nil : .algorithm(JSONWebTokenError.cleanAlgorithm(algorithm))
  }
}

extension TokenClaims {
  /// The audience of Fleet Engine's tokens.
  public static let fleetEngine = "https://fleetengine.googleapis.com/"

  /// The scope that covers Fleet Engine.
  public static let cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"

  /// Whether the token has scopes and lacks an audience or `authorization`.
  ///
  /// Only a server's account may use such a token.
  /// Source: https://google.aip.dev/auth/4111.
  public var isScoped: Bool { !scopes.isEmpty && (audience.isEmpty || authorization == nil) }

  /// Why the token is refused because of its scopes, or because it has neither those nor
  /// `authorization`.
  public var scopeRefusal: TokenRefusal? {
    guard isScoped else { return authorization == nil ? .noScopes : nil }
    return scopes.contains(Self.cloudPlatform) ? nil : .otherScopes
  }

  /// Larger times are in milliseconds, because this many seconds lead to the year 5138.
  private static let milliseconds: Int64 = 100_000_000_000

  /// Returns why the claims are refused for any call, in the order of the checks.
  ///
  /// `now` is in seconds since 1970; `audiences` are accepted besides Fleet Engine's.
  public func refusals(at now: Double, audiences: [String] = []) -> [TokenRefusal] {
    var refusals = timeRefusals(at: now)
    let isForFleetEngine = audience.contains { $0 == Self.fleetEngine || audiences.contains($0) }
    if !isForFleetEngine, !(audience.isEmpty && isScoped) { refusals.append(.audience) }
    if issuer?.isEmpty != false {
      refusals.append(.noIssuer)
    } else if subject != issuer {
      refusals.append(.subject)
    }
    return refusals
  }

  /// Returns why the expiry and the issue time are refused; `now` is in seconds since 1970.
  public func timeRefusals(at now: Double) -> [TokenRefusal] {
    [expiryRefusal(at: now), issueRefusal(at: now)].compactMap(\.self)
  }

  /// Returns why the expiry is refused; `now` is in seconds since 1970.
  public func expiryRefusal(at now: Double) -> TokenRefusal? {
    guard let expiresAt else { return .noExpiry }
    let left = Double(expiresAt) - now
    let skew = Self.seconds(Limits.Token.expirySkew)
    if left + skew <= 0 { return .expired(seconds: Self.whole(-left)) }
    if left <= Self.seconds(Limits.Token.lifetime) + skew { return nil }
    return expiresAt >= Self.milliseconds
      ? .milliseconds(.expiry) : .expiresTooLate(seconds: Self.whole(left))
  }

  private func issueRefusal(at now: Double) -> TokenRefusal? {
    guard let issuedAt else { return .noIssueTime }
    let ahead = Double(issuedAt) - now
    if ahead <= Self.seconds(Limits.Token.issuedAtSkew) { return nil }
    return issuedAt >= Self.milliseconds
      ? .milliseconds(.issue) : .issuedInFuture(seconds: Self.whole(ahead))
  }

  /// Returns why the claims are refused for a call about a trip or vehicle.
  ///
  /// The caller decides whether the account needs an ID.
  public func refusal(for resource: TokenResource) -> TokenRefusal? {
    guard let id = authorization?[resource.kind.claim], !id.isEmpty else {
      return isScoped ? nil : .noID(resource.kind)
    }
    return id == "*" || id == resource.id ? nil : .otherID(resource.kind)
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds)
  }

  private static func whole(_ seconds: Double) -> Int64 {
    Int64(exactly: seconds.rounded(.down)) ?? .max
  }
}
