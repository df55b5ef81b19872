internal import TrustLimits

/// The file of authorities that the command line names.
enum AuthoritiesFile {
  private static let mark = Array("-----BEGIN CERTIFICATE-----".utf8)

  /// Finds out whether it can be used before anything is asked.
  ///
  /// - Parameter arguments: The command line.
  /// - Returns: Its path; nil where none is given.
  /// - Throws: Why it cannot be read, or that it holds no certificate.
  static func path(_ arguments: Arguments) throws(CommandError) -> String? {
    guard let path = arguments[.caFile] else { return nil }
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.File.certificateBytes)
    } catch {
      throw .usage("The file of authorities \(path) \(error.reason).")
    }
    guard content.bytes.firstRange(of: mark) != nil else {
      throw .usage(
        "The file of authorities \(path) holds no certificate in PEM (BEGIN CERTIFICATE)."
      )
    }
    return path
  }
}
