// The parts of swift-log that examples use.
public struct Logger: Sendable {
  public enum Level: Sendable { case debug, warning }
  public typealias Metadata = [String: MetadataValue]
  public enum MetadataValue: Sendable, ExpressibleByStringInterpolation {
    case string(String)
    public init(stringLiteral value: String) { self = .string(value) }
  }
  public struct Message: ExpressibleByStringInterpolation {
    public let text: String
    public init(stringLiteral value: String) { text = value }
  }
  public init(label: String) {}
  public func log(level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {}
  public func debug(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {}
}
