internal import TrustLimits

/// Why Fleet Engine refuses a token, as far as the token itself tells.
///
/// The one list for whoever judges tokens: who serves, who sends, who looks into one. It holds no
/// text of the token but a cleaned algorithm name. Source: contract 3.1 to 3.3.
public enum TokenRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// A claim that is a time.
  public enum Time: String, Sendable, Hashable {
    /// The claim `exp`.
    case expiry = "exp"
    /// The claim `iat`.
    case issue = "iat"
  }

  /// It is signed by another algorithm than RS256, named by letters and digits only.
  case algorithm(String)
  /// It names no expiry.
  case noExpiry
  /// A time is counted in milliseconds.
  case milliseconds(Time)
  /// It expired so many seconds ago.
  case expired(seconds: Int64)
  /// It expires more than an hour from now, in so many seconds.
  case expiresTooLate(seconds: Int64)
  /// It does not say when it was issued.
  case noIssueTime
  /// It was issued so many seconds from now.
  case issuedInFuture(seconds: Int64)
  /// Its audience is not Fleet Engine.
  case audience
  /// It names no issuer.
  case noIssuer
  /// Its subject is not its issuer.
  case subject
  /// It is for no trip or vehicle, where it has to be for one.
  case noID(TokenResource.Kind)
  /// It is for another trip or vehicle.
  case otherID(TokenResource.Kind)

  /// A name for programs.
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
    case .noIssuer: "The token names no issuer."
    case .subject: "The token's subject is not its issuer."
    case .noID(let kind): "The token was signed without a \(kind.rawValue) id."
    case .otherID(let kind): "The token is for another \(kind.rawValue)."
    }
  }

  /// A time in words, from seconds.
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
  /// What it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A trip.
    case trip
    /// A vehicle.
    case vehicle

    /// The name in the claim `authorization` that speaks of it.
    public var claim: String { rawValue + "id" }
  }

  /// What it is.
  public let kind: Kind
  /// Its id.
  public let id: String

  /// Creates a resource.
  public init(_ kind: Kind, id: String) {
    self.kind = kind
    self.id = id
  }
}

extension JSONWebToken.Header {
  /// Why the token is refused for how it is signed; nil where it is signed by RS256.
  public var refusal: TokenRefusal? {
    guard algorithm != "RS256" else { return nil }
    guard case .unsupportedAlgorithm(let name) = JSONWebTokenError.unsupported(algorithm) else {
      return nil
    }
    return .algorithm(name)
  }
}

extension TokenClaims {
  /// Google's Fleet Engine, as the audience of its tokens.
  public static let fleetEngine = "https://fleetengine.googleapis.com/"

  /// From here on a number of seconds since 1970 is none: it would be the year 5138.
  private static let milliseconds: Int64 = 100_000_000_000

  /// Why the claims are refused whoever calls what, in the order in which they are looked at.
  ///
  /// - Parameter now: The moment by the wall's clock, in seconds since 1970.
  /// - Returns: All that is against them.
  public func refusals(at now: Double) -> [TokenRefusal] {
    var refusals: [TokenRefusal] = []
    if let refusal = expiryRefusal(at: now) { refusals.append(refusal) }
    if let refusal = issueRefusal(at: now) { refusals.append(refusal) }
    if !audience.contains(Self.fleetEngine) { refusals.append(.audience) }
    if issuer?.isEmpty != false {
      refusals.append(.noIssuer)
    } else if subject != issuer {
      refusals.append(.subject)
    }
    return refusals
  }

  /// Why the claims are refused for what they say of their expiry.
  ///
  /// - Parameter now: The moment by the wall's clock, in seconds since 1970.
  /// - Returns: What is against them; nil for nothing.
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

  /// Why the claims are refused for a call about a trip or vehicle.
  ///
  /// Whose account may do without an id is not for a token to tell, but for who knows the account.
  ///
  /// - Parameter resource: What the call is about.
  /// - Returns: What is against them; nil for nothing.
  public func refusal(for resource: TokenResource) -> TokenRefusal? {
    guard let id = authorization[resource.kind.claim], !id.isEmpty else {
      return .noID(resource.kind)
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
