extension Environment {
  /// Throws if creating what an option names creates the home directory.
  func check(created options: [Option], in arguments: Arguments) throws(CommandError) {
    for option in options {
      guard let path = arguments[option], let problem = problem(creating: path) else { continue }
      throw .usage("\(arguments.named(option)): \(problem).", advice: [Self.homeAdvice])
    }
  }
}
