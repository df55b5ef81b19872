#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import HTTPMessages

/// What the provider's backend beside an emulator is to be.
///
/// The backend asks nobody who they are, as the sample backend does not. Source: contract 8.
public struct ProviderConfiguration: Sendable {
  /// The path below which it is served, such as `/provider`.
  ///
  /// With an empty prefix all is the backend's but what begins with `/v1/`.
  public var prefix: String
  /// The accounts that sign the tokens that it hands out: a server's, a driver's, a consumer's.
  public var signers: [TokenSigner]
  /// The origins of web pages that may call it, such as `http://localhost:3000`; by default none.
  public var allowedOrigins: Set<String>
  /// Brings the id of a new trip.
  public var newTripID: @Sendable () -> String

  /// Creates a configuration.
  public init(
    prefix: String = ProviderConfiguration.defaultPrefix,
    signers: [TokenSigner],
    allowedOrigins: Set<String> = [],
    newTripID: @escaping @Sendable () -> String = ProviderConfiguration.randomTripID
  ) {
    self.prefix = prefix
    self.signers = signers
    self.allowedOrigins = allowedOrigins
    self.newTripID = newTripID
  }

  /// The path below which a backend is served that is told no other.
  public static let defaultPrefix = "/provider"

  /// The roles of the tokens that it hands out.
  private static let roles: [ServiceRole] = [.server, .driver, .consumer]

  /// A random UUID, as the sample backend names its trips.
  @Sendable
  public static func randomTripID() -> String { UUID().uuidString.lowercased() }

  /// Checks the configuration.
  ///
  /// - Throws: What is wrong with it.
  func check() throws(EmulatorError) {
    let isPath =
      prefix.isEmpty
      || (prefix.hasPrefix("/") && !prefix.hasSuffix("/")
        && prefix.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          default: "/-._~".utf8.contains(byte)
          }
        })
    guard isPath, !(prefix + "/").hasPrefix("/v1/") else {
      throw EmulatorError(
        .configuration,
        "The prefix of the provider's backend has to be empty or a path such as /provider, "
          + "and not /v1."
      )
    }
    guard Self.roles.allSatisfy({ role in signers.contains { $0.role == role } }) else {
      throw EmulatorError(
        .configuration,
        "The provider's backend needs signers of the server's, the driver's and the consumer's role."
      )
    }
  }

  /// A request's path without the prefix; nil where it is not the backend's.
  ///
  /// - Parameter path: The path, percent-encoded.
  /// - Returns: The rest, empty or starting with a slash.
  func path(below path: String) -> Substring? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    return prefix.isEmpty && (rest.hasPrefix("/v1/") || rest == "/v1") ? nil : rest
  }
}

extension FleetEmulator {
  /// Whether a request may be a web page's, or is none of one.
  ///
  /// A page in a browser may drive neither Fleet Engine nor, unless its origin is allowed, the
  /// backend: not by a request that names its origin, and not by one that names none, such as an
  /// image's, which browsers mark by `Sec-Fetch-Site`.
  nonisolated func allowsPage(_ headers: HTTPHeaders, path: String) -> Bool {
    let origins = headers.values("Origin")
    guard let provider, provider.path(below: path) != nil else { return origins.isEmpty }
    guard origins.isEmpty else { return origins.allSatisfy(provider.allowedOrigins.contains) }
    return headers.values("Sec-Fetch-Site").allSatisfy { $0 == "none" || $0 == "same-origin" }
  }

  /// Whether a path is one at which tokens are handed out.
  nonisolated func mintsTokens(at path: String) -> Bool {
    guard let provider, let rest = provider.path(below: path) else { return false }
    return ProviderRoute.parts(rest).first == "token"
  }
}
