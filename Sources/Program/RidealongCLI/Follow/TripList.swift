internal import FleetEngine
internal import RidesharingConsumer
internal import SystemLibrary
internal import TerminalUI
internal import TrustLimits

/// The list of `--trips`, which may change while its trips are followed: a file that is read again, or the lines of
/// standard input.
struct TripList: Sendable {
  enum Change: Sendable, Equatable {
    /// The file was read again: its trips and no others are followed.
    case all([TripName])
    case add(TripName)
    case remove(TripName)
    /// A list or a line that changes nothing, and the reason.
    case problem(String)
    /// The input is over, and nothing changes any more.
    case end
  }

  private enum Source: Sendable {
    case file(TripListFile)
    /// Standard input, with the lines that were read in part.
    case input(TripLines, Arguments)
  }

  /// The words that name the first trips.
  let words: [String]
  /// The name of the list in messages.
  let label: String
  private let source: Source

  /// Reads the list of a command line: a file, or the lines of standard input up to the first ones that name a trip; nil
  /// without one.
  init?(_ arguments: Arguments) throws(CommandError) {
    guard let path = arguments[.tripFile] else { return nil }
    try arguments.checkStandardInput()
    // Before the file is read, so that no change is missed.
    if let file = TripListFile(arguments) {
      (source, label, words) = (.file(file), path, try Self.lines(path))
      return
    }
    label = "standard input"
    var lines = TripLines()
    let bytes = try Self.bytes("-") { bytes in
      // Only whole lines count until the input is over.
      var lines = TripLines()
      return !lines.take(bytes).isEmpty
    }
    var orders = lines.take(bytes)
    if orders.isEmpty { orders = lines.end() }
    var words: [String] = []
    for order in orders {
      switch order {
      case .add(let word): words.append(word)
      case .remove(let word): words.removeAll { $0 == word }
      case .problem(let text): throw .usage("--trips: \(text)")
      }
    }
    (source, self.words) = (.input(lines, arguments), words)
  }

  /// Whether trips may come though none is followed.
  var isInput: Bool { if case .input = source { true } else { false } }

  /// The trips that standard input names until its end, besides the first ones; empty for a file.
  func rest(providerID: String) throws(CommandError) -> [TripName] {
    guard case .input(var lines, let arguments) = source else { return [] }
    let bytes = try Self.bytes("-")
    var names: [TripName] = []
    for order in lines.take(bytes) + lines.end() {
      switch try Self.change(order, arguments, providerID) {
      case .add(let name): names.append(name)
      case .remove(let name): names.removeAll { $0 == name }
      case .problem(let text): throw .usage("--trips: \(text)")
      case .all, .end: break
      }
    }
    return names
  }

  /// Calls `apply` with each change, until the input is over or the task is cancelled.
  ///
  /// A file is read again when it is replaced, and at SIGHUP unless a standard stream is a terminal, where the signal means
  /// that the terminal is gone.
  @MainActor func follow(
    providerID: String, _ clock: ServiceClock, _ signals: SignalWatch, _ apply: (Change) -> Void
  ) async {
    switch source {
    case .file(var file):
      let (looks, look) = AsyncStream.makeStream(of: Bool.self)
      if !Console.hasTerminal { signals.onHangUp { look.yield(true) } }
      async let ticking: Void = {
        while (try? await clock.sleep(.seconds(1))) != nil { look.yield(false) }
        look.finish()
      }()
      for await isDue in looks where file.isReplaced() || isDue {
        file.noteVersion()
        do throws(CommandError) { apply(.all(try file.names(providerID: providerID))) } catch {
          apply(.problem(error.message))
        }
      }
      await ticking
    case .input(var lines, let arguments):
      func perform(_ orders: [TripLines.Order]) {
        for order in orders {
          do throws(CommandError) { apply(try Self.change(order, arguments, providerID)) } catch {
            apply(.problem(error.message))
          }
        }
      }
      while let bytes = await StandardInput.read() { perform(lines.take(bytes)) }
      perform(lines.end())
      apply(.end)
    }
  }

  private static func change(
    _ order: TripLines.Order, _ arguments: Arguments, _ providerID: String
  ) throws(CommandError) -> Change {
    let word: String
    switch order {
    case .add(let text), .remove(let text): word = text
    case .problem(let text): return .problem(text)
    }
    let name = try arguments.tripName(word)
    guard name.providerID == providerID else {
      throw .usage("\(name) is not a trip of the provider \(providerID).")
    }
    if case .remove = order { return .remove(name) }
    return .add(name)
  }

  // MARK: Reading

