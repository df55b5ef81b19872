#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Finds programs that were built together with the tests.
public enum BuiltProduct {
  /// The path of a program of the package, next to the test program itself.
  public static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(
      decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let candidates = [own] + CommandLine.arguments
    for candidate in candidates {
      var folder = candidate[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let path = "\(folder)/\(name)"
        if access(path, X_OK) == 0, !path.hasPrefix("/usr/") { return path }
      }
    }
    return name
  }
}
