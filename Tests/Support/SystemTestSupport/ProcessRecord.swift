internal import CVterm

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's record of a process, which need not be the test's own child.
public struct ProcessRecord: Sendable {
  /// The process.
  public let id: Int32

  /// A process by its number.
  public init(id: Int32) { self.id = id }

  /// The processes that this one started and that have not been reaped.
  public var children: [ProcessRecord] {
    // Read once: a process that ends between two readings has no fields the second time.
    Self.numbers(in: "/proc").map(ProcessRecord.init).filter {
      $0.fields.dropFirst().first == "\(id)"
    }
  }

  /// The process and those below it, a line each: number, name, state, what each thread waits for
  /// in the kernel, and the masks of its signals.
  public var tree: [String] {
    let waits = Self.numbers(in: "/proc/\(id)/task").map { ProcessRecord(id: $0).text("wchan") }
    let masks = text("status").split(separator: "\n")
      .filter { $0.hasPrefix("Sig") || $0.hasPrefix("ShdPnd") }
      .map { String($0.replacing("\t", with: "")) }
    let line = (["\(id)", name, state ?? "gone"] + waits + masks).joined(separator: " ")
    return [line] + children.flatMap(\.tree).map { "  " + $0 }
  }

  /// The letter of its state, such as T for stopped and Z for ended; nil once it is gone.
  public var state: String? { fields.first }

  /// The words that it was started with.
  public var arguments: [String] { text("cmdline").split(separator: "\0").map(String.init) }

  /// Its environment, one variable an entry.
  public var environment: [String] { text("environ").split(separator: "\0").map(String.init) }

  /// The files that it holds open, by their paths.
  public var openFiles: [String] {
    (0..<256).compactMap { number in
      var target = [CChar](repeating: 0, count: 4_096)
      let count = readlink("/proc/\(id)/fd/\(number)", &target, target.count)
      guard count > 0 else { return nil }
      return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The processor time that it took, to a hundredth of a second.
  public var processorTime: Duration {
    let fields = fields
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      return .zero
    }
    return .milliseconds((user + system) * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Whether a signal was sent to it that no thread of it has taken yet.
  public func isPending(_ signal: Int32) -> Bool {
    let line = text("status").split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    let signals = line.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) } ?? 0
    return signals >> (signal - 1) & 1 != 0
  }

  /// The memory that it has in use, in KiB.
  public var residentKiB: Int {
    let pages = text("statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize()) / 1_024
  }

  /// Waits until the process has ended, which need not be reaped.
  ///
  /// - Parameter timeout: The longest wait.
  /// - Returns: Whether it has ended.
  public func waitForEnd(timeout: Duration = .seconds(60)) -> Bool {
    let descriptor = ridealong_process_descriptor(id)
    guard descriptor >= 0 else { return state == nil || state == "Z" }
    defer { close(descriptor) }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Int32(timeout / .milliseconds(1))) > 0
  }

  /// The name of its program, as far as the system keeps it.
  private var name: String { text("comm").split(separator: "\n").first.map(String.init) ?? "" }

  /// The entries of a folder that are numbers.
  private static func numbers(in path: String) -> [Int32] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var result: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name) { result.append(number) }
    }
    return result
  }

  /// The fields of its status line after its name.
  private var fields: [String] {
    let line = text("stat")
    guard let end = line.lastIndex(of: ")") else { return [] }
    return line[line.index(after: end)...].split(separator: " ").map(String.init)
  }

  private func text(_ name: String) -> String {
    let descriptor = open("/proc/\(id)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