  /// The words of a command line's list, read to its end; nil without one.
  static func words(_ arguments: Arguments) throws(CommandError) -> [String]? {
    guard let path = arguments[.tripFile] else { return nil }
    try arguments.checkStandardInput()
    return try lines(path)
  }

  /// The names in a list, without comments and empty lines.
  fileprivate static func lines(_ path: String) throws(CommandError) -> [String] {
    let bytes = try bytes(path)
    let mark = TripLines.byteOrderMark
    return String(
      decoding: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self
    )
    .split(whereSeparator: \.isNewline)
    .compactMap(TripLines.word)
    .map(String.init)
  }

  /// The bytes of a list, or of standard input until they are enough.
  private static func bytes(
    _ path: String, areEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(CommandError) -> [UInt8] {
    let limit = Limits.Following.listBytes
    do throws(BoundedFile.Failure) {
      guard path == "-" else { return try BoundedFile(path: path, limit: limit).bytes }
      return try BoundedFile(
        descriptor: STDIN_FILENO, limit: limit, patience: Limits.Token.inputTime,
        areEnough: areEnough
      ).bytes
    } catch { throw .usage("--trips: \(path == "-" ? "standard input" : path) \(error.reason).") }
  }
}

/// The lines of a list that arrive one after the other: `NAME` and `+NAME` add a trip, `-NAME` removes one.
struct TripLines: Sendable {
  enum Order: Sendable, Equatable {
    case add(String)
    case remove(String)
    case problem(String)
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The beginning of a line whose end was not received yet.
  private var rest: [UInt8] = []
  private var isFirst = true
  /// Whether the line is longer than any name, so that it is skipped to its end.
  private var isTooLong = false

  /// The orders of the lines that end in these bytes.
  mutating func take(_ bytes: [UInt8]) -> [Order] {
    var orders: [Order] = []
    var start = bytes.startIndex
    while let lineEnd = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      keep(bytes[start..<lineEnd])
      orders += end()
      start = lineEnd + 1
    }
    keep(bytes[start...])
    return orders
  }

  /// The order of the last line, which has no end.
  mutating func end() -> [Order] {
    defer { (rest, isTooLong) = ([], false) }
    guard !isTooLong else {
      return [.problem("A line of more than \(Limits.Text.bytes) bytes is no trip's name.")]
    }
    if isFirst, !rest.isEmpty {
      isFirst = false
      if rest.starts(with: Self.byteOrderMark) { rest.removeFirst(3) }
    }
    guard let word = Self.word(String(decoding: rest, as: UTF8.self)[...]) else { return [] }
    switch word.first {
    case "-": return [.remove(String(word.dropFirst()))]
    case "+": return [.add(String(word.dropFirst()))]
    default: return [.add(String(word))]
    }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    isTooLong = isTooLong || rest.count + bytes.count > Limits.Text.bytes
    if isTooLong { rest = [] } else { rest += bytes }
  }

  /// The first word of a line; nil for an empty line and a comment.
  static func word(_ line: Substring) -> Substring? {
    let word = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return word.isEmpty || word.hasPrefix("#") ? nil : word
  }
}

/// The file of `--trips`, which is read again when it is replaced or changed, and at SIGHUP.
struct TripListFile: Sendable {
  /// The marks of one version of a file.
  private struct Version: Equatable {
    let file: AppendedFile.FileID
    let size: off_t
    let seconds: time_t
    let nanoseconds: Int
  }

  let path: String
  private let arguments: Arguments
  private var known: Version?
  /// A version that was there a moment ago; a file that is just being written changes again.
  private var seen: Version?

  /// The file of a command line; nil without one, and for standard input.
  init?(_ arguments: Arguments) {
    guard let path = arguments[.tripFile], path != "-" else { return nil }
    (self.path, self.arguments) = (path, arguments)
    known = version
  }

  private var version: Version? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Version(
      file: AppendedFile.FileID(status), size: status.st_size, seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// Notes the present version, which is read now.
  mutating func noteVersion() { known = version }

  /// Whether there is another version than before, the same as when this was called last.
  ///
  /// A file that is gone changes nothing.
  mutating func isReplaced() -> Bool {
    let present = version
    defer { seen = present }
    guard let present, present != known, present == seen else { return false }
    known = present
    return true
  }

  /// The trips of the list and the command line now, all of one provider.
  func names(providerID: String) throws(CommandError) -> [TripName] {
    let words = arguments.positionals + (try TripList.lines(path))
    let names = try FollowedTrips.names(words, arguments)
    guard !names.isEmpty else { throw .usage("--trips \(path) lists no trips.") }
    guard let other = names.first(where: { $0.providerID != providerID }) else { return names }
    throw .usage("--trips \(path): \(other) is not a trip of the provider \(providerID).")
  }
}
