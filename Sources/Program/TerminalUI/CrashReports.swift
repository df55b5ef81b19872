internal import CTerminalRestore
internal import CellGrid
internal import SystemLibrary

/// Makes a crash end the program at once, with a report in a file.
///
/// On a terminal the Swift runtime would otherwise wait half a minute for a key, in raw mode. The
/// runtime reads its setting before the program starts. Where the runtime is a part of the program,
/// the C part of the program sets it before; else the program starts itself again with it. A program
/// of the Swift toolchain writes the reports; without it a crash leaves no report.
public enum CrashReports {
  /// Whether a crash of this process leaves a report.
  public static var areWritten: Bool {
    guard let setting = unsafe getenv(RIDEALONG_CRASH_VARIABLE) else { return false }
    return unsafe String(cString: setting).hasPrefix("enable=yes")
  }

  /// Starts the program again in the same process, unless the setting exists already.
  ///
  /// Call it first, before there are threads or open files. On success it does not return. Without a directory a crash
  /// leaves no report. `searchPath` lists directories of programs, as `PATH` does.
  public static func reexecIfNeeded(directory: String?, searchPath: String) throws(TerminalError) {
    guard unsafe getenv(RIDEALONG_CRASH_VARIABLE) == nil else { return }
    let variable =
      unsafe try directory.map { directory throws(TerminalError) in
        unsafe try self.variable(directory, searchPath)
      } ?? strdup("\(RIDEALONG_CRASH_VARIABLE)=enable=no")
    guard let variable = unsafe variable, unsafe putenv(variable) == 0 else {
      throw TerminalError.system(operation: "set the crash directory", code: errno)
    }
    // By its own path, because the system names a process after the path of its program.
    if let path = unsafe realpath("/proc/self/exe", nil) {
      unsafe execv(path, CommandLine.unsafeArgv)
      unsafe free(path)
    }
    unsafe execv("/proc/self/exe", CommandLine.unsafeArgv)
    let code = errno
    unsafe unsetenv(RIDEALONG_CRASH_VARIABLE)
    throw TerminalError.system(operation: "start again with crash reports", code: code)
  }

  private static func variable(
    _ directory: String, _ searchPath: String
  ) throws(TerminalError) -> UnsafeMutablePointer<CChar>? {
    guard directory.hasPrefix("/"), !directory.utf8.contains(0) else {
      throw TerminalError.system(operation: "use the crash directory", code: EINVAL)
    }
    try make(directory)
    guard let variable = unsafe ridealong_crash_reports_variable(directory, searchPath) else {
      throw TerminalError.system(operation: "use the crash directory", code: errno)
    }
    return unsafe variable
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
