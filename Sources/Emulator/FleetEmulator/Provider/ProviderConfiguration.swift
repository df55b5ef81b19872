#if canImport(FoundationEssentials)

  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import HTTPMessages

/// The settings of the provider's backend of an emulator.
///
/// Like the sample backend, it has no authentication. See docs/protocol.md, "Provider's backend".
public struct ProviderConfiguration: Sendable {
  /// The prefix of its paths, such as `/provider`.
  ///
  /// If it is empty, all paths are the backend's except those that begin with `/v1/`.
  public var prefix: String
  /// The accounts that sign its tokens: one each for servers, drivers and consumers.
  public var signers: [TokenSigner]
  /// The origins of web pages that may call it, such as `http://localhost:3000`; by default none.
  public var allowedOrigins: Set<String>
  /// Returns the ID of a new trip.
  public var newTripID: @Sendable () -> String

  /// Creates a configuration.
  public init(
    prefix: String = ProviderConfiguration.defaultPrefix, signers: [TokenSigner],
    allowedOrigins: Set<String> = [],
    newTripID: @escaping @Sendable () -> String = ProviderConfiguration.randomTripID
  ) {
    self.prefix = prefix
    self.signers = signers
    self.allowedOrigins = allowedOrigins
    self.newTripID = newTripID
  }

  /// The prefix by default.
  public static let defaultPrefix = "/provider"

  /// A random UUID, as the sample backend names its trips.
  @Sendable public static func randomTripID() -> String { UUID().uuidString.lowercased() }

  func check() throws(EmulatorError) {
    let isPath = prefix.wholeMatch(of: #/(/[/A-Za-z0-9._~-]*[A-Za-z0-9._~-])?/#) != nil
    guard isPath, !(prefix + "/").hasPrefix("/v1/") else {
      throw EmulatorError(
        .configuration,
        "The prefix of the provider's backend has to be empty or a path such as /provider, "
          + "and not /v1.")
    }
    guard Set(signers.map(\.role)).isSuperset(of: [.server, .driver, .consumer]) else {
      throw EmulatorError(
        .configuration,
        "The provider's backend needs signers of the server's, the driver's and the consumer's role."
      )
    }
  }

  /// The rest of a path after the prefix, empty or starting with a slash; nil for other paths.
  func path(below path: String) -> Substring? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    return prefix.isEmpty && (rest.hasPrefix("/v1/") || rest == "/v1") ? nil : rest
  }
}
