/// The options of a measurement: `--name value`, each at most once.
struct Arguments {
  /// A mistake in the command line.
  struct Failure: Error, CustomStringConvertible { let description: String }

  private var values: [String: String] = [:]

  /// Reads options.
  init(_ words: [String], known: Set<String>) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--"), known.contains(String(word.dropFirst(2))) else {
        throw Failure(description: "\(word) is no option here; there are \(known.sorted()).")
      }
      guard let value = rest.popFirst() else {
        throw Failure(description: "\(word) needs a value.")
      }
      values[String(word.dropFirst(2))] = value
    }
  }

  func text(_ name: String) -> String? { values[name] }

  func text(required name: String) throws(Failure) -> String {
    guard let value = values[name] else { throw Failure(description: "--\(name) is missing.") }
    return value
  }

  /// A positive number.
  func number<Value: LosslessStringConvertible & Comparable & ExpressibleByIntegerLiteral>(
    _ name: String, default standard: Value
  ) throws(Failure) -> Value {
    guard let text = values[name] else { return standard }
    guard let value = Value(text), value > 0 else {
      throw Failure(description: "--\(name) has to be a number above 0, not \(text).")
    }
    return value
  }
}
