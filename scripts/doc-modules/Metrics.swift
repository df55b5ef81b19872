// The parts of swift-metrics that examples use.
public final class Counter: Sendable {
  public init(label: String, dimensions: [(String, String)] = []) {}
  public func increment() {}
}

public final class Timer: Sendable {
  public init(label: String, dimensions: [(String, String)] = []) {}
  public func record(duration: Duration) {}
}
