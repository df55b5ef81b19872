public import Foundation

/// A reader, put to what is known to be difficult for it: its seeds, its corpus, and changes of both.
///
/// One replay needs a process of its own, whose processor time and memory are then those of the reader.
public struct Replay {
  /// The folder with a folder of inputs for each reader.
  public static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  /// The processor time that an input may take; a reader built without optimisation takes about
  /// twenty times as long as the 50 ms that it may take at most.
  private static let mostSeconds = 1.0
  /// The processor time after which a slow reader gets no more changes than it must.
  private static let enoughSeconds = 5.0
  /// The changes that each reader gets.
  private static let leastChanges = 300
  /// The memory that the process may grow by, its code included.
  private static let mostBytes = 128 * 1_048_576

  private let target: FuzzTarget
  private let changes: Int

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - target: The reader.
  ///   - changes: How many changed inputs to try; for a slow reader fewer, the first of the same.
  public init(of target: FuzzTarget, changes: Int) {
    self.target = target
    self.changes = changes
  }

  /// The inputs that a reader is known to take, and those that were once found to matter.
  public var inputs: [[UInt8]] {
    get throws {
      let folder = Self.corpus.appendingPathComponent(target.name)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try target.seeds()
        + names.sorted().map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
    }
  }

  /// Reads all inputs.
  ///
  /// - Parameter path: The file for the present input, so that one that ends the process is known;
  ///   there is no such file when all are done.
  /// - Throws: What the reader broke, or that it took too much.
  public func run(keepingInputAt path: String) async throws {
    let inputs = try inputs
    let before = Self.peakBytes
    for input in inputs { try await check(input, path, before) }
    var mutator = Mutator(seed: 1)
    let start = Self.processorSeconds
    for index in 0..<changes where !inputs.isEmpty {
      if index >= max(Self.leastChanges, inputs.count),
        Self.processorSeconds - start > Self.enoughSeconds
      {
        break
      }
      let input = mutator.mutated(
        inputs[index % inputs.count], with: inputs[(index / inputs.count) % inputs.count],
        mostBytes: target.mostBytes)
      try await check(input, path, before)
    }
    try FileManager.default.removeItem(atPath: path)
  }

  private func check(_ input: [UInt8], _ path: String, _ before: Int) async throws {
    try Data(input).write(to: URL(fileURLWithPath: path))
    let start = Self.processorSeconds
    try await target.check(input)
    let seconds = Self.processorSeconds - start
    try promise(seconds < Self.mostSeconds, "\(seconds) s for one input")
    try promise(Self.peakBytes - before < Self.mostBytes, "\(Self.peakBytes - before) bytes more")
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that the process has had so far, without what it had before it was this program.
  private static var peakBytes: Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // The system's own count goes on from the process that started this one.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return 1_024 * (Int(line.split { $0 == " " || $0 == "\t" }.dropFirst().first ?? "") ?? 0)
    #endif
  }
}
