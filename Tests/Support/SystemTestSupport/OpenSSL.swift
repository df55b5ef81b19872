internal import Foundation

/// The openssl program, which makes certificates and keys.
public enum OpenSSL {
  /// The program's file.
  public static let path = "/usr/bin/openssl"

  /// Whether the program is installed.
  public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Makes a certificate for names such as `IP:127.0.0.1`, and its key, which is not encrypted.
  public static func makeCertificate(_ file: String, key: String, for names: String) throws {
    let form = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test"]
    try run(form + ["-keyout", key, "-out", file, "-addext", "subjectAltName=\(names)"])
  }

  /// Runs the program, which has to succeed.
  public static func run(_ arguments: [String]) throws {
    let outcome = try ChildProcess(path, arguments).finish()
    guard outcome.status == 0 else {
      throw ChildProcess.Failure(description: "openssl \(arguments): \(outcome.errors)")
    }
  }
}
