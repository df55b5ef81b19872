import TrustLimits

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's figures of a process.
enum ProcessFigures {
  /// The processor time of all threads so far, with the system's work for them.
  static func cpuTime() -> Duration {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The system's ID of the calling thread.
  ///
  /// The compiler treats `pthread_self` as a constant, even if a task moves to another thread.
  static func thread() -> [UInt8] {
    var name = [UInt8](repeating: 0, count: 64)
    let count = unsafe name.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink(
        "/proc/thread-self", start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return Array(name.prefix(max(0, count)))
  }

  /// The processor time of the calling thread so far.
  static func threadTime() -> Duration {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The peak of resident memory in bytes; nil if unknown.
  static func peakMemory() -> Int? {
    line("/proc/self/status", "VmHWM:").flatMap { Int($0) }.map { $0 * 1_024 }
  }

  /// The resident memory of another process, in bytes; nil if unknown.
  static func memory(of process: Int) -> Int? {
    line("/proc/\(process)/status", "VmRSS:").flatMap { Int($0) }.map { $0 * 1_024 }
  }

  /// The peak of another process's resident memory, in bytes.
  static func peakMemory(of process: Int) -> Int? {
    line("/proc/\(process)/status", "VmHWM:").flatMap { Int($0) }.map { $0 * 1_024 }
  }

  /// The processor time of another process so far, with the system's work for it.
  static func cpuTime(of process: Int) -> Duration {
    // After the name, which may contain anything, fields twelve and thirteen are ticks.
    let fields = text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12])
    else { return .zero }
    return .seconds(user + system) / sysconf(Int32(_SC_CLK_TCK))
  }

  /// The number of threads; nil if unknown.
  static func threads() -> Int? { line("/proc/self/status", "Threads:").flatMap { Int($0) } }

  /// The number of open connections from this process to a port.
  static func connections(toPort port: Int) -> Int {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let sockets = Set(
      files.compactMap { file -> Substring? in
        let path = "/proc/self/fd/" + file
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
          target.hasPrefix("socket:[")
        else { return nil }
        return target.dropFirst("socket:[".count).dropLast()
      })
    let suffix = ":" + String(port + 0x10000, radix: 16, uppercase: true).dropFirst()
    return ["/proc/self/net/tcp", "/proc/self/net/tcp6"].reduce(0) { count, table in
      count
        + text(table).split(separator: "\n").dropFirst().count { row in
          let columns = row.split(separator: " ")
          // The remote address, the state "established", and the socket's number.
          return columns.count > 9 && columns[2].hasSuffix(suffix) && columns[3] == "01"
            && sockets.contains(columns[9])
        }
    }
  }

  private static func line(_ file: String, _ name: String) -> Substring? {
    let line = text(file).split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first
  }

  private static func text(_ file: String) -> String {
    // Foundation reads only the first page of such a file.
    let bytes = try? BoundedFile(path: file, limit: 16 * 1_048_576).bytes
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
