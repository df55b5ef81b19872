internal import CTerminalRestore
internal import CellGrid

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes a crash end the program at once, with its report in a file.
///
/// On a terminal the language's runtime would otherwise wait half a minute for a key, with the
/// terminal in raw mode. The runtime reads its setting before the program starts, so the program
/// starts itself again with it.
public enum CrashReports {
  private static let variable = "SWIFT_BACKTRACE"

  /// Starts the program again, in the same process, unless the setting is there already.
  ///
  /// Call it first, before there are threads or open files. On success it does not return.
  ///
  /// - Parameter directory: Where reports are written, an absolute path; made, for the user alone,
  ///   if it is missing.
  /// - Throws: TerminalError/system(operation:code:) if the directory cannot be made or the
  ///   program not be started; it may go on without reports.
  public static func reexecIfNeeded(directory: String) throws(TerminalError) {
    guard unsafe getenv(variable) == nil else { return }
    // The runtime separates settings with commas and offers no way to quote one.
    guard directory.hasPrefix("/"), !directory.contains(","), !directory.utf8.contains(0) else {
      throw TerminalError.system(operation: "use the crash directory", code: EINVAL)
    }
    try make(directory)
    let setting = "enable=yes,interactive=no,color=no,output-to=\(directory)"
    guard unsafe setenv(variable, setting, 1) == 0 else {
      throw TerminalError.system(operation: "set the crash directory", code: errno)
    }
    unsafe execv("/proc/self/exe", CommandLine.unsafeArgv)
    let code = errno
    unsafe unsetenv(variable)
    throw TerminalError.system(operation: "start again with crash reports", code: code)
  }

  private static func make(_ directory: String) throws(TerminalError) {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      if unsafe mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR, errno != EROFS {
        throw TerminalError.system(operation: "make the crash directory", code: errno)
      }
    }
    guard unsafe access(directory, W_OK) == 0 else {
      throw TerminalError.system(operation: "write to the crash directory", code: errno)
    }
  }
}
