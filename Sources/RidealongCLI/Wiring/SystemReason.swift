#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The system's words for why a call of it failed.
enum SystemReason {
  /// The words for an error number, to stand within a sentence.
  static func text(_ code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words).lowercased()
  }
}
