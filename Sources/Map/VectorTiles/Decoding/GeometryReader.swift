/// Reads the commands of one geometry.
struct GeometryReader {
  private enum Command {
    static let moveTo: UInt32 = 1
    static let lineTo: UInt32 = 2
    static let closePath: UInt32 = 7
  }

  private var reader: WireReader
  private var (x, y): (Int32, Int32) = (0, 0)

  init(_ range: Range<Int>, of bytes: Span<UInt8>) { reader = WireReader(range, of: bytes) }

  /// Reads one move command with one or more points.
  @inline(__always) mutating func readPoints(
    _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    let (command, count) = try command(bytes)
    guard command == Command.moveTo, count > 0 else { throw .invalidCommand }
    for _ in 0..<count {
      _ = try step(bytes)
      visitor.move(x: x, y: y)
    }
    guard reader.isAtEnd else { throw .invalidCommand }
  }

  /// Reads lines, each a move and a command with one or more points.
  @inline(__always) mutating func readLines(
    _ bytes: Span<UInt8>, version: Int, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    while !reader.isAtEnd {
      try readMove(bytes, into: &visitor)
      let (command, count) = try command(bytes)
      guard command == Command.lineTo, count > 0 else { throw .invalidCommand }
      try readSteps(count, bytes, into: &visitor)
      // Version 1 allowed ClosePath after a line, and old tiles have it.
      if version == 1, !reader.isAtEnd {
        let (mark, (next, times)) = (reader, try self.command(bytes))
        if next == Command.closePath, times <= 1 { visitor.close() } else { reader = mark }
      }
    }
  }

  /// Reads rings, each a move, a command with its points, and a closing.
  @inline(__always) mutating func readRings(
    _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    while !reader.isAtEnd {
      try readMove(bytes, into: &visitor)
      let (command, count) = try command(bytes)
      // Some encoders write rings without an area, which are harmless.
      guard command == Command.lineTo, count > 0 else { throw .invalidCommand }
      try readSteps(count, bytes, into: &visitor)
      guard !reader.isAtEnd else { throw .unclosedRing }
      let (next, times) = try self.command(bytes)
      guard next == Command.closePath else {
        throw next == Command.moveTo ? .unclosedRing : .invalidCommand
      }
      guard times == 1 else { throw .invalidCommand }
      visitor.close()
    }
  }

  @inline(__always) private mutating func readMove(
    _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    let (command, count) = try command(bytes)
    guard command == Command.moveTo, count == 1 else { throw .invalidCommand }
    _ = try step(bytes)
    visitor.move(x: x, y: y)
  }

  @inline(__always) private mutating func readSteps(
    _ count: Int, _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    for _ in 0..<count {
      if try step(bytes) { visitor.line(x: x, y: y) } else { visitor.repeatedPoint() }
    }
  }

  /// Reads a command and its repeat count; refuses a count that the bytes left cannot hold.
  @inline(__always) private mutating func command(
    _ bytes: Span<UInt8>
  ) throws(TileProblem.Kind) -> (command: UInt32, count: Int) {
    let word = UInt32(truncatingIfNeeded: try reader.varint(bytes))
    let (command, count) = (word & 7, Int(word >> 3))
    switch command {
    case Command.moveTo, Command.lineTo:
      // Each point takes at least two bytes.
      guard count <= reader.remaining / 2 else { throw .commandCountTooLarge }
    case Command.closePath: break
    default: throw .invalidCommand
    }
    return (command, count)
  }

  /// Moves by one pair of numbers; false if the position does not change.
  @inline(__always)
  private mutating func step(_ bytes: Span<UInt8>) throws(TileProblem.Kind) -> Bool {
    let right = UInt32(truncatingIfNeeded: try reader.shortVarint(bytes))
    guard !reader.isAtEnd else { throw .commandCountTooLarge }
    let down = UInt32(truncatingIfNeeded: try reader.shortVarint(bytes))
    x &+= Self.signed(right)
    y &+= Self.signed(down)
    return right | down != 0
  }

  @inline(__always) private static func signed(_ zigzag: UInt32) -> Int32 {
    Int32(bitPattern: zigzag >> 1) ^ -Int32(bitPattern: zigzag & 1)
  }
}
