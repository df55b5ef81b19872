/// The version of the program and of all its libraries.
package enum LibraryVersion {
  /// The version, `major.minor.patch`.
  package static let number = "0.2.0"
}
