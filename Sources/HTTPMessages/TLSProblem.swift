/// Why a server's certificate or its TLS is not acceptable.
public enum TLSProblem: Sendable, Hashable, CaseIterable {
  /// The certificate's time is over.
  case expired
  /// The certificate's time has not begun.
  case notYetValid
  /// The certificate is for another host.
  case otherHost
  /// The certificate is signed by its own key and by nobody who is trusted.
  case selfSigned
  /// The authority that signed the certificate is not trusted.
  case unknownAuthority
  /// The certificate's key or signature is too weak.
  case weak
  /// The server speaks no TLS of 1.2 or newer.
  case oldVersion
  /// What answers speaks no TLS at all.
  case noTLS
  /// The file of authorities to trust cannot be read.
  case authoritiesFile

  /// What is wrong, as the end of a sentence: `its time is over`.
  public var reason: String {
    switch self {
    case .expired: "it has expired"
    case .notYetValid: "it is not valid yet, or this machine's clock is behind"
    case .otherHost: "it is for another host"
    case .selfSigned: "it is self-signed"
    case .unknownAuthority: "its authority is not known here"
    case .weak: "its key or signature is too weak"
    case .oldVersion: "the server speaks no TLS 1.2 or newer"
    case .noTLS: "the server answers without TLS"
    case .authoritiesFile: "the file of authorities cannot be read"
    }
  }

  /// Whether trusting another authority may help.
  public var isOfAuthority: Bool { self == .selfSigned || self == .unknownAuthority }
}
