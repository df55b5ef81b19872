/// Words as a shell takes them, for commands that an error advises.
enum ShellWord {
  /// A path as a shell takes it.
  static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "/._-+@%:,=".utf8.contains(byte)
      }
    }
    if isPlain, !path.isEmpty, !path.hasPrefix("-") { return path }
    let escaped = path.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
    return (path.hasPrefix("-") ? "-- " : "") + "'" + escaped + "'"
  }
}
