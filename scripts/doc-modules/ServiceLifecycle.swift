// The parts of swift-service-lifecycle that examples use.
import Logging

public protocol Service: Sendable { func run() async throws }

public struct UnixSignal: Sendable {
  public static let sigterm = UnixSignal()
  public static let sigint = UnixSignal()
}

public actor ServiceGroup {
  public init(
    services: [any Service], gracefulShutdownSignals: [UnixSignal] = [], logger: Logger
  ) {}
  public func run() async throws {}
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  public func cancelOnGracefulShutdown() -> Self { self }
}
