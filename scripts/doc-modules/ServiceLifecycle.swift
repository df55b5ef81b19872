// The parts of swift-service-lifecycle that examples use.
import Logging

public protocol Service: Sendable { func run() async throws }

public struct UnixSignal: Sendable {
  public static let sigterm = UnixSignal()
  public static let sigint = UnixSignal()
}

public struct ServiceGroupConfiguration: Sendable {
  public struct ServiceConfiguration: Sendable {
    public enum TerminationBehavior: Sendable { case cancelGroup, gracefullyShutdownGroup, ignore }
    public init(
      service: any Service, successTerminationBehavior: TerminationBehavior = .cancelGroup,
      failureTerminationBehavior: TerminationBehavior = .cancelGroup
    ) {}
  }
  public init(
    services: [ServiceConfiguration], gracefulShutdownSignals: [UnixSignal] = [],
    cancellationSignals: [UnixSignal] = [], logger: Logger
  ) {}
}

public actor ServiceGroup {
  public init(configuration: ServiceGroupConfiguration) {}
  public func run() async throws {}
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  public func cancelOnGracefulShutdown() -> Self { self }
}
