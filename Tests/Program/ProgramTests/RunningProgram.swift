import RideTestSupport
import SystemTestSupport
import TestSupport

/// The program without a terminal.
final class RunningProgram: ChildProcess {
  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments after its name.
  ///   - environment: Its environment.
  ///   - shell: What a shell is to do with it, with the program as `"$@"`; nil for no shell.
  ///   - standardOutput: A descriptor for its standard output, which the caller closes; nil to read it here.
  /// - Throws: That it cannot be started.
  init(
    _ arguments: [String], environment: [String: String], shell: String? = nil,
    standardOutput: Int32? = nil
  ) throws {
    let program = BuiltProduct.path("ridealong")
    try super.init(
      shell == nil ? program : "/bin/bash",
      (shell.map { ["-c", $0, "bash", program] } ?? []) + arguments, environment: environment,
      standardOutput: standardOutput)
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], in folder: TestFolder, environment: [String: String] = [:],
    shell: String? = nil
  ) throws -> Outcome {
    try RunningProgram(
      arguments, environment: folder.environment.merging(environment) { $1 }, shell: shell
    ).finish()
  }
}
