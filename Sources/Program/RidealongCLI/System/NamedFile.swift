internal import TrustLimits

extension BoundedFile {
  /// Reads a file that the user names; errors call it by what it is and its path.
  init(_ path: String, limit: Int, called name: String) throws(CommandError) {
    do { try self.init(path: path, limit: limit) } catch {
      throw .usage("\(name) \(path) \(error.reason).")
    }
  }
}
